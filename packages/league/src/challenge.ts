import type { EntryCommand } from './command.ts';
import {
  type Draft,
  emit,
  getEntry,
  getLadder,
  getRules,
  requireEnough,
  requireOpenSeason,
} from './draft.ts';
import { addDuration } from './duration.ts';
import { getFormat } from './formats/formats.ts';
import type { Instant } from './ids.ts';
import { toHash } from './log.ts';
import { requirePicks } from './maps.ts';
import { requireApartFrom, requireOfficer } from './permissions.ts';
import { getReach, isInReach } from './reach.ts';
import { findRefusal, type Refusal, refuse } from './refusal.ts';
import { findDueRest, isResting } from './rest.ts';
import { isTimeLeft } from './silence.ts';
import type { Entry, LadderState } from './state.ts';

const nonceForm = /^[A-Za-z0-9_-]{16,128}$/;

/** A nonce is the browser's part in the draws: long enough that nobody guesses it, without the draw's separator. */
export function requireNonce(nonce: unknown): string {
  return typeof nonce === 'string' && nonceForm.test(nonce)
    ? nonce
    : refuse('field_invalid', { field: 'nonce' }, 'nonce');
}

/** Opens a match: challenger below against defender above. */
export function decideChallenge(
  draft: Draft,
  command: Extract<EntryCommand, { type: 'challenge' }>,
): void {
  const { state } = draft;
  const challenger = getEntry(state, command.challenger_id);
  const actor = requireOfficer(draft, challenger);
  const defender = getEntry(state, command.defender_id);
  requireChallengeable(state, challenger, defender, draft.at);
  requireApartFrom(actor, defender);
  if (state.matches[command.match_id]) {
    refuse('already_exists', { what: 'match', id: command.match_id });
  }
  const nonce = requireNonce(command.nonce);
  const picks = requirePicks(state, { C: command.picks }, 'C');
  const seed = draft.facts.seeds[command.match_id];
  if (seed === undefined) {
    throw new Error('A challenge needs its secret seed among the facts');
  }
  const { challenge } = getRules(state);
  emit(
    draft,
    'challenge_made',
    {
      challenger_id: challenger.id,
      defender_id: defender.id,
      is_rematch: isRematch(state, challenger, defender, draft.at),
      deadline: addDuration(draft.at, challenge.answerWithin),
      seed_hash: toHash(seed),
      nonce,
      picks,
      rules_version: state.season?.rules_version ?? 0,
      rungs: { challenger: challenger.rung, defender: defender.rung },
    },
    command.match_id,
  );
}

/** Why one entry may not challenge another at an instant; null when it may. */
export function findChallengeRefusal(
  state: LadderState,
  challenger: Entry,
  defender: Entry,
  at: Instant,
): Refusal | null {
  return findRefusal(() => requireChallengeable(state, challenger, defender, at));
}

function requireChallengeable(
  state: LadderState,
  challenger: Entry,
  defender: Entry,
  at: Instant,
): void {
  requireFree(state, challenger, defender, at);
  requireEnough(getRules(state), challenger.players.length);
}

/** Whether the rules keep one entry from challenging another but for who is on its own roster. */
export const isFree = (
  state: LadderState,
  challenger: Entry,
  defender: Entry,
  at: Instant,
): boolean => findRefusal(() => requireFree(state, challenger, defender, at)) === null;

function requireFree(state: LadderState, challenger: Entry, defender: Entry, at: Instant): void {
  const season = requireOpenSeason(state);
  if (at >= season.ends_at) {
    refuse('season_closed', {});
  }
  if (!isTimeLeft(season.rules, season.ends_at, at)) {
    refuse('season_ending', { at: season.ends_at });
  }
  if (!getFormat(state).hasMatches) {
    refuse('format_has_no_matches', {});
  }
  if (challenger.id === defender.id) {
    refuse('same_entry', {});
  }
  for (const entry of [challenger, defender]) {
    if (entry.status === 'suspended') {
      refuse('entry_suspended', { entry: entry.name, until: entry.suspended_until });
    }
    if (entry.status !== 'active') {
      refuse('entry_gone', { entry: entry.name });
    }
  }
  requireAwake(challenger, defender, at);
  requireReach(state, challenger, defender);
  requirePlaces(state, challenger, defender);
  requireTwoRosters(season.rules.team, challenger, defender);
}

function requireAwake(challenger: Entry, defender: Entry, at: Instant): void {
  const own = isResting(challenger, at) ? findDueRest(challenger, at) : undefined;
  if (own) {
    refuse('entry_resting', { entry: challenger.name, until: own.until });
  }
  const theirs = findDueRest(defender, at);
  if (theirs) {
    refuse('entry_resting', { entry: defender.name, until: theirs.until });
  }
  if (defender.immune_until && defender.immune_until > at) {
    refuse('entry_immune', { entry: defender.name, until: defender.immune_until });
  }
}

function requireReach(state: LadderState, challenger: Entry, defender: Entry): void {
  if (getLadder(state).format !== 'rung') {
    return;
  }
  const rules = getRules(state);
  const own = challenger.rung ?? 0;
  const theirs = defender.rung ?? 0;
  const climber = { rung: own, challenges_made: challenger.challenges_made };
  if (!isInReach(rules, climber, theirs, state.size)) {
    refuse('out_of_reach', { own, theirs, reach: getReach(rules, climber, theirs, state.size) });
  }
}

function requirePlaces(
  { matches, entries }: LadderState,
  challenger: Entry,
  defender: Entry,
): void {
  if (challenger.challenging !== null) {
    const other = entries[matches[challenger.challenging]?.defender_id ?? ''];
    refuse('already_challenging', { match_id: challenger.challenging, entry: other?.name ?? '' });
  }
  if (defender.challenged_by !== null) {
    const other = entries[matches[defender.challenged_by]?.challenger_id ?? ''];
    refuse('already_challenged', {
      match_id: defender.challenged_by,
      entry: defender.name,
      by: other?.name ?? '',
    });
  }
}

function requireTwoRosters(
  { oneEntryPerPerson }: { oneEntryPerPerson: boolean },
  challenger: Entry,
  defender: Entry,
): void {
  const theirs = new Set(defender.players.map(({ person_id }) => person_id));
  const people = challenger.players
    .map(({ person_id }) => person_id)
    .filter((person) => theirs.has(person));
  const isEverybody = people.length === challenger.players.length;
  if (people.length > 0 && (oneEntryPerPerson || isEverybody)) {
    refuse('same_people_on_both_sides', { people });
  }
}

/** Whether two entries met so lately that a challenge now is a rematch: declined freely, never lost by silence. */
export function isRematch(
  state: LadderState,
  challenger: Entry,
  defender: Entry,
  at: Instant,
): boolean {
  const met = challenger.met[defender.id];
  return met !== undefined && at < addDuration(met, getRules(state).challenge.rematchWithin);
}
