import { expect, it } from 'vitest';
import type { LeagueEvent } from './log.ts';
import { type SimulatedStep, simulateSeasons } from './simulate-seasons.ts';
import type { SeasonsInput } from './simulation/input.ts';

const input: SeasonsInput = {
  seed: 3,
  teams: 12,
  people: 48,
  seasons: 3,
  matches: 40,
  starts_at: '2025-01-06T12:00:00.000Z',
  ends_at: '2026-01-06T12:00:00.000Z',
  ladders: [
    {
      ladder_id: 'ladder',
      name: 'Ladder',
      game: 'game',
      format: 'rung',
      zone: 'UTC',
      is_test: false,
      rules: {},
      region: 'everywhere',
      share: 1,
    },
  ],
};

const play = (change: Partial<SeasonsInput> = {}): SimulatedStep[] => [
  ...simulateSeasons({ ...input, ...change }).steps,
];
const listTurns = (steps: readonly SimulatedStep[]) =>
  steps.flatMap(({ turn }) => (turn === null ? [] : [turn]));
const countOf = (log: readonly LeagueEvent[], type: LeagueEvent['type']) =>
  log.filter((event) => event.type === type).length;

it('plays each season to its share of the matches, closes all but the last, and says how far it is', () => {
  const steps = play();
  const turns = listTurns(steps);
  expect(turns.map(({ log }) => countOf(log, 'challenge_made'))).toEqual([13, 14, 13]);
  expect(turns.map(({ log }) => countOf(log, 'season_opened'))).toEqual([1, 1, 1]);
  expect(turns.map(({ log }) => countOf(log, 'season_closed'))).toEqual([1, 1, 0]);
  expect(steps.at(-1)).toMatchObject({ season: 3, matches: 40 });
  const counts = steps.map(({ matches }) => matches);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(steps.length).toBeGreaterThan(2 * turns.length);
});

it('goes on in each stream from the season before, in time order and not beyond the end', () => {
  const events = listTurns(play()).flatMap(({ log }) => log);
  const heads = new Map<string, LeagueEvent>();
  let last = '';
  for (const event of events) {
    const head = heads.get(event.stream);
    expect(event.sequence).toBe((head?.sequence ?? 0) + 1);
    expect(event.previous_hash).toBe(head?.hash ?? event.previous_hash);
    expect(event.at >= last).toBe(true);
    last = event.at;
    heads.set(event.stream, event);
  }
  expect(last < input.ends_at).toBe(true);
  // The seasons are spread up to the end.
  expect(last > '2025-12-01').toBe(true);
});

it('leaves no site admin behind', () => {
  const site = listTurns(play()).flatMap((turn) => turn.site.map(({ type }) => type));
  expect(site.filter((type) => type.startsWith('site_admin'))).toEqual([
    'site_admin_granted',
    'site_admin_revoked',
  ]);
});

it('plays fewer where time is too short, and leaves that season open', () => {
  const steps = play({ ends_at: '2025-03-01T12:00:00.000Z', matches: 4000 });
  const turns = listTurns(steps);
  expect(turns).toHaveLength(1);
  expect(steps.at(-1)?.matches).toBeLessThan(4000);
  expect(countOf(turns[0]?.log ?? [], 'season_closed')).toBe(0);
  expect(turns[0]?.site.map(({ type }) => type)).toContain('site_admin_revoked');
});

it('gives the same bytes for the same input, and others for another seed', () => {
  const text = JSON.stringify(play());
  expect(JSON.stringify(play())).toBe(text);
  expect(JSON.stringify(play({ seed: 4 }))).not.toBe(text);
});
