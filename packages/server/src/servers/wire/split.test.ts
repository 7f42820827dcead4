import { describe, expect, it } from 'vitest';
import { mostBytes, SplitAnswers } from './split.ts';

/** A piece as the engines of today send it. */
function toPiece(id: number, total: number, number: number, body: string | Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeInt32LE(-2, 0);
  head.writeUInt32LE(id, 4);
  head.writeUInt8(total, 8);
  head.writeUInt8(number, 9);
  return Buffer.concat([head, Buffer.from(body)]);
}

const open = () => new SplitAnswers({ isFirstEngine: false });

describe('an answer in pieces', () => {
  it('is whole when the last of them came, in whatever order', () => {
    const answers = open();
    expect(answers.take(toPiece(1, 3, 2, 'c'))).toBeNull();
    expect(answers.take(toPiece(1, 3, 0, 'a'))).toBeNull();
    expect(answers.take(toPiece(1, 3, 1, 'b'))?.toString()).toBe('abc');
  });

  it('takes no piece that says another count, and none twice', () => {
    const answers = open();
    expect(answers.take(toPiece(1, 2, 0, 'a'))).toBeNull();
    expect(answers.take(toPiece(1, 3, 1, 'x'))).toBeNull();
    expect(answers.take(toPiece(1, 2, 0, 'y'))).toBeNull();
    expect(answers.take(toPiece(1, 2, 1, 'b'))?.toString()).toBe('ab');
  });

  it.each([
    ['as much as may be', 0, true],
    ['a byte more', 1, false],
  ])('%s: whole is %3$s', (_what, more, isWhole) => {
    const answers = open();
    const half = mostBytes / 2;
    answers.take(toPiece(1, 2, 0, Buffer.alloc(half)));
    const last = answers.take(toPiece(1, 2, 1, Buffer.alloc(half + more)));
    expect(last?.length ?? null).toBe(isWhole ? mostBytes : null);
  });

  it('is let go where four others were begun after it', () => {
    const answers = open();
    for (const id of [1, 2, 3, 4, 5]) {
      expect(answers.take(toPiece(id, 2, 0, `${id}`))).toBeNull();
    }
    expect(answers.take(toPiece(2, 2, 1, '!'))?.toString()).toBe('2!');
    expect(answers.take(toPiece(1, 2, 1, '!'))).toBeNull();
  });

  it.each([
    ['of no pieces', 0, 0],
    ['of more than forty', 41, 0],
    ['beyond its own count', 2, 2],
  ])('is dropped where it is %s', (_what, total, number) => {
    const answers = open();
    expect(answers.take(toPiece(1, total, number, 'a'))).toBeNull();
  });
});
