import type { Claims } from '@muster/database';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NamedBuckets } from './named-buckets.ts';
import { SpeechLimits } from './speech-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function countUntilRefused(take: () => boolean): number {
  let count = 0;
  while (take()) {
    count += 1;
  }
  return count;
}

test('a network may say a thousand things at once and 200 a second, whoever it is', () => {
  const limits = new SpeechLimits();
  let person = 0;
  const take = () => {
    person += 1;
    return limits.take(`2001:db8::${(person % 9) + 1}`, { sub: `person ${person}` }, 100);
  };
  expect(countUntilRefused(take)).toBe(1_000);
  vi.advanceTimersByTime(1_000);
  expect(countUntilRefused(take)).toBe(200);
  expect(limits.take('192.0.2.1', {}, 100)).toBe(true);
});

test('a person may say 500 things at once and a hundred a second, wherever they are', () => {
  const limits = new SpeechLimits();
  let from = 0;
  const take = () => {
    from += 1;
    return limits.take(`192.0.2.${from % 200}`, { sub: 'ann' }, 100);
  };
  expect(countUntilRefused(take)).toBe(500);
  vi.advanceTimersByTime(1_000);
  expect(countUntilRefused(take)).toBe(100);
  expect(limits.take('192.0.2.1', { sub: 'bob' }, 100)).toBe(true);
  expect(limits.take('192.0.2.1', { role: 'anon' }, 100)).toBe(true);
});

test.each<[string, number, number, (n: number) => [string, Claims]]>([
  ['a network', 8, 2, (n) => ['192.0.2.1', { sub: `person ${n}` }]],
  ['a person', 4, 1, (n) => [`192.0.2.${n % 200}`, { sub: 'ann' }]],
])('%s may say %i MiB at once and %i a second', (_who, burst, perSecond, toSender) => {
  const limits = new SpeechLimits();
  let count = 0;
  const take = () => {
    count += 1;
    return limits.take(...toSender(count), 64 * 1024);
  };
  expect(countUntilRefused(take)).toBe(burst * 16);
  vi.advanceTimersByTime(1_000);
  expect(countUntilRefused(take)).toBe(perSecond * 16);
});

test('only so many are remembered, and who was silent for longest is forgotten', () => {
  const buckets = new NamedBuckets({ burst: 1, perSecond: 0 }, 2);
  const take = (name: string) => buckets.take(name, 0);
  expect([take('ann'), take('bob'), take('ann')]).toEqual([true, true, false]);
  expect([take('cleo'), take('ann'), take('bob')]).toEqual([true, false, true]);
});
