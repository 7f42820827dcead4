import type { World } from './world.ts';

/** Shows one thing in a transaction that is rolled back afterwards; fails by an assertion. */
export type Run = (world: World) => Promise<void>;

/**
 * The rows of an object (`listObjects`), or of several that are shown together: what it lets through and what it stops. Of one that refuses
 * nothing, as a trigger that counts, what it does and what it leaves alone.
 */
export interface Case {
  object: string | readonly string[];
  lets: Readonly<Record<string, Run>>;
  stops: Readonly<Record<string, Run>>;
}
