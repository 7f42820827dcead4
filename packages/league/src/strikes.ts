import type { Draft } from './draft.ts';
import { emit, getEntry, getRules } from './draft.ts';
import { addDuration } from './duration.ts';
import type { EntryId, Instant, MatchId, StrikeId, TextReference } from './ids.ts';
import { suspendEntry } from './removal.ts';
import type { RulePath } from './rules.ts';
import type { Entry, Strike, StrikeReason } from './state.ts';

/** Strikes that neither lapsed nor were lifted. */
export function listStrikesInForce(entry: Entry, at: Instant): Strike[] {
  return entry.strikes.filter((strike) => !strike.lifted && strike.lapses_at > at);
}

interface NewStrike {
  reason: StrikeReason;
  rule: RulePath;
  matchId?: MatchId;
  id?: StrikeId;
  text?: TextReference;
}

/** A strike; with the last that the rules allow in force, the entry is suspended. */
export function giveStrike(draft: Draft, entryId: EntryId, strike: NewStrike): void {
  const { strikes } = getRules(draft.state);
  emit(
    draft,
    'strike_given',
    {
      entry_id: entryId,
      strike_id: strike.id ?? draft.facts.createId(),
      reason: strike.reason,
      rule: strike.rule,
      lapses_at: addDuration(draft.at, strikes.lapseAfter),
      text: strike.text ?? null,
    },
    strike.matchId ?? null,
  );
  const entry = getEntry(draft.state, entryId);
  if (entry.status === 'active' && listStrikesInForce(entry, draft.at).length >= strikes.limit) {
    suspendEntry(draft, entryId, {
      until: addDuration(draft.at, strikes.suspension),
      reason: 'strikes',
      rule: 'strikes.limit',
      text: null,
    });
  }
}
