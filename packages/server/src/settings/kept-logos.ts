import type { Transaction } from '@muster/database';
import { refuseField } from '../engine/refusal.ts';

/** So many are kept besides the one in use, those uploaded last, for whoever takes a choice back. */
const mostKept = 5;

/** Refuses a logo that is not there, or not any more; none at all is no fault. */
export async function requireKeptLogo(transaction: Transaction, key: string | null): Promise<void> {
  if (key === null) {
    return;
  }
  const found = await transaction.query(
    'select 1 from private.league_logos where key = $1 for key share',
    [key],
  );
  if (found.length === 0) {
    refuseField('logo', 'gone');
  }
}

/** Forgets all but those uploaded last; their files go with the next sweep. */
export async function forgetOldLogos(transaction: Transaction): Promise<void> {
  await transaction.query(
    `delete from private.league_logos where key in (
       select key from private.league_logos l
       where not exists (select 1 from public.league_settings s where s.logo = l.key)
       order by set_at desc, key offset $1)`,
    [mostKept],
  );
}
