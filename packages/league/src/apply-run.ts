import type { LadderEventOf } from './event.ts';
import type { RunId } from './ids.ts';
import type { LadderPatch } from './patch.ts';
import type { LadderState, Run } from './state.ts';

function patchRun({ runs }: LadderState, id: RunId, change: Partial<Run>): LadderPatch {
  const run = runs[id];
  return run ? { runs: { [id]: { ...run, ...change } } } : {};
}

export const runHandlers = {
  run_submitted(state: LadderState, { at, data }: LadderEventOf<'run_submitted'>): LadderPatch {
    const { run_id, ...rest } = data;
    const entry = state.entries[data.entry_id];
    return {
      runs: {
        [run_id]: {
          id: run_id,
          ...rest,
          at,
          status: 'submitted',
          confirmed_by: null,
          verified_by: null,
        },
      },
      ...(entry ? { entries: { [entry.id]: { ...entry, active_at: at } } } : {}),
    };
  },
  run_withdrawn: (state: LadderState, { data }: LadderEventOf<'run_withdrawn'>): LadderPatch =>
    patchRun(state, data.run_id, { status: 'withdrawn' }),
  run_confirmed: (state: LadderState, { data }: LadderEventOf<'run_confirmed'>): LadderPatch =>
    patchRun(state, data.run_id, { status: 'confirmed', confirmed_by: data.by }),
  run_verified: (state: LadderState, { data }: LadderEventOf<'run_verified'>): LadderPatch =>
    patchRun(state, data.run_id, { status: 'verified', verified_by: data.by }),
  run_rejected: (state: LadderState, { data }: LadderEventOf<'run_rejected'>): LadderPatch =>
    patchRun(state, data.run_id, { status: 'rejected' }),
};
