import { expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import { like, rows } from './testing/rows.ts';
import {
  getMatch,
  onMatch,
  report,
  rule,
  startCompleted,
  startDisputed,
  startLive,
} from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  getEntry,
  judge,
  rungs,
  schedule,
  start,
  text,
  tryCommand,
  type World,
} from './testing/world.ts';

const concede = { type: 'concede', ...onMatch } as const;
const withoutSeed = {
  type: 'match_completed' as const,
  data: expect.not.objectContaining({ seed: 'seed of match' }) as object,
};

rows(
  'the winner as challenger is immune',
  (immunity: string) => ({
    world: startLive({ challenge: { immunity } }),
    actor: captain(2),
    command: concede,
  }),
  {
    'for as long as the rules say': [
      'PT24H',
      [{ type: 'match_completed', data: like({ immune_until: '2026-03-04T12:00:00.000Z' }) }],
    ],
    'for an hour where they say so': [
      'PT1H',
      [{ type: 'match_completed', data: like({ immune_until: '2026-03-03T13:00:00.000Z' }) }],
    ],
    'not where they know no immunity': [
      'PT0S',
      [{ type: 'match_completed', data: like({ immune_until: null }) }],
    ],
  },
);

rows(
  'a result says what it moves',
  (team: number) => ({ world: startLive(), actor: captain(team), command: concede }),
  {
    'the challenger takes the place of the defender': [
      2,
      [
        {
          type: 'match_completed',
          match_id: 'match',
          data: {
            winner: 'challenger',
            scores: [],
            reason: 'conceded',
            rule: null,
            moves: [
              { entry_id: 'entry4', from: 4, to: 2 },
              { entry_id: 'entry2', from: 2, to: 3 },
              { entry_id: 'entry3', from: 3, to: 4 },
            ],
            ratings: [],
            immune_until: '2026-03-04T12:00:00.000Z',
            ruled: false,
          },
        },
      ],
    ],
    'a defender who wins moves nobody and is not immune': [
      4,
      [
        {
          type: 'match_completed',
          data: like({ winner: 'defender', moves: [], immune_until: null }),
        },
      ],
    ],
  },
);

it('a result is no ruling where nobody ruled, and a void one moves nobody', () => {
  expect(getMatch(startCompleted()).result).toMatchObject({
    kind: 'completed',
    winner: 'challenger',
    reason: 'reported',
    ruled_by: null,
    ruled_at: null,
  });
  const world = startLive();
  const before = rungs(world);
  act(world, judge, { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') });
  expect(world.events.at(-1)).toMatchObject({
    type: 'match_voided',
    data: { reason: 'by_admin', rule: null, ruled: true, text: text('why') },
  });
  expect(getMatch(world).result).toMatchObject({
    kind: 'voided',
    winner: null,
    ruled_by: 'judge',
    ruled_at: world.now,
  });
  expect(rungs(world)).toEqual(before);
});

rows(
  'a result that a judge decides',
  (winner: 'challenger' | 'defender') => ({
    world: startDisputed(),
    actor: judge,
    command: rule({ kind: 'completed', winner, scores: [] }),
  }),
  {
    'says that it is a ruling': [
      'challenger',
      [
        'ruling_given',
        { type: 'match_completed', data: like({ winner: 'challenger', ruled: true }) },
      ],
    ],
    'against its report as well': [
      'defender',
      [
        'ruling_given',
        { type: 'match_completed', data: like({ winner: 'defender', ruled: true }) },
      ],
    ],
  },
);

rows(
  'a match to which nobody comes',
  (until: string) => {
    const world = start();
    schedule(world, 4, 2);
    return { world, until };
  },
  {
    'is void, and that is no ruling': [
      '2026-03-03T12:10:00.000Z',
      [
        'check_in_opened',
        {
          type: 'match_voided',
          data: { reason: 'both_absent', rule: 'checkIn.closes', ruled: false, text: null },
        },
        'strike_given',
        'strike_given',
      ],
    ],
  },
);

const rest = (world: World, team: number, days: number, id = `rest${team}`) =>
  act(world, captain(team), {
    type: 'announce_rest',
    entry_id: `entry${team}`,
    rest_id: id,
    from: addDuration(world.now, `P${days}D`),
    days: 2,
  });

rows(
  'a rest that was announced',
  ({ team, days }: { team: number; days: number }) => {
    const world = startLive();
    rest(world, team, days);
    return { world, actor: captain(2), command: concede };
  },
  {
    'begins with the result for its challenger': [
      { team: 4, days: 0 },
      ['match_completed', { type: 'rest_began', data: like({ entry_id: 'entry4' }) }],
    ],
    'and for its defender': [
      { team: 2, days: 0 },
      ['match_completed', { type: 'rest_began', data: like({ entry_id: 'entry2' }) }],
    ],
    'does not begin before its day': [{ team: 4, days: 1 }, ['match_completed']],
    'of somebody else is none of this match': [{ team: 5, days: 1 }, ['match_completed']],
  },
);

it('a rest begins with a void match too, and not while another match is open', () => {
  const world = startLive();
  rest(world, 4, 0);
  act(world, judge, { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') });
  expect(getEntry(world, 'entry4').rests[0]?.status).toBe('running');
  const other = startLive();
  challenge(other, 5, 4, 'other');
  rest(other, 4, 0);
  expect(tryCommand(other, captain(4), report(0, 2))).toBeNull();
  expect(getEntry(other, 'entry4').rests[0]?.status).toBe('announced');
});

it('a rest begins also where another is over', () => {
  const world = startLive();
  rest(world, 4, 0);
  act(world, captain(4), { type: 'end_rest', entry_id: 'entry4', rest_id: 'rest4' });
  rest(world, 4, 0, 'next');
  act(world, captain(2), concede);
  expect(getEntry(world, 'entry4').rests.map(({ status }) => status)).toEqual(['over', 'running']);
});

rows(
  'the seed of what was drawn of a match that ends',
  ({ seed, isKnown = true }: { seed: string | null; isKnown?: boolean }) => {
    const maps = { pool: ['Ash', 'Birch', 'Cedar'], letters: ['R', 'R', 'R'] };
    const world = startLive({ maps });
    const match = getMatch(world);
    world.state = { ...world.state, matches: { match: { ...match, seed } } };
    if (!isKnown) {
      world.facts = { ...world.facts, seeds: {} };
    }
    return { world, actor: captain(2), command: concede };
  },
  {
    'is told where it was secret': [
      { seed: null },
      [{ type: 'match_completed', data: like({ seed: 'seed of match' }) }],
    ],
    'is not told twice': [{ seed: 'seed of match' }, [withoutSeed]],
    'is left out by whoever does not know it': [{ seed: null, isKnown: false }, [withoutSeed]],
  },
);
