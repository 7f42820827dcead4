import { describe, expect, it } from 'vitest';
import { keepAnswers } from './kept.ts';

describe('answers that are kept', () => {
  it('are made once, and the oldest go where there are too many', () => {
    const made: string[] = [];
    const ask = keepAnswers(2, (key: string) => {
      made.push(key);
      return key.toUpperCase();
    });
    expect(['a', 'b', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'B']);
    expect(made).toEqual(['a', 'b']);
    expect(['c', 'b', 'a'].map(ask)).toEqual(['C', 'B', 'A']);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  it('are not kept of what failed', () => {
    let asked = 0;
    const ask = keepAnswers(2, (_key: string) => {
      asked += 1;
      if (asked === 1) {
        throw new Error('not yet');
      }
      return undefined;
    });
    expect(() => ask('a')).toThrow('not yet');
    expect([ask('a'), ask('a'), asked]).toEqual([undefined, undefined, 2]);
  });
});
