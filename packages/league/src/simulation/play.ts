import type { LadderEvent } from '../event.ts';
import type { LadderId } from '../ids.ts';
import { planLook, planNext } from './captains.ts';
import { createCast, type SimulatedTeam } from './cast.ts';
import { planRun } from './drivers.ts';
import { usualHabits } from './habits.ts';
import type { SimulationInput } from './input.ts';
import { findCaptain, type Scene } from './scene.ts';
import { createStage, getState, runClock, type Stage } from './stage.ts';

/** People who know each other's habits, on a stage where nothing has happened yet. */
export function setUp(input: Omit<SimulationInput, 'ladders'>): {
  scene: Scene;
  cast: SimulatedTeam[];
} {
  const starts = Date.parse(input.starts_at);
  const stage = createStage(input.seed, { starts, ends: Date.parse(input.ends_at) });
  const cast = createCast(stage.random, starts, input);
  for (const { members } of cast) {
    for (const person of members) {
      stage.people.set(person.person_id, person);
    }
  }
  const scene: Scene = {
    stage,
    habits: { ...usualHabits, ...input.habits },
    strength: new Map(),
    planned: new Map(),
    played: new Map(),
    scripted: new Set(),
    quiet: new Set(),
  };
  stage.react = (ladderId, event) => react(scene, ladderId, event);
  return { scene, cast };
}

/** Lets everything happen that is planned up to an instant, in milliseconds, or until it is enough. */
export function play(stage: Stage, until: number, isEnough = () => false): void {
  for (let item = stage.agenda.take(until); item; item = stage.agenda.take(until)) {
    stage.now = item.epoch;
    item.happen();
    if (isEnough()) {
      return;
    }
  }
  stage.now = until;
}

/** People react to what happens on a ladder; its clock is asked whenever something falls due. */
function react(scene: Scene, ladderId: LadderId, event: LadderEvent): void {
  const { stage } = scene;
  if (event.match_id) {
    const matchId = event.match_id;
    planNext(scene, ladderId, matchId);
    const deadline = getState(stage, ladderId).matches[matchId]?.deadline;
    if (deadline) {
      stage.agenda.plan(Math.max(stage.now, Date.parse(deadline)), () => runClock(stage, ladderId));
    }
  }
  if (event.type !== 'entry_joined') {
    return;
  }
  const entry = getState(stage, ladderId).entries[event.data.entry_id];
  if (entry?.person_id) {
    planRun(scene, ladderId, entry.id);
  } else if (entry && findCaptain(scene, entry)) {
    planLook(scene, ladderId, entry.id);
  }
}
