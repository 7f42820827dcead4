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
  goLive,
  join,
  judge,
  NO_PICKS,
  NONCE,
  noon,
  owner,
  people,
  rungs,
  schedule,
  scores,
  text,
  tryCommand,
  type World,
  wait,
  waitUntil,
} from './testing/world.ts';

const getEntry = (world: World, id: string) => {
  const entry = world.state.entries[id];
  if (!entry) throw new Error(`No entry ${id}`);
  return entry;
};
const statusOf = (world: World, id = 'match') => world.state.matches[id]?.status;

function start(count = 6, rules: unknown = {}): World {
  const world = createWorld({ rules });
  join(world, count);
  return world;
}

describe('who may challenge whom', () => {
  it('reaches as far as the rules say, with the figures in the refusal', () => {
    const world = start(8, {
      reach: { top: 4, topRungs: 2, rungs: 3, percent: 0, newEntryChallenges: 0 },
    });
    const refused = (from: number, to: number) =>
      tryCommand(world, captain(from), {
        type: 'challenge',
        match_id: 'x',
        challenger_id: `entry${from}`,
        defender_id: `entry${to}`,
        picks: NO_PICKS,
        nonce: NONCE,
      });
    expect(refused(7, 4)).toEqual({
      code: 'out_of_reach',
      params: { own: 7, theirs: 4, reach: 2 },
    });
    expect(refused(3, 5)).toMatchObject({ code: 'out_of_reach' });
    expect(refused(8, 5)).toBeNull();
  });

  it("lets a new entry's first two challenges reach the middle, never the top", () => {
    const world = start(30);
    const refused = (to: number) =>
      tryCommand(world, captain(30), {
        type: 'challenge',
        match_id: `to${to}`,
        challenger_id: 'entry30',
        defender_id: `entry${to}`,
        picks: NO_PICKS,
        nonce: NONCE,
      });
    expect(refused(10)).toMatchObject({ code: 'out_of_reach', params: { reach: 3 } });
    expect(refused(14)).toMatchObject({ code: 'out_of_reach', params: { reach: 15 } });
    expect(refused(15)).toBeNull();
  });

  it('keeps one challenge out and one in, and names the match', () => {
    const world = start();
    challenge(world, 4, 2);
    const command = { type: 'challenge', match_id: 'x', picks: NO_PICKS, nonce: NONCE } as const;
    expect(
      tryCommand(world, captain(4), { ...command, challenger_id: 'entry4', defender_id: 'entry3' }),
    ).toEqual({ code: 'already_challenging', params: { match_id: 'match', entry: 'Team 2' } });
    expect(
      tryCommand(world, captain(5), { ...command, challenger_id: 'entry5', defender_id: 'entry2' }),
    ).toEqual({
      code: 'already_challenged',
      params: { match_id: 'match', entry: 'Team 2', by: 'Team 4' },
    });
    expect(
      tryCommand(world, captain(2), { ...command, challenger_id: 'entry2', defender_id: 'entry1' }),
    ).toBeNull();
  });

  it('marks a rematch, which is declined freely and expires unanswered', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'concede', match_id: 'match' });
    challenge(world, 4, 2, 'again');
    expect(world.state.matches.again?.is_rematch).toBe(true);
    act(world, captain(2), { type: 'decline', match_id: 'again' });
    expect(getEntry(world, 'entry2').declined).toEqual([]);
    challenge(world, 4, 2, 'third');
    wait(world, 'PT73H');
    expect(statusOf(world, 'third')).toBe('expired');
  });

  it('counts declines, and never the same team twice', () => {
    const world = start(6, { challenge: { declines: 2 } });
    challenge(world, 4, 2, 'a');
    act(world, captain(2), { type: 'decline', match_id: 'a' });
    challenge(world, 4, 2, 'b');
    expect(tryCommand(world, captain(2), { type: 'decline', match_id: 'b' })).toEqual({
      code: 'decline_repeated',
      params: { entry: 'Team 4' },
    });
  });

  it('refuses strangers, visitors and the suspended', () => {
    const world = start();
    const command = {
      type: 'challenge',
      match_id: 'x',
      challenger_id: 'entry4',
      defender_id: 'entry2',
      picks: NO_PICKS,
      nonce: NONCE,
    } as const;
    expect(tryCommand(world, null, command)).toMatchObject({ code: 'not_signed_in' });
    expect(tryCommand(world, captain(3), command)).toMatchObject({ code: 'not_captain' });
    world.facts.sanctions = {
      'team4-a': [{ kind: 'suspension', until: addDuration(world.now, 'P3D') }],
    };
    expect(tryCommand(world, captain(4), command)).toMatchObject({ code: 'suspended' });
  });
});

describe('times', () => {
  it('are checked one by one, each refusal naming the time and the limit', () => {
    const world = createWorld({
      rules: { schedule: { weekdays: [1, 2, 3, 4, 5], hoursFrom: '18:00', hoursUntil: '22:00' } },
    });
    join(world, 6);
    challenge(world, 4, 2);
    const offer = (...times: string[]) =>
      tryCommand(world, captain(2), {
        type: 'accept',
        match_id: 'match',
        times,
        picks: NO_PICKS,
        nonce: NONCE,
      });
    const good = '2026-03-04T18:00:00.000Z';
    expect(offer(good)).toMatchObject({
      code: 'times_count',
      params: { has: 1, minimum: 2, maximum: 5 },
    });
    expect(offer(good, good)).toMatchObject({ code: 'times_not_distinct' });
    expect(offer(good, '2026-03-02T11:00:00.000Z')).toMatchObject({ code: 'time_out_of_window' });
    expect(offer(good, '2026-03-07T18:00:00.000Z')).toMatchObject({ code: 'weekday_not_allowed' });
    expect(offer(good, '2026-03-05T12:00:00.000Z')).toMatchObject({
      code: 'hour_not_allowed',
      params: { zone: 'Europe/Berlin' },
    });
    expect(offer(good, 'tomorrow')).toMatchObject({ code: 'field_invalid', field: 'times' });
    expect(offer(good, '2026-03-05T18:00:00.000Z')).toBeNull();
  });

  it('of one entry lie two hours apart', () => {
    const world = start();
    const time = schedule(world, 4, 2);
    challenge(world, 2, 1, 'other');
    const near = addDuration(time, 'PT1H');
    expect(
      tryCommand(world, captain(1), {
        type: 'accept',
        match_id: 'other',
        times: [near, noon(world, 4)],
        picks: NO_PICKS,
        nonce: NONCE,
      }),
    ).toEqual({
      code: 'time_too_close',
      params: { time: near, match_id: 'match', apart: 'PT2H' },
      field: 'times',
    });
  });

  it('are set by default where both rosters are free, and the reason is in the event', () => {
    const world = start();
    world.facts.availability = Object.fromEntries(
      [...people(4), ...people(2).slice(0, 2)].map((person) => [
        person,
        { zone: 'Europe/Berlin', ranges: [{ weekday: 3, from: '20:00', until: '22:00' }] },
      ]),
    );
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 2), noon(world, 3)],
      picks: NO_PICKS,
      nonce: NONCE,
    });
    wait(world, 'PT49H');
    expect(world.state.matches.match?.time).toMatchObject({
      starts_at: '2026-03-04T19:00:00.000Z',
      by: 'default',
      reason: {
        kind: 'overlap',
        challenger_free: 4,
        defender_free: 2,
        challenger_declared: 4,
        defender_declared: 2,
      },
    });
  });

  it('that cannot be found void the match without strikes', () => {
    const world = createWorld({ ends: '2026-03-04T00:00:00.000Z' });
    join(world, 6);
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 1), '2026-03-02T13:00:00.000Z'],
      picks: NO_PICKS,
      nonce: NONCE,
    });
    wait(world, 'PT49H');
    expect(world.state.matches.match?.result).toMatchObject({ kind: 'voided', reason: 'no_time' });
    expect(getEntry(world, 'entry4').strikes).toEqual([]);
  });

  it('are pending once by agreement, moved twice at most, and cancelled by both', () => {
    const world = start();
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 2), noon(world, 3)],
      picks: NO_PICKS,
      nonce: NONCE,
    });
    const before = world.state.matches.match?.deadline ?? '';
    act(world, captain(2), { type: 'ask_extension', match_id: 'match' });
    expect(
      tryCommand(world, captain(2), { type: 'agree_extension', match_id: 'match' }),
    ).toMatchObject({ code: 'nothing_asked' });
    act(world, captain(4), { type: 'agree_extension', match_id: 'match' });
    expect(world.state.matches.match?.deadline).toBe(addDuration(before, 'PT72H'));
    expect(
      tryCommand(world, captain(4), { type: 'ask_extension', match_id: 'match' }),
    ).toMatchObject({ code: 'extension_used' });
    act(world, captain(4), {
      type: 'counter_offer',
      match_id: 'match',
      times: [noon(world, 4), noon(world, 5)],
    });
    act(world, captain(2), {
      type: 'confirm_time',
      match_id: 'match',
      time: noon(world, 5),
      picks: NO_PICKS,
    });
    for (const days of [6, 7]) {
      act(world, captain(2), {
        type: 'ask_reschedule',
        match_id: 'match',
        times: [noon(world, days)],
      });
      act(world, captain(4), {
        type: 'answer_reschedule',
        match_id: 'match',
        time: noon(world, days),
      });
    }
    expect(
      tryCommand(world, captain(2), {
        type: 'ask_reschedule',
        match_id: 'match',
        times: [noon(world, 8)],
      }),
    ).toMatchObject({ code: 'reschedules_used' });
    act(world, captain(2), { type: 'ask_cancellation', match_id: 'match' });
    act(world, captain(4), { type: 'agree_cancellation', match_id: 'match' });
    expect(statusOf(world)).toBe('cancelled');
  });
});

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
    for (const id of ['a', 'b', 'c'])
      act(world, judge, {
        type: 'give_strike',
        entry_id: 'entry2',
        strike_id: id,
        reason: text(id),
      });
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
        picks: NO_PICKS,
        nonce: NONCE,
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
