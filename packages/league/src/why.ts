import type { LadderEvent, LadderEventType } from './event.ts';
import type { EntryId, Instant, MatchId } from './ids.ts';
import type { RulePath, Rules } from './rules.ts';
import type { EntryRating, Move } from './state.ts';

/** One step of an entry's way to its rung. */
export interface PlaceReason {
  at: Instant;
  type: LadderEventType;
  match_id: MatchId | null;
  from: number | null;
  to: number | null;
  rule: RulePath | null;
}

/** The season's part of a ladder's log: what came before does not bear on today's places. */
function listSeason(log: readonly LadderEvent[]): readonly LadderEvent[] {
  return log.slice(
    Math.max(
      0,
      log.findLastIndex(({ type }) => type === 'season_planned'),
    ),
  );
}

/** Every event of the season that moved an entry, oldest first: beside a rank, its 'why'. */
export function listPlaceReasons(log: readonly LadderEvent[], entryId: EntryId): PlaceReason[] {
  return listSeason(log).flatMap((event) => {
    const move = listMoves(event).find(({ entry_id }) => entry_id === entryId);
    return move
      ? [
          {
            at: event.at,
            type: event.type,
            match_id: event.match_id,
            from: move.from,
            to: move.to,
            rule: getRule(event),
          },
        ]
      : [];
  });
}

function listMoves({ type, data }: LadderEvent): readonly Move[] {
  if (type === 'suspension_ended') return [{ entry_id: data.entry_id, from: null, to: data.rung }];
  return 'moves' in data ? data.moves : [];
}

function getRule({ data }: LadderEvent): RulePath | null {
  return 'rule' in data && data.rule?.includes('.') ? (data.rule as RulePath) : null;
}

/** One result's part in a rating. */
export interface RatingReason {
  at: Instant;
  match_id: MatchId | null;
  from: EntryRating | null;
  to: EntryRating | null;
}

/** Every result and recomputation of the season that changed an entry's rating, oldest first. */
export function listRatingReasons(log: readonly LadderEvent[], entryId: EntryId): RatingReason[] {
  return listSeason(log).flatMap((event): RatingReason[] => {
    const at = { at: event.at, match_id: event.match_id };
    if (event.type === 'match_completed' || event.type === 'match_forfeited') {
      return event.data.ratings
        .filter(({ entry_id }) => entry_id === entryId)
        .map(({ from, to }) => ({ ...at, from, to }));
    }
    if (event.type !== 'result_overturned') return [];
    return event.data.standings
      .filter(({ entry_id }) => entry_id === entryId)
      .map(({ rating }) => ({ ...at, from: null, to: rating }));
  });
}

/** The rule behind an automatic act, with its value when the act was done. */
export interface ActReason {
  rule: RulePath;
  value: unknown;
}

/** Why the clock did something: null for what people did. */
export function findActReason(event: LadderEvent, rules: Rules): ActReason | null {
  const rule = getRule(event);
  if (rule === null || event.actor_id !== null) return null;
  const [section = '', field = ''] = rule.split('.');
  const values = rules as unknown as Record<string, Record<string, unknown>>;
  return { rule, value: values[section]?.[field] ?? null };
}
