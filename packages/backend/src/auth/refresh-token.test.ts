import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeRefreshToken, parseRefreshToken } from './refresh-token.ts';

const key = Buffer.alloc(32, 7);
const sessionId = '0197d0a0-0000-7000-8000-00000000000a';

describe('refresh tokens', () => {
  it('have the form of Supabase’s: version, session, counter, signature, checksum', () => {
    const token = encodeRefreshToken(key, { sessionId, counter: 300 });
    const bytes = Buffer.from(token, 'base64url');
    expect(bytes.toString('hex')).toMatch(/^000197d0a000007000800000000000000aac02.{40}$/);
    const checksum = createHash('sha256').update(bytes.subarray(0, -4)).digest('hex').slice(0, 8);
    expect(bytes.subarray(-4).toString('hex')).toBe(checksum);
  });

  it('are nothing once a bit of them is changed', () => {
    const token = Buffer.from(encodeRefreshToken(key, { sessionId, counter: 1 }), 'base64url');
    for (const index of token.keys()) {
      const changed = Buffer.from(token);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(parseRefreshToken(changed.toString('base64url'))).toBeNull();
    }
    for (const other of ['', 'aaaaaaaaaaaa', 'no', 'ä'.repeat(60)]) {
      expect(parseRefreshToken(other)).toBeNull();
    }
  });
});
