import { loadSealingKey, openText, sealText } from '@muster/backend';
import type { Database, Queryable, Transaction } from '@muster/database';

/** The providers at which a client can be entered in the browser. */
export const storedProviders = ['discord', 'github', 'google', 'oidc'] as const;
export type StoredProvider = (typeof storedProviders)[number];

/** Our client at a provider, as somebody entered it. */
export interface StoredWay {
  provider: StoredProvider;
  client_id: string;
  client_secret: string;
  /** Of OpenID Connect alone. */
  issuer: string | null;
  name: string | null;
  is_enabled: boolean;
}

const toRowId = (provider: StoredProvider) => `sign_in_ways:${provider}`;

const statement = `select provider, client_id, client_secret, issuer, name, is_enabled
  from private.sign_in_ways order by provider`;

type SealingKey = Awaited<ReturnType<typeof loadSealingKey>>;

/** The ways that were entered. One whose secret is not ours to read lets nobody in. */
export async function readStoredWays(
  queryable: Queryable,
  loadKey: () => Promise<SealingKey>,
): Promise<StoredWay[]> {
  const rows = await queryable.query<StoredWay>(statement);
  if (rows.length === 0) {
    return [];
  }
  const sealing = await loadKey();
  return rows.flatMap((row) => {
    const secret = openText(sealing, toRowId(row.provider), row.client_secret);
    return secret === null ? [] : [{ ...row, client_secret: secret }];
  });
}

/** Reads the ways that were entered, each time anew: any process may have changed them. */
export function createWaysReader(database: Database): () => Promise<StoredWay[]> {
  return () => readStoredWays(database, () => loadSealingKey(database));
}

/** Enters a way in place of the provider's before, its secret sealed by the league's key. */
export async function keepWay(
  transaction: Transaction,
  { provider, client_id, client_secret, issuer, name, is_enabled }: StoredWay,
  sealing: SealingKey,
): Promise<void> {
  const sealed = sealText(sealing, toRowId(provider), client_secret);
  await transaction.query(
    `insert into private.sign_in_ways (provider, client_id, client_secret, issuer, name, is_enabled)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (provider) do update set client_id = excluded.client_id,
       client_secret = excluded.client_secret, issuer = excluded.issuer, name = excluded.name,
       is_enabled = excluded.is_enabled, changed_at = now()`,
    [provider, client_id, sealed, issuer, name, is_enabled],
  );
}
