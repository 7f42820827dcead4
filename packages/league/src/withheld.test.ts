import { expect, it } from 'vitest';
import type { LadderEvent } from './event.ts';
import {
  firstPreviousHash,
  type LeagueEvent,
  sealEvent,
  toCanonicalJson,
  toHash,
  toPublicLine,
  type WithheldLine,
} from './log.ts';
import { verifyChain } from './testing/verify-chain.ts';
import {
  act,
  captain,
  createWorld,
  goLive,
  join,
  people,
  scores,
  type World,
} from './testing/world.ts';

/** A stream's lines as the server seals them. */
function seal(events: readonly LadderEvent[]): LeagueEvent[] {
  let previous_hash = firstPreviousHash;
  return events.map((event, index) => {
    const place = { id: `event${index}`, stream: 'ladder:ladder', sequence: index + 1 } as const;
    const line = sealEvent(event, { ...place, previous_hash });
    previous_hash = line.hash;
    return line;
  });
}

/** Every choice of so many, in every order. */
function* choose<Value>(values: readonly Value[], size: number): Generator<Value[]> {
  if (size === 0) {
    yield [];
  } else {
    for (const value of values) {
      for (const rest of choose(
        values.filter((other) => other !== value),
        size - 1,
      )) {
        yield [value, ...rest];
      }
    }
  }
}

const never = () => false;
const isWithheld = (line: LeagueEvent | WithheldLine): line is WithheldLine => 'withheld' in line;

/**
 * Whoever reads the public log tries every lineup that the public rosters allow, with every instant that the
 * log names as the deadline, against the hashes of withheld lines; gives those that were found.
 */
function attack(lines: readonly (LeagueEvent | WithheldLine)[]): string[][] {
  const text = JSON.stringify(lines);
  const instants = [...new Set(text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g))];
  return lines.filter(isWithheld).flatMap((line) => {
    const { hash, withheld: _withheld, ...content } = line;
    const found: string[][] = [];
    for (const by of ['challenger', 'defender']) {
      for (const team of [1, 2]) {
        for (const players of choose(people(team), 2)) {
          for (const deadline of instants) {
            const data = { by, players, deadline };
            if (toHash(toCanonicalJson({ ...content, data })) === hash) {
              found.push(players);
            }
          }
        }
      }
    }
    return found;
  });
}

function play(): World {
  const world = createWorld();
  join(world, 2);
  goLive(world, 2, 1);
  return world;
}

const lineups = [people(2).slice(0, 2), people(1).slice(0, 2)];

it('a withheld lineup is not found by trying all that it could be', () => {
  const lines = seal(play().events).map((line) => toPublicLine(line, never));
  expect(lines.filter(isWithheld)).toHaveLength(2);
  expect(attack(lines)).toEqual([]);
});

it('without its salt, as it was written before, it is', () => {
  const events = play().events.map((event) => {
    if (event.type !== 'checked_in') {
      return event;
    }
    const { salt: _salt, ...data } = event.data;
    return { ...event, data };
  });
  const lines = seal(events);
  expect(attack(lines.map((line) => toPublicLine(line, never)))).toEqual(lineups);
  // Such a line holds all the same, withheld and shown.
  expect(verifyChain(lines)).toBeNull();
  expect(verifyChain(lines.map((line) => toPublicLine(line, never)))).toBeNull();
});

it('is shown whole once the match is over, another salt with each', () => {
  const world = play();
  act(world, captain(2), { type: 'report', match_id: 'match', scores: scores(2, 0) });
  act(world, captain(1), { type: 'confirm_report', match_id: 'match' });
  const lines = seal(world.events).map((line) => toPublicLine(line, () => true));
  expect(verifyChain(lines)).toBeNull();
  const salts = lines.flatMap((line) => (line.type === 'checked_in' ? [line.data?.salt] : []));
  expect(new Set(salts).size).toBe(2);
  for (const salt of salts) {
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
  }
});
