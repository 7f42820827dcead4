import type { Queryable } from '@muster/database';
import { findRulingRefusal, type Refusal, type RulingOutcome } from '@muster/league';
import type { MatchData } from '@muster/site/pages/match/data.ts';
import type { CaseHolder } from '@muster/site/pages/ruling/case-data.ts';
import type { OpenCase, Precedent, RulingData } from '@muster/site/pages/ruling/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { type MatchLineRow, toMatchLine, toMatchLinesSql } from '../match/line.ts';
import { findAppealRefusal, type ReadMatch, readMatch } from '../match/page.ts';
import { toClaimEnd, toClaimHoldsSql } from '../page/claims.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstant } from '../page/instants.ts';

const meetingsLimit = 10;
const precedentsLimit = 80;

interface CaseRow {
  holder: { person_id: string; username: string; taken_at: JsonInstant; case_id: string } | null;
  meetings: MatchLineRow[];
  precedents: PrecedentRow[] | null;
}

interface PrecedentRow {
  match_id: string;
  slug: string;
  name: string;
  at: JsonInstant;
  type: string;
  rule: string;
  outcome: RulingOutcome['kind'];
  status: 'upheld' | 'overturned';
  by: string | null;
  hours: number | null;
  reason: string | null;
}

/** What who rules looks at beside the match itself: $1 the match, $2 the viewer's person, $3 now. */
const caseSql = `
  with found as (select m.* from public.matches m where m.id = $1),
  side as (
    select e.id, e.team_id, e.person_id
    from found f join public.entries e on e.id in (f.challenger_entry_id, f.defender_entry_id)
  ),
  -- All entries that the two ever had.
  rival as (
    select e.id from side join public.entries e on e.team_id = side.team_id
    union
    select e.id from side join public.entries e on e.person_id = side.person_id
  ),
  office as (
    select exists (select 1 from public.admins a, found
        where a.person_id = $2 and (a.ladder_id = found.ladder_id or a.ladder_id is null))
      or coalesce((select private.find_outsider(id, $3) from found) = $2, false) as is_admin
  ),
  ruling as (
    select r.match_id, r.ladder_id, r.at, r.type, r.actor_id, r.data from public.league_events r
    where r.type in ('ruling_given', 'appeal_decided') and r.actor_id is not null
      and (select is_admin from office)
    order by r.at desc limit ${precedentsLimit}
  )
  select (select json_build_object('person_id', h.person_id, 'username', p.username,
        'taken_at', h.taken_at, 'case_id', h.case_id)
      from private.case_holders h join public.profiles p on p.id = h.person_id
      where h.match_id = $1 and ${toClaimHoldsSql('dispute', 'h.taken_at', '$3')} order by h.taken_at desc limit 1) as holder,
    ${toMatchLinesSql(`
      select m.*, null::text as own_side, row_number() over (order by m.ended_at desc, m.id) as place
      from rival c cross join lateral (
        select * from public.matches
        where challenger_entry_id = c.id and defender_entry_id in (select id from rival)
          and status in ('completed', 'forfeited', 'voided') and id <> $1 offset 0) m
      order by m.ended_at desc, m.id limit ${meetingsLimit}`)} as meetings,
    (select json_agg(line order by line.at desc) from (
      select ruling.match_id, l.slug, l.name, ruling.at, ruling.type, ruling.data ->> 'rule' as rule,
        ruling.data -> 'outcome' ->> 'kind' as outcome, ruling.data ->> 'status' as status,
        p.username as by, text.text as reason,
        (select extract(epoch from ruling.at - max(o.at)) / 3600 from public.league_events o
          where o.match_id = ruling.match_id and o.at <= ruling.at
            and o.type = any (case when ruling.type = 'appeal_decided' then array['appeal_made']
              else array['match_disputed', 'result_disputed'] end)) as hours
      from ruling join public.ladders l on l.id = ruling.ladder_id
      left join public.profiles p on p.id = ruling.actor_id
      left join private.event_texts text on text.id = (ruling.data -> 'text' ->> 'text_id')::uuid
      where ruling.match_id <> $1) line) as precedents`;

/** The page on which an admin rules: the match itself, and what only they look at. */
export const loadRuling: Loader<RulingData> = async (input) => {
  const read = await readMatch(input);
  if (read === null) {
    return null;
  }
  const match = read.data;
  const { database, viewer, now } = input;
  const row = await loadCase(database, match.id, { viewer, now });
  const open = findOpenCase(match, row, viewer?.person_id ?? null);
  return {
    match,
    open,
    refusal: findRefusal(read),
    meetings: row.meetings.map(toMatchLine),
    precedents: (row.precedents ?? []).map(toPrecedent),
  };
};

async function loadCase(
  database: Queryable,
  matchId: string,
  { viewer, now }: Pick<LoaderInput, 'viewer' | 'now'>,
): Promise<CaseRow> {
  const values = [matchId, viewer?.person_id ?? null, now];
  const [row] = await database.query<CaseRow>(caseSql, values);
  return row ?? { holder: null, meetings: [], precedents: null };
}

function findOpenCase(
  { dispute, appeal }: MatchData,
  { holder }: CaseRow,
  personId: string | null,
): OpenCase | null {
  const toHolder = (caseId: string): CaseHolder | null =>
    holder?.case_id === caseId
      ? {
          username: holder.username,
          since: toInstant(holder.taken_at),
          until: toClaimEnd('dispute', holder.taken_at),
          is_own: holder.person_id === personId,
        }
      : null;
  if (appeal?.status === 'open') {
    const { id, at } = appeal;
    return { kind: 'appeal', reason: null, opened_at: at, aimed_at: null, holder: toHolder(id) };
  }
  if (dispute?.status !== 'open') {
    return null;
  }
  return {
    kind: 'dispute',
    reason: dispute.reason,
    opened_at: dispute.opened_at,
    aimed_at: dispute.ruling_aimed_at,
    holder: toHolder(dispute.id),
  };
}

/** As the rules would refuse a ruling of this person's. */
function findRefusal({ data, match, asker }: ReadMatch): RulingData['refusal'] {
  if (asker === null) {
    return 'season_closed';
  }
  const isAppealed = data.appeal?.status === 'open';
  const refusal = isAppealed ? findAppealRefusal(asker, match) : findRulingRefusal(asker, match);
  if (refusal === null) {
    return data.season.is_open ? null : 'season_closed';
  }
  return toShown(refusal);
}

/** Whoever is not signed in is no admin either. */
function toShown({ code }: Refusal): RulingData['refusal'] {
  return code === 'own_match' || code === 'suspended' ? code : 'not_admin';
}

function toPrecedent(row: PrecedentRow): Precedent {
  const { match_id, slug, name, at, type, rule, outcome, status, by, hours, reason } = row;
  const is_appeal = type === 'appeal_decided';
  const ladder = { slug, name };
  return {
    match_id,
    ladder,
    at: toInstant(at),
    rule,
    outcome,
    status,
    is_appeal,
    by,
    hours,
    reason,
  };
}
