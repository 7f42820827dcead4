import fc from 'fast-check';
import { expect } from 'vitest';
import type { LadderEvent, LadderEventType } from './event.ts';
import type { FormatName } from './ids.ts';
import { keepAnswers } from './kept.ts';
import { recomputeStandings, standingEvents } from './recompute.ts';
import { simulateSeason } from './simulate.ts';
import { holds } from './testing/holds.ts';

const formats: FormatName[] = ['rung', 'rating', 'time_attack'];
const start = Date.parse('2026-03-01T00:00:00.000Z');
const day = 24 * 3600 * 1000;
const days = 120;

/** Nothing in it can be changed; whoever tries throws. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

/** The log of a season of each format, played once for all that is asked of it. */
const playSeasons = keepAnswers(1, (seed: number) => {
  const { log } = simulateSeason({
    seed,
    teams: 16,
    people: 80,
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + days * day).toISOString(),
    ladders: formats.map((format) => ({
      ladder_id: format,
      season_id: `season of ${format}`,
      name: format,
      season_name: 'Spring',
      game: 'battlefield6',
      format,
      zone: 'UTC',
      is_test: false,
      rules: format === 'time_attack' ? { timeAttack: { stages: ['Ouninpohja'] } } : {},
      region: 'everywhere',
      share: 1,
      script: 'justice',
    })),
  });
  expect(log.some(({ type }) => type === 'result_overturned')).toBe(true);
  return Map.groupBy(freeze(log) as unknown as LadderEvent[], ({ ladder_id }) => ladder_id);
});

/** What a recomputation reads, and how it reckons. */
interface Part {
  types: readonly LadderEventType[];
  recompute: typeof recomputeStandings;
}

/** What befalls standings in these seasons; the rest of it stands in `recompute.test.ts`. */
const happened: LadderEventType[] = [
  'ladder_created',
  'season_planned',
  'season_opened',
  'entry_joined',
  'entry_left',
  'entry_suspended',
  'entry_moved',
  'challenge_made',
  'match_completed',
  'match_forfeited',
  'result_overturned',
];

const part: Part = { types: standingEvents, recompute: recomputeStandings };
const without = (gone: LadderEventType): Part => ({
  ...part,
  types: standingEvents.filter((type) => type !== gone),
});

holds(
  'a recomputation reads nothing of a log but what standings are made of, and leaves it as it is',
  ({ types, recompute }: Part) =>
    fc.property(fc.constantFrom(...formats), fc.integer({ min: 1, max: days }), (format, count) => {
      const whole = playSeasons(11).get(format) ?? [];
      const until = new Date(start + count * day).toISOString();
      const needed = whole.filter(({ type }) => types.includes(type));
      expect(recompute(needed, { until })).toEqual(recompute(whole, { until }));
    }),
  {
    part,
    runs: 20,
    faults: {
      ...Object.fromEntries(happened.map((type) => [`did it not read ${type}`, without(type)])),
      'did it write where it stands': {
        ...part,
        recompute: (log, recomputation) => {
          const state = recomputeStandings(log, recomputation);
          for (const event of log) {
            Object.assign(event, { at: '' });
          }
          return state;
        },
      },
    },
  },
);
