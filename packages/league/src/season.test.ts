import { describe, expect, it } from 'vitest';
import { replayLadder } from './apply.ts';
import { addDuration } from './duration.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  challenge,
  createWorld,
  getEntry,
  goLive,
  join,
  judge,
  noon,
  owner,
  people,
  rungs,
  scores,
  start,
  statusOf,
  text,
  tryCommand,
  wait,
} from './testing/world.ts';

describe('outages, seasons and admins', () => {
  it('an outage forfeits nobody', () => {
    const world = start();
    challenge(world, 4, 2);
    const before = world.state.matches.match?.deadline ?? '';
    world.now = addDuration(before, 'PT6H');
    const from = addDuration(before, 'PT0S').replace('T12:00:00.000Z', 'T11:50:00.000Z');
    const { now } = world;
    world.now = from;
    asSystem(world, { type: 'extend_deadlines', from, until: now });
    expect(world.state.matches.match?.deadline).toBe(addDuration(before, 'PT6H10M'));
  });

  it('a season closes when nothing is open, and the next one begins in its order', () => {
    const world = start(4);
    challenge(world, 3, 2);
    expect(
      tryCommand(world, owner, { type: 'close_season', void_open: false, reason: null }),
    ).toMatchObject({ code: 'open_match' });
    act(world, owner, { type: 'close_season', void_open: true, reason: text('end') });
    act(world, judge, { type: 'edit_rules', rules: { team: { size: 3 } } });
    act(world, owner, {
      type: 'plan_season',
      season_id: 's2',
      name: 'Two',
      starts_at: world.now,
      ends_at: addDuration(world.now, 'P90D'),
    });
    expect(world.state.season?.rules.team.size).toBe(3);
    for (const team of [9, 3, 1]) {
      act(world, captain(team), {
        type: 'join',
        entry_id: `new${team}`,
        team_id: `team${team}`,
        person_id: null,
        name: `Team ${team}`,
        players: people(team),
      });
    }
    expect(rungs(world)).toEqual(['new1', 'new3', 'new9']);
    act(world, owner, { type: 'open_season' });
    act(world, captain(2), {
      type: 'join',
      entry_id: 'new2',
      team_id: 'team2',
      person_id: null,
      name: 'Team 2',
      players: people(2),
    });
    expect(rungs(world)).toEqual(['new1', 'new3', 'new9', 'new2']);
    expect(replayLadder(world.events)).toEqual(world.state);
  });

  it('an admin never judges a match in which they play', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 0) });
    act(world, captain(2), {
      type: 'dispute',
      match_id: 'match',
      dispute_id: 'd',
      statement: text('s'),
    });
    const playing = asPerson('team4-c', { team4: 'player' }, { is_ladder_admin: true });
    const command = {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'upheld' },
      rule: 'report',
      reason: text('r'),
    } as const;
    expect(tryCommand(world, playing, command)).toMatchObject({ code: 'own_match' });
    expect(
      tryCommand(world, judge, {
        ...command,
        outcome: { kind: 'replay', times: [noon(world, 4), noon(world, 5), noon(world, 6)] },
      }),
    ).toBeNull();
    expect(statusOf(world)).toBe('offered');
    wait(world, 'PT49H');
    expect(world.state.matches.match?.time).toMatchObject({
      by: 'ruling',
      reason: { kind: 'named_by_ruling' },
    });
  });

  it('an appeal is decided by a site admin who did not give the ruling', () => {
    const world = start();
    const both = asPerson('both', {}, { is_ladder_admin: true, is_site_admin: true });
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 0) });
    act(world, captain(2), {
      type: 'dispute',
      match_id: 'match',
      dispute_id: 'd',
      statement: text('s'),
    });
    act(world, both, {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'upheld' },
      rule: 'report',
      reason: text('r'),
    });
    act(world, captain(2), {
      type: 'appeal',
      match_id: 'match',
      appeal_id: 'a',
      statement: text('a'),
    });
    const decide = {
      type: 'decide_appeal',
      match_id: 'match',
      outcome: { kind: 'upheld' },
      rule: 'report',
      reason: text('r'),
    } as const;
    expect(tryCommand(world, both, decide)).toMatchObject({ code: 'own_match' });
    expect(tryCommand(world, owner, decide)).toBeNull();
    expect(
      tryCommand(world, captain(2), {
        type: 'appeal',
        match_id: 'match',
        appeal_id: 'b',
        statement: text('a'),
      }),
    ).toMatchObject({ code: 'appeal_used' });
  });
});

describe('an admin’s rests', () => {
  it('lets an entry rest beyond its own limits, with a reason, and calls it off', () => {
    const world = createWorld();
    join(world, 4);
    const rest = { entry_id: 'entry3', rest_id: 'rest', from: world.now, days: 20 };
    const command = { type: 'set_rest', ...rest, reason: text('exams') } as const;
    expect(tryCommand(world, captain(3), command)).toMatchObject({ code: 'not_admin' });
    expect(tryCommand(world, judge, { ...command, days: 61 })).toMatchObject({
      code: 'rest_too_long',
    });
    act(world, judge, command);
    expect(getEntry(world, 'entry3').rests[0]).toMatchObject({ status: 'running', days: 20 });
    expect(world.events.at(-2)).toMatchObject({ actor_id: 'judge', data: { text: text('exams') } });
    const own = { ...rest, type: 'announce_rest', rest_id: 'own', days: 2 } as const;
    expect(tryCommand(world, captain(3), own)).toMatchObject({
      code: 'rest_days_used',
      params: { left: 0 },
    });
    const cancel = { type: 'cancel_rest', entry_id: 'entry3', rest_id: 'rest' } as const;
    act(world, judge, { ...cancel, reason: text('back') });
    expect(getEntry(world, 'entry3').rests[0]).toMatchObject({ status: 'over' });
    expect(tryCommand(world, judge, { ...cancel, reason: text('again') })).toMatchObject({
      code: 'not_found',
    });
  });
});
