import { disputeHandlers } from './apply-dispute.ts';
import { entryHandlers } from './apply-entry.ts';
import { matchHandlers } from './apply-match.ts';
import { resultHandlers } from './apply-result.ts';
import { runHandlers } from './apply-run.ts';
import { seasonHandlers } from './apply-season.ts';
import type { LadderEvent, LadderEventOf, LadderEventType } from './event.ts';
import { assignPatch, type LadderPatch, mergePatch } from './patch.ts';
import type { LadderState } from './state.ts';

type Handlers = {
  [T in LadderEventType]: (state: LadderState, event: LadderEventOf<T>) => LadderPatch;
};

const handlers: Handlers = {
  ...seasonHandlers,
  ...entryHandlers,
  ...matchHandlers,
  ...resultHandlers,
  ...disputeHandlers,
  ...runHandlers,
};

/** A ladder of which nothing has happened yet. */
export const emptyLadder: LadderState = {
  ladder: null,
  season: null,
  next_rules: null,
  previous_order: [],
  entries: {},
  size: 0,
  matches: {},
  disputes: {},
  appeals: {},
  runs: {},
};

/** What one event changes in a ladder's state. */
export function toPatch(state: LadderState, event: LadderEvent): LadderPatch {
  const handle = handlers[event.type] as (state: LadderState, event: LadderEvent) => LadderPatch;
  return handle(state, event);
}

/** The state after one event. What the event does not touch keeps its identity. */
export function applyLadder(state: LadderState, event: LadderEvent): LadderState {
  return mergePatch(state, toPatch(state, event));
}

/** The state after a whole stream: the same as applying one by one, without a copy at each step. */
export function replayLadder(events: Iterable<LadderEvent>): LadderState {
  const state = structuredClone(emptyLadder);
  for (const event of events) {
    assignPatch(state, toPatch(state, event));
  }
  return state;
}
