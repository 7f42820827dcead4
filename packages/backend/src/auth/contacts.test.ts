import { describe, expect, it } from 'vitest';
import { formatPhone, isReachable, parseChannel, parseEmail, parsePhone } from './contacts.ts';

/** What counts as an address and a number, and what is said of what does not. */

const refusal = (message: string) =>
  expect.objectContaining({ status: 400, code: 'validation_failed', message });

describe('an address', () => {
  it.each([
    ['Ann@Players.Example', 'ann@players.example'],
    ["o'neil+league=1@a.example", "o'neil+league=1@a.example"],
    ['ann@localhost', 'ann@localhost'],
    [`a@${'b'.repeat(63)}.example`, `a@${'b'.repeat(63)}.example`],
  ])('%s is kept as %s', (typed, kept) => {
    expect(parseEmail(typed)).toBe(kept);
  });

  it('has 255 characters at most', () => {
    const ofLength = (length: number) => `${'a'.repeat(length - '@a.example'.length)}@a.example`;
    expect(parseEmail(ofLength(255))).toHaveLength(255);
    expect(() => parseEmail(ofLength(256))).toThrow(refusal('An email address is too long'));
  });

  it('is asked for', () => {
    expect(() => parseEmail('')).toThrow(refusal('An email address is required'));
  });

  it.each([
    'ann',
    '@a.example',
    'ann@',
    'ann@@a.example',
    'ann@a.example, bea@a.example',
    'ann@a.example\nBcc: bea@a.example',
    'Ann <ann@a.example>',
    'ann@-a.example',
    'ann@a-.example',
    'ann@a..example',
    `a@${'b'.repeat(64)}.example`,
    ' ann@a.example',
  ])('is not %j', (typed) => {
    expect(() => parseEmail(typed)).toThrow(
      refusal('Unable to validate email address: invalid format'),
    );
  });

  it.each([
    ['ann@a.example', true],
    ['ann@a.invalid', false],
    ['ann@invalid.example', true],
    ['', false],
    [null, false],
  ])('is reached by mail: %j %s', (email, reached) => {
    expect(isReachable(email)).toBe(reached);
  });
});

describe('a number', () => {
  it.each([
    ['+1 555 000 1111', '15550001111'],
    ['15550001111', '15550001111'],
    ['12', '12'],
    ['123456789012345', '123456789012345'],
  ])('%s is kept as %s', (typed, kept) => {
    expect([formatPhone(typed), parsePhone(typed)]).toEqual([kept, kept]);
  });

  it.each(['', '1', '0555', '++1555', '1234567890123456', '1555-000', '1555x', '１２３'])(
    'is not %j',
    (typed) => {
      expect(() => parsePhone(typed)).toThrow(
        refusal('Invalid phone number format (E.164 required)'),
      );
    },
  );
});

describe('the way of a text', () => {
  it.each([
    ['', 'sms'],
    ['sms', 'sms'],
    ['whatsapp', 'whatsapp'],
  ])('%j is %s', (typed, channel) => {
    expect(parseChannel(typed)).toBe(channel);
  });

  it.each(['SMS', 'mail'])('is not %s', (typed) => {
    expect(() => parseChannel(typed)).toThrow(/^Invalid channel/);
  });
});
