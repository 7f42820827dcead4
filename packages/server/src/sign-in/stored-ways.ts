import { loadSealingKey, openText, sealText } from '@muster/backend';
import type { Database, Transaction } from '@muster/database';

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

/** Reads the ways that were entered, each time anew: any process may have changed them. One whose secret is not ours to read lets nobody in. */
export function createWaysReader(database: Database): () => Promise<StoredWay[]> {
  return async () => {
    const rows = await database.query<StoredWay>(statement);
    if (rows.length === 0) {
      return [];
    }
    const sealing = await loadSealingKey(database);
    return rows.flatMap((row) => {
      const secret = openText(sealing, toRowId(row.provider), row.client_secret);
      return secret === null ? [] : [{ ...row, client_secret: secret }];
    });
  };
}

/** Enters a way in place of the provider's before, its secret sealed by the league's key. */
export async function keepWay(
  transaction: Transaction,
  { provider, client_id, client_secret, issuer, name, is_enabled }: StoredWay,
  sealing: Awaited<ReturnType<typeof loadSealingKey>>,
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
