import type { EntryId, LadderId, RunId } from '../ids.ts';
import type { Run } from '../state.ts';
import type { Scene } from './scene.ts';
import { createId, createText, getState, planAfter, tryLadder } from './stage.ts';

/** Drivers of a time attack drive, now and then, any stage that they like. */
export function planRun(scene: Scene, ladderId: LadderId, entryId: EntryId): void {
  const { stage, habits } = scene;
  planAfter(stage, habits.lookEvery * (0.5 + stage.random.next() * 2), () => {
    const entry = getState(stage, ladderId).entries[entryId];
    if (entry?.status !== 'active' || !entry.person_id) {
      return;
    }
    drive(scene, ladderId, entryId, entry.person_id);
    planRun(scene, ladderId, entryId);
  });
}

function drive(scene: Scene, ladderId: LadderId, entryId: EntryId, person: string): void {
  const { stage, strength } = scene;
  const { random } = stage;
  const stages = getState(stage, ladderId).season?.rules.timeAttack.stages ?? [];
  if (stages.length === 0) {
    return;
  }
  const course = random.whole(0, stages.length - 1);
  const usual = 180_000 + course * 41_000;
  const time = Math.round(
    usual * (1.1 - 0.02 * (strength.get(entryId) ?? 0) + 0.015 * random.normal()),
  );
  const runId = createId(stage);
  const isTaken = tryLadder(stage, ladderId, person, {
    type: 'submit_run',
    run_id: runId,
    entry_id: entryId,
    stage: stages[course] ?? '',
    time_ms: Math.max(60_000, time),
    penalty_ms: random.chance(0.15) ? 5000 * random.whole(1, 3) : 0,
    proof: createText(stage, `https://example.org/replays/${runId.slice(-12)}`),
  });
  if (!isTaken) {
    return;
  }
  if (random.chance(0.02)) {
    planAfter(stage, 0.5, () =>
      tryLadder(stage, ladderId, person, { type: 'withdraw_run', run_id: runId }),
    );
  } else {
    planCheck(scene, ladderId, runId, person);
  }
}

/** Somebody else looks at the recording; an admin looks at what would be fastest. */
function planCheck(scene: Scene, ladderId: LadderId, runId: string, driver: string): void {
  const { stage } = scene;
  planAfter(stage, 1 + stage.random.next() * 40, () => {
    const others = Object.values(getState(stage, ladderId).entries).flatMap(({ person_id }) =>
      person_id && person_id !== driver ? [person_id] : [],
    );
    if (others.length > 0) {
      tryLadder(stage, ladderId, stage.random.pick(others), { type: 'confirm_run', run_id: runId });
    }
  });
  planAfter(stage, 42 + stage.random.next() * 30, () => {
    const { runs } = getState(stage, ladderId);
    const run = runs[runId];
    if (!run) {
      return;
    }
    if (stage.random.chance(0.02)) {
      tryLadder(stage, ladderId, stage.judge, {
        type: 'reject_run',
        run_id: runId,
        reason: createText(stage, 'The recording ends before the finish.'),
      });
    } else if (isFastest(run, runs)) {
      tryLadder(stage, ladderId, stage.judge, { type: 'confirm_run', run_id: runId });
    }
  });
}

/** Whether a run is faster than every one of its stage that counts. Thousands are looked through, so none is copied. */
function isFastest(run: Run, runs: Record<RunId, Run>): boolean {
  for (const id in runs) {
    const other = runs[id];
    if (
      other?.status === 'verified' &&
      other.stage === run.stage &&
      other.time_ms + other.penalty_ms <= run.time_ms + run.penalty_ms
    ) {
      return false;
    }
  }
  return true;
}
