import type { Facts } from './context.ts';
import { type Draft, emit, getEntry, getMatch, getRules } from './draft.ts';
import { addDuration, laterOf } from './duration.ts';
import type { MatchId, PersonId, Side } from './ids.ts';
import { findSuspension } from './permissions.ts';
import { refuse } from './refusal.ts';
import { finishMatch, voidMatch } from './result.ts';
import { bothSides, getEntryId, getOtherSide } from './sides.ts';
import type { Match } from './state.ts';
import { giveStrike } from './strikes.ts';
import { continueVeto, findVetoStep, startMatch } from './veto.ts';

/** Opens the check-in window, a whole one too where a forfeit that was taken back kept it shut over the start. */
export function openCheckIn(draft: Draft, matchId: MatchId): void {
  const { time } = getMatch(draft.state, matchId);
  const begins = laterOf(time?.starts_at ?? draft.at, draft.at);
  const deadline = addDuration(begins, getRules(draft.state).checkIn.closes);
  emit(draft, 'check_in_opened', { deadline }, matchId);
}

/** A side is there, with the people who play. */
export function decideCheckIn(draft: Draft, match: Match, side: Side, players: PersonId[]): void {
  if (match.check_ins[side]) {
    refuse('already_checked_in', {});
  }
  requireLineup(draft, match, side, players);
  const isComplete = match.check_ins[getOtherSide(side)] !== null;
  const start = laterOf(match.time?.starts_at ?? draft.at, draft.at);
  emit(
    draft,
    'checked_in',
    {
      by: side,
      players: [...players],
      deadline: isComplete ? start : (match.deadline ?? start),
      salt: draft.facts.createSalt(),
    },
    match.id,
  );
  if (isComplete) {
    beginWhenComplete(draft, match);
  }
}

/** Checking in has changed neither the veto nor the hour of the match as it was before. */
function beginWhenComplete(draft: Draft, match: Match): void {
  const rules = getRules(draft.seen);
  if (findVetoStep(rules, match)) {
    emit(draft, 'veto_started', { deadline: addDuration(draft.at, rules.maps.turn) }, match.id);
    continueVeto(draft, match.id);
  } else if (draft.at >= (match.time?.starts_at ?? '')) {
    startMatch(draft, match.id);
  }
}

/** As many as the rules field, all eligible, none suspended, none on the other side as well. */
export function requireLineup(draft: Draft, match: Match, side: Side, players: PersonId[]): void {
  const { team } = getRules(draft.state);
  const entry = getEntry(draft.state, getEntryId(match, side));
  if (players.length !== team.size || new Set(players).size !== players.length) {
    refuse('lineup_wrong_size', { has: new Set(players).size, needs: team.size }, 'players');
  }
  const roster = new Map(entry.players.map((player) => [player.person_id, player.eligible_from]));
  const strangers = players.filter((person) => !roster.has(person));
  if (strangers.length > 0) {
    refuse('not_on_roster', { people: strangers }, 'players');
  }
  const start = match.time?.starts_at ?? draft.at;
  const early = players.filter((person) => (roster.get(person) ?? '') > start);
  if (early.length > 0) {
    const from =
      early
        .map((person) => roster.get(person) ?? start)
        .sort()
        .at(-1) ?? start;
    refuse('transfer_too_recent', { people: early, from }, 'players');
  }
  requireFit(draft, players, team.identityRequired);
  const others = new Set(match.check_ins[getOtherSide(side)]?.players ?? []);
  const both = players.filter((person) => others.has(person));
  if (both.length > 0) {
    refuse('same_people_on_both_sides', { people: both }, 'players');
  }
}

function requireFit(draft: Draft, players: PersonId[], identity: string | null): void {
  for (const person of players) {
    const sanction = findSuspension(draft, person);
    if (sanction) {
      refuse('player_suspended', { people: [person], until: sanction.until }, 'players');
    }
  }
  requireIdentities(draft, players, identity);
}

export function requireIdentities(
  draft: { facts: Pick<Facts, 'identities'> },
  people: readonly PersonId[],
  identity: string | null,
): void {
  if (identity === null) {
    return;
  }
  const without = people.filter((person) => !draft.facts.identities[person]?.includes(identity));
  if (without.length > 0) {
    refuse('identity_missing', { people: without, identity }, 'players');
  }
}

/** The window's end: both in, the match starts; one, it wins; none, nobody does. */
export function closeCheckIn(draft: Draft, matchId: MatchId): void {
  const match = getMatch(draft.state, matchId);
  const present = bothSides.filter((side) => match.check_ins[side] !== null);
  const [winner] = present;
  if (present.length === 2) {
    startMatch(draft, matchId);
  } else if (winner) {
    finishMatch(draft, matchId, 'match_forfeited', {
      winner,
      reason: 'no_show',
      rule: 'checkIn.closes',
    });
  } else {
    voidMatch(draft, matchId, { reason: 'both_absent', rule: 'checkIn.closes' });
    for (const side of bothSides) {
      giveStrike(draft, getEntryId(match, side), {
        reason: 'no_show',
        rule: 'checkIn.closes',
        matchId,
      });
    }
  }
}
