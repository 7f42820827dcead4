import { createHash } from 'node:crypto';

/** Somebody as the chat platform's user object has them, in the part that we use. */
export interface DevPerson {
  /** A snowflake: digits, as text. */
  id: string;
  username: string;
  global_name: string | null;
  avatar: string | null;
  locale: string;
  email: string | null;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** A typed name as it is taken, or null if it is none. */
export function parseName(typed: string): string | null {
  const name = typed.normalize('NFC').replace(/\s+/g, ' ').trim();
  const length = [...name].length;
  if (length < 2 || length > 32 || !letterOrDigit.test(name)) {
    return null;
  }
  return /\p{C}/u.test(name) ? null : name;
}

/** The person of a name that nobody has yet: the same name is always the same person. */
export function toNewPerson(name: string, locale: string): DevPerson {
  const digest = createHash('sha256').update(name.toLowerCase()).digest();
  // 60 bits: a snowflake's size, and out of the way of real ones by being marked in the address.
  const id = String(digest.readBigUInt64BE() >> 4n);
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  return {
    id,
    username: plain.length < 2 ? `player${id.slice(-4)}` : plain.slice(0, 32),
    global_name: name,
    avatar: null,
    locale,
    email: `${id}@people.invalid`,
  };
}

/** Finds a demonstration person by username or shown name, without regard to case. */
export function findPerson(people: readonly DevPerson[], name: string): DevPerson | null {
  const wanted = name.toLowerCase();
  const byUsername = people.find((person) => person.username.toLowerCase() === wanted);
  return (
    byUsername ?? people.find((person) => person.global_name?.toLowerCase() === wanted) ?? null
  );
}

/** The user object as the chat platform's API shows it to an application with `identify` and `email`. */
export function toUserObject(person: DevPerson): Record<string, unknown> {
  return {
    id: person.id,
    username: person.username,
    discriminator: '0',
    global_name: person.global_name,
    avatar: person.avatar,
    banner: null,
    accent_color: null,
    locale: person.locale,
    email: person.email,
    verified: person.email !== null,
    mfa_enabled: false,
    flags: 0,
    public_flags: 0,
    premium_type: 0,
  };
}
