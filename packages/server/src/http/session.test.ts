import { describe, expect, it } from 'vitest';
import { parseCookies } from './session.ts';

describe('parseCookies', () => {
  it('reads names and decoded values, and the first of a name', () => {
    const cookies = parseCookies(
      'a=1; muster-zone=Europe%2FHelsinki; a=2; empty=; broken=%E0%A4%A',
    );
    expect([...cookies]).toEqual([
      ['a', '1'],
      ['muster-zone', 'Europe/Helsinki'],
      ['empty', ''],
      ['broken', '%E0%A4%A'],
    ]);
  });

  it('has none without a header', () => {
    expect(parseCookies(null).size).toBe(0);
  });
});
