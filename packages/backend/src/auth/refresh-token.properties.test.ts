import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeRefreshToken, isSignedBy, parseRefreshToken } from './refresh-token.ts';

const key = Buffer.alloc(32, 7);

type Encode = typeof encodeRefreshToken;
const isTrue = (encode: Encode) =>
  fc.property(fc.uuid(), fc.maxSafeNat(), (id, counter) => {
    const parsed = parseRefreshToken(encode(key, { sessionId: id, counter }));
    expect(parsed).toMatchObject({ sessionId: id, counter });
    if (parsed === null) {
      return;
    }
    expect(isSignedBy(key, parsed)).toBe(true);
    expect(isSignedBy(Buffer.alloc(32, 8), parsed)).toBe(false);
  });

describe('refresh tokens', () => {
  it('say of which session they are, and nobody else can sign them', () => {
    fc.assert(isTrue(encodeRefreshToken));
  });

  it.each<[string, Encode]>([
    [
      'were large counters cut',
      (own, token) => encodeRefreshToken(own, { ...token, counter: token.counter % 2 ** 32 }),
    ],
    [
      'were they signed with any key',
      (_own, token) => encodeRefreshToken(Buffer.alloc(32, 8), token),
    ],
  ])('would not, %s', (_fault, encode) => {
    expect(fc.check(isTrue(encode)).failed).toBe(true);
  });
});
