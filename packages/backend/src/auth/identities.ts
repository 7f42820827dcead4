import type { Queryable } from '@muster/database';
import { validationFailed } from './errors.ts';
import type { Identity, User } from './rows.ts';
import { subjectLength } from './stored-bounds.ts';
import { mergeMetadata, updateUser } from './users.ts';

export interface NewIdentity {
  userId: string;
  provider: string;
  /** Holds `sub`, the account's id at the provider. */
  data: Record<string, unknown>;
  /** The person wrote the data: what is too large is refused, while of a provider's what fits is kept. */
  isOwnData?: boolean;
  now: Date;
}

/** Keeps one more way to know a person. */
export async function createIdentity(queryable: Queryable, input: NewIdentity): Promise<Identity> {
  const providerId = String(input.data.sub);
  if (providerId.length > subjectLength) {
    throw validationFailed(`sub must be ${subjectLength} characters or less`);
  }
  const data = input.isOwnData ? '$4::jsonb' : 'private.fit_metadata($4::jsonb)';
  const [identity] = await queryable.query<Identity>(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, ${data}, $5, $6, $6, $6) returning *`,
    [
      crypto.randomUUID(),
      providerId,
      input.userId,
      JSON.stringify(input.data),
      input.provider,
      input.now,
    ],
  );
  if (identity === undefined) {
    throw new Error('the identity was not stored');
  }
  return identity;
}

export async function findIdentity(
  queryable: Queryable,
  provider: string,
  providerId: string,
): Promise<Identity | null> {
  const [identity] = await queryable.query<Identity>(
    'select * from auth.identities where provider = $1 and provider_id = $2',
    [provider, providerId],
  );
  return identity ?? null;
}

export async function listIdentitiesByEmail(
  queryable: Queryable,
  emails: readonly string[],
): Promise<Identity[]> {
  return queryable.query<Identity>(
    'select * from auth.identities where email = any ($1) order by created_at, id',
    [emails],
  );
}

/** Replaces what the provider said at the last sign-in. */
export async function replaceIdentityData(
  queryable: Queryable,
  id: string,
  input: { data: Record<string, unknown>; now: Date },
): Promise<void> {
  await queryable.query(
    `update auth.identities set identity_data = private.fit_metadata($2::jsonb), last_sign_in_at = $3, updated_at = $3
     where id = $1`,
    [id, JSON.stringify(input.data), input.now],
  );
}

/** Merges into what the provider said. */
export async function mergeIdentityData(
  queryable: Queryable,
  id: string,
  input: { data: Record<string, unknown>; now: Date },
): Promise<void> {
  await queryable.query(
    `update auth.identities set identity_data = private.fit_metadata(identity_data || $2::jsonb),
       updated_at = $3 where id = $1`,
    [id, JSON.stringify(input.data), input.now],
  );
}

export async function deleteIdentity(queryable: Queryable, id: string): Promise<void> {
  await queryable.query('delete from auth.identities where id = $1', [id]);
}

/** Makes `app_metadata.provider` and `.providers` say which identities the person has. */
export async function updateProviders(queryable: Queryable, user: User, now: Date): Promise<User> {
  const rows = await queryable.query<{ provider: string }>(
    `select provider from auth.identities where user_id = $1
     group by provider order by min(created_at), provider`,
    [user.id],
  );
  const providers = rows.map((row) => row.provider);
  const [provider] = providers;
  const changes = { providers, ...(provider === undefined ? {} : { provider }) };
  return updateUser(queryable, user.id, {
    changes: { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, changes) },
    fitsMetadata: true,
    now,
  });
}

/**
 * Leaves an unconfirmed person nothing but the identity that has just proved itself. Whoever signed up
 * with this address before, without confirming it, would otherwise keep a way into the account: by a
 * password, another identity, an open session, a passkey, or a second factor that locks its owner out.
 */
export async function removeUnconfirmedIdentities(
  queryable: Queryable,
  user: User,
  input: { identity: Identity; now: Date },
): Promise<User> {
  const { identity, now } = input;
  const keepsPassword = identity.provider === 'email' || identity.provider === 'phone';
  const changed = await updateUser(queryable, user.id, {
    changes: {
      ...(keepsPassword ? {} : { encrypted_password: null }),
      raw_user_meta_data: identity.identity_data,
    },
    fitsMetadata: true,
    now,
  });
  await queryable.query('delete from auth.identities where user_id = $1 and id <> $2', [
    user.id,
    identity.id,
  ]);
  for (const table of ['sessions', 'mfa_factors', 'webauthn_credentials', 'one_time_tokens']) {
    await queryable.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
  return updateProviders(queryable, changed, now);
}

/** The identity that a proven address or number is: made, or brought up to date. */
export async function saveContactIdentity(
  queryable: Queryable,
  input: { userId: string; provider: 'email' | 'phone'; contact: string; now: Date },
): Promise<void> {
  const { userId, provider, contact, now } = input;
  const proven = { [provider]: contact, [`${provider}_verified`]: true };
  const identity = await findIdentity(queryable, provider, userId);
  if (identity === null) {
    const data = { sub: userId, email_verified: false, phone_verified: false, ...proven };
    await createIdentity(queryable, { userId, provider, data, now });
  } else {
    await mergeIdentityData(queryable, identity.id, { data: proven, now });
  }
}
