import type { EventDraft, LadderEvent } from './event.ts';
import type { EntryId, MatchId, PersonId, RunId, Side } from './ids.ts';
import { getOtherSide } from './sides.ts';
import type { MapScore } from './state.ts';

/** Names for a sentence about an event. */
export interface EventNames {
  entry: (id: EntryId) => string;
  person: (id: PersonId) => string;
  match: (id: MatchId) => { challenger_id: EntryId; defender_id: EntryId } | undefined;
  run: (
    id: RunId,
  ) => { entry_id: EntryId; stage: string; time_ms: number; penalty_ms: number } | undefined;
}

/** An event's type is the key of its sentence; these are the sentence's figures. Instants stay ISO 8601, for the page to show in the reader's zone; what is missing is `none`. */
export type EventValues = Record<string, string | number>;

/** The figures of the plain sentence about an event in the public log. */
export function toEventValues(event: EventDraft, names: EventNames): EventValues {
  const data = event.data as Record<string, unknown>;
  return {
    ...toPlain(data),
    ...toNamed(data, names),
    ...toSides(event, names),
    ...toSpecial(event as LadderEvent, names),
  };
}

/** Texts and numbers as they are; what is null is `none`. */
function toPlain(data: Record<string, unknown>): EventValues {
  const plain = Object.entries(data).flatMap(([key, value]): [string, string | number][] => {
    if (value === null) return [[key, 'none']];
    return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [];
  });
  const values = Object.fromEntries(plain);
  const times: EventValues = {};
  for (const [name, field] of TIMES)
    if (values[field] !== undefined && times[name] === undefined) times[name] = values[field];
  return { ...times, ...values };
}

/** Which field a sentence's `{until}`, `{from}` and `{time}` show, the first that there is. */
const TIMES = [
  ['until', 'until'],
  ['until', 'ends_at'],
  ['until', 'effective_at'],
  ['until', 'lapses_at'],
  ['until', 'drops_at'],
  ['until', 'expires_at'],
  ['until', 'deadline'],
  ['from', 'from'],
  ['from', 'starts_at'],
  ['from', 'eligible_from'],
  ['time', 'starts_at'],
  ['version', 'rules_version'],
] as const;

function toNamed(data: Record<string, unknown>, names: EventNames): EventValues {
  const values: EventValues = {};
  if (typeof data.entry_id === 'string') values.entry = names.entry(data.entry_id);
  if (typeof data.person_id === 'string') values.person = names.person(data.person_id);
  if (typeof data.founder_id === 'string') values.person = names.person(data.founder_id);
  const run = typeof data.run_id === 'string' ? names.run(data.run_id) : undefined;
  if (run)
    Object.assign(values, {
      entry: names.entry(run.entry_id),
      stage: run.stage,
      time: toRunTime(run.time_ms + run.penalty_ms),
    });
  return values;
}

function toSides(event: EventDraft, names: EventNames): EventValues {
  const made = event.type === 'challenge_made' ? event.data : undefined;
  const match = made ?? names.match(event.match_id ?? '');
  if (!match) return {};
  const sides = {
    challenger: names.entry(match.challenger_id),
    defender: names.entry(match.defender_id),
  };
  const { by, winner } = event.data as { by?: unknown; winner?: unknown };
  return {
    ...sides,
    ...(isSide(by) ? { by: sides[by] } : {}),
    ...(isSide(winner) ? { winner: sides[winner], loser: sides[getOtherSide(winner)] } : {}),
  };
}

const isSide = (value: unknown): value is Side => value === 'challenger' || value === 'defender';

function toSpecial(event: LadderEvent, names: EventNames): EventValues {
  const { data } = event;
  switch (event.type) {
    case 'challenge_accepted':
      return { count: event.data.times.length };
    case 'match_scheduled':
      return { kind: event.data.by };
    case 'deadlines_extended':
      return { count: event.data.matches.length };
    case 'result_overturned':
      return { count: event.data.moves.length };
    case 'match_completed':
    case 'match_reported':
    case 'scores_corrected':
      return { score: toScore(event.data.scores) };
    default:
      return toPassed(data, names);
  }
}

/** `from` and `to` of a captaincy are persons. */
function toPassed(data: object, names: EventNames): EventValues {
  const { from, to, why } = data as { from?: unknown; to?: unknown; why?: unknown };
  const isPassed = typeof from === 'string' && typeof to === 'string' && typeof why === 'string';
  return isPassed ? { from: names.person(from), to: names.person(to) } : {};
}

/** Maps won by challenger and defender where there are several, else the points of the one. */
function toScore(scores: readonly MapScore[]): string {
  const [only] = scores;
  if (!only) return 'none';
  if (scores.length === 1) return `${only.challenger}–${only.defender}`;
  const won = (side: Side) =>
    scores.filter((score) => score[side] > score[getOtherSide(side)]).length;
  return `${won('challenger')}–${won('defender')}`;
}

/** Minutes, seconds and thousandths. */
function toRunTime(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return `${minutes}:${((milliseconds % 60_000) / 1000).toFixed(3).padStart(6, '0')}`;
}
