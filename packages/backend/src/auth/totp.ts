import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';

const periodSeconds = 30;

/** A new secret with what an authenticator app needs to take it up. */
export async function createTotp(input: {
  issuer: string;
  account: string;
}): Promise<{ secret: string; uri: string; qrCode: string }> {
  const totp = new TOTP({
    issuer: input.issuer,
    label: input.account,
    secret: new Secret({ size: 20 }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
  const uri = totp.toString();
  const qrCode = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'H' });
  return { secret: totp.secret.base32, uri, qrCode: qrCode.trim() };
}

/** The step of thirty seconds that a code belongs to, one before and one after allowed; null if none. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) {
    return null;
  }
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}
