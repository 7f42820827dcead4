import type { MapScore, Side } from '@muster/league';
import type { LogLine, Names } from './log-line.ts';

/** The sides of the match in which an event stands, by entry. */
export type EventSides = Record<Side, string> | null;

type Data = LogLine['data'];

const asText = (value: unknown) => (typeof value === 'string' ? value : null);

/** What the entry is called; `?` for one that the page does not know. */
function toName(names: Names, entry: string | null): string {
  return entry === null ? 'none' : (names.entries[entry]?.name ?? '?');
}

/** The run that an event names only by its id. */
function findRun({ data }: LogLine, { runs }: Names) {
  return runs?.[asText(data.run_id) ?? ''];
}

/** Whom an event is about, by the names that the sentences use; nobody is `none`. */
export function toEventPeople(
  line: LogLine,
  names: Names,
  sides: EventSides,
): Record<'entry' | 'challenger' | 'defender' | 'by' | 'winner' | 'loser' | 'person', string> {
  const { data } = line;
  const bySide: Record<string, string | null> = {
    challenger: asText(data.challenger_id) ?? sides?.challenger ?? null,
    defender: asText(data.defender_id) ?? sides?.defender ?? null,
  };
  const other: Record<string, string | null> = {
    challenger: bySide.defender ?? null,
    defender: bySide.challenger ?? null,
  };
  const side = asText(data.by) ?? '';
  const winner = asText(data.winner) ?? '';
  const actor = line.actor_id === null ? undefined : names.people[line.actor_id];
  return {
    entry: toName(names, asText(data.entry_id) ?? findRun(line, names)?.entry ?? null),
    challenger: toName(names, bySide.challenger ?? null),
    defender: toName(names, bySide.defender ?? null),
    by: toName(names, bySide[side] ?? null),
    winner: toName(names, bySide[winner] ?? null),
    loser: toName(names, other[winner] ?? null),
    person: actor?.username ?? '?',
  };
}

/** The instants that an event names, by the names that the sentences use. */
export function listEventInstants({ type, data }: LogLine): Record<string, string | null> {
  const first = (...keys: string[]) =>
    keys.map((key) => asText(data[key])).find((value) => value !== null) ?? null;
  return {
    from: first('from', 'eligible_from', 'starts_at'),
    until: first(
      'until',
      'deadline',
      'lapses_at',
      'effective_at',
      'drops_at',
      'ends_at',
      'stands_at',
    ),
    ...(type === 'run_submitted' ? {} : { time: first('starts_at') }),
  };
}

/** Figures and plain words of an event. */
export function toEventFigures(line: LogLine, names: Names): Record<string, string | number> {
  const { type, data } = line;
  return {
    version: toNumber(data.rules_version),
    days: toNumber(data.days),
    count: countOf(data),
    rung: typeof data.rung === 'number' ? data.rung : 'none',
    score: toScoreWords(data.scores, data.winner),
    kind: data.by === 'default' ? 'default' : 'other',
    name: asText(data.name) ?? '',
    zone: asText(data.zone) ?? '',
    stage: asText(data.stage) ?? findRun(line, names)?.stage ?? '',
    rule: asText(data.rule) ?? '',
    status: asText(data.status) ?? 'other',
    reason: asText(data.reason) ?? 'other',
    action: asText(data.action) ?? 'other',
    value: asText(data.value) ?? '',
    ...(type === 'run_submitted' ? { time: toRunWords(data) } : {}),
  };
}

const toNumber = (value: unknown) => (typeof value === 'number' ? value : 0);

function countOf({ times, matches, moves }: Data): number {
  const list = [times, matches, moves].find(Array.isArray);
  return list?.length ?? 0;
}

/** `2–1 (Manhattan Bridge 11–7, Mirak Valley 9–11)`, the winner's figures first; none without any. */
function toScoreWords(scores: unknown, winner: unknown): string {
  if (!Array.isArray(scores) || scores.length === 0) {
    return 'none';
  }
  const maps = (scores as MapScore[]).map(({ map, challenger, defender }) => ({
    map,
    own: winner === 'defender' ? defender : challenger,
    other: winner === 'defender' ? challenger : defender,
  }));
  const detail = maps.map(({ map, own, other }) => `${map} ${own}–${other}`).join(', ');
  if (maps.length === 1) {
    return detail;
  }
  const won = maps.filter(({ own, other }) => own > other).length;
  const lost = maps.filter(({ own, other }) => own < other).length;
  return `${won}–${lost} (${detail})`;
}

/** `3:35.500 (3:30.500 + 0:05.000)`: what counts first, as the tables have it; without a penalty only that. */
function toRunWords({ time_ms, penalty_ms }: Data): string {
  const [driven, penalty] = [toNumber(time_ms), toNumber(penalty_ms)];
  const counted = toLapTime(driven + penalty);
  return penalty === 0 ? counted : `${counted} (${toLapTime(driven)} + ${toLapTime(penalty)})`;
}

/** 83,456 ms is 1:23.456. */
function toLapTime(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const seconds = ((milliseconds % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${minutes}:${seconds}`;
}
