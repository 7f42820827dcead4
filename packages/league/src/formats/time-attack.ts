import type { EntryId } from '../ids.ts';
import type { LadderState, Run } from '../state.ts';
import type { Format, Standing } from './format.ts';
import { toPlaces } from './rating.ts';

/** People drive stages; the best valid run of each counts. */
export const timeAttackFormat: Format = {
  hasMatches: false,
  isForPersons: true,
  dropsIdle: false,
  join: () => ({ rung: null, rating: null, others: [] }),
  leave: () => [],
  apply: () => ({ moves: [], ratings: [] }),

  standings(state) {
    const rules = state.season?.rules.timeAttack;
    if (!rules) {
      return [];
    }
    const totals = new Map<EntryId, { points: number; time: number; stages: number }>();
    for (const stage of rules.stages) {
      for (const { run, place } of listStageRanks(state, stage)) {
        const total = totals.get(run.entry_id) ?? { points: 0, time: 0, stages: 0 };
        totals.set(run.entry_id, {
          points: total.points + (rules.points[place - 1] ?? 0),
          time: total.time + getRunTime(run),
          stages: total.stages + 1,
        });
      }
    }
    const isByPoints = rules.ranking === 'points';
    const active = Object.values(state.entries).filter(
      (entry) => entry.status === 'active' || entry.status === 'suspended',
    );
    const lines = active.map((entry): Standing & { stages: number } => {
      const total = totals.get(entry.id) ?? { points: 0, time: 0, stages: 0 };
      return {
        entry_id: entry.id,
        place: 0,
        value: isByPoints ? total.points : total.time,
        is_provisional: total.stages < rules.stages.length,
        stages: total.stages,
      };
    });
    return isByPoints ? placeByPoints(lines) : placeByTime(lines);
  },
};

type Line = Standing & { stages: number };
const byId = (first: Line, second: Line) => (first.entry_id < second.entry_id ? -1 : 1);
const withoutStages = ({ stages: _stages, ...line }: Line): Standing => line;

function placeByPoints(lines: Line[]): Standing[] {
  return toPlaces(
    lines
      .sort((first, second) => second.value - first.value || byId(first, second))
      .map(withoutStages),
  );
}

/** A sum of times compares only with sums over as many stages: more stages come first. */
function placeByTime(lines: Line[]): Standing[] {
  const sorted = lines.sort(
    (first, second) =>
      second.stages - first.stages || first.value - second.value || byId(first, second),
  );
  let place = 1;
  return sorted.map((line, index) => {
    const before = sorted[index - 1];
    if (before && (before.stages !== line.stages || before.value !== line.value)) {
      place = index + 1;
    }
    return withoutStages({ ...line, place });
  });
}

export function getRunTime(run: Run): number {
  return run.time_ms + run.penalty_ms;
}

/** Each entry's best counting run of a stage, fastest first; ties share a place. */
export function listStageRanks(state: LadderState, stage: string): { run: Run; place: number }[] {
  const best = new Map<EntryId, Run>();
  for (const run of listCountingRuns(state, stage)) {
    const known = best.get(run.entry_id);
    if (!known || getRunTime(run) < getRunTime(known)) {
      best.set(run.entry_id, run);
    }
  }
  const sorted = [...best.values()].sort(
    (first, second) => getRunTime(first) - getRunTime(second) || (first.id < second.id ? -1 : 1),
  );
  let place = 1;
  return sorted.map((run, index) => {
    const before = sorted[index - 1];
    if (before && getRunTime(before) !== getRunTime(run)) {
      place = index + 1;
    }
    return { run, place };
  });
}

/**
 * The fastest run that counts on a stage is always one that an admin has verified: confirmed runs
 * count behind it, and whatever is faster waits. Until the first is verified a stage has no ranks.
 */
function listCountingRuns(state: LadderState, stage: string): Run[] {
  const runs = Object.values(state.runs)
    .filter(
      (run) => run.stage === stage && (run.status === 'confirmed' || run.status === 'verified'),
    )
    .filter(
      (run) =>
        state.entries[run.entry_id]?.status === 'active' ||
        state.entries[run.entry_id]?.status === 'suspended',
    );
  const verified = Math.min(...runs.filter((run) => run.status === 'verified').map(getRunTime));
  return runs.filter((run) => getRunTime(run) >= verified);
}

/** The ids of the runs that wait for an admin: those that would be their stage's fastest, and all while none is verified. */
export function listRunsForAdmin(state: LadderState): ReadonlySet<string> {
  const runs = Object.values(state.runs);
  const stages = [...new Set(runs.map(({ stage }) => stage))];
  const counting = new Set(stages.flatMap((stage) => listCountingRuns(state, stage)));
  const waiting = runs.filter((run) => run.status === 'confirmed' && !counting.has(run));
  return new Set(waiting.map(({ id }) => id));
}
