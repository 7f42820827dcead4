import { startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { notIdle } from './testing/stations.ts';
import { act, judge, schedule, text, type World, waitUntil } from './testing/world.ts';

const toStrike = (id: string) => ({
  type: 'give_strike' as const,
  entry_id: 'entry2',
  strike_id: id,
  reason: text('late'),
});

/** Team 2 of three with so many strikes, all of the first day. */
function strike(count: number): World {
  const world = startLadder({ count: 3, rules: notIdle });
  for (let given = 1; given <= count; given += 1) {
    act(world, judge, toStrike(`strike${given}`));
  }
  return world;
}

const ask = (world: World) => ({ world, actor: judge, command: toStrike('new') });
const suspended: Said = ['strike_given', 'entry_suspended'];

rows('a strike', (world: () => World) => ask(world()), {
  'lapses after sixty days': [
    () => strike(0),
    [
      {
        type: 'strike_given',
        match_id: null,
        data: {
          entry_id: 'entry2',
          strike_id: 'new',
          reason: 'by_admin',
          rule: 'strikes.limit',
          lapses_at: '2026-04-30T12:00:00.000Z',
          text: text('late'),
        },
      },
    ],
  ],
  'is the second': [() => strike(1), ['strike_given']],
  'is the third, which suspends for two weeks': [
    () => strike(2),
    [
      'strike_given',
      {
        type: 'entry_suspended',
        data: {
          entry_id: 'entry2',
          until: '2026-03-15T12:00:00.000Z',
          reason: 'strikes',
          rule: 'strikes.limit',
          text: null,
          moves: [
            { entry_id: 'entry2', from: 2, to: null },
            { entry_id: 'entry3', from: 3, to: 2 },
          ],
        },
      },
    ],
  ],
  'of somebody suspended suspends no further': [() => strike(3), ['strike_given']],
  'that was lifted does not count': [() => lift(strike(2)), ['strike_given']],
});

function lift(world: World): World {
  const command = { type: 'lift_strike', entry_id: 'entry2', strike_id: 'strike1' } as const;
  act(world, judge, { ...command, reason: text('sorry') });
  return world;
}

limit(
  'strikes count for sixty days',
  (away) => {
    const world = strike(2);
    world.now = shift('2026-04-30T12:00:00.000Z', away);
    return ask(world);
  },
  { before: suspended, at: ['strike_given'], after: ['strike_given'] },
);

limit(
  'a suspension ends after two weeks, at the bottom',
  (away) => ({ world: strike(3), until: shift('2026-03-15T12:00:00.000Z', away) }),
  {
    before: [],
    at: [
      {
        type: 'suspension_ended',
        at: '2026-03-15T12:00:00.000Z',
        data: { entry_id: 'entry2', rung: 3, rule: 'strikes.suspension', text: null },
      },
    ],
    after: [{ type: 'suspension_ended', data: like({ rung: 3 }) }],
  },
);

/** Nobody of team 2 and team 1 comes to their match. */
function missMatch(): World {
  const world = startLadder({ count: 3, rules: notIdle });
  schedule(world, 2, 1);
  waitUntil(world, '2026-03-03T12:00:00.000Z');
  return world;
}

limit(
  'who does not come gets a strike',
  (away) => ({ world: missMatch(), until: shift('2026-03-03T12:10:00.000Z', away) }),
  {
    before: [],
    at: [
      'match_voided',
      {
        type: 'strike_given',
        match_id: 'match',
        data: {
          entry_id: 'entry2',
          strike_id: 'id1',
          reason: 'no_show',
          rule: 'checkIn.closes',
          lapses_at: '2026-05-02T12:10:00.000Z',
          text: null,
        },
      },
      { type: 'strike_given', match_id: 'match', data: like({ entry_id: 'entry1' }) },
    ],
    after: ['match_voided', 'strike_given', 'strike_given'],
  },
);
