import {
  type Entry,
  type LadderState,
  type LeagueEvent,
  listStageRanks,
  type Match,
  type Run,
  type TeamState,
} from '@muster/league';
import { sumScores } from '../engine/project/matches.ts';

/** Rows by a name under which the same one is found in the log and in the archive. */
export type Rows = Map<string, Record<string, unknown>>;

/** What an archive was made from, each stream as it was when the season was frozen. */
export interface Sources {
  state: LadderState;
  closing: LeagueEvent<'ladder'>;
  /** By their ids. */
  teams: ReadonlyMap<string, TeamState>;
  /** Whether a stage's fastest, and a driver's trophy, ask for a run that counts; before, any confirmed one was a record, and a trophy asked for none. */
  is_of_counting_runs: boolean;
}

const mostPlaces = 3;

const toSubject = (entry: Entry | undefined) => entry?.team_id ?? entry?.person_id ?? '';
const listPlayers = ({ status, players }: Entry) =>
  status === 'active' || status === 'suspended' ? players : [];
const isPlayed = ({ status }: Match) => status === 'completed' || status === 'forfeited';
const isCounted = ({ status }: { status: string }) =>
  status === 'confirmed' || status === 'verified';

/** The runs that may be a record. */
function listRecordRuns({ state, is_of_counting_runs }: Sources): Run[] {
  const runs = Object.values(state.runs);
  if (!is_of_counting_runs) {
    return runs.filter(isCounted);
  }
  const stages = new Set(runs.map(({ stage }) => stage));
  return [...stages].flatMap((stage) => listStageRanks(state, stage).map(({ run }) => run));
}

function addPlaces(rows: Rows, sources: Sources): void {
  const { state, closing, is_of_counting_runs } = sources;
  const isTimed = state.ladder?.format === 'time_attack';
  const drivers = new Set(listRecordRuns(sources).map(({ entry_id }) => entry_id));
  for (const { entry_id, place } of closing.type === 'season_closed'
    ? closing.data.standings
    : []) {
    const entry = state.entries[entry_id];
    const { wins, losses, draws } = entry?.record ?? {};
    const subject = toSubject(entry);
    rows.set(`standing ${entry_id}`, {
      ...{ place, subject },
      ...(isTimed ? {} : { wins, losses, draws }),
    });
    const isLeftOut = isTimed && is_of_counting_runs && !drivers.has(entry_id);
    if (place <= mostPlaces && !isLeftOut) {
      rows.set(`trophy ${subject}`, { place });
    }
  }
}

function addRosters(rows: Rows, { state, teams }: Sources): void {
  for (const entry of Object.values(state.entries)) {
    const { id, status, team_id } = entry;
    const of = teams.get(team_id ?? '');
    rows.set(`roster ${id}`, {
      ...{
        subject: toSubject(entry),
        status,
        name: of?.team?.name ?? null,
        tag: of?.team?.tag ?? null,
      },
      players: listPlayers(entry)
        .map(({ person_id }) => `${person_id} ${of?.members[person_id]?.role ?? null}`)
        .sort(),
    });
  }
}

function addMatches(rows: Rows, { state }: Sources): void {
  const by = state.season?.rules.score.by ?? 'maps';
  for (const match of Object.values(state.matches).filter(isPlayed)) {
    const score = sumScores(match.result?.scores ?? [], by);
    const toSide = (id: string, own: number | undefined) => ({
      subject: toSubject(state.entries[id]),
      score: own ?? null,
    });
    rows.set(`match ${match.id}`, {
      status: match.status,
      winner: match.result?.winner ?? 'draw',
      challenger: toSide(match.challenger_id, score?.[0]),
      defender: toSide(match.defender_id, score?.[1]),
      ended_at: match.result?.at,
      maps: match.maps.map(({ map }) => map),
    });
  }
}

function addRuns(rows: Rows, { state }: Sources): void {
  for (const { id, person_id, stage, time_ms, penalty_ms } of Object.values(state.runs).filter(
    isCounted,
  )) {
    rows.set(`run ${id}`, { subject: person_id, stage, time_ms, penalty_ms });
  }
}

/** The longest row of wins of each entry, by its matches in their order. */
function countStreaks({ matches }: LadderState): Map<string, number> {
  const [longest, current] = [new Map<string, number>(), new Map<string, number>()];
  const toOrder = ({ result, id }: Match) => `${result?.at} ${id}`;
  const played = Object.values(matches)
    .filter(isPlayed)
    .sort((one, other) => (toOrder(one) < toOrder(other) ? -1 : 1));
  for (const { challenger_id, defender_id, result } of played) {
    for (const [id, side] of [
      [challenger_id, 'challenger'],
      [defender_id, 'defender'],
    ] as const) {
      const length = result?.winner === side ? (current.get(id) ?? 0) + 1 : 0;
      current.set(id, length);
      longest.set(id, Math.max(longest.get(id) ?? 0, length));
    }
  }
  return longest;
}

interface Mark {
  subject: string;
  value: number;
}

/** Whoever shares the best value holds the record. */
function addBest(rows: Rows, record: string, marks: readonly Mark[], best: number): void {
  for (const { subject, value } of marks) {
    if (value === best) {
      rows.set(`record ${record} ${subject}`, { value });
    }
  }
}

function addRecords(rows: Rows, sources: Sources): void {
  const { state } = sources;
  const streaks = countStreaks(state);
  const counts: Record<string, (entry: Entry) => number> = {
    most_wins: ({ record }) => record.wins,
    most_matches: ({ record }) => record.wins + record.losses + record.draws,
    longest_streak: ({ id }) => streaks.get(id) ?? 0,
  };
  for (const [record, count] of Object.entries(counts)) {
    const least = record === 'longest_streak' ? 2 : 1;
    const marks = Object.values(state.entries)
      .map((entry) => ({ subject: toSubject(entry), value: count(entry) }))
      .filter(({ value }) => value >= least);
    addBest(rows, record, marks, Math.max(0, ...marks.map(({ value }) => value)));
  }
  for (const [stage, driven] of Map.groupBy(listRecordRuns(sources), (run) => run.stage)) {
    const marks = driven.map(({ person_id, time_ms, penalty_ms }) => ({
      subject: person_id,
      value: time_ms + penalty_ms,
    }));
    addBest(rows, `fastest_run ${stage}`, marks, Math.min(...marks.map(({ value }) => value)));
  }
}

/** What should stand in an archive, computed from the log alone. */
export function listExpectedRows(sources: Sources): Rows {
  const rows: Rows = new Map();
  addPlaces(rows, sources);
  addRosters(rows, sources);
  addMatches(rows, sources);
  addRuns(rows, sources);
  addRecords(rows, sources);
  return rows;
}

/** Everybody whose name belongs to the season. */
export function listPeople({ entries, runs }: LadderState): string[] {
  const people = Object.values(entries).flatMap((entry) => [
    ...(entry.person_id === null ? [] : [entry.person_id]),
    ...listPlayers(entry).map(({ person_id }) => person_id),
  ]);
  return [...new Set([...people, ...Object.values(runs).map(({ person_id }) => person_id)])];
}
