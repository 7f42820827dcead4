import { describe, expect, it } from 'vitest';
import { createKeyedCache } from './keyed-cache.ts';

describe('createKeyedCache', () => {
  it('joins who asks while the answer is on its way, and remembers it', async () => {
    let asked = 0;
    const cache = createKeyedCache(async (key) => `${key}${++asked}`);
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1']);
    expect(await cache.get('a')).toBe('a1');
    expect(await cache.get('b')).toBe('b2');
  });

  it('does not remember a failure', async () => {
    let asked = 0;
    const cache = createKeyedCache(async () => {
      asked += 1;
      if (asked === 1) {
        throw new Error('down');
      }
      return asked;
    });
    await expect(cache.get('a')).rejects.toThrow('down');
    expect(await cache.get('a')).toBe(2);
  });
});
