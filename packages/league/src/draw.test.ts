import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawNext, drawOption, findDrawFault, hasHiddenDraws } from './draw.ts';
import type { Draw, Match } from './state.ts';
import { getMatch, startLive } from './testing/stations.ts';

const options = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fjord', 'Gorge'];
const input = {
  seed: 'seed',
  nonces: { challenger: 'one', defender: 'two' },
  match_id: 'match',
  n: 1,
};

/** By another hand: the number modulo the options, digit by digit. */
function reckon(text: string, count: number): number {
  const digest = createHash('sha256').update(text).digest('hex');
  return [...digest].reduce((rest, digit) => (rest * 16 + Number.parseInt(digit, 16)) % count, 0);
}

describe('a draw', () => {
  it('is the hash of seed, nonces, match and number, modulo the options', () => {
    for (let n = 1; n <= 20; n += 1) {
      const wanted = options[reckon(`seed,one,two,match,${n}`, options.length)];
      expect(drawOption({ ...input, n }, options)).toBe(wanted);
    }
  });

  it('needs options', () => {
    expect(() => drawOption(input, [])).toThrow(RangeError);
  });

  const match = { id: 'match', nonces: { challenger: 'one', defender: 'two' } } as Match;
  const draw = { purpose: 'map' as const, options: options };

  it('is numbered after those before it, and counts a nonce that is missing as none', () => {
    const first = drawNext(match, 'seed', [], draw);
    expect(first).toEqual({ n: 1, ...draw, value: drawOption(input, options) });
    expect(drawNext(match, 'seed', [first], draw)).toEqual({
      n: 2,
      ...draw,
      value: drawOption({ ...input, n: 2 }, options),
    });
    const nonces = { challenger: null, defender: null };
    expect(drawNext({ ...match, nonces }, 'seed', [], draw).value).toBe(
      options[reckon('seed,,,match,1', options.length)],
    );
  });
});

it.each<[string, number, string | null, boolean]>([
  ['something was drawn by a secret seed', 1, null, true],
  ['the seed is told', 1, 'seed', false],
  ['nothing was drawn', 0, null, false],
])('where %s', (_what, count, seed, isHidden) => {
  const draws = Array.from({ length: count }, () => ({}) as Draw);
  expect(hasHiddenDraws({ draws, seed })).toBe(isHidden);
});

describe('the draws of a match', () => {
  const maps = { pool: options, letters: ['R', 'R', 'R'] };
  const drawn = () => getMatch(startLive({ maps }));
  const change = (index: number, draw: Partial<Draw>) => ({
    ...drawn(),
    draws: drawn().draws.map((old, at) => (at === index ? { ...old, ...draw } : old)),
  });

  it('hold', () => {
    expect(drawn().draws).toHaveLength(3);
    expect(findDrawFault(drawn())).toBeNull();
  });

  it('cannot be checked before the seed is shown', () => {
    expect(findDrawFault({ ...drawn(), seed: null })).toBe('seed_hidden');
  });

  it('do not hold with another seed', () => {
    expect(findDrawFault({ ...drawn(), seed: 'other' })).toBe('seed_differs');
  });

  it('do not hold with another value, or another number', () => {
    expect(findDrawFault(change(1, { value: 'Moon' }))).toEqual({ n: 2 });
    expect(findDrawFault(change(2, { n: 7 }))).toEqual({ n: 7 });
    expect(findDrawFault(change(0, { options: ['Moon'] }))).toEqual({ n: 1 });
  });
});
