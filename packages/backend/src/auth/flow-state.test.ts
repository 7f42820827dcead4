import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type FlowState,
  isFlowExpired,
  isSameText,
  leadsToCode,
  requireChallenge,
  requireVerifier,
} from './flow-state.ts';

const began = new Date('2026-11-21T18:00:00.000Z');
const later = (milliseconds: number) => new Date(began.getTime() + milliseconds);

function createFlow(change: Partial<FlowState> = {}): FlowState {
  return {
    id: 'flow',
    user_id: null,
    code_challenge_method: null,
    code_challenge: null,
    provider_type: 'discord',
    provider_access_token: '',
    provider_refresh_token: '',
    created_at: began,
    authentication_method: 'oauth',
    auth_code_issued_at: null,
    invite_token: null,
    referrer: null,
    oauth_client_state_id: null,
    linking_target_id: null,
    email_optional: false,
    ...change,
  };
}

describe('a sign-in under way', () => {
  it.each([
    ['at a provider', {}, 300_000],
    ['at an organisation', { authentication_method: 'sso/saml' as const }, 300_000],
    ['at a provider, its code given', { auth_code_issued_at: later(100_000) }, 300_000],
    ['by mail, not followed yet', { authentication_method: 'magiclink' as const }, 300_000],
    [
      'by mail, from when its code was given',
      { authentication_method: 'magiclink' as const, auth_code_issued_at: later(100_000) },
      400_000,
    ],
  ])('%s: lasts to its last instant', (_way, change, end) => {
    const isOver = (milliseconds: number) =>
      isFlowExpired(createFlow(change), { now: later(milliseconds), seconds: 300 });
    expect([isOver(end - 1), isOver(end), isOver(end + 1)]).toEqual([false, false, true]);
  });

  it('ends with a code where it began with a challenge', () => {
    expect(leadsToCode(createFlow())).toBe(false);
    expect(leadsToCode(createFlow({ code_challenge: 'x' }))).toBe(true);
  });
});

describe('a challenge', () => {
  it.each([
    ['none at all', '', '', true],
    ['without its method', 'a'.repeat(43), '', false],
    ['a method without it', '', 's256', false],
    ['a sign short', 'a'.repeat(42), 's256', false],
    ['as short as may be', 'a'.repeat(43), 's256', true],
    ['as long as may be', 'a'.repeat(128), 'plain', true],
    ['a sign long', 'a'.repeat(129), 's256', false],
    ['the method in capitals', 'a'.repeat(43), 'S256', true],
    ['another method', 'a'.repeat(43), 's512', false],
    ['every sign that may be', `-._~${'aZ9'.repeat(14)}`, 's256', true],
    ['a sign that may not', `+${'a'.repeat(43)}`, 's256', false],
  ])('%s', (_what, challenge, method, isGood) => {
    const given = () => requireChallenge({ challenge, method });
    if (isGood) {
      expect(given).not.toThrow();
    } else {
      expect(given).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    }
  });
});

describe('the verifier', () => {
  const verifier = 'v'.repeat(43);
  const hash = createHash('sha256').update(verifier).digest('base64url');
  const check = (method: 's256' | 'plain', challenge: string, given: string) => () =>
    requireVerifier(
      createFlow({ code_challenge_method: method, code_challenge: challenge }),
      given,
    );
  const wrong = expect.objectContaining({ code: 'bad_code_verifier' });

  it('is what was hashed, or the challenge itself', () => {
    expect(check('s256', hash, verifier)).not.toThrow();
    expect(check('plain', verifier, verifier)).not.toThrow();
    expect(check('s256', hash, `${verifier}v`)).toThrow(wrong);
    expect(check('s256', verifier, verifier)).toThrow(wrong);
    expect(check('plain', hash, verifier)).toThrow(wrong);
  });

  it('is compared whole', () => {
    expect(isSameText('one', 'one')).toBe(true);
    expect(isSameText('one', 'One')).toBe(false);
    expect(isSameText('one', '')).toBe(false);
  });
});
