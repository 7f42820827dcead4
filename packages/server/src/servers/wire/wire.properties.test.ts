import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChallenge, readInfo, readPlayers } from './a2s.ts';
import { writeInfo, writePlayers, writeStatus } from './answer-bytes.ts';
import { cleanText } from './claim.ts';
import { MalformedAnswer } from './malformed-answer.ts';
import { readStatus } from './quake2.ts';
import { mostBytes, SplitAnswers } from './split.ts';

const bytes = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array));
const info = {
  name: 'n',
  map: 'm',
  players: 3,
  max_players: 4,
  bots: 1,
  has_password: true,
  version: '1',
  game_port: 27_015,
};
/** Answers that begin as they should, and are then cut or changed anywhere. */
const spoilt = fc
  .tuple(
    fc.constantFrom(writeInfo(info), writePlayers(['a', 'b']), writeStatus('\\a\\b\n1 2 "c"\n')),
    fc.nat(80),
    fc.nat(255),
    fc.nat(80),
  )
  .map(([answer, place, value, end]) => {
    const copy = Buffer.from(answer);
    copy[place % copy.length] = value;
    return copy.subarray(0, end);
  });

function read(reader: (answer: Buffer) => unknown, answer: Buffer): unknown {
  try {
    return reader(answer);
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedAnswer);
    return null;
  }
}

describe('whatever is read', () => {
  it.each([
    ['info', readInfo],
    ['players', readPlayers],
    ['a challenge', readChallenge],
    ['a status', readStatus],
  ])('is %s or malformed, and nothing behind its end', (_what, reader) => {
    fc.assert(
      fc.property(fc.oneof(bytes, spoilt), bytes, (answer, behind) => {
        // The same bytes in the middle of others, as datagrams lie in a pool.
        const pool = Buffer.concat([answer, behind]);
        const alone = read(reader, Buffer.from(answer));
        expect(read(reader, pool.subarray(0, answer.length))).toEqual(alone);
      }),
    );
  });

  it('comes back as it was written', () => {
    const field = fc
      .stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,30}[A-Za-z0-9]$/)
      .filter((text) => !/ {2}/.test(text));
    fc.assert(
      fc.property(field, field, fc.nat(255), fc.nat(255), (map, version, players, max_players) => {
        const written = { ...info, map, version, players, max_players, bots: 0 };
        const { name: _name, ...said } = written;
        expect(readInfo(writeInfo(written))).toEqual({ ...said, is_first_engine: false });
      }),
    );
  });
});

it('texts are one line of what is seen, and bounded', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 1, max: 64 }),
      (text, most) => {
        const clean = cleanText(text, most);
        expect([...clean].length).toBeLessThanOrEqual(most);
        expect(clean).not.toMatch(/[\p{C}\u2028\u2029]|\p{M}{5}|^\s|\s$/u);
        expect(cleanText(clean, most)).toBe(clean);
      },
    ),
  );
});

describe('pieces', () => {
  const head = (id: number, total: number, number: number) => {
    const bytes = Buffer.from([0xfe, 255, 255, 255, 0, 0, 0, 0, total, number, 0, 0]);
    bytes.writeUInt32LE(id, 4);
    return bytes;
  };

  it('make the whole in any order, and nothing else does', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat()), (lengths, random) => {
        const bodies = lengths.map((length, place) => Buffer.alloc(length, place + 1));
        const pieces = bodies.map((body, place) => ({
          place: random.next().value,
          bytes: Buffer.concat([head(9, bodies.length, place), body]),
        }));
        const answers = new SplitAnswers({ isFirstEngine: false });
        const heard = pieces
          .sort((one, other) => one.place - other.place)
          .map(({ bytes }) => answers.take(bytes));
        expect(heard.slice(0, -1).every((whole) => whole === null)).toBe(true);
        expect(heard.at(-1)?.equals(Buffer.concat(bodies))).toBe(true);
      }),
    );
  });

  it('of the first engine count in half bytes', () => {
    const answers = new SplitAnswers({ isFirstEngine: true });
    const piece = (number: number) =>
      Buffer.from([0xfe, 255, 255, 255, 1, 0, 0, 0, (number << 4) | 2, 65 + number]);
    expect(answers.take(piece(1))).toBeNull();
    expect(answers.take(piece(0))?.toString()).toBe('AB');
  });

  it.each([
    [40, 0, 3, true],
    [41, 0, 3, false],
    [0, 0, 3, false],
    [2, 2, 3, false],
    [1, 0, 0x7fff_ffff, true],
    [1, 0, 0x8000_0000, false],
  ])('are %i at most, of id %#3: number %i', (total, number, id, isTaken) => {
    const answers = new SplitAnswers({ isFirstEngine: false });
    const body = Buffer.from('x');
    let whole = answers.take(Buffer.concat([head(id, total, number), body]));
    for (let place = 1; place < total && whole === null; place += 1) {
      whole = answers.take(Buffer.concat([head(id, total, place), body]));
    }
    expect(whole !== null).toBe(isTaken);
  });

  it('are those of four answers at once, and of so many bytes', () => {
    const answers = new SplitAnswers({ isFirstEngine: false });
    const take = (id: number, number: number) =>
      answers.take(Buffer.concat([head(id, 2, number), Buffer.from('x')]));
    for (let id = 1; id <= 5; id += 1) {
      expect(take(id, 0)).toBeNull();
    }
    expect([take(1, 1), take(3, 1)?.toString()]).toEqual([null, 'xx']);
    const half = Buffer.alloc(mostBytes / 2);
    const large = new SplitAnswers({ isFirstEngine: false });
    expect(large.take(Buffer.concat([head(1, 2, 0), half]))).toBeNull();
    expect(large.take(Buffer.concat([head(1, 2, 1), half]))).toHaveLength(mostBytes);
    expect(large.take(Buffer.concat([head(2, 2, 0), half]))).toBeNull();
    expect(large.take(Buffer.concat([head(2, 2, 1), half, Buffer.alloc(1)]))).toBeNull();
    expect(large.take(Buffer.alloc(mostBytes))).toHaveLength(mostBytes);
    expect(large.take(Buffer.alloc(mostBytes + 1))).toBeNull();
  });
});
