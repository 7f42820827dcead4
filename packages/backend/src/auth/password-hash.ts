import { argon2, createCipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash as hashBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt';

/** Two to the power of `cost` rounds; the tests of what lies around a hash take the fewest that there are. */
export const effort = { cost: 10 };

/** Hashes a password on a thread of its own: 60 ms of computing must not hold up other requests. */
export async function hashPassword(password: string): Promise<string> {
  return hashBcrypt(password, { cost: effort.cost });
}

let nobody: Promise<string> | null = null;

/** A hash of something that nobody knows, to take as long over nobody as over somebody. */
async function getNobodysHash(): Promise<string> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'));
  return nobody;
}

/**
 * Whether a password is the one that was hashed. Hashes that people bring along may be bcrypt, argon2
 * or Firebase's scrypt. Without a hash it takes the time that one would have taken.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  if (!hash) {
    await verifyBcrypt(password, await getNobodysHash());
    return false;
  }
  if (hash.startsWith('$argon2')) {
    return verifyArgon2(hash, password);
  }
  if (hash.startsWith('$fbscrypt')) {
    return verifyFirebase(hash, password);
  }
  return isBcrypt(hash) && verifyBcrypt(password, hash);
}

/** Whether a text is a hash that `verifyPassword` understands. */
export function isPasswordHash(text: string): boolean {
  return isBcrypt(text) || argon2Form.test(text) || firebase.test(text);
}

function isBcrypt(text: string): boolean {
  return /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text);
}

const argon2Form =
  /^\$(?<variant>argon2(?:i|id))\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)(?:,[^$]*)?\$(?<salt>[A-Za-z0-9+/]+)\$(?<tag>[A-Za-z0-9+/]+)$/;

const maximumMemoryKib = 1_048_576;
const derive = promisify(argon2);

async function verifyArgon2(hash: string, password: string): Promise<boolean> {
  const fields = argon2Form.exec(hash)?.groups;
  if (fields === undefined || Number(fields.memory) > maximumMemoryKib) {
    return false;
  }
  const tag = Buffer.from(fields.tag ?? '', 'base64');
  const computed = await derive(fields.variant === 'argon2i' ? 'argon2i' : 'argon2id', {
    message: password,
    nonce: Buffer.from(fields.salt ?? '', 'base64'),
    parallelism: Number(fields.lanes),
    tagLength: tag.length,
    memory: Number(fields.memory),
    passes: Number(fields.passes),
  });
  return timingSafeEqual(computed, tag);
}

const firebase =
  /^\$fbscrypt\$v=1,n=(?<memory>\d+),r=(?<rounds>\d+),p=(?<lanes>\d+)(?:,ss=(?<separator>[A-Za-z0-9+/]*={0,2}))?(?:,sk=(?<key>[A-Za-z0-9+/]+={0,2}))?\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<tag>[A-Za-z0-9+/]+={0,2})$/;

const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Firebase encrypts its project's signer key with what scrypt derives from the password. */
async function verifyFirebase(hash: string, password: string): Promise<boolean> {
  const fields = firebase.exec(hash)?.groups;
  if (fields === undefined) {
    return false;
  }
  const { memory, rounds, lanes, salt = '', separator = '', key = '', tag = '' } = fields;
  if (Number(memory) > 20 || Number(rounds) > 64) {
    return false;
  }
  const derived = await deriveScrypt(
    password,
    Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]),
    32,
    {
      N: 2 ** Number(memory),
      r: Number(rounds),
      p: Number(lanes),
      maxmem: 1024 * 1024 * 1024,
    },
  );
  const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16));
  const computed = Buffer.concat([cipher.update(Buffer.from(key, 'base64')), cipher.final()]);
  const expected = Buffer.from(tag, 'base64');
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}
