import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HeardSince } from './heard-since.ts';

let heard: HeardSince;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  heard = new HeardSince();
});
afterEach(() => vi.useRealTimers());

describe('a mark', () => {
  test.each(['before', 'after'])('that is heard %s the statement has answered counts', (when) => {
    heard.begin();
    if (when === 'before') {
      heard.note('mark');
      expect(heard.find(1)).toBeNull();
      heard.made('mark', '5:5:');
    } else {
      heard.made('mark', '5:5:');
      expect(heard.find(1)).toBeNull();
      heard.note('mark');
    }
    const since = heard.find(1);
    expect([since?.mark, since?.snapshot.includes(4n), since?.snapshot.includes(5n)]).toEqual([
      ...['mark', true, false],
    ]);
  });

  test('that is never heard leaves the one before', () => {
    heard.begin();
    heard.made('first', '5:5:');
    heard.note('first');
    heard.begin();
    heard.made('second', '6:6:');
    expect(heard.find(1)?.mark).toBe('first');
  });

  test('is good for so long', () => {
    heard.begin();
    heard.made('mark', '5:5:');
    heard.note('mark');
    vi.advanceTimersByTime(99);
    expect(heard.find(100)).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(heard.find(100)).toBeNull();
    expect(heard.find(101)).not.toBeNull();
  });
});

describe('what was heard', () => {
  test('is known again, also over a mark that was made before it came', () => {
    expect(heard.note('old')).toBe(true);
    heard.begin();
    expect(heard.note('new')).toBe(true);
    heard.made('mark', '5:5:');
    heard.note('mark');
    expect([heard.note('new'), heard.note('old')]).toEqual([false, true]);
  });

  test('is forgotten, with the mark, where it is more than a hundred thousand', () => {
    heard.begin();
    heard.made('mark', '5:5:');
    heard.note('mark');
    for (let count = 1; count < 100_000; count += 1) {
      heard.note(String(count));
    }
    expect(heard.find(1)).not.toBeNull();
    heard.note('one more');
    expect(heard.find(1)).toBeNull();
  });
});
