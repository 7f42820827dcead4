import { describe, expect, it } from 'vitest';
import type { PageName } from '../../page-data.ts';
import { mayPreload } from '../idle.ts';
import { createPreloadQueue, maxPreloads } from './preload.ts';

describe('the preload queue', () => {
  it('runs five at once, each name once, and the rest after them', async () => {
    const finish = new Map<string, () => void>();
    let running = 0;
    let most = 0;
    const enqueue = createPreloadQueue((name) => {
      running += 1;
      most = Math.max(most, running);
      return new Promise<void>((resolve) => {
        finish.set(name, () => {
          running -= 1;
          resolve();
        });
      });
    });
    const names = ['home', 'about', 'admins', 'archives', 'boards', 'teams', 'login'] as PageName[];
    for (const name of [...names, ...names]) {
      enqueue(name);
    }
    expect(maxPreloads).toBe(5);
    expect([...finish.keys()]).toEqual(names.slice(0, 5));
    finish.get('home')?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect([...finish.keys()]).toEqual(names.slice(0, 6));
    expect(most).toBe(5);
  });
});

describe('mayPreload', () => {
  it('spares who saves data or is on a slow line', () => {
    expect(mayPreload(undefined)).toBe(true);
    expect(mayPreload({ effectiveType: '4g' })).toBe(true);
    expect(mayPreload({ saveData: true, effectiveType: '4g' })).toBe(false);
    expect(mayPreload({ effectiveType: '2g' })).toBe(false);
    expect(mayPreload({ effectiveType: 'slow-2g' })).toBe(false);
  });
});
