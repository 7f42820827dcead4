import type { Transaction } from '@muster/database';
import { refuse } from '../engine/refusal.ts';
import type { ApiParts } from '../http/command-route.ts';
import { getTextWay } from '../mail/auth-text.ts';
import { getMailWay } from '../mail/mail-way.ts';
import { listProviders } from '../sign-in/providers.ts';
import type { StoredWay } from '../sign-in/stored-ways.ts';

/** Whether a site admin can come in by what is set: by an account that is linked, an organisation's, a link by mail, a code by text. */
async function letsAdminsIn(
  transaction: Transaction,
  config: ApiParts['config'],
  stored: readonly StoredWay[],
): Promise<boolean> {
  const rows = await transaction.query(
    `select 1 from public.admins a
       join public.profiles p on p.id = a.person_id
       join auth.users u on u.id = p.user_id
     where a.ladder_id is null and (
       exists (select from auth.identities i
         where i.user_id = u.id and (i.provider = any($1) or i.provider like 'sso:%'))
       or ($2 and u.email_confirmed_at is not null)
       or ($3 and u.phone_confirmed_at is not null))
     limit 1`,
    [
      Object.keys(listProviders(config, stored, '')),
      getMailWay(config) !== 'none',
      getTextWay(config) !== 'none',
    ],
  );
  return rows.length > 0;
}

/** A way's change that is about to be kept, in a transaction that no other change of a way runs beside. */
export interface WaysChange {
  before: readonly StoredWay[];
  after: readonly StoredWay[];
}

/** Refuses with `last_way` what would leave no site admin a way in; whoever is signed in now could never come back. */
export async function requireWayBack(
  transaction: Transaction,
  config: ApiParts['config'],
  { before, after }: WaysChange,
): Promise<void> {
  if (await letsAdminsIn(transaction, config, after)) {
    return;
  }
  // Where none could before, nothing is taken from anybody.
  if (await letsAdminsIn(transaction, config, before)) {
    refuse({ code: 'last_way', params: {} });
  }
}
