import { expect, it } from 'vitest';
import { findAnswerRefusals } from './answer.ts';
import { keepPlayers, startLadder } from './testing/ladders.ts';
import { limit, rows } from './testing/rows.ts';
import { getMatch, notIdle, onMatch } from './testing/stations.ts';
import {
  captain,
  challenge,
  getEntry,
  noon,
  noPicks,
  someNonce,
  type World,
} from './testing/world.ts';

/** Team 4 has challenged team 2, which has declined others before. */
function startChallenged({ declined = [], rules = {} }: Given = {}): World {
  const world = startLadder({ rules: { ...notIdle, ...rules } });
  challenge(world, 4, 2);
  const entry2 = { ...getEntry(world, 'entry2'), declined };
  world.state = { ...world.state, entries: { ...world.state.entries, entry2 } };
  return world;
}

interface Given {
  declined?: string[];
  rules?: object;
  isRematch?: boolean;
}

const toAccept = (world: World) => ({
  world,
  actor: captain(2),
  command: {
    ...{ type: 'accept' as const, ...onMatch, picks: noPicks, nonce: someNonce },
    times: [noon(world, 2), noon(world, 3)],
  },
});

function toDecline({ isRematch = false, ...given }: Given) {
  const world = startChallenged(given);
  const match = { ...getMatch(world), is_rematch: isRematch };
  world.state = { ...world.state, matches: { match } };
  return { world, actor: captain(2), command: { type: 'decline' as const, ...onMatch } };
}

limit(
  'who accepts has the people that a match needs',
  (more) => toAccept(keepPlayers(startChallenged(), 2, 2 + more)),
  {
    before: { code: 'roster_too_small', params: { has: 1, needs: 2 } },
    at: ['challenge_accepted'],
    after: ['challenge_accepted'],
  },
);

limit(
  'a season has one decline',
  (more) => toDecline({ declined: ['entry5', 'entry6'].slice(0, 1 + more) }),
  {
    before: ['challenge_declined'],
    at: { code: 'decline_used', params: { limit: 1 } },
    after: 'decline_used',
  },
);

rows('a challenge is declined', toDecline, {
  'once of the same team': [
    { declined: ['entry4'], rules: { challenge: { declines: 9 } } },
    { code: 'decline_repeated', params: { entry: 'Team 4' } },
  ],
  'freely where it is a rematch': [
    { declined: ['entry4', 'entry5'], isRematch: true },
    ['challenge_declined'],
  ],
});

it('says beforehand what the answer would be refused for, each answer by itself', () => {
  const find = (world: World) =>
    findAnswerRefusals({
      entries: world.state.entries,
      rules: world.state.season?.rules ?? expect.fail(),
      match: getMatch(world),
    });
  expect(find(startChallenged())).toEqual({ accept: null, decline: null });
  expect(find(keepPlayers(startChallenged(), 2, 1))).toEqual({
    accept: { code: 'roster_too_small', params: { has: 1, needs: 2 } },
    decline: null,
  });
  expect(find(startChallenged({ declined: ['entry5'] }))).toEqual({
    accept: null,
    decline: { code: 'decline_used', params: { limit: 1 } },
  });
});
