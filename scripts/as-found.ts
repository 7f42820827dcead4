import { afterAll, expect, vi } from 'vitest';

/**
 * Runs before each test file: the next one runs in the same process, so each leaves it as it found it. What it does not
 * fails here, by the name of the file that did it, and not in one that comes later.
 */
const kept = ['fetch', 'Date', 'setTimeout', 'setInterval', 'performance', 'crypto'] as const;

const look = () => ({
  // The last is set by the library that draws, once it is loaded.
  environment: { ...process.env, VIPSHOME: undefined },
  folder: process.cwd(),
  globals: kept.filter((name) => globalThis[name] !== found[name]),
  hasFakeTimers: vi.isFakeTimers(),
});
const found = Object.fromEntries(kept.map((name) => [name, globalThis[name]]));
const before = look();

// Registered before those of the file, and so called after them.
afterAll(() => expect(look(), 'what this file has left in its process').toEqual(before));
