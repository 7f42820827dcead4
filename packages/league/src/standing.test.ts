import { describe, expect, it } from 'vitest';
import {
  act,
  asSystem,
  captain,
  challenge,
  getEntry,
  judge,
  noPicks,
  rungs,
  schedule,
  someNonce,
  start,
  statusOf,
  text,
  tryCommand,
  wait,
  waitUntil,
} from './testing/world.ts';

describe('forfeits, strikes, rests and idleness', () => {
  it('announces a forfeit by the name of the opponent, and takes it back within ten minutes, once', () => {
    const world = start();
    schedule(world, 4, 2);
    expect(
      tryCommand(world, captain(4), {
        type: 'announce_forfeit',
        match_id: 'match',
        opponent: 'Team 3',
      }),
    ).toMatchObject({ code: 'wrong_opponent' });
    act(world, captain(4), { type: 'announce_forfeit', match_id: 'match', opponent: 'team 2' });
    expect(
      tryCommand(world, captain(2), { type: 'ask_cancellation', match_id: 'match' }),
    ).toMatchObject({ code: 'forfeit_announced' });
    act(world, captain(4), { type: 'take_back_forfeit', match_id: 'match' });
    act(world, captain(4), { type: 'announce_forfeit', match_id: 'match', opponent: 'Team 2' });
    expect(
      tryCommand(world, captain(4), { type: 'take_back_forfeit', match_id: 'match' }),
    ).toMatchObject({ code: 'take_back_used' });
    wait(world, 'PT10M');
    expect(world.state.matches.match?.result).toMatchObject({
      kind: 'forfeited',
      winner: 'defender',
      reason: 'own_forfeit',
    });
  });

  it('suspends at the third strike in force, and the entry comes back at the bottom', () => {
    const world = start(6, {
      idle: { warnAfter: 'P100D', dropAfter: 'P120D', removeAfter: 'P150D' },
    });
    for (const id of ['a', 'b', 'c']) {
      act(world, judge, {
        type: 'give_strike',
        entry_id: 'entry2',
        strike_id: id,
        reason: text(id),
      });
    }
    expect(getEntry(world, 'entry2')).toMatchObject({ status: 'suspended', rung: null });
    expect(rungs(world)).toEqual(['entry1', 'entry3', 'entry4', 'entry5', 'entry6']);
    wait(world, 'P15D');
    expect(rungs(world)).toEqual(['entry1', 'entry3', 'entry4', 'entry5', 'entry6', 'entry2']);
  });

  it('begins a rest when open matches end, and keeps challenges out from its announcement', () => {
    const world = start();
    schedule(world, 4, 2);
    act(world, captain(4), {
      type: 'announce_rest',
      entry_id: 'entry4',
      rest_id: 'rest',
      from: world.now,
      days: 3,
    });
    expect(getEntry(world, 'entry4').rests[0]?.status).toBe('announced');
    expect(
      tryCommand(world, captain(5), {
        type: 'challenge',
        match_id: 'x',
        challenger_id: 'entry5',
        defender_id: 'entry4',
        picks: noPicks,
        nonce: someNonce,
      }),
    ).toMatchObject({ code: 'entry_resting' });
    waitUntil(world, '2026-03-03T12:00:00.000Z');
    wait(world, 'PT11M');
    expect(statusOf(world)).toBe('voided');
    expect(getEntry(world, 'entry4').rests[0]).toMatchObject({
      status: 'running',
      until: '2026-03-06T12:10:00.000Z',
    });
    wait(world, 'P4D');
    expect(getEntry(world, 'entry4').rests[0]).toMatchObject({ status: 'over', days: 3 });
    expect(
      tryCommand(world, captain(4), {
        type: 'announce_rest',
        entry_id: 'entry4',
        rest_id: 'long',
        from: world.now,
        days: 8,
      }),
    ).toMatchObject({ code: 'rest_too_long' });
  });

  it('warns, drops and removes who neither plays nor challenges, and excuses who cannot', () => {
    const world = start(8);
    const types = wait(world, 'P22D').map(({ type }) => type);
    expect(types.filter((type) => type === 'idle_warned')).toHaveLength(7);
    expect(types.filter((type) => type === 'idle_excused')).toHaveLength(1);
    wait(world, 'P9D');
    expect(world.events.filter(({ type }) => type === 'idle_dropped')).toHaveLength(7);
    wait(world, 'P30D');
    expect(world.events.filter(({ type }) => type === 'entry_removed').length).toBeGreaterThan(0);
  });

  it('clears an entry that leaves: its own challenge is withdrawn, as defender it forfeits first', () => {
    const world = start();
    challenge(world, 2, 1, 'own');
    challenge(world, 4, 2, 'theirs');
    act(world, captain(2), { type: 'leave', entry_id: 'entry2' });
    expect(statusOf(world, 'own')).toBe('withdrawn');
    expect(world.state.matches.theirs?.result).toMatchObject({
      kind: 'forfeited',
      winner: 'challenger',
      reason: 'entry_left',
    });
    expect(rungs(world)).toEqual(['entry1', 'entry4', 'entry3', 'entry5', 'entry6']);
  });

  it('lets nobody new play for three days, and keeps who left in the lineup', () => {
    const world = start();
    asSystem(world, { type: 'release_player', team_id: 'team4', person_id: 'team4-b' });
    asSystem(world, { type: 'admit_player', team_id: 'team4', person_id: 'new' });
    const time = schedule(world, 4, 2);
    waitUntil(world, time);
    const lineup = (players: string[]) =>
      tryCommand(world, captain(4), { type: 'check_in', match_id: 'match', players });
    expect(lineup(['team4-a', 'new'])).toMatchObject({
      code: 'transfer_too_recent',
      params: { people: ['new'] },
    });
    expect(lineup(['team4-a', 'team4-b'])).toMatchObject({ code: 'not_on_roster' });
    expect(lineup(['team4-a'])).toMatchObject({
      code: 'lineup_wrong_size',
      params: { has: 1, needs: 2 },
    });
    expect(lineup(['team4-a', 'team4-c'])).toBeNull();
    asSystem(world, { type: 'release_player', team_id: 'team4', person_id: 'team4-c' });
    expect(world.state.matches.match?.check_ins.challenger?.players).toEqual([
      'team4-a',
      'team4-c',
    ]);
  });
});
