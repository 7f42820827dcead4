import { getRosterLimits } from '@muster/league';
import type {
  ChangePerson,
  Eligibility,
  TeamChange,
  TeamInvite,
  TeamRequest,
  TeamViewer,
} from '@muster/site/pages/team/people-data.ts';
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
export function toOwnRequest({ own_request }: TeamPeopleRow): TeamViewer['request'] {
  if (own_request === null) {
    return null;
  }
  const { is_waiting, reason, at } = own_request;
  return { state: is_waiting ? 'waiting' : 'declined', reason, at: toInstant(at) };
}

export function toEligibility({ players, rules }: EligibilityRow): Eligibility {
  return {
    players: (players ?? []).map((player) => ({
      ...player,
      eligible_from: toInstant(player.eligible_from),
    })),
    ...getRosterLimits(rules),
    wait: rules.transfer.wait,
  };
}

/** The team's own story, the newest first; an edit that changed nothing that others see is left out. */
export function toChanges({ changes, changed_people }: TeamPeopleRow): TeamChange[] {
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
