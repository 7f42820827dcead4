import type { StepLoader } from './step.ts';

/** Offered before there is an owner alone; nobody who has no backup misses it. */
export const loadRestoreStep: StepLoader<'restore'> = async ({ sets_up, readRestore }) => ({
  is_done: false,
  facts: [],
  data: sets_up === true ? (readRestore?.() ?? null) : null,
});
