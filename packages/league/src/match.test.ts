import { describe, expect, it } from 'vitest';
import { replayLadder } from './apply.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  goLive,
  join,
  judge,
  noon,
  noPicks,
  owner,
  people,
  rungs,
  schedule,
  scores,
  someNonce,
  text,
  tryCommand,
  type World,
  wait,
  waitUntil,
} from './testing/world.ts';

const getMatch = (world: World, id = 'match') => {
  const match = world.state.matches[id];
  if (!match) {
    throw new Error(`No match ${id}`);
  }
  return match;
};

function start(count = 6): World {
  const world = createWorld();
  join(world, count);
  return world;
}

describe('a match on a rung ladder', () => {
  it('goes from challenge to a confirmed result, and the winner takes the place', () => {
    const world = start();
    goLive(world, 4, 2);
    expect(getMatch(world).status).toBe('live');
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 1) });
    expect(getMatch(world).status).toBe('reported');
    expect(rungs(world)).toEqual(['entry1', 'entry2', 'entry3', 'entry4', 'entry5', 'entry6']);
    act(world, captain(2), { type: 'confirm_report', match_id: 'match' });
    expect(getMatch(world).status).toBe('completed');
    expect(rungs(world)).toEqual(['entry1', 'entry4', 'entry2', 'entry3', 'entry5', 'entry6']);
    expect(world.state.entries.entry4?.record).toMatchObject({ wins: 1, losses: 0 });
    expect(
      tryCommand(world, captain(5), {
        type: 'challenge',
        match_id: 'm2',
        challenger_id: 'entry5',
        defender_id: 'entry4',
        picks: noPicks,
        nonce: someNonce,
      }),
    ).toMatchObject({ code: 'entry_immune' });
    expect(replayLadder(world.events)).toEqual(world.state);
  });

  it('moves nobody when the challenger stands above by then', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, judge, { type: 'move_entry', entry_id: 'entry4', rung: 1, reason: text('m') });
    act(world, captain(2), { type: 'concede', match_id: 'match' });
    expect(rungs(world)).toEqual(['entry4', 'entry1', 'entry2', 'entry3', 'entry5', 'entry6']);
    expect(getMatch(world).result?.moves).toEqual([]);
  });

  it("takes the loser's report as a concession", () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(0, 2) });
    expect(getMatch(world).result).toMatchObject({
      kind: 'completed',
      winner: 'defender',
      reason: 'conceded',
    });
    expect(rungs(world)[1]).toBe('entry2');
  });

  it('is forfeited by the defender who does not answer', () => {
    const world = start();
    challenge(world, 4, 2);
    const events = wait(world, 'PT73H');
    expect(events.map(({ type }) => type)).toEqual(['match_forfeited']);
    expect(events[0]?.at).toBe('2026-03-04T12:00:00.000Z');
    expect(rungs(world)[1]).toBe('entry4');
  });

  it('is played by default time where nobody confirms, by check-in forfeited where one side is absent', () => {
    const world = start();
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 2), noon(world, 3)],
      picks: noPicks,
      nonce: someNonce,
    });
    wait(world, 'PT49H');
    expect(getMatch(world).status).toBe('scheduled');
    expect(getMatch(world).time).toMatchObject({
      starts_at: '2026-03-08T18:00:00.000Z',
      by: 'default',
      reason: { kind: 'weekly_default' },
    });
    waitUntil(world, '2026-03-08T17:35:00.000Z');
    expect(getMatch(world).status).toBe('checking_in');
    act(world, captain(2), { type: 'check_in', match_id: 'match', players: people(2).slice(0, 2) });
    wait(world, 'PT1H');
    expect(getMatch(world).result).toMatchObject({
      kind: 'forfeited',
      winner: 'defender',
      reason: 'no_show',
    });
  });

  it('is voided with a strike each where both are absent', () => {
    const world = start();
    const time = schedule(world, 4, 2);
    waitUntil(world, time);
    wait(world, 'PT11M');
    expect(getMatch(world).status).toBe('voided');
    expect(world.state.entries.entry4?.strikes).toHaveLength(1);
    expect(world.state.entries.entry2?.strikes).toHaveLength(1);
  });

  it('becomes disputed when reports differ, and a ruling decides', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 1) });
    act(world, captain(2), { type: 'report', match_id: 'match', scores: scores(1, 2) });
    expect(getMatch(world).status).toBe('reported');
    wait(world, 'PT1H');
    expect(getMatch(world).status).toBe('disputed');
    expect(world.state.entries.entry4?.challenging).toBeNull();
    expect(
      tryCommand(world, captain(1), {
        type: 'rule',
        match_id: 'match',
        outcome: { kind: 'upheld' },
        rule: 'report',
        reason: text('t'),
      }),
    ).toMatchObject({ code: 'not_admin' });
    act(world, judge, {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'completed', winner: 'challenger', scores: scores(2, 1) },
      rule: 'report.confirmWithin',
      reason: text('t'),
    });
    expect(getMatch(world).status).toBe('completed');
    expect(Object.values(world.state.disputes)[0]?.status).toBe('upheld');
    act(world, captain(2), {
      type: 'appeal',
      match_id: 'match',
      appeal_id: 'appeal',
      statement: text('a'),
    });
    act(world, owner, {
      type: 'decide_appeal',
      match_id: 'match',
      outcome: { kind: 'completed', winner: 'defender', scores: scores(1, 2) },
      rule: 'report',
      reason: text('b'),
    });
    expect(getMatch(world).result).toMatchObject({ winner: 'defender' });
    expect(rungs(world)).toEqual(['entry1', 'entry2', 'entry3', 'entry4', 'entry5', 'entry6']);
    expect(world.state.entries.entry4?.record).toMatchObject({ wins: 0, losses: 1 });
    expect(replayLadder(world.events)).toEqual(world.state);
  });

  it('recomputes later results when a result is overturned', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 0) });
    act(world, captain(2), { type: 'confirm_report', match_id: 'match' });
    act(world, captain(2), {
      type: 'dispute',
      match_id: 'match',
      dispute_id: 'd',
      statement: text('s'),
    });
    goLive(world, 6, 3, 'later');
    act(world, captain(6), { type: 'report', match_id: 'later', scores: scores(2, 0) });
    act(world, captain(3), { type: 'confirm_report', match_id: 'later' });
    expect(rungs(world)).toEqual(['entry1', 'entry4', 'entry2', 'entry6', 'entry3', 'entry5']);
    act(world, judge, {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'voided' },
      rule: 'report',
      reason: text('t'),
    });
    expect(rungs(world)).toEqual(['entry1', 'entry2', 'entry6', 'entry3', 'entry4', 'entry5']);
    expect(getMatch(world).status).toBe('voided');
    expect(replayLadder(world.events)).toEqual(world.state);
  });
});
