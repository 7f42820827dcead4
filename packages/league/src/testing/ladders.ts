import type { LadderCommand } from '../command.ts';
import { addDuration } from '../duration.ts';
import type { FormatName, Instant } from '../ids.ts';
import { act, asPerson, asSystem, createWorld, join, owner, type World } from './world.ts';

/** A ladder on which team 1 … have joined, under some rules, until some instant. */
export function startLadder(
  options: { count?: number; rules?: unknown; ends?: Instant; format?: FormatName } = {},
): World {
  const { count = 6, ...rest } = options;
  const world = createWorld(rest);
  join(world, count);
  return world;
}

/** A ladder for persons, on which `driver1` … have joined. */
export function startDrivers(count: number, rules: unknown = {}): World {
  const world = createWorld({ format: 'time_attack', rules });
  for (let driver = 1; driver <= count; driver += 1) {
    act(world, asPerson(`driver${driver}`), toDriverJoin(driver));
  }
  return world;
}

export const toDriverJoin = (driver: number): LadderCommand & { type: 'join' } => ({
  type: 'join',
  entry_id: `entry${driver}`,
  team_id: null,
  person_id: `driver${driver}`,
  name: `Driver ${driver}`,
  players: [`driver${driver}`],
});

export const closeSeason: LadderCommand = { type: 'close_season', void_open: false, reason: null };

/** Its season is over. */
export function close(world: World): World {
  act(world, owner, closeSeason);
  return world;
}

/** The next season is planned and not open yet; it begins in a week. */
export function planNext(world: World): World {
  asSystem(world, {
    type: 'plan_season',
    season_id: 'next',
    name: 'Next',
    starts_at: addDuration(world.now, 'P7D'),
    ends_at: addDuration(world.now, 'P90D'),
  });
  return world;
}

/** So many of an entry's people stay on its roster. */
export function keepPlayers(world: World, entry: number, count: number): World {
  for (const { person_id } of world.state.entries[`entry${entry}`]?.players.slice(count) ?? []) {
    asSystem(world, { type: 'release_player', team_id: `team${entry}`, person_id });
  }
  return world;
}
