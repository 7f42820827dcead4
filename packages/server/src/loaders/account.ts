import type { LocaleCode } from '@muster/site';
import type { AccountData, FreeHours, OwnAccount } from '@muster/site/pages/account/data.ts';
import type { Loader } from '../context.ts';
import { listZones } from './zones.ts';

interface AccountRow {
  username: string;
  locale: LocaleCode;
  email: string | null;
  zone: string | null;
  availability: FreeHours[];
  accounts: OwnAccount[];
  identities: AccountData['identities'];
  identity_kinds: string[];
}

const statement = `
  select p.username, p.locale, u.email, s.zone, coalesce(s.availability, '[]') as availability,
    (select coalesce(json_agg(json_build_object('provider', i.provider,
        'display_name', coalesce(i.identity_data -> 'custom_claims' ->> 'global_name',
          i.identity_data ->> 'full_name', i.identity_data ->> 'name'),
        'is_shown', i.provider = any (coalesce(s.shown_accounts, '{}'))) order by i.provider), '[]')
      from auth.identities i where i.user_id = p.user_id) as accounts,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'handle', i.handle,
        'is_verified', i.is_verified) order by i.kind), '[]')
      from public.profile_identities i where i.person_id = p.id) as identities,
    (select coalesce(json_agg(distinct kind order by kind), '[]')
      from public.games g cross join lateral unnest(g.identity_kinds) kind) as identity_kinds
  from public.profiles p
  join auth.users u on u.id = p.user_id
  left join private.person_settings s on s.person_id = p.id
  where p.id = $1`;

/** What the signed-in person may change of themselves; nobody else has this page. */
export const loadAccount: Loader<AccountData> = async ({ database, viewer }) => {
  if (viewer === null) return null;
  const [row] = await database.query<AccountRow>(statement, [viewer.person_id]);
  if (row === undefined) return null;
  return { user_id: viewer.user_id, ...row, zones: listZones() };
};
