import { requireIdentities } from './check-in.ts';
import type { EntryCommand } from './command.ts';
import type { Facts } from './context.ts';
import { type Draft, emit, getEntry, getRules, getSeason, requireEnough } from './draft.ts';
import { addDuration } from './duration.ts';
import { getFormat } from './formats/formats.ts';
import type { PersonId } from './ids.ts';
import { requireActor, requireCaptain } from './permissions.ts';
import { findRefusal, type Refusal, refuse } from './refusal.ts';
import { leaveLadder } from './removal.ts';
import { getRosterLimits } from './rules-schema.ts';
import type { Entry, LadderState } from './state.ts';

/** So many entries a team or person makes in one season, by leaving and coming back. */
const mostEntries = 10;

type Join = Extract<EntryCommand, { type: 'join' }>;

/** A team joins a season with its roster; on a ladder for persons, a person joins alone. */
export function decideJoin(draft: Draft, command: Join): void {
  const { state } = draft;
  requireJoiner(draft, command);
  const season = getSeason(state);
  if (season.status === 'closed' || draft.at >= season.ends_at) {
    refuse('season_closed', {});
  }
  const subjectId = command.team_id ?? command.person_id ?? '';
  const own = listPresent(state).find((entry) => (entry.team_id ?? entry.person_id) === subjectId);
  if (own) {
    refuse('already_entered', { entry: own.name });
  }
  if (state.entries[command.entry_id]) {
    refuse('already_exists', { what: 'entry', id: command.entry_id });
  }
  const former = findFormer(draft, subjectId);
  requireRoster(draft, command);
  const { rung, rating, others } = getFormat(state).join(state, subjectId, draft.at);
  emit(draft, 'entry_joined', {
    entry_id: command.entry_id,
    team_id: command.team_id,
    person_id: command.person_id,
    // A person's name stays out of the log, so that the person can be forgotten.
    name: command.person_id === null ? command.name : '',
    players: [...command.players],
    rung,
    rating,
    moves: rung === null ? [] : [{ entry_id: command.entry_id, from: null, to: rung }, ...others],
    ...(former ? { former: toFormer(draft, former, command.players) } : {}),
  });
}

/**
 * The last entry of a team or person that has gone from the running season: who comes back is no new one, and does not
 * leave behind what the season holds against them. Refused while that is suspended, and one entry too many.
 */
function findFormer({ state, at }: Draft, subjectId: string): Entry | undefined {
  const gone = Object.values(state.entries).filter(
    (entry) => (entry.team_id ?? entry.person_id) === subjectId,
  );
  if (gone.length >= mostEntries) {
    refuse('entries_used', { limit: mostEntries });
  }
  const former = gone.reduce<Entry | undefined>(
    (last, entry) => (last === undefined || entry.joined_at >= last.joined_at ? entry : last),
    undefined,
  );
  if (former?.suspended_until != null && former.suspended_until > at) {
    refuse('entry_suspended', { entry: former.name, until: former.suspended_until });
  }
  return getSeason(state).status === 'open' ? former : undefined;
}

/** Who was on the former entry may play from when they might have; who was not waits as one new to it. */
function toFormer(draft: Draft, former: Entry, players: readonly PersonId[]) {
  const known = new Map(former.players.map((player) => [player.person_id, player.eligible_from]));
  const wait = addDuration(draft.at, getRules(draft.state).transfer.wait);
  return { entry_id: former.id, eligible_from: players.map((person) => known.get(person) ?? wait) };
}

function requireJoiner(draft: Draft, command: Join): void {
  const actor = requireActor(draft);
  const isForPersons = getFormat(draft.state).isForPersons;
  if (
    isForPersons !== (command.person_id !== null) ||
    isForPersons === (command.team_id !== null)
  ) {
    refuse('field_invalid', { field: isForPersons ? 'person_id' : 'team_id' });
  }
  const isCaptain = isForPersons
    ? actor.person_id === command.person_id
    : actor.teams[command.team_id ?? ''] === 'captain';
  if (!isCaptain) {
    refuse('not_captain', {});
  }
}

function requireRoster(draft: Draft, { players, person_id }: Join): void {
  const { team } = getRules(draft.state);
  if (new Set(players).size !== players.length) {
    refuse('field_invalid', { field: 'players' });
  }
  if (person_id === null) {
    const rules = getRules(draft.state);
    const { maximum } = getRosterLimits(rules);
    requireEnough(rules, players.length);
    if (players.length > maximum) {
      refuse('roster_full', { limit: maximum });
    }
  }
  requireSingleEntry(draft.state, players);
  requireIdentities(draft, players, team.identityRequired);
}

/** One entry a person a season, where the rules say so. */
export function requireSingleEntry(state: LadderState, people: readonly PersonId[]): void {
  if (!getRules(state).team.oneEntryPerPerson) {
    return;
  }
  const wanted = new Set(people);
  for (const entry of listPresent(state)) {
    const both = entry.players
      .map(({ person_id }) => person_id)
      .filter((person) => wanted.has(person));
    if (both.length > 0) {
      refuse('person_in_other_entry', { people: both, entry: entry.name });
    }
  }
}

/** Why somebody may not be among those who join for a team; null if they may. */
export function findPlayerRefusal(
  state: LadderState,
  facts: Pick<Facts, 'identities'>,
  person: PersonId,
): Refusal | null {
  return findRefusal(() => {
    requireSingleEntry(state, [person]);
    requireIdentities({ facts }, [person], getRules(state).team.identityRequired);
  });
}

/** Entries that have not gone: active or suspended. */
export function listPresent(state: LadderState): Entry[] {
  return Object.values(state.entries).filter(
    ({ status }) => status === 'active' || status === 'suspended',
  );
}

export function requirePresent(entry: Entry): Entry {
  return entry.status === 'active' || entry.status === 'suspended'
    ? entry
    : refuse('entry_gone', { entry: entry.name });
}

export function decideLeave(draft: Draft, entryId: string): void {
  const entry = getEntry(draft.state, entryId);
  requireCaptain(draft, entry);
  requirePresent(entry);
  if (getSeason(draft.state).status === 'closed') {
    refuse('season_closed', {});
  }
  leaveLadder(draft, entryId, 'left');
}
