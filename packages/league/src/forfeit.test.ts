import { describe, expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import { at, getMatch, notIdle, onMatch, startLive, startReported } from './testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  challenge,
  checkIn,
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

function startScheduled(rules: object = notIdle): World {
  const world = start(6, rules);
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

describe('who must still check in or take a turn has a whole clock again', () => {
  const start = '2026-03-03T12:00:00.000Z';

  /** The challenger alone has checked in. */
  function startOneIn(): World {
    const world = startScheduled();
    at(world, '2026-03-03T11:30:00.000Z');
    checkIn(world, [4]);
    return world;
  }

  const vetoRules = {
    ...notIdle,
    maps: {
      choice: 'veto',
      pool: ['Ash', 'Birch', 'Cedar'],
      count: 1,
      veto: ['ban', 'ban', 'pick'],
    },
  };

  /** Both checked in at an instant, and the defender bans first. */
  function startVeto(instant = start): World {
    const world = startScheduled(vetoRules);
    at(world, instant);
    checkIn(world, [4, 2]);
    return world;
  }

  const takeFirstBan = (world: World) => ({
    world,
    actor: captain(2),
    command: { type: 'take_veto_turn', ...onMatch, action: 'ban', value: 'Ash' } as const,
  });

  it.each([
    ['more than that was left', -1, '2026-03-03T12:15:00.000Z'],
    ['as much was left', 0, '2026-03-03T12:15:00.000Z'],
    ['less was left', 1, '2026-03-03T12:15:00.001Z'],
    ['a moment was left', 10 * 60_000 - 1, '2026-03-03T12:24:59.999Z'],
  ])('to check in, where %s', (_what, away, deadline) => {
    const world = at(startOneIn(), shift(start, away));
    expect(resume(world, 5)).toBe(deadline);
  });

  const lateCheckIn = '2026-03-03T12:24:00.000Z';
  const startResumed = () => {
    const world = at(startOneIn(), '2026-03-03T12:09:00.000Z');
    expect(resume(world, 5)).toBe(lateCheckIn);
    return world;
  };
  limit(
    'the other side checks in until it is over',
    (away) => ({
      world: at(startResumed(), shift(lateCheckIn, away)),
      actor: captain(2),
      command: { type: 'check_in', ...onMatch, players: ['team2-a', 'team2-b'] },
      isLate: true,
    }),
    {
      before: ['checked_in', 'match_started'],
      at: { code: 'deadline_passed', params: { at: lateCheckIn } },
      after: 'deadline_passed',
    },
  );

  it.each([
    ['as much was left', '2026-03-03T12:00:00.000Z', '2026-03-03T12:06:00.000Z'],
    ['less was left', '2026-03-03T12:00:00.001Z', '2026-03-03T12:06:00.001Z'],
    ['a moment was left', '2026-03-03T12:00:59.999Z', '2026-03-03T12:06:59.999Z'],
  ])('to take a turn, where %s', (_what, instant, deadline) => {
    expect(resume(at(startVeto(), instant), 5)).toBe(deadline);
  });

  it('also where the turn’s clock ended at the very hour of the match', () => {
    const world = startVeto('2026-03-03T11:59:00.000Z');
    expect(getMatch(world)).toMatchObject({ status: 'veto', deadline: start });
    expect(resume(world, 5)).toBe('2026-03-03T12:05:00.000Z');
  });

  const turnEnds = '2026-03-03T12:06:30.000Z';
  limit(
    'the turn is whose it was until it is over',
    (away) => {
      const world = at(startVeto(), '2026-03-03T12:00:30.000Z');
      expect(resume(world, 5)).toBe(turnEnds);
      return { ...takeFirstBan(at(world, shift(turnEnds, away))), isLate: true };
    },
    {
      before: ['veto_turn_taken'],
      at: { code: 'deadline_passed', params: { at: turnEnds } },
      after: 'deadline_passed',
    },
  );

  it('but a match that is only agreed, though its turns may be taken, waits for its hour', () => {
    const world = startScheduled(vetoRules);
    expect(getMatch(world)).toMatchObject({ status: 'scheduled', veto: [] });
    expect(resume(world, 7)).toBe('2026-03-03T11:30:00.000Z');
  });

  it('but a match without a turn left begins at its hour', () => {
    const world = startScheduled({ ...vetoRules, maps: { ...vetoRules.maps, veto: ['decider'] } });
    at(world, '2026-03-03T11:40:00.000Z');
    checkIn(world, [4, 2]);
    expect(getMatch(world)).toMatchObject({ status: 'veto', deadline: start });
    expect(resume(world, 5)).toBe(start);
  });
});

it('a check-in that a forfeit has kept shut over the start opens for its whole length', () => {
  const world = startScheduled({ ...notIdle, checkIn: { opens: 'PT5M', closes: 'PT1M' } });
  at(world, '2026-03-03T11:54:59.000Z');
  expect(resume(world, 9)).toBe('2026-03-03T12:03:59.000Z');
  checkIn(world, [4]);
  expect(getMatch(world)).toMatchObject({
    status: 'checking_in',
    deadline: '2026-03-03T12:04:59.000Z',
  });
});
