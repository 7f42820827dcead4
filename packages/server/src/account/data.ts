import { takeRow } from '@muster/database';
import type { Viewer } from '../context.ts';
import type { League } from '../engine/league.ts';
import { partialTables, wholeTables } from './data-tables.ts';

/** A part of the file: its name, and a statement whose rows are the part. $1 is the person or the account. */
interface Part {
  name: string;
  of: 'person' | 'account';
  sql: string;
}

/** What the auth service keeps: all but what proves who somebody is (hashes, secrets, tokens). */
const accountParts: readonly Part[] = [
  {
    name: 'account',
    of: 'account',
    sql: `select id, email, phone, new_email, created_at, updated_at, last_sign_in_at,
        email_confirmed_at, phone_confirmed_at, raw_user_meta_data as about,
        raw_app_meta_data as sign_in, encrypted_password <> '' as has_password
      from (select *, nullif(email_change, '') as new_email from auth.users) u where id = $1`,
  },
  {
    name: 'identities',
    of: 'account',
    sql: `select provider, provider_id, identity_data, created_at, updated_at, last_sign_in_at
      from auth.identities where user_id = $1 order by created_at`,
  },
  {
    name: 'second_factors',
    of: 'account',
    sql: `select factor_type, friendly_name, status, phone, created_at, updated_at
      from auth.mfa_factors where user_id = $1 order by created_at`,
  },
  {
    name: 'sessions',
    of: 'account',
    sql: `select created_at, updated_at, refreshed_at, aal, user_agent, ip
      from auth.sessions where user_id = $1 order by created_at`,
  },
  {
    name: 'sign_in_log',
    of: 'account',
    sql: `select created_at, ip_address, payload from auth.audit_log_entries
      where payload ->> 'actor_id' = $1::text order by created_at`,
  },
  {
    name: 'mails',
    of: 'account',
    sql: `select m.kind, m.channel, m.recipient, m.subject, m.state, m.created_at
      from private.mails m join auth.users u on u.id = $1 and
        case m.channel when 'mail' then lower(m.recipient) = lower(u.email) else m.recipient = u.phone end
      order by m.created_at`,
  },
];

/** The league's part in words that can be read without the site; the records with all their ids follow. */
const leagueParts: readonly Part[] = [
  {
    name: 'teams',
    of: 'person',
    sql: `select t.name, t.slug, r.role, r.joined_at, r.left_at from public.teams t join (
        select team_id, role, joined_at, null::timestamptz as left_at from public.rosters where person_id = $1
        union all select team_id, role, joined_at, left_at from public.past_rosters where person_id = $1) r
      on r.team_id = t.id order by r.joined_at`,
  },
  {
    name: 'matches_played',
    of: 'person',
    sql: `select m.id, l.name as ladder, s.name as season, c.name as challenger, d.name as defender,
        p.side, m.status, m.starts_at, m.ended_at, m.winner, m.challenger_score, m.defender_score
      from private.match_lineups p
      join public.matches m on m.id = p.match_id
      join public.ladders l on l.id = m.ladder_id
      join public.seasons s on s.id = m.season_id
      join public.entries ce on ce.id = m.challenger_entry_id left join public.teams c on c.id = ce.team_id
      join public.entries de on de.id = m.defender_entry_id left join public.teams d on d.id = de.team_id
      where p.person_id = $1 order by m.starts_at`,
  },
  {
    name: 'sanctions',
    of: 'person',
    sql: `select s.id, s.kind, l.name as ladder, s.starts_at, s.ends_at, s.is_lifted, s.rule, x.text as reason
      from public.sanctions s
      left join public.ladders l on l.id = s.ladder_id
      left join private.event_texts x on x.id = s.text_id
      where s.person_id = $1 order by s.starts_at, s.id`,
  },
  {
    name: 'acts_in_the_log',
    of: 'person',
    sql: `select stream, sequence, type, at, data from public.league_events
      where actor_id = $1 order by at, stream, sequence`,
  },
];

/** The tables that name a person, each as far as it is theirs to read. */
const recordParts: readonly Part[] = [
  { name: 'profile', of: 'person', sql: 'select * from public.profiles where id = $1' },
  ...Object.entries(wholeTables).map(
    ([name, column]): Part => ({
      name,
      of: 'person',
      sql: `select t.* from ${name} t where t.${column} = $1`,
    }),
  ),
  ...Object.entries(partialTables).map(([name, sql]): Part => ({ name, of: 'person', sql })),
];

/** The file piece by piece: each part is read when the one before it has been taken. */
async function* writeAccount({ database, now }: League, viewer: Viewer) {
  const ids = { person: viewer.person_id, account: viewer.user_id };
  const parts = [...accountParts, ...leagueParts, ...recordParts];
  yield `{"made_at":${JSON.stringify(now())},"person_id":${JSON.stringify(ids.person)}`;
  for (const { name, of, sql } of parts) {
    const row = takeRow(
      await database.query<{ rows: string }>(
        `select coalesce(json_agg(part), '[]')::text as rows from (${sql}) part`,
        [ids[of]],
      ),
    );
    yield `,\n${JSON.stringify(name)}:${row.rows}`;
  }
  yield '}\n';
}

/** What is kept about a person, as far as it is theirs to read, as one JSON document in pieces. */
export function streamAccount(league: League, viewer: Viewer): ReadableStream<Uint8Array> {
  const pieces = writeAccount(league, viewer);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(encoder.encode(value));
      }
    },
    async cancel() {
      await pieces.return();
    },
  });
}
