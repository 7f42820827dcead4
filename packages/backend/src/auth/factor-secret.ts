import type { Database } from '@muster/database';
import type { Auth } from './context.ts';
import { loadSealingKey } from './keys.ts';
import type { Factor } from './rows.ts';
import { openText, sealText } from './sealed-text.ts';

/** What an authenticator app computes its codes from, as it is stored in its factor's row. */
export function sealFactorSecret(auth: Auth, factorId: string, secret: string): string {
  return sealText(auth.keys.sealing, factorId, secret);
}

/** A factor's secret; null where it has none, or one that is not ours to read. */
export function findFactorSecret(auth: Auth, factor: Pick<Factor, 'id' | 'secret'>): string | null {
  if (!factor.secret) {
    return null;
  }
  return openText(auth.keys.sealing, factor.id, factor.secret) || null;
}

/** Seals what stands in the clear still: from before secrets were sealed, or moved here from elsewhere. */
export async function sealFactorSecrets(database: Database): Promise<void> {
  const sealing = await loadSealingKey(database);
  await rewriteSecrets(database, `not like '{%'`, (id, secret) => sealText(sealing, id, secret));
}

/**
 * Writes all secrets in the clear, as a Supabase without our sealing key must have them, and says how
 * many there were. They go on working here, and are sealed again at the next start.
 */
export async function unsealFactorSecrets(database: Database): Promise<number> {
  const sealing = await loadSealingKey(database);
  return rewriteSecrets(database, `like '{%'`, (id, sealed) => openText(sealing, id, sealed));
}

async function rewriteSecrets(
  database: Database,
  condition: `like '{%'` | `not like '{%'`,
  rewrite: (id: string, secret: string) => string | null,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const factors = await transaction.query<{ id: string; secret: string }>(
      `select id, secret from auth.mfa_factors
       where factor_type = 'totp' and secret <> '' and secret ${condition} order by id for update`,
    );
    for (const { id, secret } of factors) {
      await transaction.query(
        'update auth.mfa_factors set secret = coalesce($2, secret) where id = $1',
        [id, rewrite(id, secret)],
      );
    }
    return factors.length;
  });
}
