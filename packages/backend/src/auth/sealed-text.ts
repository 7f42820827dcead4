import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key of 256 bits by whose name what it sealed is found again. */
export interface SealingKey {
  id: string;
  key: Buffer;
}

const algorithm = 'aes-gcm-hkdf';
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Encrypts a text for the row that it stands in, in the form of Supabase's database encryption: with
 * the same key there (`GOTRUE_SECURITY_DB_ENCRYPTION_…`) it can be read there. A text that is moved to
 * another row cannot be read at all.
 */
export function sealText({ id, key }: SealingKey, rowId: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, rowId), nonce);
  const data = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    key_id: id,
    alg: algorithm,
    data: data.toString('base64'),
    nonce: nonce.toString('base64'),
  });
}

/** The text; one that was never sealed is itself. Null where the key is another. */
export function openText({ id, key }: SealingKey, rowId: string, sealed: string): string | null {
  if (!sealed.startsWith('{')) {
    return sealed;
  }
  try {
    const parsed: Record<string, unknown> = JSON.parse(sealed);
    if (parsed.key_id !== id || parsed.alg !== algorithm) {
      return null;
    }
    const data = Buffer.from(String(parsed.data), 'base64');
    const nonce = Buffer.from(String(parsed.nonce), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, rowId), nonce);
    decipher.setAuthTag(data.subarray(-tagBytes));
    return Buffer.concat([
      decipher.update(data.subarray(0, -tagBytes)),
      decipher.final(),
    ]).toString();
  } catch {
    return null;
  }
}

function deriveKey(key: Buffer, rowId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', rowId, keyBytes));
}
