import { describe, expect, it } from 'vitest';
import type { Entry, LadderState } from '../state.ts';
import { at } from '../testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  getEntry,
  judge,
  start,
  text,
  type World,
  worldStart,
} from '../testing/world.ts';
import { listMovesTo, listRungOrder, rungFormat } from './rung.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `entry${index + 1}`);
const order = (world: World) => listRungOrder(world.state);

function withRung(entry: Entry, rung: number | null): Entry {
  return { ...entry, rung };
}

describe('a rung ladder', () => {
  it('is for teams, who play, and are asked to', () => {
    expect(rungFormat).toMatchObject({ hasMatches: true, isForPersons: false, dropsIdle: true });
  });

  it('knows who stands on each rung', () => {
    expect(order(start(4))).toEqual(ids(4));
    const world = start(4);
    act(world, captain(2), { type: 'leave', entry_id: 'entry2' });
    expect(order(world)).toEqual(['entry1', 'entry3', 'entry4']);
    expect(rungFormat.standings(world.state, worldStart)).toEqual([
      { entry_id: 'entry1', place: 1, is_provisional: false, value: 1 },
      { entry_id: 'entry3', place: 2, is_provisional: false, value: 2 },
      { entry_id: 'entry4', place: 3, is_provisional: false, value: 3 },
    ]);
  });

  it('has newcomers at the bottom, who move nobody', () => {
    const world = start(3);
    expect(rungFormat.join(world.state, 'team9', worldStart)).toEqual({
      rung: 4,
      rating: null,
      others: [],
    });
  });

  it('closes the gap of who leaves', () => {
    const world = start(4);
    expect(rungFormat.leave(world.state, getEntry(world, 'entry2'))).toEqual([
      { entry_id: 'entry2', from: 2, to: null },
      { entry_id: 'entry3', from: 3, to: 2 },
      { entry_id: 'entry4', from: 4, to: 3 },
    ]);
    expect(rungFormat.leave(world.state, getEntry(world, 'entry4'))).toEqual([
      { entry_id: 'entry4', from: 4, to: null },
    ]);
    expect(rungFormat.leave(world.state, withRung(getEntry(world, 'entry2'), null))).toEqual([]);
  });

  const play = (
    [challenger, defender]: [number | null, number | null],
    winner: 'challenger' | 'defender' | null,
  ) => {
    const world = start(4);
    const result = {
      challenger: withRung(getEntry(world, `entry${challenger ?? 4}`), challenger),
      defender: withRung(getEntry(world, `entry${defender ?? 2}`), defender),
      winner,
      at: worldStart,
    };
    return rungFormat.apply(world.state, result);
  };

  it.each<[string, [number | null, number | null], 'challenger' | 'defender' | null, number]>([
    ['the challenger wins from below', [4, 2], 'challenger', 3],
    ['from just below', [3, 2], 'challenger', 2],
    ['from above', [2, 3], 'challenger', 0],
    ['the defender wins', [4, 2], 'defender', 0],
    ['nobody wins', [4, 2], null, 0],
    ['the challenger stands on no rung', [null, 2], 'challenger', 0],
    ['the defender stands on no rung', [4, null], 'challenger', 0],
  ])('moves as many as stand between when %s', (_name, pair, winner, moved) => {
    const { moves, ratings } = play(pair, winner);
    expect(moves).toHaveLength(moved);
    expect(ratings).toEqual([]);
  });

  it('takes whoever wins to the place of who lost', () => {
    expect(play([4, 1], 'challenger').moves).toEqual([
      { entry_id: 'entry4', from: 4, to: 1 },
      { entry_id: 'entry1', from: 1, to: 2 },
      { entry_id: 'entry2', from: 2, to: 3 },
      { entry_id: 'entry3', from: 3, to: 4 },
    ]);
  });

  it('moves up and down to a rung', () => {
    const world = start(4);
    const to = (id: string, rung: number) => listMovesTo(world.state, getEntry(world, id), rung);
    expect(to('entry1', 3)).toEqual([
      { entry_id: 'entry1', from: 1, to: 3 },
      { entry_id: 'entry2', from: 2, to: 1 },
      { entry_id: 'entry3', from: 3, to: 2 },
    ]);
    expect(to('entry3', 2)).toEqual([
      { entry_id: 'entry3', from: 3, to: 2 },
      { entry_id: 'entry2', from: 2, to: 3 },
    ]);
    expect(to('entry3', 3)).toEqual([]);
    expect(listMovesTo(world.state, withRung(getEntry(world, 'entry3'), null), 1)).toEqual([]);
  });
});

describe('the first rungs of a season', () => {
  /** Teams of the last season in its final order, then those that join now in theirs. */
  function joinAfter(former: string[], teams: number[], isOpen = false): string[] {
    const world = start(0);
    asSystem(world, { type: 'close_season', void_open: false, reason: null });
    asSystem(world, {
      type: 'plan_season',
      season_id: 's2',
      name: 'Two',
      starts_at: world.now,
      ends_at: '2026-08-01T12:00:00.000Z',
    });
    world.state = { ...world.state, previous_order: former } satisfies LadderState;
    if (isOpen) {
      asSystem(world, { type: 'open_season' });
    }
    for (const team of teams) {
      act(world, captain(team), {
        type: 'join',
        entry_id: `entry${team}`,
        team_id: `team${team}`,
        person_id: null,
        name: `Team ${team}`,
        players: [`team${team}-a`, `team${team}-b`],
      });
    }
    return order(world);
  }

  it.each<[string, string[], number[], boolean, string[]]>([
    ['are by the time of joining where there was none', [], [2, 1], false, ['entry2', 'entry1']],
    [
      'are those of the last, whoever comes first',
      ['team1', 'team2', 'team3'],
      [3, 2, 1],
      false,
      ['entry1', 'entry2', 'entry3'],
    ],
    [
      'are those of the last for who comes between the others too',
      ['team1', 'team2', 'team3'],
      [1, 3, 2],
      false,
      ['entry1', 'entry2', 'entry3'],
    ],
    [
      'put who is new behind them',
      ['team1', 'team2'],
      [9, 2, 1],
      false,
      ['entry1', 'entry2', 'entry9'],
    ],
    [
      'close the gaps of who does not come',
      ['team1', 'team2', 'team3'],
      [3, 1],
      false,
      ['entry1', 'entry3'],
    ],
    [
      'are by the time of joining once it is open',
      ['team1', 'team2'],
      [2, 1],
      true,
      ['entry2', 'entry1'],
    ],
  ])('%s', (_name, former, teams, isOpen, wanted) => {
    expect(joinAfter(former, teams, isOpen)).toEqual(wanted);
  });
});

it('a suspended entry stands nowhere until it comes back', () => {
  const world = start(3);
  act(world, judge, {
    type: 'suspend_entry',
    entry_id: 'entry1',
    until: '2026-03-05T12:00:00.000Z',
    reason: text('why'),
  });
  expect(order(world)).toEqual(['entry2', 'entry3']);
  at(world, '2026-03-05T12:00:00.000Z');
  asSystem(world, { type: 'rename_entry', team_id: 'team2', name: 'New' });
  expect(order(world)).toEqual(['entry2', 'entry3', 'entry1']);
});
