import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from './reload-guard.ts';

const went: string[] = [];

beforeEach(() => {
  const kept = new Map<string, string>();
  went.length = 0;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('location', {
    pathname: '/here',
    search: '',
    reload: () => went.push('reload'),
    assign: (path: string) => went.push(path),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('reloadOnce', () => {
  it('goes to the path once, and not again for ten seconds', () => {
    expect(reloadOnce('/there', 1000)).toBe(true);
    expect(reloadOnce('/there', 10_999)).toBe(false);
    expect(reloadOnce('/there', 11_000)).toBe(true);
    expect(went).toEqual(['/there', '/there']);
  });

  it('counts each path for itself, and reloads the one that is shown', () => {
    expect(reloadOnce('/there', 1000)).toBe(true);
    expect(reloadOnce('/here', 1001)).toBe(true);
    expect(went).toEqual(['/there', 'reload']);
  });

  it('does nothing where it could not remember that it did', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('denied');
      },
    });
    expect(reloadOnce('/there', 1000)).toBe(false);
    expect(went).toEqual([]);
  });
});
