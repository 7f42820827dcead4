import { describe, expect, it } from 'vitest';
import { replayLadder } from './apply.ts';
import type { RulingCommand } from './command.ts';
import type { Actor } from './context.ts';
import { type EntryFacts, previewRuling } from './ruling-effects.ts';
import {
  notIdle,
  onMatch,
  rule,
  startDisputed,
  startLive,
  startResultDisputed,
} from './testing/stations.ts';
import {
  act,
  captain,
  createWorld,
  getFacts,
  goLive,
  join,
  judge,
  people,
  rungs,
  scores,
  text,
  type World,
  wait,
} from './testing/world.ts';

describe('a ruling tried first', () => {
  it('names the later results that the recomputed season moves otherwise', () => {
    const world = createWorld();
    join(world, 4);
    goLive(world, 3, 1, 'first');
    act(world, captain(3), { type: 'report', match_id: 'first', scores: scores(2, 0) });
    act(world, captain(1), { type: 'confirm_report', match_id: 'first' });
    expect(rungs(world)).toEqual(['entry3', 'entry1', 'entry2', 'entry4']);
    const statement = text('cheated');
    act(world, captain(1), { type: 'dispute', match_id: 'first', dispute_id: 'd', statement });
    wait(world, 'PT25H');
    goLive(world, 4, 1, 'second');
    act(world, captain(4), { type: 'report', match_id: 'second', scores: scores(2, 0) });
    act(world, captain(1), { type: 'confirm_report', match_id: 'second' });
    expect(rungs(world)).toEqual(['entry3', 'entry4', 'entry1', 'entry2']);
    const command = {
      type: 'rule',
      match_id: 'first',
      outcome: { kind: 'forfeited', loser: 'challenger' },
      rule: 'checkIn.closes',
      reason: text('why'),
    } as const;
    const context = { at: world.now, actor: judge, facts: getFacts(world) };
    expect(previewRuling(world.state, command, context)).toMatchObject({
      ok: true,
      effects: {
        later: [
          {
            match_id: 'second',
            before: { entry_id: 'entry4', from: 4, to: 2 },
            after: { entry_id: 'entry4', from: 4, to: 1 },
          },
        ],
      },
    });
    act(world, judge, command);
    expect(rungs(world)).toEqual(['entry4', 'entry1', 'entry2', 'entry3']);
    // The result moves nobody; what was taken back is another thing. Logs of before tell of that alone.
    const restanding = [
      { entry_id: 'entry3', from: 1, to: 4 },
      { entry_id: 'entry4', from: 2, to: 1 },
      { entry_id: 'entry1', from: 3, to: 2 },
      { entry_id: 'entry2', from: 4, to: 3 },
    ];
    const ruled = world.state.matches.first?.result;
    expect(ruled?.moves).toEqual([]);
    expect(new Set(ruled?.restanding)).toEqual(new Set(restanding));
    const older = world.events.map((event) => {
      if (event.type !== 'result_overturned') {
        return event;
      }
      const { result_moves: _, ...data } = event.data;
      return { ...event, data };
    });
    const result = replayLadder(older).matches.first?.result;
    expect(new Set(result?.moves)).toEqual(new Set(restanding));
    expect(result).not.toHaveProperty('restanding');
  });

  it('is refused as the ruling would be', () => {
    const world = createWorld();
    join(world, 3);
    goLive(world, 3, 2);
    const player = { ...judge, person_id: people(3)[0] ?? '' };
    const command = {
      type: 'void_match',
      match_id: 'match',
      rule: 'checkIn.closes',
      reason: text('why'),
    } as const;
    const context = { at: world.now, actor: player, facts: getFacts(world) };
    expect(previewRuling(world.state, command, context)).toMatchObject({
      ok: false,
      refusal: { code: 'own_match' },
    });
  });
});

const idle: EntryFacts = {
  rung: null,
  wins: 0,
  losses: 0,
  draws: 0,
  streak: 0,
  rating: null,
  strikes: 0,
  suspended_until: null,
  immune_until: null,
  resting_until: null,
};

function preview(world: World, command: RulingCommand, actor: Actor = judge) {
  const context = { at: world.now, actor, facts: getFacts(world) };
  const told = previewRuling(world.state, command, context);
  return told.ok ? told.effects : told.refusal;
}

const won = { kind: 'completed', winner: 'challenger', scores: scores(2, 0) } as const;
const voidMatch = { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') } as const;

describe('what a ruling would change', () => {
  it('of a match in play is the match, its entries and whom they pass', () => {
    const world = startDisputed(notIdle);
    const reason = text('late');
    for (const strike_id of ['strike', 'lifted']) {
      act(world, judge, { type: 'give_strike', entry_id: 'entry2', strike_id, reason });
    }
    act(world, judge, { type: 'lift_strike', entry_id: 'entry2', strike_id: 'lifted', reason });
    expect(preview(world, rule(won))).toEqual({
      entries: [
        {
          entry_id: 'entry2',
          before: { ...idle, rung: 2, strikes: 1 },
          after: { ...idle, rung: 3, strikes: 1, losses: 1, streak: -1 },
        },
        {
          entry_id: 'entry3',
          before: { ...idle, rung: 3 },
          after: { ...idle, rung: 4 },
        },
        {
          entry_id: 'entry4',
          before: { ...idle, rung: 4 },
          after: {
            ...idle,
            rung: 2,
            wins: 1,
            streak: 1,
            immune_until: '2026-03-04T12:00:00.000Z',
          },
        },
      ],
      matches: [
        {
          match_id: 'match',
          before: { status: 'disputed', winner: null, deadline: '2026-03-13T12:00:00.000Z' },
          after: { status: 'completed', winner: 'challenger', deadline: null },
        },
      ],
      later: [],
    });
  });

  it('of a void match is nobody’s rung and record', () => {
    expect(preview(startLive(), voidMatch)).toEqual({
      entries: [],
      matches: [
        {
          match_id: 'match',
          before: { status: 'live', winner: null, deadline: '2026-03-04T12:00:00.000Z' },
          after: { status: 'voided', winner: null, deadline: null },
        },
      ],
      later: [],
    });
  });

  it('is the rest that begins with it, whatever rest is over', () => {
    const world = startLive(notIdle);
    const rest = { type: 'announce_rest', entry_id: 'entry4', from: world.now, days: 2 } as const;
    act(world, captain(4), { ...rest, rest_id: 'first' });
    act(world, captain(4), { type: 'end_rest', entry_id: 'entry4', rest_id: 'first' });
    act(world, captain(4), { ...rest, rest_id: 'second' });
    expect(preview(world, voidMatch)).toMatchObject({
      entries: [
        {
          entry_id: 'entry4',
          before: { ...idle, rung: 4 },
          after: { ...idle, rung: 4, resting_until: '2026-03-05T12:00:00.000Z' },
        },
      ],
    });
  });

  it('of ratings are mean and uncertainty', () => {
    const world = createWorld({ format: 'rating', rules: notIdle });
    join(world, 3);
    goLive(world, 3, 1);
    act(world, captain(3), { type: 'report', ...onMatch, scores: scores(2, 0) });
    act(world, captain(1), { type: 'dispute', ...onMatch, dispute_id: 'd', statement: text('s') });
    const before = { mu: 25, sigma: 25 / 3 };
    const after = (mu: number) => ({
      mu: expect.closeTo(mu, 4),
      sigma: expect.closeTo(8.0659, 4),
    });
    expect(preview(world, rule({ kind: 'upheld' }))).toMatchObject({
      entries: [
        {
          entry_id: 'entry1',
          before: { ...idle, rating: before },
          after: { ...idle, losses: 1, streak: -1, rating: after(22.3646) },
        },
        {
          entry_id: 'entry3',
          before: { ...idle, rating: before },
          after: {
            ...idle,
            wins: 1,
            streak: 1,
            rating: after(27.6354),
            immune_until: '2026-03-04T12:00:00.000Z',
          },
        },
      ],
    });
  });

  it('of a result is what stands now against what stood, and no later result where there is none', () => {
    const world = startResultDisputed(notIdle);
    const immune_until = '2026-03-04T12:00:00.000Z';
    expect(preview(world, rule({ kind: 'voided' }))).toEqual({
      entries: [
        {
          entry_id: 'entry2',
          before: { ...idle, rung: 3, losses: 1, streak: -1 },
          after: { ...idle, rung: 2 },
        },
        { entry_id: 'entry3', before: { ...idle, rung: 4 }, after: { ...idle, rung: 3 } },
        {
          entry_id: 'entry4',
          before: { ...idle, rung: 2, wins: 1, streak: 1, immune_until },
          after: { ...idle, rung: 4, immune_until },
        },
      ],
      matches: [
        {
          match_id: 'match',
          before: { status: 'completed', winner: 'challenger', deadline: null },
          after: { status: 'voided', winner: null, deadline: null },
        },
      ],
      later: [],
    });
    expect(preview(world, rule({ kind: 'upheld' }))).toEqual({
      entries: [],
      matches: [],
      later: [],
    });
  });

  it('of a result are only later ones whose challenger climbs otherwise', () => {
    const world = startLive(notIdle);
    act(world, captain(2), { type: 'concede', ...onMatch });
    act(world, captain(2), { type: 'dispute', ...onMatch, dispute_id: 'd', statement: text('s') });
    goLive(world, 6, 5, 'below');
    act(world, captain(5), { type: 'concede', match_id: 'below' });
    expect(preview(world, rule({ kind: 'voided' }))).toMatchObject({ later: [] });
  });
});
