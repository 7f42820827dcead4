import {
  findChallengeRefusal,
  findRest,
  findVetoStep,
  getRestDaysLeft,
  getRosterLimits,
  isInReach,
  type LadderState,
  type Refusal,
  type Rules,
  type Side,
} from '@muster/league';
import type {
  EntryDesk,
  JoinableTeam,
  LadderViewer,
  OwnMatch,
  StandingRow,
} from '@muster/site/pages/ladder/data.ts';
import { toInstantOrNull } from '../page/instants.ts';
import type { EntryRow, LadderPageRow, OpenMatchRow, OwnTeamRow } from './query.ts';
import type { OpenMatches } from './standings.ts';
import { countRungs, toLadderState } from './state.ts';

interface ViewerInput {
  page: LadderPageRow;
  standings: StandingRow[];
  open: OpenMatches;
  person_id: string;
  now: Date;
}

const officers = new Set(['captain', 'co_captain']);

/** What the ladder means to the person who looks at it; writes into the rows why a captain may not challenge. */
export function toLadderViewer(input: ViewerInput): {
  viewer: LadderViewer;
  /** For a captain, what suggestions are made from. */
  state: LadderState | null;
} {
  const { page, standings, open, person_id } = input;
  const own = findOwn(page, person_id);
  const mayAct = own !== null && officers.has(own.role);
  const state = own !== null && mayAct ? toLadderState(page, open) : null;
  const targets = own !== null && state !== null ? markRefusals(input, own.row, state) : 0;
  const place = standings.find(({ entry_id }) => entry_id === own?.row.id)?.place ?? null;
  const viewer: LadderViewer = {
    is_admin: page.is_admin,
    entry:
      own === null
        ? null
        : {
            entry_id: own.row.id,
            name: own.row.name,
            place,
            role: own.role,
            may_act: mayAct,
            reach_top: findReachTop(input, own.row),
            targets,
            desk: own.role === 'captain' ? toDesk(input) : null,
          },
    matches: own === null ? [] : listOwnMatches(input, own.row.id),
    suggestions: [],
    joinable: listJoinable(page),
  };
  return { viewer, state };
}

function findOwn(
  { entries, teams }: LadderPageRow,
  personId: string,
): { row: EntryRow; role: OwnTeamRow['role'] } | null {
  for (const row of entries ?? []) {
    if (row.person_id === personId) {
      return { row, role: 'captain' };
    }
    const team = row.team_id === null ? undefined : teams?.find(({ id }) => id === row.team_id);
    if (team !== undefined) {
      return { row, role: team.role };
    }
  }
  return null;
}

/** Asks the rules, for each row, the question that a challenge would; returns how many say yes. */
function markRefusals({ standings, now }: ViewerInput, own: EntryRow, state: LadderState): number {
  const challenger = state.entries[own.id];
  if (challenger === undefined) {
    return 0;
  }
  const at = now.toISOString();
  let targets = 0;
  for (const row of standings) {
    const defender = state.entries[row.entry_id];
    if (row.entry_id === own.id || defender === undefined) {
      continue;
    }
    row.refusal = findChallengeRefusal(state, challenger, defender, at);
    if (row.refusal === null) {
      targets += 1;
    }
  }
  return targets;
}

function findReachTop({ page }: ViewerInput, own: EntryRow): number | null {
  const { season, entries } = page;
  if (season === null || own.rung === null || page.format !== 'rung') {
    return null;
  }
  const size = countRungs(entries ?? []);
  const climber = { rung: own.rung, challenges_made: page.own_state?.challenges_made ?? 0 };
  for (let rung = 1; rung < own.rung; rung += 1) {
    if (isInReach(season.rules, climber, rung, size)) {
      return rung;
    }
  }
  return null;
}

function toDesk({ page: { season, own_state }, now }: ViewerInput): EntryDesk | null {
  if (own_state === null || season === null || season.status === 'closed') {
    return null;
  }
  const rest = findRest(own_state, now.toISOString());
  return {
    rest:
      rest === undefined
        ? null
        : {
            id: rest.id,
            from: rest.from,
            until: rest.until,
            is_running: rest.status === 'running',
          },
    rest_days: getRestDaysLeft(own_state, season.rules.rest.days),
  };
}

function listOwnMatches({ page, open, standings }: ViewerInput, entryId: string): OwnMatch[] {
  const names = new Map(standings.map(({ entry_id, name }) => [entry_id, name]));
  const found: OwnMatch[] = [];
  for (const side of ['challenger', 'defender'] as const) {
    const match = (side === 'challenger' ? open.out : open.in).get(entryId);
    if (match === undefined) {
      continue;
    }
    const turn = findTurn(match, page.season?.rules);
    const other = side === 'challenger' ? match.defender_entry_id : match.challenger_entry_id;
    found.push({
      id: match.id,
      status: match.status,
      side,
      opponent: names.get(other) ?? '',
      starts_at: toInstantOrNull(match.starts_at),
      deadline: toInstantOrNull(match.deadline),
      waits_for_hour: match.status === 'veto' && turn === null,
      needs_us: match.status === 'veto' ? turn === side : needsSide(match, side),
    });
  }
  return found.sort((one, other) => Number(other.needs_us) - Number(one.needs_us));
}

/** Whose veto turn it is; nobody's once all are taken. */
function findTurn({ acted }: OpenMatchRow, rules: Rules | undefined): Side | null {
  const step = rules === undefined || acted === null ? null : findVetoStep(rules, acted);
  return step === null || step.by === 'draw' ? null : step.by;
}

function needsSide({ status, acted }: OpenMatchRow, side: Side): boolean {
  switch (status) {
    case 'challenged':
    case 'countered':
      return side === 'defender';
    case 'offered':
      return side === 'challenger';
    case 'checking_in':
      return acted?.check_ins[side] === null;
    case 'reported':
      return acted?.reports[side] === null;
    case 'live':
      return true;
    default:
      return false;
  }
}

/** The viewer's teams that are not on the ladder, each with what keeps it out. */
function listJoinable({ season, teams, entries, format }: LadderPageRow): JoinableTeam[] {
  if (season === null || season.status === 'closed' || season.status === 'closing') {
    return [];
  }
  if (format === 'time_attack') {
    return [];
  }
  const entered = new Set((entries ?? []).map(({ team_id }) => team_id));
  const limits = getRosterLimits(season.rules);
  return (teams ?? [])
    .filter(({ id, role }) => role === 'captain' && !entered.has(id))
    .map((team) => toJoinable(team, limits, season.rules.team.oneEntryPerPerson));
}

/** Whom the captain may choose among, where the entry takes fewer than are on the team, or some play elsewhere. */
function toJoinable(
  { slug, name, roster, taken }: OwnTeamRow,
  { minimum, maximum }: ReturnType<typeof getRosterLimits>,
  isOneEach: boolean,
): JoinableTeam {
  const people = roster.map((person) => ({
    ...person,
    is_taken: isOneEach && taken.includes(person.person_id),
  }));
  const free = people.filter(({ is_taken }) => !is_taken).length;
  const mustChoose = roster.length > maximum || free < roster.length;
  return {
    slug,
    name,
    people: roster.length,
    choice: mustChoose ? { minimum, maximum, roster: people } : null,
    refusal: findJoinRefusal({ has: roster.length, free, needs: minimum, taken }),
  };
}

function findJoinRefusal({
  has,
  free,
  needs,
  taken,
}: {
  has: number;
  free: number;
  needs: number;
  taken: string[];
}): Refusal | null {
  if (has < needs) {
    return { code: 'roster_too_small', params: { has, needs } };
  }
  if (free < needs) {
    return { code: 'person_in_other_entry', params: { people: taken, entry: '' } };
  }
  return null;
}
