import { describe, expect, it } from 'vitest';
import type { BaseManifest, Chain } from './chain.ts';
import { type Piece, parsePieceName, toPieceName } from './piece-name.ts';
import { planRestore } from './plan-restore.ts';
import { formatPlace, parsePlace, toSegmentName } from './position.ts';

const size = 16 * 2 ** 20;
const hour = (hours: number) => new Date(Date.UTC(2026, 0, 2, hours));

function makePiece(from: number, to: number, at: Date): Piece {
  const about = { timeline: 1, from: BigInt(from), to: BigInt(to), at, isSealed: false };
  return parsePieceName(toPieceName(about)) ?? expect.fail();
}

function makeChain(stopped: Date, pieces: Piece[]): Chain {
  const base: BaseManifest = {
    ...{ format: 'muster-journal', version: 1, postgresql: '18.4', system: '7', timeline: 1 },
    ...{ segment_size: size, start: '0/1000028', stop: '0/1000100', backup_label: 'x' },
    ...{ started_at: stopped.toISOString(), stopped_at: stopped.toISOString() },
    ...{ after: null, file: 'base.tar.gz', sha256: 'x' },
  };
  return { name: stopped.toISOString(), folder: '/x', base, stoppedAt: stopped, pieces };
}

/** A base copy of one o'clock in the second segment, and a piece an hour until five. */
const pieces = [2, 3, 4, 5].map((at, index) =>
  makePiece(size + index * 4096, size + (index + 1) * 4096, hour(at)),
);
const chain = makeChain(hour(1), pieces);
const plan = (at: Date, chains = [chain]) => planRestore(chains, at);
const without = (index: number) => makeChain(hour(1), pieces.toSpliced(index, 1));

describe('an instant', () => {
  it('before the first base copy was whole is refused, and the first is named', () => {
    expect(() => plan(new Date(hour(1).getTime() - 1))).toThrow(
      'it begins at 2026-01-02T01:00:00.000Z: no instant before can be restored',
    );
  });

  it.each([
    ['at which the first base copy was whole', hour(1), 2],
    ['between two pieces', new Date(hour(2).getTime() + 1), 3],
    ['of a piece', hour(3), 3],
    ['of the last piece', hour(5), 4],
  ])('%s is restored from the pieces up to it and one more', (_how, at, used) => {
    expect(plan(at)).toMatchObject({
      at,
      target: { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') },
    });
    expect(plan(at).pieces).toHaveLength(used);
  });

  it('behind the last piece gives the last', () => {
    expect(plan(new Date(hour(5).getTime() + 1))).toMatchObject({ at: hour(5), target: {} });
  });

  it('is taken from the newest base copy before it, as long as that is needed', () => {
    const newer = makeChain(hour(4), pieces);
    expect(plan(hour(4), [newer, chain]).chain).toBe(newer);
    expect(plan(new Date(hour(4).getTime() - 1), [newer, chain]).chain).toBe(chain);
  });
});

describe('a clock that was set', () => {
  const [first, second, third, fourth] = pieces;
  const at = (piece: Piece | undefined, instant: Date) => ({
    ...(piece ?? expect.fail()),
    at: instant,
  });
  /** A day ahead in the second piece, and right again from the third on. */
  const jumped = makeChain(hour(1), [
    at(first, hour(2)),
    at(second, hour(27)),
    at(third, hour(4)),
    at(fourth, hour(5)),
  ]);

  it('back hides nothing that was written after', () => {
    expect(plan(new Date(hour(5).getTime() + 1), [jumped])).toMatchObject({
      target: {},
      pieces: { length: 4 },
    });
  });

  it('back has an instant after it reached by its place in the log', () => {
    expect(plan(hour(5), [jumped])).toMatchObject({
      target: { recovery_target_lsn: '0/1003000' },
      at: hour(4),
    });
  });

  it('back gives what the same database wrote after an older base copy', () => {
    const older = makeChain(hour(0), pieces);
    const later = { ...older, base: { ...older.base, after: chain.name } };
    expect(plan(hour(9), [chain, later]).chain).toBe(later);
    expect(plan(hour(9), [chain, older]).chain).toBe(chain);
  });
});

describe('a piece that is missing', () => {
  it('in the middle is named, and the last instant before it', () => {
    expect(() => plan(hour(5), [without(2)])).toThrow(
      /^the log’s 000000010000000000000001 is missing or only in part there, before 20260102T050000000Z; 2026-01-02T03:00:00.000Z is the last instant before it$/,
    );
  });

  it('in the middle hinders no instant before it', () => {
    expect(plan(hour(3), [without(2)])).toMatchObject({ at: hour(3) });
  });

  it('at the end costs what was in it', () => {
    expect(plan(hour(5), [without(3)])).toMatchObject({ at: hour(4), target: {} });
  });

  it('at the base copy is named; without any, or any base copy, there is nothing', () => {
    expect(() => plan(hour(3), [without(0)])).toThrow('the log’s 000000010000000000000001');
    expect(() => plan(hour(3), [makeChain(hour(1), [])])).toThrow('the log of its base copy of');
    expect(() => plan(hour(3), [])).toThrow('there is no whole base copy in it');
  });

  it('is none where a whole segment covers it', () => {
    const whole = makePiece(size, 2 * size, hour(5));
    expect(plan(hour(4), [makeChain(hour(1), [whole, ...pieces.slice(2)])]).pieces).toEqual([
      whole,
    ]);
  });
});

it('names places and segments as PostgreSQL does', () => {
  expect(formatPlace(parsePlace('A3/1F00B0'))).toBe('A3/1F00B0');
  expect(toSegmentName(parsePlace('A3/1F00B0'), 2, size)).toBe('00000002000000A300000000');
  expect(toSegmentName(parsePlace('0/FF000000'), 1, size)).toBe('0000000100000000000000FF');
});

it.each([
  '00000001-0000000001000000-0000000001001000-20260102T030405678Z.gz.part',
  '00000001-0000000001000000-0000000001001000-20261302T030405678Z.gz',
  'base.tar.gz',
])('takes %s for no piece', (name) => {
  expect(parsePieceName(name)).toBeNull();
});
