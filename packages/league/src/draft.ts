import { applyLadder } from './apply.ts';
import type { Actor, DecideContext, Facts } from './context.ts';
import type { LadderEvent, LadderEventData, LadderEventType } from './event.ts';
import type { EntryId, Instant, MatchId } from './ids.ts';
import { refuse } from './refusal.ts';
import type { Rules } from './rules.ts';
import { getRosterLimits } from './rules-schema.ts';
import type { Entry, LadderSettings, LadderState, Match, Season } from './state.ts';

/** A decision in the making: whoever looks at the state sees every event emitted so far applied. */
export interface Draft {
  readonly state: LadderState;
  /** The state as somebody last looked at it, without what was emitted since: for who knows that this makes no difference. */
  readonly seen: LadderState;
  readonly at: Instant;
  readonly actor: Actor | null;
  readonly isSystem: boolean;
  readonly facts: Facts;
  readonly events: LadderEvent[];
}

export function createDraft(state: LadderState, context: DecideContext): Draft {
  const events: LadderEvent[] = [];
  let current = state;
  let applied = 0;
  return {
    // Applied only when somebody looks: most decisions end with the event after which nobody does,
    // and a copy of a large ladder's collections costs more than the decision.
    get state() {
      for (const event of events.slice(applied)) {
        current = applyLadder(current, event);
      }
      applied = events.length;
      return current;
    },
    get seen() {
      return current;
    },
    at: context.at,
    actor: context.actor,
    isSystem: context.system === true,
    facts: context.facts,
    events,
  };
}

/** Adds an event to the decision. */
export function emit<T extends LadderEventType>(
  draft: Draft,
  type: T,
  data: LadderEventData[T],
  matchId: MatchId | null = null,
): void {
  const ladderId =
    type === 'ladder_created'
      ? (data as LadderEventData['ladder_created']).ladder_id
      : (draft.seen.ladder?.id ?? null);
  const event = {
    type,
    version: 1,
    ladder_id: ladderId,
    match_id: matchId,
    actor_id: draft.actor?.person_id ?? null,
    at: draft.at,
    data,
  } as LadderEvent;
  draft.events.push(event);
}

export function getLadder(state: LadderState): LadderSettings {
  return state.ladder ?? refuse('not_found', { what: 'ladder', id: '' });
}

export function getSeason(state: LadderState): Season {
  return state.season ?? refuse('season_not_open', { opens: null });
}

export function getRules(state: LadderState): Rules {
  return getSeason(state).rules;
}

/** The season in which people may play; a planned or closed one is refused. */
export function requireOpenSeason(state: LadderState): Season {
  const season = getSeason(state);
  if (season.status === 'registration') {
    refuse('season_not_open', { opens: season.starts_at });
  }
  if (season.status === 'closed') {
    refuse('season_closed', {});
  }
  return season;
}

export function getEntry<Kept = Entry>(
  state: { readonly entries: Readonly<Record<EntryId, Kept>> },
  id: EntryId,
): Kept {
  return state.entries[id] ?? refuse('not_found', { what: 'entry', id });
}

/** As many people as the rules ask of every roster that plays. */
export function requireEnough(rules: Rules, has: number): void {
  const { minimum: needs } = getRosterLimits(rules);
  if (has < needs) {
    refuse('roster_too_small', { has, needs });
  }
}

export function getMatch(state: LadderState, id: MatchId): Match {
  return state.matches[id] ?? refuse('not_found', { what: 'match', id });
}
