import type { EntryCommand } from './command.ts';
import { type Draft, emit, getEntry, getRules, requireOpenSeason } from './draft.ts';
import { subtractDuration } from './duration.ts';
import { getFormat } from './formats/formats.ts';
import type { PersonId, RunId } from './ids.ts';
import { requirePresent } from './join.ts';
import { findRole, requireActor } from './permissions.ts';
import { refuse } from './refusal.ts';
import type { Run } from './state.ts';

type Command<T extends EntryCommand['type']> = Extract<EntryCommand, { type: T }>;

/** The longest time of a run, and the most that is added to one, in milliseconds. */
export const longestRun = 24 * 3_600_000;

/** So many runs of one driver wait for a confirmation at once, and so many are submitted in a day. */
const mostWaiting = 30;
const mostADay = 100;

const isTime = (value: number, least: number) =>
  Number.isSafeInteger(value) && value >= least && value <= longestRun;

export function decideRun(draft: Draft, command: Command<'submit_run'>): void {
  const entry = getEntry(draft.state, command.entry_id);
  const actor = requireActor(draft);
  if (findRole(actor, entry) !== 'captain') {
    refuse('not_captain', {});
  }
  const season = requireOpenSeason(draft.state);
  if (draft.at >= season.ends_at) {
    refuse('season_closed', {});
  }
  if (!getFormat(draft.state).isForPersons) {
    refuse('field_invalid', { field: 'entry_id' });
  }
  if (entry.status === 'suspended') {
    refuse('entry_suspended', { entry: entry.name, until: entry.suspended_until });
  }
  if (entry.status !== 'active') {
    refuse('entry_gone', { entry: entry.name });
  }
  if (draft.state.runs[command.run_id]) {
    refuse('already_exists', { what: 'entry', id: command.run_id });
  }
  if (!getRules(draft.state).timeAttack.stages.includes(command.stage)) {
    refuse('stage_unknown', { stage: command.stage }, 'stage');
  }
  if (!isTime(command.time_ms, 1)) {
    refuse('time_impossible', {}, 'time_ms');
  }
  if (!isTime(command.penalty_ms, 0)) {
    refuse('time_impossible', {}, 'penalty_ms');
  }
  if (command.proof === null && getRules(draft.state).report.evidence === 'required') {
    refuse('proof_missing', {}, 'proof');
  }
  requireRoom(draft, actor.person_id);
  const { run_id, entry_id, stage, time_ms, penalty_ms, proof } = command;
  emit(draft, 'run_submitted', {
    run_id,
    entry_id,
    person_id: actor.person_id,
    stage,
    time_ms,
    penalty_ms,
    proof,
  });
}

function requireRoom({ state, at }: Draft, driver: PersonId): void {
  const own = Object.values(state.runs).filter(({ person_id }) => person_id === driver);
  if (own.filter(({ status }) => status === 'submitted').length >= mostWaiting) {
    refuse('limit_reached', { limit: mostWaiting });
  }
  const dayAgo = subtractDuration(at, 'P1D');
  if (own.filter((run) => run.at > dayAgo).length >= mostADay) {
    refuse('daily_limit', { limit: mostADay });
  }
}

/** A run that may still be decided: of who has gone nothing is asked any more. */
function getOpenRun(draft: Draft, id: RunId): Run {
  requireOpenSeason(draft.state);
  const run = draft.state.runs[id] ?? refuse('not_found', { what: 'run', id });
  if (run.status === 'rejected' || run.status === 'withdrawn') {
    refuse('run_closed', {});
  }
  requirePresent(getEntry(draft.state, run.entry_id));
  return run;
}

export function decideRunWithdrawal(draft: Draft, runId: RunId): void {
  const actor = requireActor(draft);
  const run = getOpenRun(draft, runId);
  if (run.person_id !== actor.person_id) {
    refuse('not_captain', {});
  }
  emit(draft, 'run_withdrawn', { run_id: run.id });
}

/** A person of another entry without a common team confirms; an admin's word is the one that a stage's fastest needs. */
export function decideRunConfirmation(draft: Draft, runId: RunId): void {
  const actor = requireActor(draft);
  const run = getOpenRun(draft, runId);
  const { facts, state } = draft;
  if (actor.person_id === run.person_id) {
    refuse('own_match', {});
  }
  if (actor.is_ladder_admin) {
    if (run.status === 'verified') {
      refuse('run_closed', {});
    }
    emit(draft, 'run_verified', { run_id: run.id, by: actor.person_id });
    return;
  }
  if (run.status !== 'submitted') {
    refuse('run_closed', {});
  }
  const own = Object.values(state.entries).find(
    (entry) => entry.person_id === actor.person_id && entry.status === 'active',
  );
  if (!own) {
    refuse('not_member', {});
  }
  const ours = [...Object.keys(actor.teams), ...(facts.teams[actor.person_id] ?? [])];
  if (ours.some((team) => facts.teams[run.person_id]?.includes(team))) {
    refuse('run_shares_team', {});
  }
  emit(draft, 'run_confirmed', { run_id: run.id, by: actor.person_id });
}

export function decideRunRejection(draft: Draft, command: Command<'reject_run'>): void {
  const actor = requireActor(draft);
  if (!actor.is_ladder_admin) {
    refuse('not_admin', {});
  }
  const run = getOpenRun(draft, command.run_id);
  if (actor.person_id === run.person_id) {
    refuse('own_match', {});
  }
  emit(draft, 'run_rejected', { run_id: run.id, by: actor.person_id, text: command.reason });
}
