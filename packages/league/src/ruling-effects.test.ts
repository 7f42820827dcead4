import { describe, expect, it } from 'vitest';
import { replayLadder } from './apply.ts';
import { previewRuling } from './ruling-effects.ts';
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
  wait,
} from './testing/world.ts';

describe('a ruling tried first', { timeout: 120_000 }, () => {
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
