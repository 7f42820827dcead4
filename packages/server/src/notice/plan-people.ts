import type {
  LeagueEvent,
  Role,
  SiteState,
  TeamEventData,
  TeamEventType,
  TeamState,
} from '@muster/league';
import type { NoticeFacts, NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { type Audience, type NoticePlan, officers } from './plan.ts';

interface Happening {
  event: LeagueEvent;
  origin: string;
  before: TeamState;
  after: TeamState;
}

interface Telling {
  kind: NoticeKind;
  to: Audience;
  origin?: string;
  other_id?: string | null;
  facts?: NoticeFacts;
}

function tell({ event, origin: ofEvent, after }: Happening, telling: Telling): NoticePlan {
  const { kind, to, origin = ofEvent, other_id = null, facts = {} } = telling;
  return {
    kind,
    origin,
    to,
    except: event.actor_id,
    ladder_id: null,
    match_id: null,
    team_id: after.team?.id ?? null,
    other_id,
    facts: { team: after.team?.name ?? '', ...facts },
  };
}

/** What may be taken back and done anew without end is one thing a day (UTC), so that nobody is told of each time. */
function toDaysOrigin({ event, after }: Happening, personId: string): string {
  return `team:${after.team?.id ?? ''}#${event.type}:${personId}:${event.at.slice(0, 10)}`;
}

function toMembers({ after }: Happening, roles: readonly Role[]): Audience {
  return { of: 'team', id: after.team?.id ?? '', roles };
}

const toPerson = (id: string): Audience => ({ of: 'person', id });

type TeamPlanners = {
  [T in TeamEventType]?: (happening: Happening, data: TeamEventData[T]) => NoticePlan[];
};

const teamPlanners: TeamPlanners = {
  invite_made: (happening, { person_id, expires_at }) =>
    person_id === null
      ? []
      : [
          tell(happening, {
            kind: 'invited',
            to: toPerson(person_id),
            origin: toDaysOrigin(happening, person_id),
            other_id: happening.event.actor_id,
            facts: { by: expires_at },
          }),
        ],
  join_asked: (happening, { person_id }) => [
    tell(happening, {
      kind: 'join_asked',
      to: toMembers(happening, officers),
      origin: toDaysOrigin(happening, person_id),
      other_id: person_id,
    }),
  ],
  join_refused: (happening, { person_id }) => [
    tell(happening, { kind: 'join_refused', to: toPerson(person_id) }),
  ],
  member_joined: (happening, { person_id }) => [
    // The founder's own coming in is part of the founding.
    ...(happening.before.team === null
      ? []
      : [
          tell(happening, {
            kind: 'member_joined',
            to: toMembers(happening, officers),
            other_id: person_id,
          }),
        ]),
    tell(happening, { kind: 'you_joined', to: toPerson(person_id) }),
  ],
  member_left: (happening, { person_id }) => [
    tell(happening, {
      kind: 'member_left',
      to: toMembers(happening, officers),
      other_id: person_id,
    }),
  ],
  member_removed: (happening, { person_id }) => [
    tell(happening, { kind: 'member_removed', to: toPerson(person_id) }),
  ],
  role_changed: (happening, { person_id, to }) => [
    tell(happening, { kind: 'role_changed', to: toPerson(person_id), facts: { role: to } }),
  ],
  captaincy_passed: (happening, { to }) => [
    tell(happening, { kind: 'captaincy_passed', to: toPerson(to) }),
  ],
  team_disbanded: (happening, { why }) =>
    // Nobody is on it any more; of an admin who did it they hear with the reason.
    Object.keys(why === 'by_admin' ? {} : happening.before.members).map((id) =>
      tell(happening, { kind: 'team_disbanded', to: toPerson(id) }),
    ),
};

/** Who is to be told of what happened in a team. */
export function planTeamNotices(
  event: LeagueEvent<'team'>,
  origin: string,
  { before, after }: { before: TeamState; after: TeamState },
): NoticePlan[] {
  const plan = teamPlanners[event.type] as
    | ((happening: Happening, data: LeagueEvent['data']) => NoticePlan[])
    | undefined;
  return plan?.({ event, origin, before, after }, event.data) ?? [];
}

/** Who is to be told of what the site's admins did: the person whom it is about. */
export function planSiteNotices(
  event: LeagueEvent<'site'>,
  origin: string,
  { sanctions }: SiteState,
): NoticePlan[] {
  if (event.type === 'sanction_lifted') {
    const sanction = sanctions[event.data.sanction_id];
    return sanction === undefined
      ? []
      : [
          {
            kind: 'sanction_lifted',
            origin,
            to: toPerson(sanction.person_id),
            except: null,
            ladder_id: sanction.ladder_id,
            match_id: null,
            team_id: null,
            other_id: null,
            facts: {},
          },
        ];
  }
  if (event.type !== 'sanction_given') {
    return [];
  }
  const { kind, person_id, ladder_id, until } = event.data;
  return [
    {
      kind: 'sanction_given',
      origin,
      to: toPerson(person_id),
      except: null,
      ladder_id,
      match_id: null,
      team_id: null,
      other_id: null,
      facts: { sanction: kind, until },
    },
  ];
}
