import type { Dispute, MatchStatus } from '@muster/league';
import type { EntryName, LadderAdminData } from '@muster/site/pages/ladder/data.ts';
import type { Loader } from '../context.ts';
import { toLadderName, toLadderSeason } from './ladder.ts';
import {
  type JsonInstant,
  LADDER_AND_SEASON,
  LADDER_COLUMNS,
  type LadderRow,
  toEntryName,
} from './ladder-query.ts';
import { toInstant, toInstantOrNull } from './ladder-standing.ts';

interface DeskMatchRow {
  id: string;
  number: number;
  status: MatchStatus;
  version: number;
  deadline: JsonInstant | null;
  starts_at: JsonInstant | null;
  challenger_entry_id: string;
  defender_entry_id: string;
  dispute: Dispute | null;
}

interface DeskEntryRow {
  id: string;
  name: string;
  tag: string | null;
  href: string | null;
  rung: number | null;
  status: string;
}

interface DeskRow extends LadderRow {
  may_enter: boolean;
  matches: DeskMatchRow[] | null;
  entries: DeskEntryRow[] | null;
}

/** The admin's desk in one statement: $1 slug, $2 the viewer's person. */
const DESK = `${LADDER_AND_SEASON},
  access as (
    select exists (select 1 from public.admins a, ladder
      where a.person_id = $2 and (a.ladder_id = ladder.id or a.ladder_id is null)) as may_enter
  ),
  dispute as (
    select sm.state, (sm.state ->> 'match_id')::uuid as match_id
    from season join private.stream_members sm on sm.stream = season.stream
    where sm.collection = 'disputes' and sm.state ->> 'status' = 'open' and (select may_enter from access)
  ),
  running as (
    select m.id, m.number, m.status, m.version, m.deadline, m.starts_at,
      m.challenger_entry_id, m.defender_entry_id,
      (select d.state from dispute d where d.match_id = m.id limit 1) as dispute
    from season join public.matches m on m.season_id = season.id
    where (m.ended_at is null or m.id in (select match_id from dispute))
      and (select may_enter from access)
  ),
  entry as (
    select e.id, ${toEntryName('t', 'p')}, e.rung, e.status
    from season join public.entries e on e.season_id = season.id
    left join public.teams t on t.id = e.team_id
    left join public.profiles p on p.id = e.person_id
    where (select may_enter from access)
      and (e.status in ('active', 'suspended')
        or e.id in (select challenger_entry_id from running union select defender_entry_id from running))
  )
  select ${LADDER_COLUMNS}, access.may_enter,
    (select json_agg(running order by running.starts_at nulls last, running.number) from running) as matches,
    (select json_agg(entry order by entry.rung nulls last, entry.name) from entry) as entries
  from ladder, access`;

/** What waits for a ladder's admins; nothing of it for anybody else. */
export const loadLadderAdmin: Loader<LadderAdminData> = async ({ database, params, viewer }) => {
  const [row] = await database.query<DeskRow>(DESK, [params.slug, viewer?.person_id ?? null]);
  if (row === undefined) return null;
  return { ladder: toLadderName(row), desk: row.may_enter ? toDesk(row) : null };
};

function toDesk(row: DeskRow): LadderAdminData['desk'] {
  const entries = row.entries ?? [];
  const matches = row.matches ?? [];
  const names = new Map(entries.map((entry) => [entry.id, toName(entry)]));
  const unknown: EntryName = { entry_id: '', name: '?', tag: null, href: null };
  const toSides = (match: DeskMatchRow) => ({
    challenger: names.get(match.challenger_entry_id) ?? unknown,
    defender: names.get(match.defender_entry_id) ?? unknown,
  });
  return {
    season: row.season === null ? null : toLadderSeason(row.season),
    disputes: matches.flatMap((match) =>
      match.dispute === null ? [] : [toQueued(match, match.dispute, toSides(match))],
    ),
    matches: matches
      .filter(({ deadline, dispute }) => deadline !== null && dispute === null)
      .map((match) => ({
        id: match.id,
        number: match.number,
        status: match.status,
        version: match.version,
        deadline: toInstantOrNull(match.deadline),
        ...toSides(match),
      })),
    entries: entries
      .filter(({ status }) => status === 'active' || status === 'suspended')
      .map((entry) => ({ ...toName(entry), place: entry.rung, status: entry.status })),
  };
}

const toName = ({ id, name, tag, href }: DeskEntryRow): EntryName => ({
  entry_id: id,
  name,
  tag,
  href,
});

function toQueued(
  match: DeskMatchRow,
  dispute: Dispute,
  sides: { challenger: EntryName; defender: EntryName },
) {
  return {
    match_id: match.id,
    number: match.number,
    reason: dispute.reason,
    opened_at: toInstant(dispute.opened_at),
    ruling_aimed_at: toInstant(dispute.ruling_aimed_at),
    starts_at: toInstantOrNull(match.starts_at),
    statements: dispute.statements.length,
    ...sides,
  };
}
