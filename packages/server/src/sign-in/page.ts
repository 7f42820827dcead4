import { type Database, takeRow } from '@muster/database';
import type { LoginData } from '@muster/site/pages/login/data.ts';
import type { Loader } from '../context.ts';

/** Anybody may know who a site's admins are: `/about` names them. */
const restoredSql = `
  select array(select p.username from public.admins a join public.profiles p on p.id = a.person_id
    where a.ladder_id is null order by lower(p.username)) as admins
  from public.league_events where stream = 'site' and type = 'log_restored' and at > $1
  limit 1`;
const hour = 3600_000;

/** The site's admins, where the league was restored within the last hour. */
async function listRestored(database: Database, now: Date): Promise<string[] | null> {
  const since = new Date(now.getTime() - hour);
  const [row] = await database.query<{ admins: string[] }>(restoredSql, [since]);
  return row?.admins ?? null;
}

/** The ways in. A league whose services cannot be asked offers the chat platform, as all do. */
export const loadLogin: Loader<LoginData> = async ({ database, readSignIn, url, now }) => {
  const row = takeRow(
    await database.query<{ has_organisations: boolean }>(
      `select exists (select from auth.sso_domains d
         join auth.sso_providers p on p.id = d.sso_provider_id
         where p.disabled is not true) as has_organisations`,
    ),
  );
  const fallback = { email: false, sign_up: false, captcha: false };
  const chat = { providers: [{ name: 'discord', label: null }], ...fallback };
  const options = (await readSignIn?.().catch(() => null)) ?? chat;
  const admins = url.searchParams.has('restored') ? await listRestored(database, now) : null;
  return {
    ...{ options, has_organisations: row.has_organisations },
    ...(admins === null ? {} : { restored: { admins } }),
  };
};
