import type { DecideContext } from './context.ts';
import type { PersonId, Role } from './ids.ts';
import { type Asker, findSuspension } from './permissions.ts';
import type { Member, TeamState } from './team-state.ts';

const succession: readonly Role[] = ['co_captain', 'player', 'substitute'];

type Sanctioned = Pick<Asker, 'facts'>;

/** A captain who is suspended or banned leads nobody. */
const mayLead = (context: Sanctioned, { person_id, role }: Member): boolean =>
  role === 'captain' && !findSuspension(context, person_id);

/** A team has a captain who may act always: whether one who goes, or steps down, would leave none. */
export const isLastCaptain = (
  members: readonly Member[],
  context: Sanctioned,
  { person_id, role }: Member,
): boolean =>
  role === 'captain' &&
  !members.some((other) => other.person_id !== person_id && mayLead(context, other));

const compare = (first: string, second: string) => Number(first > second) - Number(first < second);

/** The longest-serving co-captain, else player, who may act. */
export function findHeir(
  members: readonly Member[],
  context: DecideContext,
  except: PersonId | null = null,
): Member | undefined {
  return members
    .filter(({ person_id }) => person_id !== except && !findSuspension(context, person_id))
    .sort(
      (first, second) =>
        succession.indexOf(first.role) - succession.indexOf(second.role) ||
        compare(first.joined_at, second.joined_at) ||
        compare(first.person_id, second.person_id),
    )[0];
}

/** Who was on a disbanded team to its end, in the order of their ids. */
export function listLastMembers({ former }: Pick<TeamState, 'former'>): Member[] {
  // Nothing happens to a team after its end: whoever left last left by it.
  const end = former.reduce((last, { left_at }) => (left_at > last ? left_at : last), '');
  return former
    .filter(({ left_at }) => left_at === end)
    .map(({ person_id, role, joined_at }) => ({ person_id, role, joined_at }))
    .sort((first, second) => compare(first.person_id, second.person_id));
}

/**
 * Who comes back with a disbanded team: those of its last roster who have an account, in their roles. Where no
 * captain among them may act, the heir leads and the captains are players; nobody leads where nobody may.
 */
export function listReturning(
  state: TeamState,
  context: DecideContext,
): { members: Member[]; was: PersonId[] } {
  const last = listLastMembers(state);
  const was = last.map(({ person_id }) => person_id);
  const members = last.filter(({ person_id }) => context.facts.accounts?.includes(person_id));
  if (members.some((member) => mayLead(context, member))) {
    return { members, was };
  }
  const heir = findHeir(members, context);
  const toRole = ({ person_id, role }: Member): Role =>
    person_id === heir?.person_id ? 'captain' : role === 'captain' ? 'player' : role;
  return { members: members.map((member) => ({ ...member, role: toRole(member) })), was };
}
