import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createTotp, findTotpStep } from './totp.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const periodMs = 30_000;
/** The first instant of a step. */
const begin = new Date(59_000_000 * periodMs);
const step = 59_000_000;
const codeOf = (of: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: of * periodMs });

describe('a code of an authenticator', () => {
  it.each([
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ])('that is %i steps away, at both ends of the step', (away, found) => {
    const code = codeOf(step + away);
    const last = new Date(begin.getTime() + periodMs - 1);
    expect(findTotpStep(secret, code, begin)).toBe(found);
    expect(findTotpStep(secret, code, last)).toBe(found);
  });

  it.each([
    ['nothing', () => ''],
    ['a digit short', () => codeOf(step).slice(1)],
    ['a digit long', () => `${codeOf(step)}0`],
    ['a digit long in front', () => `0${codeOf(step)}`],
    ['with a space', () => ` ${codeOf(step)}`],
    ['with a line', () => `${codeOf(step)}\n`],
    ['no digits', () => 'abcdef'],
  ])('is six digits: %s', (_what, make) => {
    expect(findTotpStep(secret, make(), begin)).toBeNull();
  });

  it('is of its own secret', () => {
    const other = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';
    expect(findTotpStep(other, codeOf(step), begin)).toBeNull();
  });
});

describe('what an authenticator takes up', () => {
  it('names the league and the account, and makes the codes that are asked for', async () => {
    const made = await createTotp({ issuer: 'league.example', account: 'ann@a.example' });
    const uri = new URL(made.uri);
    expect(decodeURIComponent(uri.pathname)).toBe('/league.example:ann@a.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'league.example',
      secret: made.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    // Twenty bytes, as RFC 4226 would have them.
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
    const code = new TOTP({ secret: Secret.fromBase32(made.secret) }).generate({
      timestamp: begin.getTime(),
    });
    expect(findTotpStep(made.secret, code, begin)).toBe(step);
    expect(made.qrCode).toMatch(/^<svg[\s\S]*<\/svg>$/);
  });

  it('has a secret that nobody else has', async () => {
    const input = { issuer: 'league.example', account: 'ann@a.example' };
    const [one, other] = [await createTotp(input), await createTotp(input)];
    expect(one.secret).not.toBe(other.secret);
  });
});
