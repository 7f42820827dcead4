import { emptyLadder, getRosterLimits } from '@muster/league';
import type {
  ChangePerson,
  Eligibility,
  TeamChange,
  TeamInvite,
  TeamRequest,
  TeamViewer,
} from '@muster/site/pages/team/people-data.ts';
import { mayAsk, type Question, toAsker } from '../engine/asker.ts';
import { toInstant } from '../page/instants.ts';
import type { EligibilityRow, TeamPeopleRow } from './people-query.ts';

const mostChanges = 40;

export function toInvites({ invites }: TeamPeopleRow): TeamInvite[] {
  return invites.map((invite) => ({ ...invite, expires_at: toInstant(invite.expires_at) }));
}

export function toRequests({ requests }: TeamPeopleRow): TeamRequest[] {
  return requests.map((request) => ({ ...request, at: toInstant(request.at) }));
}

/** What became of the person's own asking; null where they did not ask, or are on the team. */
export function toOwnRequest({
  own_request,
}: Pick<TeamPeopleRow, 'own_request'>): TeamViewer['request'] {
  if (own_request === null) {
    return null;
  }
  const { is_waiting, reason, at } = own_request;
  return { state: is_waiting ? 'waiting' : 'declined', reason, at: toInstant(at) };
}

export function toEligibility({
  players,
  rules,
}: Pick<EligibilityRow, 'players' | 'rules'>): Eligibility {
  return {
    players: (players ?? []).map((player) => ({
      ...player,
      eligible_from: toInstant(player.eligible_from),
    })),
    may_add: [],
    may_drop: [],
    ...getRosterLimits(rules),
    wait: rules.transfer.wait,
  };
}

/** Who looks at a team's page, and when. */
export interface Looker {
  team: { id: string; members: { person_id: string }[]; identities: TeamPeopleRow['identities'] };
  personId: string | null;
  at: string;
}

/** Whom a captain may add to those who play for an entry, and take away, as the rules would say to each. */
export function listPlayerChanges(
  row: EligibilityRow & { entry_id: string },
  looker: Looker,
): Pick<Eligibility, 'may_add' | 'may_drop'> {
  const question = toQuestion(row, looker);
  const list = (type: 'add_player' | 'drop_player') =>
    looker.team.members
      .map(({ person_id }) => person_id)
      .filter(
        (person_id) =>
          question !== null && mayAsk(question, { type, entry_id: row.entry_id, person_id }),
      );
  return { may_add: list('add_player'), may_drop: list('drop_player') };
}

function toQuestion(
  { state, asker }: EligibilityRow,
  { team, personId, at }: Looker,
): Question | null {
  if (state === null) {
    return null;
  }
  const { actor, facts } = toAsker(personId, asker);
  const teams = Object.fromEntries(team.members.map(({ person_id }) => [person_id, [team.id]]));
  return {
    state: { ...emptyLadder, ...state.root, entries: state.entries ?? {} },
    actor,
    facts: { ...facts, identities: team.identities ?? {}, teams },
    at,
  };
}

/** The team's own story, the newest first; an edit that changed nothing that others see is left out. */
export function toChanges({
  changes,
  changed_people,
}: Pick<TeamPeopleRow, 'changes' | 'changed_people'>): TeamChange[] {
  const people = new Map(changed_people.map((person) => [person.person_id, person]));
  const find = (id: string | undefined): ChangePerson | null => people.get(id ?? '') ?? null;
  const told: TeamChange[] = [];
  let name = '';
  let tag = '';
  for (const { sequence, type, at, data } of changes) {
    const line = { sequence, at: toInstant(at), person: find(data.person_id ?? data.founder_id) };
    const before = { name, tag };
    name = data.name ?? name;
    tag = data.tag ?? tag;
    if (type === 'team_edited') {
      if (before.name !== name) {
        told.push({ ...line, type: 'renamed', from: before.name, to: name });
      }
      if (before.tag !== tag) {
        told.push({ ...line, type: 'retagged', from: before.tag, to: tag });
      }
    } else if (type === 'role_changed') {
      told.push({ ...line, type, from: data.from ?? '', to: data.to ?? '' });
    } else if (type === 'captaincy_passed') {
      told.push({
        ...line,
        type,
        person: find(data.to),
        from: find(data.from)?.username ?? '',
        to: '',
      });
    } else {
      told.push({ ...line, type: type as TeamChange['type'], from: '', to: '' });
    }
  }
  return told.toReversed().slice(0, mostChanges);
}
