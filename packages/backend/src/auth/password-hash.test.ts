import { describe, expect, it } from 'vitest';
import { hashPassword, isPasswordHash, verifyPassword } from './password-hash.ts';

/** From the reference implementations' own tests. */
const known = [
  [
    'argon2i',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'argon2id',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'scrypt of Firebase',
    'user1password',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
] as const;

describe('verifyPassword', () => {
  it.each(known)('knows %s', async (_name, password, hash) => {
    expect(isPasswordHash(hash)).toBe(true);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, `${password}!`)).toBe(false);
  });

  it('knows what it hashed itself', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$2[aby]\$10\$/);
    expect(await verifyPassword(hash, 'correct horse')).toBe(true);
    expect(await verifyPassword(hash, 'correct horsf')).toBe(false);
  });

  it.each([
    '',
    'plain',
    '$2b$10$short',
    '$2b$32$C6UzMDM.H6dfI/f/IKcEeO7ZTgG0X9JY3pQWmGJ2uY7cG0xKoxyzu',
    '$argon2d$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g',
    '$argon2id$v=19$m=4294967297,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==,sk=aaaa$aaaa$aaaa',
    '$fbscrypt$v=1,n=40,r=8,p=1,ss=Bw==,sk=aaaa$aaaa$aaaa',
  ])('takes %j for nobody’s', async (hash) => {
    expect(await verifyPassword(hash, 'plain')).toBe(false);
  });

  it('takes nobody for nobody', async () => {
    expect(await verifyPassword(null, 'anything')).toBe(false);
  });
});
