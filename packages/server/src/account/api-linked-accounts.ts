import { unlinkProvider } from '@muster/backend';
import type { Queryable, Transaction } from '@muster/database';
import type { Hono } from 'hono';
import { refuse } from '../engine/refusal.ts';
import { type ApiParts, requireOwnOrigin, requireRate } from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { getPeerAddress } from '../http/peer.ts';
import { toAccountNameSql } from './account-name.ts';
import { toAccountUrl } from './account-url.ts';
import { isLastWayIn, type OpenWays } from './way-in.ts';

const unlinksPerMinute = 10;

interface AccountRow {
  provider: string;
  provider_id: string;
  display_name: string | null;
}

/** The accounts of a profile that its owner shows; the owner sees all. An unknown profile has none. */
async function listAccounts(queryable: Queryable, profileId: string, viewerId: string | null) {
  const rows = isUuid(profileId)
    ? await queryable.query<AccountRow>(
        `select i.provider, i.provider_id, ${toAccountNameSql('i')} as display_name
         from public.profiles p
         join auth.identities i on i.user_id = p.user_id
         left join private.person_settings s on s.person_id = p.id
         where (p.user_id = $1 or p.id = $1)
           and (p.id = $2 or i.provider = any (coalesce(s.shown_accounts, '{}')))
         order by i.provider`,
        [profileId, viewerId],
      )
    : [];
  return rows.map((row) => ({
    provider: row.provider,
    display_name: row.display_name,
    url: toAccountUrl(row.provider, row.provider_id),
  }));
}

/** Takes an account away, as clients of Supabase do, and shows it no more. */
async function unlinkAccount(
  transaction: Transaction,
  {
    userId,
    provider,
    address,
    open,
    now,
  }: Record<'userId' | 'provider' | 'address', string> & { open: OpenWays; now: Date },
): Promise<void> {
  const asked = { userId, provider, address, now, autoconfirm: false };
  switch (await unlinkProvider(transaction, asked)) {
    case 'not_linked':
      return refuse({ code: 'not_found', params: { what: 'account', id: provider } });
    case 'last':
      return refuse({ code: 'last_way_in', params: { provider } });
    case 'taken':
      return refuse({ code: 'address_taken', params: {} });
    case 'unlinked': {
      const left = await transaction.query<{ provider: string }>(
        'select provider from auth.identities where user_id = $1',
        [userId],
      );
      const linked = left.map((identity) => identity.provider);
      if (isLastWayIn(provider, linked, open)) {
        refuse({ code: 'last_way_in', params: { provider } });
      }
      await transaction.query(
        `update private.person_settings set shown_accounts = array_remove(shown_accounts, $2)
         where person_id = (select id from public.profiles where user_id = $1)`,
        [userId, provider],
      );
    }
  }
}

/** The accounts elsewhere by which a person signs in. */
export function mountLinkedAccounts(api: Hono, parts: ApiParts): void {
  const { league, config, resolveContext } = parts;
  api.get('/profiles/:id/linked-accounts', async (context) => {
    const { viewer } = await resolveContext(context.req.raw);
    const id = context.req.param('id');
    return context.json(await listAccounts(league.database, id, viewer?.person_id ?? null));
  });
  api.delete('/profiles/:userId/linked-accounts/:provider', async (context) => {
    requireOwnOrigin(context, config);
    const { viewer, readSignIn } = await resolveContext(context.req.raw);
    if (viewer === null) {
      const message = 'User not logged in';
      refuse({ code: 'not_signed_in', params: {}, message });
    }
    const { userId, provider } = context.req.param();
    if (userId.toLowerCase() !== viewer.user_id) {
      refuse({ code: 'not_own_account', params: {} });
    }
    const key = `unlink:${viewer.person_id}`;
    await requireRate(parts, { key, most: unlinksPerMinute, seconds: 60 });
    const address = getPeerAddress(context.req.raw, context.env, config);
    const open = (await readSignIn?.().catch(() => null)) ?? null;
    const asked = { userId: viewer.user_id, provider, address, open, now: league.now() };
    await league.database.transaction((transaction) => unlinkAccount(transaction, asked));
    return context.json({ data: { provider } });
  });
}
