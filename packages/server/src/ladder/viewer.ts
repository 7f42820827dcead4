import {
  findActorRefusal,
  findApartRefusal,
  findChallengeRefusal,
  findRest,
  getRestDaysLeft,
  isInReach,
  isRematch,
  type Refusal,
} from '@muster/league';
import type {
  EntryRest,
  LadderViewer,
  OwnMatch,
  StandingRow,
} from '@muster/site/pages/ladder/data.ts';
import { isOfLadder, type Matter } from '@muster/site/pages/me/matter.ts';
import { mayAsk, type Question } from '../engine/asker.ts';
import { createId } from '../engine/ids.ts';
import { listJoinable } from './joinable.ts';
import type { EntryRow, LadderPageRow, OwnTeamRow } from './query.ts';
import type { OpenMatches } from './standings.ts';
import { countRungs } from './state.ts';

interface ViewerInput {
  page: LadderPageRow;
  standings: StandingRow[];
  open: OpenMatches;
  person_id: string;
  /** Null for whoever acts for nobody: then there is nothing to be asked. */
  question: Question | null;
  /** What concerns them everywhere, in its order. */
  matters: readonly Matter[];
}

const officers = new Set(['captain', 'co_captain']);

/** What the ladder means to the person who looks at it; writes into the rows why a captain may not challenge. */
export function toLadderViewer(input: ViewerInput): LadderViewer {
  const { page, standings, question, person_id, matters } = input;
  const own = findOwn(page, person_id);
  const mayAct = own !== null && officers.has(own.role);
  const refusal = mayAct && question !== null ? findActorRefusal(question) : null;
  const targets =
    mayAct && question !== null ? markRefusals(standings, own.row, { ...question, refusal }) : 0;
  const place = standings.find(({ entry_id }) => entry_id === own?.row.id)?.place ?? null;
  return {
    is_admin: page.asker?.is_ladder_admin === true,
    entry:
      own === null
        ? null
        : {
            entry_id: own.row.id,
            name: own.row.name,
            place,
            role: own.role,
            may_act: mayAct,
            refusal,
            reach_top: findReachTop(input, own.row),
            targets,
            resting:
              own.role === 'captain' && question !== null ? toResting(own.row.id, question) : null,
          },
    matches: own === null ? [] : listOwnMatches(input, own.row.id),
    next: matters.find((matter) => isOfLadder(matter, page.slug)) ?? null,
    suggestions: [],
    joinable: question === null ? [] : listJoinable(page, question),
  };
}

interface Own {
  row: EntryRow;
  role: OwnTeamRow['role'];
}

/** The viewer's entry; of several the one for which they may act. */
function findOwn({ entries, teams }: LadderPageRow, personId: string): Own | null {
  const found = (entries ?? []).flatMap((row): Own[] => {
    if (row.person_id === personId) {
      return [{ row, role: 'captain' }];
    }
    const team = row.team_id === null ? undefined : teams?.find(({ id }) => id === row.team_id);
    return team === undefined ? [] : [{ row, role: team.role }];
  });
  return found.find(({ role }) => officers.has(role)) ?? found[0] ?? null;
}

/** Asks the rules, for each row, the question that a challenge would; returns how many say yes. */
function markRefusals(
  standings: readonly StandingRow[],
  own: EntryRow,
  { state, actor, at, refusal }: Question & { refusal: Refusal | null },
): number {
  const challenger = state.entries[own.id];
  if (challenger === undefined) {
    return 0;
  }
  let targets = 0;
  for (const row of standings) {
    const defender = state.entries[row.entry_id];
    if (row.entry_id === own.id || defender === undefined) {
      continue;
    }
    row.refusal =
      refusal ??
      findChallengeRefusal(state, challenger, defender, at) ??
      (actor === null ? null : findApartRefusal(actor, defender));
    if (row.refusal === null) {
      targets += 1;
      if (isRematch(state, challenger, defender, at)) {
        row.is_rematch = true;
      }
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
  const state = page.own_states?.find(({ id }) => id === own.id);
  const climber = { rung: own.rung, challenges_made: state?.challenges_made ?? 0 };
  let rung = 1;
  while (rung < own.rung && !isInReach(season.rules, climber, rung, size)) {
    rung += 1;
  }
  return rung === own.rung ? null : rung;
}

function toResting(entryId: string, question: Question): EntryRest | null {
  const { state, at } = question;
  const entry = state.entries[entryId];
  if (entry === undefined || state.season === null || state.season.status === 'closed') {
    return null;
  }
  const limits = state.season.rules.rest;
  const rest = findRest(entry, at);
  const days = { from: at, days: limits.minimum };
  const on = { entry_id: entryId };
  return {
    rest:
      rest === undefined
        ? null
        : {
            id: rest.id,
            from: rest.from,
            until: rest.until,
            is_running: rest.status === 'running',
            may_end: mayAsk(question, { type: 'end_rest', ...on, rest_id: rest.id }),
          },
    rest_days: getRestDaysLeft(entry, limits.days),
    may_rest: mayAsk(question, { type: 'announce_rest', ...on, rest_id: createId(), ...days }),
    may_leave: mayAsk(question, { type: 'leave', ...on }),
  };
}

function listOwnMatches({ open, standings }: ViewerInput, entryId: string): OwnMatch[] {
  const names = new Map(standings.map(({ entry_id, name }) => [entry_id, name]));
  return (['challenger', 'defender'] as const).flatMap((side) => {
    const match = (side === 'challenger' ? open.out : open.in).get(entryId);
    if (match === undefined) {
      return [];
    }
    const other = side === 'challenger' ? match.defender_entry_id : match.challenger_entry_id;
    return [{ id: match.id, status: match.status, side, opponent: names.get(other) ?? '' }];
  });
}
