import { applyLadder, emptyLadder } from '../apply.ts';
import { decideClock } from '../clock.ts';
import type { LadderCommand } from '../command.ts';
import type { Actor, Facts } from '../context.ts';
import { addDuration } from '../duration.ts';
import type { LadderEvent } from '../event.ts';
import type { FormatName, Instant, PersonId, Role, TeamId } from '../ids.ts';
import { decideLadder } from '../ladder.ts';
import { finishSteps, recomputeSeason } from '../recompute.ts';
import type { Refusal } from '../refusal.ts';
import type { Entry, LadderState, MatchStatus } from '../state.ts';

/**
 * One small named world for all tests: teams `team1` … with people `team1-a` (captain), `team1-b`
 * (co-captain), `team1-c`, `team1-d`; entries `entry1` …; the admins `judge` and `owner`.
 */
export interface World {
  state: LadderState;
  events: LadderEvent[];
  now: Instant;
  ids: number;
  facts: Partial<Facts>;
}

export const worldStart = '2026-03-01T12:00:00.000Z';

export function createWorld(
  options: { format?: FormatName; rules?: unknown; zone?: string; ends?: string } = {},
): World {
  const world: World = { state: emptyLadder, events: [], now: worldStart, ids: 0, facts: {} };
  const { format = 'rung', rules = {}, zone = 'Europe/Berlin' } = options;
  asSystem(world, {
    type: 'create_ladder',
    ladder_id: 'ladder',
    name: 'Ladder',
    game: 'game',
    format,
    zone,
    is_test: false,
  });
  asSystem(world, { type: 'edit_rules', rules });
  asSystem(world, {
    type: 'plan_season',
    season_id: 'season',
    name: 'Season',
    starts_at: worldStart,
    ends_at: options.ends ?? addDuration(worldStart, 'P180D'),
  });
  asSystem(world, { type: 'open_season' });
  return world;
}

export function getFacts(world: World): Facts {
  return {
    availability: {},
    identities: {},
    sanctions: {},
    teams: {},
    seeds: new Proxy({}, { get: (_target, id) => `seed of ${String(id)}` }),
    createId: () => {
      world.ids += 1;
      return `id${world.ids}`;
    },
    createSalt: () => {
      world.ids += 1;
      return String(world.ids).padStart(32, '0');
    },
    judges: [judge, owner],
    recompute: (ruling) => finishSteps(recomputeSeason(world.events, ruling)),
    ...world.facts,
  };
}

export function asPerson(
  person: PersonId,
  teams: Record<TeamId, Role> = {},
  admin: Partial<Actor> = {},
): Actor {
  return { person_id: person, is_site_admin: false, is_ladder_admin: false, teams, ...admin };
}

export const captain = (team: number): Actor =>
  asPerson(`team${team}-a`, { [`team${team}`]: 'captain' });
export const judge: Actor = asPerson('judge', {}, { is_ladder_admin: true });
export const owner: Actor = asPerson('owner', {}, { is_site_admin: true });
export const people = (team: number): PersonId[] =>
  ['a', 'b', 'c', 'd'].map((letter) => `team${team}-${letter}`);
export const text = (id: string) => ({ text_id: id, hash: 'f'.repeat(64) });
export const noPicks = { maps: [], sides: [] };
export const someNonce = 'n'.repeat(20);

export function take(world: World, events: readonly LadderEvent[]): void {
  for (const event of events) {
    world.state = applyLadder(world.state, event);
    world.events.push(event);
  }
}

/** Everything that is due by now, then the command; null when it was accepted. */
export function tryCommand(
  world: World,
  actor: Actor | null,
  command: LadderCommand,
  isSystem = false,
): Refusal | null {
  runClock(world);
  const decision = decideLadder(world.state, command, {
    at: world.now,
    actor,
    facts: getFacts(world),
    ...(isSystem ? { system: true } : {}),
  });
  if (!decision.ok) {
    return decision.refusal;
  }
  take(world, decision.events);
  return null;
}

export function act(world: World, actor: Actor, command: LadderCommand): void {
  const refusal = tryCommand(world, actor, command);
  if (refusal) {
    throw new Error(`${command.type}: ${JSON.stringify(refusal)}`);
  }
}

export function asSystem(world: World, command: LadderCommand): void {
  const refusal = tryCommand(world, null, command, true);
  if (refusal) {
    throw new Error(`${command.type}: ${JSON.stringify(refusal)}`);
  }
}

export function runClock(world: World): LadderEvent[] {
  const before = world.events.length;
  for (;;) {
    const events = decideClock(world.state, world.now, { facts: getFacts(world) });
    if (events.length === 0) {
      return world.events.slice(before);
    }
    take(world, events);
  }
}

/** Time goes on by a duration, and the clock does what falls due. */
export function wait(world: World, duration: string): LadderEvent[] {
  world.now = addDuration(world.now, duration);
  return runClock(world);
}

export function waitUntil(world: World, instant: Instant): LadderEvent[] {
  if (instant > world.now) {
    world.now = instant;
  }
  return runClock(world);
}

export function join(world: World, count: number): void {
  for (let team = 1; team <= count; team += 1) {
    act(world, captain(team), {
      type: 'join',
      entry_id: `entry${team}`,
      team_id: `team${team}`,
      person_id: null,
      name: `Team ${team}`,
      players: people(team),
    });
  }
}

export function challenge(world: World, from: number, to: number, id = 'match'): void {
  act(world, captain(from), {
    type: 'challenge',
    match_id: id,
    challenger_id: `entry${from}`,
    defender_id: `entry${to}`,
    picks: noPicks,
    nonce: someNonce,
  });
}

/** Noon in UTC, some days ahead: inside the default windows of the test zone. */
export function noon(world: World, days: number): Instant {
  return `${addDuration(world.now, `P${days}D`).slice(0, 10)}T12:00:00.000Z`;
}

/** A challenge accepted and confirmed for a noon some days ahead. */
export function schedule(world: World, from: number, to: number, id = 'match'): Instant {
  challenge(world, from, to, id);
  const times = [noon(world, 2), noon(world, 3)];
  act(world, captain(to), {
    type: 'accept',
    match_id: id,
    times,
    picks: noPicks,
    nonce: someNonce,
  });
  act(world, captain(from), {
    type: 'confirm_time',
    match_id: id,
    time: times[0] ?? '',
    picks: noPicks,
  });
  return times[0] ?? '';
}

/** A scheduled match with both sides checked in, at its start. */
export function goLive(world: World, from: number, to: number, id = 'match'): void {
  const start = schedule(world, from, to, id);
  waitUntil(world, addDuration(start, 'PT0S'));
  checkIn(world, [from, to], id);
}

/** The captain of each checks in with the first two of their team. */
export function checkIn(world: World, teams: readonly number[], id = 'match'): void {
  for (const team of teams) {
    const players = people(team).slice(0, 2);
    act(world, captain(team), { type: 'check_in', match_id: id, players });
  }
}

export const scores = (challenger: number, defender: number) => {
  const maps = [
    ...Array.from({ length: challenger }, () => ({ map: '', challenger: 11, defender: 5 })),
    ...Array.from({ length: defender }, () => ({ map: '', challenger: 5, defender: 11 })),
  ];
  return maps;
};

export const rungs = (world: World): string[] =>
  Object.values(world.state.entries)
    .filter(({ rung }) => rung !== null)
    .sort((first, second) => (first.rung ?? 0) - (second.rung ?? 0))
    .map(({ id }) => id);

/** A ladder under some rules, with so many entries on it. */
export function start(count = 6, rules: unknown = {}): World {
  const world = createWorld({ rules });
  join(world, count);
  return world;
}

export function getEntry(world: World, id: string): Entry {
  const entry = world.state.entries[id];
  if (!entry) {
    throw new Error(`No entry ${id}`);
  }
  return entry;
}

export function statusOf(world: World, id = 'match'): MatchStatus | undefined {
  return world.state.matches[id]?.status;
}
