import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDrawFault } from './draw.ts';
import type { VetoAction } from './rules.ts';
import { createDefaultRules, parseRules } from './rules-schema.ts';
import {
  act,
  asSystem,
  captain,
  createWorld,
  goLive,
  join,
  NO_PICKS,
  NONCE,
  noon,
  people,
  schedule,
  tryCommand,
  type World,
  wait,
  waitUntil,
} from './testing/world.ts';
import { findVetoStep, listVetoOptions } from './veto.ts';

const POOL = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fjord', 'Gorge'];
const getMatch = (world: World) => {
  const { match } = world.state.matches;
  if (!match) throw new Error('No match');
  return match;
};

describe('a veto', { timeout: 60_000 }, () => {
  it('has exactly one mover at each step, for every sequence and pool that the rules let through', () => {
    const sequence = fc.array(fc.constantFrom<VetoAction>('ban', 'pick', 'side', 'decider'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        sequence,
        fc.integer({ min: 1, max: POOL.length }),
        fc.boolean(),
        (veto, size, hasSides) => {
          const count = veto.filter((action) => action === 'pick' || action === 'decider').length;
          const maps = {
            pool: POOL.slice(0, size),
            count: Math.max(1, count),
            choice: 'veto',
            veto,
            sides: hasSides ? ['attack', 'defence'] : [],
          };
          const parsed = parseRules({ maps });
          if (!parsed.ok) return;
          const match = {
            veto: [] as {
              action: VetoAction;
              by: 'challenger' | 'defender' | 'draw';
              value: string;
              at: string;
            }[],
          };
          for (let index = 0; index < veto.length; index += 1) {
            const step = findVetoStep(parsed.rules, match);
            expect(step?.action).toBe(veto[index]);
            expect(step?.by === 'draw').toBe(veto[index] === 'decider');
            const options = listVetoOptions(parsed.rules, match, step?.action ?? 'ban');
            expect(options.length).toBeGreaterThan(0);
            match.veto.push({
              action: step?.action ?? 'ban',
              by: step?.by ?? 'draw',
              value: options[index % options.length] ?? '',
              at: '',
            });
          }
          expect(findVetoStep(parsed.rules, match)).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });

  const rules = {
    maps: {
      pool: POOL.slice(0, 5),
      choice: 'veto',
      veto: ['ban', 'ban', 'pick', 'side', 'pick', 'side', 'decider'],
      sides: ['attack', 'defence'],
    },
  };

  it('goes turn by turn, early or on the clock, and starts the match not before its hour', () => {
    const world = createWorld({ rules });
    join(world, 4);
    const start = schedule(world, 4, 2);
    const turn = (team: number, action: 'ban' | 'pick' | 'side', value: string) =>
      tryCommand(world, captain(team), {
        type: 'take_veto_turn',
        match_id: 'match',
        action,
        value,
      });
    expect(turn(4, 'ban', 'Ash')).toMatchObject({ code: 'not_your_turn' });
    expect(turn(2, 'ban', 'Moon')).toMatchObject({ code: 'map_not_in_pool' });
    expect(turn(2, 'ban', 'Ash')).toBeNull();
    expect(turn(4, 'ban', 'Ash')).toMatchObject({ code: 'map_twice' });
    expect(turn(4, 'ban', 'Birch')).toBeNull();
    waitUntil(world, start);
    world.now = start.replace('T12:00', 'T12:01');
    for (const team of [2, 4])
      act(world, captain(team), {
        type: 'check_in',
        match_id: 'match',
        players: people(team).slice(0, 2),
      });
    expect(getMatch(world).status).toBe('veto');
    expect(turn(2, 'pick', 'Cedar')).toBeNull();
    expect(turn(4, 'side', 'attack')).toBeNull();
    expect(getMatch(world).maps[0]).toEqual({
      map: 'Cedar',
      by: 'defender',
      challenger_side: 'attack',
      side_by: 'challenger',
    });
    expect(getMatch(world).seed).toBeNull();
    wait(world, 'PT3M');
    expect(getMatch(world).status).toBe('live');
    expect(getMatch(world).maps).toHaveLength(3);
    expect(getMatch(world).draws.length).toBeGreaterThan(1);
    expect(findDrawFault(getMatch(world))).toBeNull();
  });

  it('finished early waits for the hour of the match', () => {
    const world = createWorld({
      rules: {
        maps: {
          pool: ['Ash', 'Birch', 'Cedar'],
          count: 1,
          choice: 'veto',
          veto: ['ban', 'ban', 'decider'],
        },
      },
    });
    join(world, 4);
    const start = schedule(world, 4, 2);
    waitUntil(world, start.replace('T12:00', 'T11:40'));
    for (const team of [2, 4])
      act(world, captain(team), {
        type: 'check_in',
        match_id: 'match',
        players: people(team).slice(0, 2),
      });
    act(world, captain(2), {
      type: 'take_veto_turn',
      match_id: 'match',
      action: 'ban',
      value: 'Ash',
    });
    act(world, captain(4), {
      type: 'take_veto_turn',
      match_id: 'match',
      action: 'ban',
      value: 'Cedar',
    });
    expect(getMatch(world)).toMatchObject({
      status: 'veto',
      deadline: start,
      maps: [{ map: 'Birch', by: 'decider' }],
    });
    waitUntil(world, start);
    expect(getMatch(world).status).toBe('live');
  });
});

describe('maps by letters', () => {
  const rules = {
    maps: {
      pool: POOL,
      letters: ['C', 'D', 'A'],
      sides: ['red', 'blue'],
      sideLetters: ['D', 'C', 'R'],
    },
  };
  const picks = (maps: string[], sides: string[] = []) => ({ maps, sides });

  it('take each side’s picks in their places, and draw what is missing', () => {
    const world = createWorld({ rules });
    join(world, 4);
    const challenge = {
      type: 'challenge',
      match_id: 'match',
      challenger_id: 'entry4',
      defender_id: 'entry2',
      nonce: NONCE,
    } as const;
    expect(tryCommand(world, captain(4), { ...challenge, picks: picks(['Moon']) })).toMatchObject({
      code: 'map_not_in_pool',
    });
    expect(
      tryCommand(world, captain(4), { ...challenge, picks: picks(['Ash', 'Elm']) }),
    ).toMatchObject({ code: 'pick_count' });
    act(world, captain(4), { ...challenge, picks: picks(['Ash'], ['red']) });
    const times = [noon(world, 2), noon(world, 3)];
    const accept = { type: 'accept', match_id: 'match', times, nonce: NONCE } as const;
    expect(tryCommand(world, captain(2), { ...accept, picks: picks(['Ash']) })).toMatchObject({
      code: 'map_twice',
    });
    act(world, captain(2), { ...accept, picks: picks(['Elm'], ['red']) });
    act(world, captain(4), {
      type: 'confirm_time',
      match_id: 'match',
      time: times[0] ?? '',
      picks: NO_PICKS,
    });
    const { maps, draws, seed } = getMatch(world);
    expect(maps[0]).toEqual({
      map: 'Ash',
      by: 'challenger',
      challenger_side: 'blue',
      side_by: 'defender',
    });
    expect(maps[1]).toEqual({
      map: 'Elm',
      by: 'defender',
      challenger_side: 'red',
      side_by: 'challenger',
    });
    expect(maps[2]?.by).toBe('draw');
    expect(draws.map(({ n, purpose }) => [n, purpose])).toEqual([
      [1, 'map'],
      [2, 'side'],
    ]);
    expect(seed).toBe('seed of match');
    expect(findDrawFault(getMatch(world))).toBeNull();
    const steered = {
      ...getMatch(world),
      draws: draws.map((draw) => ({ ...draw, value: 'Gorge' })),
    };
    expect(findDrawFault(steered)).toEqual({ n: draws[0]?.value === 'Gorge' ? 2 : 1 });
  });

  it('stay the same for a replay, and the defaults of the rules hold', () => {
    const world = createWorld({ rules });
    join(world, 4);
    goLive(world, 4, 2);
    expect(getMatch(world).maps).toHaveLength(3);
    expect(parseRules(createDefaultRules())).toEqual({ ok: true, rules: createDefaultRules() });
    expect(() =>
      asSystem(world, { type: 'edit_rules', rules: { maps: { pool: ['One'], count: 3 } } }),
    ).toThrow('rules_invalid');
  });
});
