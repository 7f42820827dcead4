import type { World } from '@muster/database/testing';
import { furnishLeague } from '../demonstration/furnish.ts';
import { createLeague } from '../engine/league.ts';

/** When the demonstration of `furnished` was played. */
export const furnishedAt = new Date('2026-11-20T19:00:00.000Z');

/** A league as its first start leaves it, the demonstration played. */
export const furnished: World = {
  name: 'furnished',
  make: (database) => furnishLeague(createLeague(database, () => furnishedAt)),
};
