import { describe, expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  getEntry,
  join,
  NO_PICKS,
  NONCE,
  noon,
  people,
  schedule,
  start,
  statusOf,
  tryCommand,
  wait,
} from './testing/world.ts';

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
