import { describe, expect, it } from 'vitest';
import {
  type ChainFault,
  findChainFault,
  firstPreviousHash,
  type LeagueEvent,
  sealEvent,
  toCanonicalJson,
  toHash,
  toPublicLine,
} from './log.ts';
import type { StreamName } from './stream.ts';
import { verifyChain } from './testing/verify-chain.ts';
import { schedule, start } from './testing/world.ts';

describe('the canonical form of a line', () => {
  it('writes numbers and strings as the examples of RFC 8785 do', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(toCanonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by code units, as the example of RFC 8785 does', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const written = toCanonicalJson(Object.fromEntries(names.map((name) => [name, name])));
    expect([...written.matchAll(/"([^"]*)":/g)].map(([, name]) => name)).toEqual([
      '\\r',
      '1',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ]);
  });

  it('refuses what JSON cannot say', () => {
    for (const value of ['\ud800', { '\udc00': 1 }]) {
      expect(() => toCanonicalJson(value)).toThrow('A lone surrogate has no canonical form');
    }
    for (const value of [[Number.NaN], Number.POSITIVE_INFINITY]) {
      expect(() => toCanonicalJson(value)).toThrow('Not a JSON number');
    }
    expect(() => toCanonicalJson(1n)).toThrow('Not JSON: bigint');
    expect(() => toCanonicalJson([undefined])).toThrow('Not JSON: undefined');
  });

  it('leaves out members that are not there', () => {
    expect(toCanonicalJson({ a: undefined, b: 1, c: undefined, d: 'd' })).toBe('{"b":1,"d":"d"}');
  });
});

/** The first lines of a stream, sealed as the server does. */
function seal(stream: StreamName = 'ladder:ladder'): LeagueEvent[] {
  const world = start(4);
  schedule(world, 4, 2);
  let previous_hash = firstPreviousHash;
  return world.events.map((event, index) => {
    const place = { id: `event${index}`, stream, sequence: index + 1, previous_hash };
    const line = sealEvent(event, place);
    previous_hash = line.hash;
    return line;
  });
}

type Lines = [LeagueEvent, LeagueEvent, LeagueEvent, ...LeagueEvent[]];
const sealed = () => seal() as Lines;

/** A line changed by somebody who can reckon hashes too. */
function resealed(line: LeagueEvent, change: Partial<LeagueEvent>): LeagueEvent {
  const { hash: _hash, ...content } = { ...line, ...change };
  return { ...content, hash: toHash(toCanonicalJson(content)) } as LeagueEvent;
}

const at = (sequence: number, fault: ChainFault['fault']): ChainFault => ({
  stream: 'ladder:ladder',
  sequence,
  fault,
});

describe('a chain', () => {
  it('holds as it was sealed, and begins with nothing before it', () => {
    const lines = sealed();
    expect(lines[0].previous_hash).toBe('0'.repeat(64));
    expect(lines[1].previous_hash).toBe(lines[0].hash);
    expect(lines[0].hash).toMatch(/^[0-9a-f]{64}$/);
    expect(verifyChain(lines)).toBeNull();
  });

  it.each<[string, (lines: Lines) => LeagueEvent[], ChainFault | null]>([
    ['of nothing holds', () => [], null],
    ['without its first line', ([, ...rest]) => rest, at(2, 'sequence')],
    ['without one in the middle', ([one, , ...rest]) => [one, ...rest], at(3, 'sequence')],
    ['with one told twice', ([one, ...rest]) => [one, one, ...rest], at(1, 'sequence')],
    ['in another order', ([one, two, three]) => [one, three, two], at(3, 'sequence')],
    [
      'of which the content of one was changed',
      ([one, two, ...rest]) => [one, { ...two, actor_id: 'somebody' }, ...rest],
      at(2, 'hash'),
    ],
    [
      'of which one was written anew',
      ([one, two, ...rest]) => [one, resealed(two, { actor_id: 'somebody' }), ...rest],
      at(3, 'previous_hash'),
    ],
    [
      'that begins with something before it',
      ([one]) => [resealed(one, { previous_hash: 'f'.repeat(64) })],
      at(1, 'previous_hash'),
    ],
    [
      'that goes back in time',
      ([one, two]) => [one, resealed(two, { at: '2026-03-01T11:59:59.999Z' })],
      at(2, 'time'),
    ],
    ['in which two are of one instant', ([one, two]) => [one, resealed(two, { at: one.at })], null],
  ])('%s', (_name, change, fault) => {
    expect(verifyChain(change(sealed()))).toEqual(fault);
  });

  it('is checked for each stream by itself', () => {
    const [one, other] = [seal(), seal('team:other')];
    const mixed = one.flatMap((line, index) => [line, other[index] ?? line]);
    expect(verifyChain(mixed)).toBeNull();
    const [first, second] = other as Lines;
    const broken = { ...second, actor_id: 'somebody' };
    expect(verifyChain([...one, first, broken])).toEqual({
      stream: 'team:other',
      sequence: 2,
      fault: 'hash',
    });
  });

  it('holds where what one line says is withheld, but not its place', () => {
    const [one, two, three] = sealed();
    const withheld = { ...two, data: null, withheld: true as const };
    expect(verifyChain([one, withheld, three])).toBeNull();
    expect(verifyChain([one, { ...withheld, hash: one.hash }, three])).toEqual(
      at(3, 'previous_hash'),
    );
  });

  it('may be checked with a quicker hash', () => {
    const [line] = sealed();
    expect(findChainFault(line, null, () => line.hash)).toBeNull();
    expect(findChainFault(line, null, () => 'another')).toEqual(at(1, 'hash'));
  });
});

it('only lineups wait for the end of their match', () => {
  const [line] = sealed();
  const asked: string[] = [];
  const show = (type: string, isOver: boolean) =>
    toPublicLine({ ...line, type, match_id: 'match' } as LeagueEvent, (id) => {
      asked.push(id);
      return isOver;
    });
  expect(show('checked_in', false)).toMatchObject({ data: null, withheld: true, hash: line.hash });
  expect(show('checked_in', true)).toMatchObject({ data: line.data });
  expect(show('match_started', false)).toMatchObject({ data: line.data });
  expect(new Set(asked)).toEqual(new Set(['match']));
});
