import { isReachable } from '@muster/backend';
import type { LocaleCode } from '@muster/site';
import type {
  AccountData,
  AccountDeleteData,
  AccountPasswordData,
  FreeHours,
  OwnAccount,
  OwnFactor,
  OwnSession,
} from '@muster/site/pages/account/data.ts';
import type { Loader } from '../context.ts';
import { toHoursZoneSql } from '../engine/availability.ts';
import { listZones } from '../page/zones.ts';
import { listInvitations } from '../team/invitations.ts';
import { toAccountNameSql } from './account-name.ts';
import { previewDeparture } from './preview-departure.ts';
import { isLastWayIn } from './way-in.ts';

interface AccountRow {
  username: string;
  locale: LocaleCode;
  email: string | null;
  zone: string | null;
  availability: FreeHours[];
  hours_zone: string;
  accounts: Omit<OwnAccount, 'is_needed'>[];
  identities: AccountData['identities'];
  identity_kinds: string[];
  has_password: boolean;
  new_email: string | null;
  recovery_codes: number;
  calendar: string | null;
}

interface SecurityRow {
  factors: OwnFactor[];
  sessions: OwnSession[];
}

const statement = `
  select p.username, p.locale, u.email, s.zone, coalesce(s.availability, '[]') as availability,
    ${toHoursZoneSql('s')} as hours_zone,
    (select coalesce(json_agg(json_build_object('provider', i.provider,
        'display_name', ${toAccountNameSql('i')},
        'is_shown', i.provider = any (coalesce(s.shown_accounts, '{}'))) order by i.provider), '[]')
      from auth.identities i where i.user_id = p.user_id) as accounts,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'handle', i.handle,
        'is_verified', i.is_verified) order by i.kind), '[]')
      from public.profile_identities i where i.person_id = p.id) as identities,
    (select coalesce(json_agg(distinct kind order by kind), '[]')
      from public.games g cross join lateral unnest(g.identity_kinds) kind) as identity_kinds,
    coalesce(u.encrypted_password, '') <> '' as has_password,
    nullif(u.email_change, '') as new_email,
    (select count(*)::int from private.recovery_codes c where c.user_id = u.id) as recovery_codes,
    (select '/api/calendar/people/' || f.token || '.ics' from private.calendar_feeds f
      where f.person_id = p.id) as calendar
  from public.profiles p
  join auth.users u on u.id = p.user_id
  left join private.person_settings s on s.person_id = p.id
  where p.id = $1`;

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** $1 the account, $2 the session that asks. Columns that hold no zone are UTC. */
const securityStatement = `
  select
    (select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.factor_type,
        'name', coalesce(f.friendly_name, ''), 'added_at', ${iso('f.created_at')})
        order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified') as factors,
    (select coalesce(json_agg(json_build_object('id', s.id, 'user_agent', coalesce(s.user_agent, ''),
        'started_at', ${iso('s.created_at')}, 'seen_at', ${iso("coalesce(s.refreshed_at at time zone 'UTC', s.created_at)")},
        'is_current', s.id = $2) order by s.id = $2 desc, coalesce(s.refreshed_at at time zone 'UTC', s.created_at) desc), '[]')
      from auth.sessions s where s.user_id = $1 and (s.not_after is null or s.not_after > $3)) as sessions`;

/** The local sign-in makes addresses up; to their people they are none. */
const toShownAddress = (email: string | null) => (isReachable(email) ? email : null);

/** What the signed-in person may change of themselves; nobody else has this page. */
export const loadAccount: Loader<AccountData> = async (input) => {
  const { database, viewer, now, readSignIn } = input;
  if (viewer === null) {
    return null;
  }
  const [[row], [security], invitations, options] = await Promise.all([
    database.query<AccountRow>(statement, [viewer.person_id]),
    database.query<SecurityRow>(securityStatement, [
      viewer.user_id,
      viewer.session_id ?? null,
      now,
    ]),
    listInvitations(database, viewer.person_id, now),
    readSignIn?.().catch(() => null),
  ]);
  if (row === undefined || security === undefined) {
    return null;
  }
  const linked = row.accounts.map(({ provider }) => provider);
  return {
    user_id: viewer.user_id,
    ...row,
    accounts: row.accounts.map((account) => ({
      ...account,
      is_needed: isLastWayIn(account.provider, linked, options ?? null),
    })),
    email: toShownAddress(row.email),
    ...security,
    zones: listZones(input.locale),
    invitations,
    has_email: options?.email ?? false,
    providers: options?.providers ?? [],
  };
};

/** What deleting the account would do to the league. */
export const loadAccountDelete: Loader<AccountDeleteData> = async ({ database, viewer, now }) => {
  if (viewer === null) {
    return null;
  }
  return {
    username: viewer.username,
    ...(await previewDeparture(database, viewer.person_id, now.toISOString())),
  };
};

/** Whether the present password is asked for: not in a sign-in that began with a forgotten one. */
export const loadAccountPassword: Loader<AccountPasswordData> = async ({ database, viewer }) => {
  if (viewer === null) {
    return null;
  }
  const [row] = await database.query<AccountPasswordData>(
    `select u.email, coalesce(u.encrypted_password, '') <> '' and not exists (
       select 1 from auth.mfa_amr_claims c
       where c.session_id = $2 and c.authentication_method = 'recovery') as asks_current
     from auth.users u where u.id = $1`,
    [viewer.user_id, viewer.session_id ?? null],
  );
  return row === undefined ? null : { ...row, email: toShownAddress(row.email) };
};
