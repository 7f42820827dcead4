import { expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import { at, getMatch, notIdle, onMatch, startLive, startReported } from './testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  challenge,
  noon,
  noPicks,
  schedule,
  someNonce,
  start,
  tryCommand,
  type World,
} from './testing/world.ts';

const announce = (opponent: string) =>
  ({ type: 'announce_forfeit', ...onMatch, opponent }) as const;
const takeBack = { type: 'take_back_forfeit', ...onMatch } as const;

function startScheduled(): World {
  const world = start(6, notIdle);
  schedule(world, 4, 2);
  return world;
}

function startAnnounced(from: () => World = startScheduled): World {
  const world = from();
  act(world, captain(4), announce('Team 2'));
  return world;
}

rows(
  'a forfeit is announced with the name of the opponent',
  ({ team, opponent }: { team: number; opponent: string }) => ({
    world: startScheduled(),
    actor: captain(team),
    command: announce(opponent),
  }),
  {
    'as it is written': [
      { team: 4, opponent: 'Team 2' },
      [
        {
          type: 'forfeit_announced',
          data: { by: 'challenger', effective_at: '2026-03-01T12:10:00.000Z' },
        },
      ],
    ],
    'in any letters, with spaces around': [
      { team: 2, opponent: '  tEAM 4 ' },
      [{ type: 'forfeit_announced', data: like({ by: 'defender' }) }],
    ],
    'not with one’s own': [
      { team: 4, opponent: 'Team 4' },
      { code: 'wrong_opponent', params: { opponent: 'Team 2' }, field: 'opponent' },
    ],
    'not without any': [{ team: 4, opponent: '' }, 'wrong_opponent'],
  },
);

it('blanks around the opponent’s name are not asked for', () => {
  const world = startScheduled();
  asSystem(world, { type: 'rename_entry', team_id: 'team2', name: ' Team 2 ' });
  expect(tryCommand(world, captain(4), announce('team 2'))).toBeNull();
});

rows(
  'a forfeit is announced',
  (from: () => World) => ({ world: from(), actor: captain(4), command: announce('Team 2') }),
  {
    'of a match that is agreed': [startScheduled, ['forfeit_announced']],
    'of one that is played': [startLive, ['forfeit_announced']],
    'not of one that is reported': [
      startReported,
      { code: 'match_not_open', params: { status: 'reported' } },
    ],
    'not twice': [
      startAnnounced,
      { code: 'forfeit_announced', params: { until: '2026-03-01T12:10:00.000Z' } },
    ],
  },
);

rows(
  'a forfeit is taken back',
  ({ from, team }: { from: () => World; team: number }) => ({
    world: from(),
    actor: captain(team),
    command: takeBack,
  }),
  {
    'by the side that announced it': [
      { from: startAnnounced, team: 4 },
      [{ type: 'forfeit_taken_back', data: like({ by: 'challenger' }) }],
    ],
    'not by the other side': [
      { from: startAnnounced, team: 2 },
      { code: 'nothing_asked', params: {} },
    ],
    'not where none is announced': [{ from: startScheduled, team: 4 }, 'nothing_asked'],
    'not a second time': [
      { from: startAgain, team: 4 },
      { code: 'take_back_used', params: {} },
    ],
  },
);

function startAgain(): World {
  const world = startAnnounced();
  act(world, captain(4), takeBack);
  act(world, captain(4), announce('Team 2'));
  return world;
}

it('each side may take one back', () => {
  const world = startAnnounced();
  act(world, captain(4), takeBack);
  act(world, captain(2), announce('Team 4'));
  expect(tryCommand(world, captain(2), takeBack)).toBeNull();
});

limit(
  'an announced forfeit counts after ten minutes',
  (away) => {
    const world = startAnnounced();
    return { world, until: shift(addDuration(world.now, 'PT10M'), away) };
  },
  {
    before: [],
    at: [
      {
        type: 'match_forfeited',
        at: '2026-03-01T12:10:00.000Z',
        data: like({ winner: 'defender', reason: 'own_forfeit', rule: 'forfeit.takeBackWithin' }),
      },
    ],
    after: ['match_forfeited'],
  },
);

it('the other side wins by the defender’s forfeit', () => {
  const world = startScheduled();
  act(world, captain(2), announce('Team 4'));
  at(world, addDuration(world.now, 'PT10M'));
  tryCommand(world, captain(2), takeBack);
  expect(getMatch(world).result).toMatchObject({ kind: 'forfeited', winner: 'challenger' });
});

limit(
  'a forfeit is taken back within ten minutes',
  (away) => {
    const world = startAnnounced();
    const end = addDuration(world.now, 'PT10M');
    return {
      world: at(world, shift(end, away)),
      actor: captain(4),
      command: takeBack,
      isLate: true,
    };
  },
  {
    before: ['forfeit_taken_back'],
    at: { code: 'deadline_passed', params: { at: '2026-03-01T12:10:00.000Z' } },
    after: 'deadline_passed',
  },
);

/** Announced at an instant, taken back some minutes later: the deadline that goes on. */
function resume(world: World, minutes: number): string | null {
  act(world, captain(4), announce('Team 2'));
  at(world, addDuration(world.now, `PT${minutes}M`));
  expect(tryCommand(world, captain(4), takeBack)).toBeNull();
  return getMatch(world).deadline;
}

it('what was stopped goes on with what it had left', () => {
  const world = start(6, notIdle);
  challenge(world, 4, 2);
  const times = [noon(world, 2), noon(world, 3)];
  act(world, captain(2), { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce });
  const before = getMatch(world).deadline ?? '';
  expect(resume(world, 7)).toBe(addDuration(before, 'PT7M'));
});

it('where no deadline was stopped none goes on', () => {
  const world = startAnnounced(startLive);
  const { forfeit, ...match } = getMatch(world);
  const stopped = forfeit && { ...forfeit, stopped_deadline: null };
  world.state = { ...world.state, matches: { match: { ...match, forfeit: stopped } } };
  expect(tryCommand(world, captain(4), takeBack)).toBeNull();
  expect(getMatch(world).deadline).toBeNull();
});

it('what hangs on the start of the match stays with it', () => {
  const world = startScheduled();
  expect(getMatch(world).deadline).toBe('2026-03-03T11:30:00.000Z');
  expect(resume(world, 7)).toBe('2026-03-03T11:30:00.000Z');
  const late = startScheduled();
  at(late, '2026-03-03T11:25:00.000Z');
  expect(resume(late, 7)).toBe('2026-03-03T11:32:00.000Z');
});

it('a match of which both are there still begins at its hour', () => {
  const world = startScheduled();
  at(world, '2026-03-03T11:40:00.000Z');
  for (const team of [4, 2]) {
    act(world, captain(team), {
      type: 'check_in',
      ...onMatch,
      players: [`team${team}-a`, `team${team}-b`],
    });
  }
  expect(getMatch(world)).toMatchObject({
    status: 'checking_in',
    deadline: '2026-03-03T12:00:00.000Z',
  });
  expect(resume(world, 5)).toBe('2026-03-03T12:00:00.000Z');
});
