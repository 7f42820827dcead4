import type { Actor, Facts } from './context.ts';
import { type Draft, getEntry } from './draft.ts';
import type { EntryId, PersonId, Role, Side } from './ids.ts';
import { findRefusal, type Refusal, refuse } from './refusal.ts';
import { bothSides, getEntryId, getOtherSide } from './sides.ts';
import type { Entry, Match } from './state.ts';

/** Who asks to act, with the sanctions that are in force. */
export interface Asker {
  readonly actor: Actor | null;
  readonly facts: Pick<Facts, 'sanctions'>;
}

/** An entry as far as it is asked who stands for it. */
type StoodFor = Pick<Entry, 'team_id' | 'person_id'> & {
  readonly players: readonly Pick<Entry['players'][number], 'person_id'>[];
};

/** A match as far as it is asked whose it is. */
type Between = Pick<Match, 'challenger_id' | 'defender_id'>;

/** The same on a ladder, of which no more than the entries asked about need be there. */
export interface AskerOnLadder extends Asker {
  readonly state: { readonly entries: Readonly<Record<EntryId, StoodFor>> };
}

/** The person who acts: signed in and not suspended. */
export function requireActor(draft: Asker): Actor {
  const actor = draft.actor ?? refuse('not_signed_in', {});
  const sanction = findSuspension(draft, actor.person_id);
  if (sanction) {
    refuse('suspended', { until: sanction.until });
  }
  return actor;
}

/** A suspension or ban in force: who has one may not act or play. */
export function findSuspension(
  { facts }: Pick<Asker, 'facts'>,
  personId: PersonId,
): { until: string | null } | undefined {
  return facts.sanctions[personId]?.find(({ kind }) => kind === 'suspension' || kind === 'ban');
}

/** The actor's role in an entry: on its team, or the one person that it is. */
export function findRole(
  actor: Actor,
  entry: Pick<StoodFor, 'team_id' | 'person_id'>,
): Role | undefined {
  if (entry.person_id !== null) {
    return entry.person_id === actor.person_id ? 'captain' : undefined;
  }
  return actor.teams[entry.team_id ?? ''];
}

const isOfficer = (role: Role | undefined) => role === 'captain' || role === 'co_captain';

export function requireCaptain(draft: Draft, entry: Entry): Actor {
  const actor = requireActor(draft);
  if (findRole(actor, entry) !== 'captain') {
    refuse('not_captain', {});
  }
  return actor;
}

export function requireOfficer(draft: Draft, entry: Entry): Actor {
  const actor = requireActor(draft);
  if (!isOfficer(findRole(actor, entry))) {
    refuse('not_captain', {});
  }
  return actor;
}

/** The side for which the actor may act: captain or co-captain of one, and not on the other as well. */
export function requireSide(draft: AskerOnLadder, match: Between): Side {
  const actor = requireActor(draft);
  const entries = {
    challenger: getEntry(draft.state, match.challenger_id),
    defender: getEntry(draft.state, match.defender_id),
  };
  const side = bothSides.find((candidate) => isOfficer(findRole(actor, entries[candidate])));
  if (!side) {
    refuse('not_captain', {});
  }
  requireApartFrom(actor, entries[getOtherSide(side)]);
  return side;
}

/** Who acts for one side stands not on the other as well. */
export function requireApartFrom(actor: Actor, other: StoodFor): void {
  if (isOnEntry(actor, other)) {
    refuse('same_people_on_both_sides', { people: [actor.person_id] });
  }
}

/** Why somebody who acts for one side may not act against an entry: they are of it; null where they are not. */
export const findApartRefusal = (actor: Actor, other: StoodFor): Refusal | null =>
  findRefusal(() => requireApartFrom(actor, other));

function isOnEntry(actor: Actor, entry: StoodFor): boolean {
  return (
    findRole(actor, entry) !== undefined ||
    entry.players.some(({ person_id }) => person_id === actor.person_id)
  );
}

/** A ladder's admin, who never judges a match in which they play. */
export function requireLadderAdmin(draft: AskerOnLadder, match?: Match): Actor {
  const actor = requireActor(draft);
  if (!actor.is_ladder_admin) {
    refuse('not_admin', {});
  }
  if (match) {
    requireStranger(draft, actor, match);
  }
  return actor;
}

export function requireSiteAdmin(draft: AskerOnLadder, match?: Match): Actor {
  const actor = requireActor(draft);
  if (!actor.is_site_admin) {
    refuse('not_admin', {});
  }
  if (match) {
    requireStranger(draft, actor, match);
  }
  return actor;
}

/** A site admin, or the system when it loads content. */
export function requireSiteAdminOrSystem(draft: Draft): void {
  if (!draft.isSystem) {
    requireSiteAdmin(draft);
  }
}

export function requireLadderAdminOrSystem(draft: Draft): void {
  if (draft.isSystem) {
    return;
  }
  const actor = requireActor(draft);
  if (!actor.is_ladder_admin && !actor.is_site_admin) {
    refuse('not_admin', {});
  }
}

/** What follows from elsewhere comes from the server alone. */
export function requireSystem(draft: Draft): void {
  if (!draft.isSystem) {
    refuse('not_admin', {});
  }
}

function requireStranger(draft: AskerOnLadder, actor: Actor, match: Match): void {
  if (hasPart(draft.state, match, actor)) {
    refuse('own_match', {});
  }
}

/** Whether somebody is of one of a match's sides, or has played in it. */
export const hasPart = (state: AskerOnLadder['state'], match: Match, actor: Actor): boolean =>
  bothSides.some(
    (side) =>
      match.check_ins[side]?.players.includes(actor.person_id) === true ||
      isOnEntry(actor, getEntry(state, getEntryId(match, side))),
  );

/** Why a person may not act at all; null if they may. */
export const findActorRefusal = (asker: Asker): Refusal | null =>
  findRefusal(() => requireActor(asker));

/** Why a person may not act for a side of a match; null if they may. */
export const findSideRefusal = (asker: AskerOnLadder, match: Between): Refusal | null =>
  findRefusal(() => requireSide(asker, match));
