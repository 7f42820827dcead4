import type { StreamName } from '@muster/league';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import type { Unit } from '../engine/unit.ts';
import { writeNotices } from '../notice/write.ts';

interface CaseRow {
  stream: StreamName<'ladder'>;
  ladder_id: string;
  match_id: string;
  case_id: string;
  is_appeal: boolean;
  challenger: string;
  defender: string;
  /** Who judges it now as the rules' outsider and was not told of it; null where nobody can. */
  outsider: string | null;
  by: string | null;
}

/** Open cases that nobody in office can judge: those that have no clock, and those whose outsider knows nothing. $1 now. */
const statement = `
  select s.stream, m.ladder_id, m.id as match_id, open_case.case_id, open_case.is_appeal, found.outsider,
    c.name as challenger, d.name as defender, sm.state ->> 'ruling_aimed_at' as by
  from public.seasons s
  join private.stream_members live on live.stream = s.stream and live.collection = 'matches'
    and live.is_current and live.is_live and coalesce(live.state ->> 'appeal_id', live.state ->> 'dispute_id') is not null
  join public.matches m on m.id = live.id
  cross join lateral private.find_open_case(m.id) open_case
  join private.stream_members sm on sm.stream = s.stream and sm.id = open_case.case_id
    and sm.collection = case when open_case.is_appeal then 'appeals' else 'disputes' end
  cross join lateral (select private.find_outsider(m.id, $1) as outsider) found
  cross join lateral (select coalesce(t.name, p.username, '') as name from public.entries e
    left join public.teams t on t.id = e.team_id left join public.profiles p on p.id = e.person_id
    where e.id = m.challenger_entry_id) c
  cross join lateral (select coalesce(t.name, p.username, '') as name from public.entries e
    left join public.teams t on t.id = e.team_id left join public.profiles p on p.id = e.person_id
    where e.id = m.defender_entry_id) d
  where s.status = 'open' and not private.is_judged_in_office(m.id, $1)
    and case when found.outsider is null
      -- A dispute of a match in play has the match's own clock.
      then sm.state -> 'stands_at' is null and (open_case.is_appeal or m.ended_at is not null)
      else not exists (select from private.notices n where n.person_id = found.outsider and n.match_id = m.id
        and n.kind in ('dispute_opened', 'appeal_opened')
        and n.created_at >= coalesce(sm.state ->> 'opened_at', sm.state ->> 'at')::timestamptz) end
  order by m.id`;

/**
 * Looks after cases that somebody could judge when they were opened and nobody in office can any more: they fall to the
 * outsider whom the rules name, who is told, or else what stands stands once its time is over. Returns how many it found.
 */
export async function reviewCases(league: League): Promise<number> {
  const cases = await league.database.query<CaseRow>(statement, [league.now()]);
  for (const found of cases) {
    await executeAsSystem(league, (unit) =>
      found.outsider === null ? startClock(unit, found) : tellOutsider(unit, found, found.outsider),
    );
  }
  return cases.length;
}

async function startClock(unit: Unit, { stream, match_id }: CaseRow): Promise<void> {
  await unit.hold([stream]);
  await unit.decideLadder(stream, { type: 'review_case', match_id }, { isSystem: true });
}

async function tellOutsider(unit: Unit, found: CaseRow, outsider: string): Promise<void> {
  const { match_id, ladder_id, case_id, is_appeal, challenger, defender, by } = found;
  const plan = {
    kind: is_appeal ? ('appeal_opened' as const) : ('dispute_opened' as const),
    origin: `outsider:${case_id}`,
    to: { of: 'person' as const, id: outsider },
    ...{ except: null, ladder_id, match_id, team_id: null, other_id: null },
    facts: { team: challenger, opponent: defender, by },
  };
  await writeNotices(unit.transaction, [plan], unit.at);
}
