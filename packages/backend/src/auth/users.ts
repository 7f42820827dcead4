import { type Queryable, takeRow } from '@muster/database';
import { emailExists, phoneExists, unprocessable } from './errors.ts';
import type { Factor, Identity } from './rows.ts';
import { nilInstance, type User } from './rows.ts';
import { toBoundRefusal, toMetadataJson } from './stored-bounds.ts';

/** Columns that code may set; the names come from here and never from a request. */
export type UserChanges = Partial<
  Omit<User, 'id' | 'identities' | 'factors' | 'confirmed_at' | 'created_at' | 'updated_at'>
>;

export type UserRow = Omit<User, 'identities' | 'factors'> & {
  identities: unknown[] | null;
  factors: unknown[] | null;
};

/** What a row of `auth.users u` is read with. */
export const userColumns = `u.*,
    (select json_agg(i) from auth.identities i where i.user_id = u.id)
      as identities,
    (select json_agg(f) from auth.mfa_factors f where f.user_id = u.id)
      as factors`;

const selectUser = `select ${userColumns} from auth.users u`;

/** The conditions by which people are found; each takes the parameters beside it. */
const conditions = {
  id: 'u.id = $1',
  email: 'u.email = lower($1) and u.aud = $2 and u.is_sso_user = false',
  phone: 'u.phone = $1 and u.aud = $2 and u.is_sso_user = false',
  phoneChange: 'u.phone_change = $1 and u.aud = $2 and u.is_sso_user = false',
} as const;

export async function findUserById(queryable: Queryable, id: string): Promise<User | null> {
  return findUser(queryable, conditions.id, [id]);
}

export async function findUserByEmail(
  queryable: Queryable,
  email: string,
  audience: string,
): Promise<User | null> {
  return findUser(queryable, conditions.email, [email, audience]);
}

export async function findUserByPhone(
  queryable: Queryable,
  phone: string,
  audience: string,
): Promise<User | null> {
  return findUser(queryable, conditions.phone, [phone, audience]);
}

export async function findUserByPhoneChange(
  queryable: Queryable,
  phone: string,
  audience: string,
): Promise<User | null> {
  return findUser(queryable, conditions.phoneChange, [phone, audience]);
}

export async function getUserById(queryable: Queryable, id: string): Promise<User> {
  const user = await findUserById(queryable, id);
  if (user === null) {
    throw new Error('a person vanished during the request');
  }
  return user;
}

async function findUser(
  queryable: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<User | null> {
  const [row] = await queryable.query<UserRow>(`${selectUser} where ${condition}`, values);
  return row === undefined ? null : toUser(row);
}

/** People for the admin's list, newest first unless `order` says otherwise. */
export async function listUsers(
  queryable: Queryable,
  input: { limit: number; offset: number; order: string; filter: string; audience: string },
): Promise<{ users: User[]; total: number }> {
  const condition = `u.aud = $1 and ($2 = '' or u.email ilike '%' || $2 || '%'
    or u.phone like '%' || $2 || '%' or u.raw_user_meta_data ->> 'full_name' ilike '%' || $2 || '%')`;
  const rows = await queryable.query<UserRow>(
    `${selectUser} where ${condition} order by ${input.order}, u.id limit $3 offset $4`,
    [input.audience, input.filter, input.limit, input.offset],
  );
  const count = takeRow(
    await queryable.query<{ total: string }>(
      `select count(*) as total from auth.users u where ${condition}`,
      [input.audience, input.filter],
    ),
  );
  return { users: rows.map(toUser), total: Number(count.total) };
}

export function toUser(row: UserRow): User {
  return {
    ...row,
    identities: toOldestFirst<Identity>(row.identities ?? []),
    factors: toOldestFirst<Factor>(row.factors ?? []),
  };
}

/** Sorted here, where it costs nothing: most people have one of each. Rows that came by SQL may not say when they were made. */
function toOldestFirst<Row extends { created_at: Date | null; id: string }>(
  values: readonly unknown[],
): Row[] {
  const toTime = ({ created_at }: Row) => created_at?.getTime() ?? 0;
  return values
    .map((value) => toDates<Row>(value))
    .sort((a, b) => toTime(a) - toTime(b) || (a.id < b.id ? -1 : 1));
}

/** Rows that come as JSON have their instants as text. */
export function toDates<Row>(value: unknown): Row {
  const entries = Object.entries(value as Record<string, unknown>).map(([key, content]) => [
    key,
    /_(at|after)$/.test(key) && typeof content === 'string' ? new Date(content) : content,
  ]);
  return Object.fromEntries(entries) as Row;
}

export interface NewUser {
  email: string | null;
  phone: string | null;
  audience: string;
  role: string;
  encryptedPassword: string | null;
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  isSsoUser?: boolean;
  isAnonymous?: boolean;
  /** For people who are moved here with the id that they have. */
  id?: string;
  now: Date;
}

/**
 * Inserts a person. The empty texts are what Supabase's own service writes: it cannot read nulls there,
 * and its tables may one day be these.
 */
export async function createUser(queryable: Queryable, input: NewUser): Promise<User> {
  const id = input.id ?? crypto.randomUUID();
  await write(
    queryable,
    `insert into auth.users (
       instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at, confirmation_token,
       recovery_token, email_change_token_new, email_change, email_change_token_current,
       phone_change, phone_change_token, reauthentication_token
     ) values (
       $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $12,
       '', '', '', '', '', '', '', ''
     )`,
    [
      nilInstance,
      id,
      input.audience,
      input.role,
      input.email?.toLowerCase() || null,
      input.phone || null,
      input.encryptedPassword,
      toMetadataJson('app_metadata', input.appMetadata),
      toMetadataJson('user_metadata', input.userMetadata),
      input.isSsoUser ?? false,
      input.isAnonymous ?? false,
      input.now,
    ],
  );
  // Triggers on auth.users may have changed the row.
  return getUserById(queryable, id);
}

/** Two who ask for one address at once: the second hears what they would have heard a moment later. */
async function write(
  queryable: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  try {
    await queryable.query(text, values);
  } catch (thrown) {
    throw toConflict(thrown) ?? toBoundRefusal(thrown) ?? thrown;
  }
}

const uniqueViolation = '23505';

function toConflict(thrown: unknown): Error | null {
  const { code, constraint } = (thrown ?? {}) as { code?: string; constraint?: string };
  if (code !== uniqueViolation) {
    return null;
  }
  if (constraint === 'users_email_partial_key') {
    return unprocessable('email_exists', emailExists, thrown);
  }
  if (constraint === 'users_phone_key') {
    return unprocessable('phone_exists', phoneExists, thrown);
  }
  return null;
}

const metadataFields: Readonly<Record<string, string>> = {
  raw_user_meta_data: 'user_metadata',
  raw_app_meta_data: 'app_metadata',
};

function toMetadataValue(parameter: number, fits: boolean): string {
  return fits ? `private.fit_metadata($${parameter}::jsonb)` : `$${parameter}::jsonb`;
}

/**
 * Sets columns of a person and returns them anew. Metadata that is too large is refused, or with
 * `fitsMetadata`, for what its owner did not write, left out as far as it does not fit.
 */
export async function updateUser(
  queryable: Queryable,
  id: string,
  input: { changes: UserChanges; now: Date; fitsMetadata?: boolean },
): Promise<User> {
  const entries = Object.entries(input.changes).filter(([, value]) => value !== undefined);
  const assignments = entries.map(([column], index) => {
    const isMetadata = metadataFields[column] !== undefined;
    const value = toMetadataValue(index + 3, input.fitsMetadata ?? false);
    return `${column} = ${isMetadata ? value : `$${index + 3}`}`;
  });
  const values = entries.map(([column, value]) => {
    const field = metadataFields[column];
    return field === undefined ? value : toMetadataJson(field, value);
  });
  await write(
    queryable,
    `update auth.users set ${['updated_at = $2', ...assignments].join(', ')} where id = $1`,
    [id, input.now, ...values],
  );
  return getUserById(queryable, id);
}

/** Merges into metadata the way the wire has it: a null removes its key. */
export function mergeMetadata(
  before: Readonly<Record<string, unknown>> | null,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

export function isBanned(user: User, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

export function isEmailConfirmed(user: User): boolean {
  return user.email_confirmed_at !== null;
}

export function hasVerifiedFactor(user: User): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
