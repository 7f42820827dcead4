import { describe, expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import {
  act,
  captain,
  challenge,
  getEntry,
  goLive,
  NO_PICKS,
  NONCE,
  start,
  statusOf,
  tryCommand,
  wait,
} from './testing/world.ts';

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
