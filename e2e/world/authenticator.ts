import { Secret, TOTP } from 'otpauth';

/** The six digits that an authenticator app shows, in half-minutes from now. */
export function toAppCode(secret: string, halfMinutes = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  return totp.generate({ timestamp: Date.now() + halfMinutes * 30_000 });
}
