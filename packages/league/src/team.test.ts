import { describe, expect, it } from 'vitest';
import type { TeamCommand } from './command.ts';
import type { Actor, DecideContext, Facts } from './context.ts';
import type { TeamEvent } from './event.ts';
import type { Role } from './ids.ts';
import { applyTeam, decideTeam, emptyTeam, listLadderConsequences } from './team.ts';
import type { TeamState } from './team-state.ts';
import { limit, rows, type Said, shift } from './testing/rows.ts';
import { stranger } from './testing/stations.ts';
import { asPerson, createWorld, getFacts, owner } from './testing/world.ts';

const at = '2026-03-01T12:00:00.000Z';
const later = '2026-04-01T12:00:00.000Z';

interface Room {
  state: TeamState;
  events: TeamEvent[];
}

function tryTeam(
  room: Room,
  actor: Actor | null,
  command: TeamCommand,
  facts: Partial<Facts> = {},
) {
  const context: DecideContext = {
    at,
    actor,
    facts: { ...getFacts(createWorld()), ...facts },
    ...(actor ? {} : { system: true }),
  };
  const decision = decideTeam(room.state, command, context);
  if (!decision.ok) {
    return decision.refusal;
  }
  for (const event of decision.events) {
    room.state = applyTeam(room.state, event);
    room.events.push(event);
  }
  return null;
}

function found(facts: Partial<Facts> = {}): Room {
  const room: Room = { state: emptyTeam, events: [] };
  expect(
    tryTeam(
      room,
      asPerson('ann'),
      {
        type: 'found_team',
        team_id: 'team',
        name: 'Iron Foxes',
        tag: 'FOX',
        zone: 'Europe/Berlin',
        locale: 'de',
      },
      facts,
    ),
  ).toBeNull();
  return room;
}

function invite(room: Room, person: string, role: 'co_captain' | 'player') {
  expect(
    tryTeam(room, asPerson('ann'), {
      type: 'make_invite',
      invite_id: `for-${person}`,
      role,
      person_id: null,
      expires_at: later,
    }),
  ).toBeNull();
  expect(
    tryTeam(room, asPerson(person), { type: 'join_team', invite_id: `for-${person}` }),
  ).toBeNull();
}

describe('a team', () => {
  it('is founded with its captain and joined by an invitation', () => {
    const room = found();
    invite(room, 'bob', 'co_captain');
    expect(room.state.members).toMatchObject({
      ann: { role: 'captain' },
      bob: { role: 'co_captain' },
    });
    expect(room.events.flatMap((event) => listLadderConsequences('team', event))).toEqual([
      { type: 'admit_player', team_id: 'team', person_id: 'bob' },
    ]);
  });

  it('refuses names that look like another', () => {
    const room: Room = { state: emptyTeam, events: [] };
    const command = {
      type: 'found_team',
      team_id: 'new',
      name: 'Іrоn F0xes',
      tag: 'NEW',
      zone: 'UTC',
      locale: 'en',
    } as const;
    const similar_names = [{ team_id: 'team', name: 'Iron Foxes', tag: 'FOX' }];
    expect(tryTeam(room, asPerson('eve'), command, { similar_names })).toMatchObject({
      code: 'name_confusable',
      params: { name: 'Iron Foxes' },
      field: 'name',
    });
    expect(
      tryTeam(room, asPerson('eve'), { ...command, name: 'IRON FOXES' }, { similar_names }),
    ).toMatchObject({ code: 'name_taken' });
    expect(
      tryTeam(
        room,
        asPerson('eve'),
        { ...command, name: 'Steel Bears', tag: 'F0X' },
        { similar_names },
      ),
    ).toMatchObject({ code: 'name_confusable', field: 'tag' });
    expect(tryTeam(room, asPerson('eve'), command, { teams_founded: 5 })).toMatchObject({
      code: 'too_many_teams',
      params: { limit: 5 },
    });
  });

  it('keeps a captain always', () => {
    const room = found();
    invite(room, 'bob', 'player');
    expect(tryTeam(room, asPerson('ann'), { type: 'leave_team' })).toMatchObject({
      code: 'last_captain',
    });
    expect(
      tryTeam(room, asPerson('ann'), { type: 'change_role', person_id: 'ann', role: 'player' }),
    ).toMatchObject({ code: 'last_captain' });
    expect(
      tryTeam(room, asPerson('ann'), { type: 'change_role', person_id: 'bob', role: 'captain' }),
    ).toBeNull();
    expect(tryTeam(room, asPerson('ann'), { type: 'leave_team' })).toBeNull();
    expect(room.state.former).toMatchObject([{ person_id: 'ann' }]);
  });

  it('passes the captaincy to the longest-serving co-captain when the last captain is banned', () => {
    const room = found();
    invite(room, 'cat', 'player');
    invite(room, 'bob', 'co_captain');
    expect(
      tryTeam(room, null, { type: 'retire_member', person_id: 'ann', why: 'banned', leaves: true }),
    ).toBeNull();
    expect(room.events.slice(-2).map(({ type }) => type)).toEqual([
      'captaincy_passed',
      'member_left',
    ]);
    expect(room.state.members.bob?.role).toBe('captain');
  });

  it('disbands when nobody is left', () => {
    const room = found();
    expect(
      tryTeam(room, null, {
        type: 'retire_member',
        person_id: 'ann',
        why: 'deleted',
        leaves: true,
      }),
    ).toBeNull();
    expect(room.state.team?.status).toBe('disbanded');
  });

  it('lets a co-captain invite and remove players, nothing above', () => {
    const room = found();
    invite(room, 'bob', 'co_captain');
    invite(room, 'cat', 'player');
    expect(
      tryTeam(room, asPerson('bob'), {
        type: 'make_invite',
        invite_id: 'x',
        role: 'co_captain',
        person_id: null,
        expires_at: later,
      }),
    ).toMatchObject({ code: 'not_captain' });
    expect(
      tryTeam(room, asPerson('bob'), { type: 'remove_member', person_id: 'ann' }),
    ).toMatchObject({ code: 'not_captain' });
    expect(tryTeam(room, asPerson('bob'), { type: 'remove_member', person_id: 'cat' })).toBeNull();
    expect(tryTeam(room, asPerson('cat'), { type: 'edit_team', name: 'Cats' })).toMatchObject({
      code: 'not_captain',
    });
  });
});

/** `ann` is captain, `bob` co-captain, `cat` player, `dan` substitute; `eve` has asked, three invitations are open. */
function gather(): TeamState {
  const made = [
    {
      type: 'team_founded',
      data: {
        team_id: 'team',
        name: 'Iron Foxes',
        tag: 'FOX',
        zone: 'Europe/Berlin',
        locale: 'de',
        founder_id: 'ann',
      },
    },
    { type: 'member_joined', data: { person_id: 'bob', role: 'co_captain', invite_id: null } },
    { type: 'member_joined', data: { person_id: 'cat', role: 'player', invite_id: null } },
    { type: 'member_joined', data: { person_id: 'dan', role: 'substitute', invite_id: null } },
    { type: 'join_asked', data: { person_id: 'eve' } },
    {
      type: 'invite_made',
      data: { invite_id: 'link', role: 'player', person_id: null, expires_at: later },
    },
    {
      type: 'invite_made',
      data: { invite_id: 'fay', role: 'co_captain', person_id: 'fay', expires_at: later },
    },
    {
      type: 'invite_made',
      data: { invite_id: 'gone', role: 'player', person_id: null, expires_at: later },
    },
    { type: 'invite_revoked', data: { invite_id: 'gone' } },
  ];
  return made.reduce(
    (state, event) => applyTeam(state, { at, actor_id: 'ann', ...event } as TeamEvent),
    emptyTeam,
  );
}

const team = gather();
const disbanded = applyTeam(team, {
  type: 'team_disbanded',
  at,
  data: { why: 'by_captain' },
} as TeamEvent);
const as = asPerson;
const noTeam: Said = { code: 'not_found', params: { what: 'team', id: '' } };
const teamDisbanded: Said = { code: 'team_disbanded', params: {} };
const notCaptain: Said = { code: 'not_captain', params: {} };
const notRole: Said = { code: 'not_captain', params: {}, field: 'role' };

/** The command by its actor, on the team as it stands unless another is given. */
type Given = {
  by?: Actor | null;
  isNobody?: boolean;
  on?: TeamState;
  facts?: Partial<Facts>;
};
const ask =
  (command: TeamCommand) =>
  ({ by = as('ann'), isNobody = false, on = team, facts = {} }: Given) => ({
    team: on,
    command,
    by: { actor: by, isNobody, at, facts },
  });

const found_team: TeamCommand = {
  type: 'found_team',
  team_id: 'new',
  name: 'Steel Bears',
  tag: 'BEAR',
  zone: 'UTC',
  locale: 'en',
};

rows('a team is founded', ask(found_team), {
  'by anybody who is signed in': [
    { on: emptyTeam, by: as('zoe') },
    [
      {
        type: 'team_founded',
        version: 1,
        ladder_id: null,
        match_id: null,
        actor_id: 'zoe',
        at,
        data: {
          team_id: 'new',
          name: 'Steel Bears',
          tag: 'BEAR',
          zone: 'UTC',
          locale: 'en',
          founder_id: 'zoe',
        },
      },
    ],
  ],
  'by nobody else': [
    { on: emptyTeam, by: null },
    { code: 'not_signed_in', params: {} },
  ],
  'not twice': [{ by: as('zoe') }, { code: 'already_exists', params: { what: 'team', id: 'new' } }],
  'not by somebody who is suspended': [
    {
      on: emptyTeam,
      by: as('zoe'),
      facts: { sanctions: { zoe: [{ kind: 'suspension', until: later }] } },
    },
    { code: 'suspended', params: { until: later } },
  ],
  'beside a team of quite another name': [
    {
      on: emptyTeam,
      by: as('zoe'),
      facts: { similar_names: [{ team_id: 'x', name: 'Others', tag: 'OTH' }] },
    },
    ['team_founded'],
  ],
});

limit(
  'a person founds five teams',
  (away) => ask(found_team)({ on: emptyTeam, facts: { teams_founded: 5 + away } }),
  {
    before: ['team_founded'],
    at: { code: 'too_many_teams', params: { limit: 5 } },
    after: 'too_many_teams',
  },
);

/** Who of the team may do something: each row is one of its people. */
function whoMay(what: string, command: TeamCommand, done: Said, may: readonly string[]): void {
  const of = (person: string): Said => (may.includes(person) ? done : notCaptain);
  rows(`who ${what}`, ask(command), {
    'the captain': [{}, of('ann')],
    'the co-captain': [{ by: as('bob') }, of('bob')],
    'a player': [{ by: as('cat') }, of('cat')],
    'a substitute': [{ by: as('dan') }, of('dan')],
    'a stranger': [{ by: stranger }, notCaptain],
    'an admin': [{ by: owner }, notCaptain],
    'nobody, where nobody is signed in': [{ by: null }, 'not_signed_in'],
    'nobody, where there is no team': [{ on: emptyTeam }, noTeam],
    'nobody, when it is disbanded': [{ on: disbanded }, teamDisbanded],
  });
}

const invite_player: TeamCommand = {
  type: 'make_invite',
  invite_id: 'new',
  role: 'player',
  person_id: null,
  expires_at: later,
};
const captain = ['ann'];
const officers = ['ann', 'bob'];
whoMay('edits the team', { type: 'edit_team', name: 'Gold Foxes' }, ['team_edited'], captain);
whoMay('invites', invite_player, ['invite_made'], officers);
whoMay(
  'takes an invitation back',
  { type: 'revoke_invite', invite_id: 'link' },
  ['invite_revoked'],
  officers,
);
whoMay(
  'answers who asked to join',
  { type: 'answer_request', person_id: 'eve', accept: true, role: 'player' },
  ['member_joined'],
  officers,
);
whoMay(
  'changes a role',
  { type: 'change_role', person_id: 'cat', role: 'substitute' },
  ['role_changed'],
  captain,
);
whoMay(
  'removes a player',
  { type: 'remove_member', person_id: 'dan' },
  ['member_removed'],
  officers,
);
whoMay(
  'disbands the team',
  { type: 'disband_team' },
  [{ type: 'team_disbanded', data: { why: 'by_captain' } }],
  captain,
);

rows(
  'somebody who is suspended',
  ({ by, command }: { by: string; command: TeamCommand }) =>
    ask(command)({
      by: as(by),
      facts: { sanctions: { [by]: [{ kind: 'suspension', until: later }] } },
    }),
  {
    'edits no team': [{ by: 'ann', command: { type: 'edit_team', name: 'Gold' } }, 'suspended'],
    'invites nobody': [{ by: 'ann', command: invite_player }, 'suspended'],
    'takes no invitation back': [
      { by: 'ann', command: { type: 'revoke_invite', invite_id: 'link' } },
      'suspended',
    ],
    'declines none': [
      { by: 'fay', command: { type: 'revoke_invite', invite_id: 'fay' } },
      'suspended',
    ],
    'joins no team': [
      { by: 'zoe', command: { type: 'join_team', invite_id: 'link' } },
      { code: 'suspended', params: { until: later } },
    ],
    'asks to join none': [{ by: 'zoe', command: { type: 'ask_to_join' } }, 'suspended'],
    'answers nobody who asked': [
      {
        by: 'ann',
        command: { type: 'answer_request', person_id: 'eve', accept: true, role: 'player' },
      },
      'suspended',
    ],
    'changes no role': [
      { by: 'ann', command: { type: 'change_role', person_id: 'cat', role: 'substitute' } },
      'suspended',
    ],
    'removes nobody': [
      { by: 'ann', command: { type: 'remove_member', person_id: 'cat' } },
      'suspended',
    ],
    'leaves no team': [{ by: 'cat', command: { type: 'leave_team' } }, 'suspended'],
    'disbands no team': [{ by: 'ann', command: { type: 'disband_team' } }, 'suspended'],
  },
);

const admin = { ...as('zoe'), is_site_admin: true };
const everybody = ['ann', 'bob', 'cat', 'dan'];
const text = { text_id: 'why', hash: '0' };
const restore = ({
  by = admin,
  isNobody = false,
  on = disbanded,
  accounts = everybody,
  banned = [],
  facts = {},
  ...more
}: {
  by?: Actor | null;
  isNobody?: boolean;
  on?: TeamState;
  accounts?: string[];
  banned?: string[];
  facts?: Partial<Facts>;
  name?: string;
  tag?: string;
}) =>
  ask({ type: 'restore_team', reason: text, ...more })({
    by,
    isNobody,
    on,
    facts: {
      ...facts,
      accounts,
      sanctions: Object.fromEntries(
        banned.map((id) => [id, [{ kind: 'ban' as const, until: null }]]),
      ),
    },
  });
const back = (person_id: string, role: Role) => ({ person_id, role, joined_at: at });
const comesBack = (...members: object[]): Said => [
  { type: 'team_restored', data: { members, text } } as never,
];

const insider = { ...as('dan'), is_site_admin: true };
const left = applyTeam(team, {
  ...{ type: 'member_left', at, actor_id: 'dan', data: { person_id: 'dan' } },
} as TeamEvent);
const stands: Said = { code: 'already_exists', params: { what: 'team', id: 'team' } };

rows('a disbanded team is brought back', restore, {
  'with all who have an account': [
    {},
    comesBack(
      back('ann', 'captain'),
      back('bob', 'co_captain'),
      back('cat', 'player'),
      back('dan', 'substitute'),
    ),
  ],
  'without who is gone, and led by the heir of a captain who is': [
    { accounts: ['bob', 'cat'] },
    comesBack(back('bob', 'captain'), back('cat', 'player')),
  ],
  'with a captain who may not act as a player': [
    { accounts: ['ann', 'cat'], banned: ['ann'] },
    comesBack(back('ann', 'player'), back('cat', 'captain')),
  ],
  'not where nobody may lead it': [{ accounts: ['ann'], banned: ['ann'] }, 'nobody_leads'],
  'not where nobody is left': [{ accounts: [] }, 'nobody_leads'],
  'not by who was on it': [{ by: insider }, 'own_match'],
  'not by its captain': [{ by: as('ann') }, 'not_admin'],
  'by the host': [{ by: null }, ['team_restored']],
  'not by nobody': [{ by: null, isNobody: true }, 'not_signed_in'],
  'not while it is there': [{ on: team }, stands],
  'not while it is there, by an admin who is on it': [{ on: team, by: insider }, stands],
  'not while it is there, by an admin who has left it': [{ on: left, by: insider }, stands],
  'not where there is none': [{ on: emptyTeam }, noTeam],
  'not under a name that others took': [
    { facts: { similar_names: [{ team_id: 'x', name: 'Iron Foxes', tag: 'IRO' }] } },
    { code: 'name_taken', params: { name: 'Iron Foxes' }, field: 'name' },
  ],
  'under another name then': [
    {
      name: 'Old Foxes',
      facts: { similar_names: [{ team_id: 'x', name: 'Iron Foxes', tag: 'IRO' }] },
    },
    ['team_restored', 'team_edited'],
  ],
  'under another tag': [
    { tag: 'IRON' },
    [
      { type: 'team_restored' },
      {
        type: 'team_edited',
        data: { name: 'Iron Foxes', tag: 'IRON', zone: 'Europe/Berlin', locale: 'de' },
      },
    ],
  ],
});

rows(
  'a team is disbanded by the office',
  (given: Given) => ask({ type: 'disband_team', reason: text })({ by: admin, ...given }),
  {
    'with its reason': [{}, [{ type: 'team_disbanded', data: { why: 'by_admin', text } }]],
    'by the host': [{ by: null }, ['team_disbanded']],
    'not by who is on it': [{ by: insider }, 'own_match'],
    'not by its captain': [{ by: as('ann') }, 'not_admin'],
    'not by nobody': [{ by: null, isNobody: true }, 'not_signed_in'],
    'not twice': [{ on: disbanded }, teamDisbanded],
  },
);
rows(
  'a team is edited by the office',
  (given: Given) =>
    ask({ type: 'edit_team', name: 'Kind Foxes', by_office: true })({ by: admin, ...given }),
  {
    'as its captain edits it': [{}, ['team_edited']],
    'by the host': [{ by: null }, ['team_edited']],
    'not by who is on it': [{ by: insider }, 'own_match'],
    'not by its captain': [{ by: as('ann') }, 'not_admin'],
    'not by nobody': [{ by: null, isNobody: true }, 'not_signed_in'],
    'not when it is disbanded, whoever asks': [{ by: as('ann'), on: disbanded }, teamDisbanded],
  },
);

const nameAs = ({
  by = as('ann'),
  is_office = false,
  ...change
}: {
  by?: Actor;
  is_office?: boolean;
  name?: string;
  tag?: string;
  zone?: string;
}) =>
  ask({ type: 'edit_team', ...change, ...(is_office ? { by_office: true } : {}) })({
    by,
    facts: { removed_names: { name: ['Rude Foxes', 'Iron Foxes'], tag: ['RUDE'] } },
  });
rows('a name that an admin took away', nameAs, {
  'is no captain’s to take again': [
    { name: 'Rude Foxes' },
    { code: 'name_removed', params: { name: 'Rude Foxes' }, field: 'name' },
  ],
  'not by letters that look like it either': [{ name: 'RUDE F0XES' }, 'name_removed'],
  'nor its tag': [
    { tag: 'rude' },
    { code: 'name_removed', params: { name: 'rude' }, field: 'tag' },
  ],
  'leaves every other name': [{ name: 'Kind Foxes' }, ['team_edited']],
  'does not keep a team from changing what else it has': [{ zone: 'UTC' }, ['team_edited']],
  'is the admin’s to give back': [
    { name: 'Rude Foxes', by: admin, is_office: true },
    ['team_edited'],
  ],
});
rows('a team is edited', (change: object) => ask({ type: 'edit_team', ...change })({}), {
  'with what changes': [
    { tag: 'FOXES' },
    [
      {
        type: 'team_edited',
        data: { name: 'Iron Foxes', tag: 'FOXES', zone: 'Europe/Berlin', locale: 'de' },
      },
    ],
  ],
  'at home': [
    { zone: 'UTC', locale: 'fi' },
    [
      {
        type: 'team_edited',
        data: { name: 'Iron Foxes', tag: 'FOX', zone: 'UTC', locale: 'fi' },
      },
    ],
  ],
  'not to a zone that there is not': [{ zone: 'Nowhere' }, 'zone_unknown'],
  'not to a name without letters': [{ name: '!!' }, 'name_invalid'],
});

const inviteAs = ({ by, role }: { by: string; role: Role }) =>
  ask({ ...invite_player, role } as TeamCommand)({ by: as(by) });
const acceptAs = ({ by, role, accept = true }: { by: string; role: Role; accept?: boolean }) =>
  ask({ type: 'answer_request', person_id: 'eve', accept, role })({ by: as(by) });

rows('a role that is offered', inviteAs, {
  'is not the captain’s': [{ by: 'ann', role: 'captain' }, notRole],
  'is the co-captain’s, by the captain': [{ by: 'ann', role: 'co_captain' }, ['invite_made']],
  'is not the co-captain’s, by a co-captain': [{ by: 'bob', role: 'co_captain' }, notRole],
  'is a player’s, by a co-captain': [{ by: 'bob', role: 'player' }, ['invite_made']],
  'is a substitute’s, by a co-captain': [{ by: 'bob', role: 'substitute' }, ['invite_made']],
});

rows('who asked to join', acceptAs, {
  'becomes a player': [
    { by: 'ann', role: 'player' },
    [{ type: 'member_joined', data: { person_id: 'eve', role: 'player', invite_id: null } }],
  ],
  'becomes no captain': [{ by: 'ann', role: 'captain' }, notRole],
  'becomes a co-captain by the captain': [{ by: 'ann', role: 'co_captain' }, ['member_joined']],
  'becomes none by a co-captain': [{ by: 'bob', role: 'co_captain' }, notRole],
  'becomes a substitute by a co-captain': [{ by: 'bob', role: 'substitute' }, ['member_joined']],
  'is refused by a co-captain, whatever the role': [
    { by: 'bob', role: 'co_captain', accept: false },
    [{ type: 'join_refused', data: { person_id: 'eve' } }],
  ],
  'is refused by the captain, whatever the role': [
    { by: 'ann', role: 'captain', accept: false },
    ['join_refused'],
  ],
});

rows(
  'an answer',
  (person_id: string) =>
    ask({ type: 'answer_request', person_id, accept: true, role: 'player' })({}),
  {
    'is for who asked': ['eve', ['member_joined']],
    'is for nobody else': ['zoe', { code: 'not_found', params: { what: 'request', id: 'zoe' } }],
  },
);

limit(
  'an invitation ends later than it is made',
  (away) => ask({ ...invite_player, expires_at: shift(at, away) } as TeamCommand)({}),
  {
    before: { code: 'field_invalid', params: { field: 'expires_at' }, field: 'expires_at' },
    at: 'field_invalid',
    after: [
      {
        type: 'invite_made',
        data: { invite_id: 'new', role: 'player', person_id: null, expires_at: shift(at, 1) },
      },
    ],
  },
);

rows('an invitation', (change: object) => ask({ ...invite_player, ...change } as TeamCommand)({}), {
  'is for somebody who is not of the team': [{ person_id: 'zoe' }, ['invite_made']],
  'is not for a member': [{ person_id: 'cat' }, { code: 'already_member', params: {} }],
  'is made once': [
    { invite_id: 'link' },
    { code: 'already_exists', params: { what: 'team', id: 'link' } },
  ],
  'ends at an instant': [{ expires_at: 'soon' }, 'field_invalid'],
});

const revoke = ({ by, id }: { by: string; id: string }) =>
  ask({ type: 'revoke_invite', invite_id: id })({ by: as(by) });

rows('an invitation is taken back', revoke, {
  'by the captain': [
    { by: 'ann', id: 'fay' },
    [{ type: 'invite_revoked', data: { invite_id: 'fay' } }],
  ],
  'by whom it names': [{ by: 'fay', id: 'fay' }, ['invite_revoked']],
  'not by another': [{ by: 'zoe', id: 'fay' }, notCaptain],
  'not by anybody, where it names nobody': [{ by: 'zoe', id: 'link' }, notCaptain],
  'not twice': [
    { by: 'ann', id: 'gone' },
    { code: 'not_found', params: { what: 'invite', id: 'gone' } },
  ],
  'not where there is none': [
    { by: 'ann', id: 'none' },
    { code: 'not_found', params: { what: 'invite', id: 'none' } },
  ],
});

const joinBy = ({ by, id, on = team }: { by: string | null; id: string; on?: TeamState }) =>
  ask({ type: 'join_team', invite_id: id })({ by: by === null ? null : as(by), on });

rows('a team is joined', joinBy, {
  'by a link': [
    { by: 'zoe', id: 'link' },
    [{ type: 'member_joined', data: { person_id: 'zoe', role: 'player', invite_id: 'link' } }],
  ],
  'by an invitation of one’s own': [
    { by: 'fay', id: 'fay' },
    [{ type: 'member_joined', data: { person_id: 'fay', role: 'co_captain', invite_id: 'fay' } }],
  ],
  'not by that of another': [
    { by: 'zoe', id: 'fay' },
    { code: 'invite_closed', params: {} },
  ],
  'not by one that was taken back': [{ by: 'zoe', id: 'gone' }, 'invite_closed'],
  'not without one': [
    { by: 'zoe', id: 'none' },
    { code: 'not_found', params: { what: 'invite', id: 'none' } },
  ],
  'not by a member': [
    { by: 'cat', id: 'link' },
    { code: 'already_member', params: {} },
  ],
  'not by nobody': [{ by: null, id: 'link' }, 'not_signed_in'],
  'not when it is disbanded': [{ by: 'zoe', id: 'link', on: disbanded }, teamDisbanded],
});

limit(
  'an invitation holds until its end',
  (away) => ({
    team,
    command: { type: 'join_team', invite_id: 'link' } as const,
    by: { actor: as('zoe'), at: shift(later, away) },
  }),
  { before: ['member_joined'], at: { code: 'invite_closed', params: {} }, after: 'invite_closed' },
);

rows('somebody asks to join', ask({ type: 'ask_to_join' }), {
  'who is not of the team': [
    { by: as('zoe') },
    [{ type: 'join_asked', data: { person_id: 'zoe' } }],
  ],
  'not a member': [{ by: as('cat') }, { code: 'already_member', params: {} }],
  'not twice': [{ by: as('eve') }, { code: 'already_asked', params: {} }],
  'not nobody': [{ by: null }, 'not_signed_in'],
  'not when it is disbanded': [{ by: as('zoe'), on: disbanded }, teamDisbanded],
});

const suspended = { eve: [{ kind: 'suspension' as const, until: later }] };
rows('who asked thinks better of it', ask({ type: 'withdraw_request' }), {
  'and asks no more': [{ by: as('eve') }, [{ type: 'join_withdrawn', data: { person_id: 'eve' } }]],
  'also when suspended': [{ by: as('eve'), facts: { sanctions: suspended } }, ['join_withdrawn']],
  'not who never asked': [
    { by: as('zoe') },
    { code: 'not_found', params: { what: 'request', id: 'zoe' } },
  ],
  'not nobody': [{ by: null }, { code: 'not_signed_in', params: {} }],
});

const twoCaptains = applyTeam(team, {
  type: 'role_changed',
  at,
  data: { person_id: 'bob', from: 'co_captain', to: 'captain' },
} as TeamEvent);

rows(
  'a role is changed',
  ({ person_id, role, on = team }: { person_id: string; role: string; on?: TeamState }) =>
    ask({ type: 'change_role', person_id, role: role as Role })({ on }),
  {
    'of a player': [
      { person_id: 'cat', role: 'co_captain' },
      [{ type: 'role_changed', data: { person_id: 'cat', from: 'player', to: 'co_captain' } }],
    ],
    'to captain': [{ person_id: 'bob', role: 'captain' }, ['role_changed']],
    'to substitute': [{ person_id: 'cat', role: 'substitute' }, ['role_changed']],
    'to player': [{ person_id: 'dan', role: 'player' }, ['role_changed']],
    'and nothing happens where it stays': [{ person_id: 'cat', role: 'player' }, []],
    'not to what there is not': [
      { person_id: 'cat', role: 'coach' },
      { code: 'field_invalid', params: { field: 'role' }, field: 'role' },
    ],
    'not of a stranger': [
      { person_id: 'zoe', role: 'player' },
      { code: 'not_found', params: { what: 'member', id: 'zoe' } },
    ],
    'not of the last captain': [
      { person_id: 'ann', role: 'player' },
      { code: 'last_captain', params: {} },
    ],
    'of one captain of two': [
      { person_id: 'ann', role: 'player', on: twoCaptains },
      ['role_changed'],
    ],
    'and the last captain stays one': [{ person_id: 'ann', role: 'captain' }, []],
  },
);

rows(
  'a member is removed',
  ({ by, person_id, on = team }: { by: string; person_id: string; on?: TeamState }) =>
    ask({ type: 'remove_member', person_id })({ by: as(by), on }),
  {
    'a player by a co-captain': [
      { by: 'bob', person_id: 'cat' },
      [{ type: 'member_removed', data: { person_id: 'cat' } }],
    ],
    'a substitute by a co-captain': [{ by: 'bob', person_id: 'dan' }, ['member_removed']],
    'a co-captain by the captain': [{ by: 'ann', person_id: 'bob' }, ['member_removed']],
    'not the captain by a co-captain': [
      { by: 'bob', person_id: 'ann', on: twoOfficers() },
      notCaptain,
    ],
    'not a co-captain by another': [{ by: 'bob', person_id: 'cat', on: twoOfficers() }, notCaptain],
    'oneself, which is leaving': [
      { by: 'bob', person_id: 'bob' },
      [{ type: 'member_left', data: { person_id: 'bob', why: 'left' } }],
    ],
    'not the last captain': [
      { by: 'ann', person_id: 'ann' },
      { code: 'last_captain', params: {} },
    ],
    'a captain by another': [{ by: 'ann', person_id: 'bob', on: twoCaptains }, ['member_removed']],
    'not a stranger': [
      { by: 'ann', person_id: 'zoe' },
      { code: 'not_found', params: { what: 'member', id: 'zoe' } },
    ],
  },
);

function twoOfficers(): TeamState {
  return applyTeam(team, {
    type: 'role_changed',
    at,
    data: { person_id: 'cat', from: 'player', to: 'co_captain' },
  } as TeamEvent);
}

rows('a member leaves', ask({ type: 'leave_team' }), {
  'a player': [
    { by: as('cat') },
    [{ type: 'member_left', data: { person_id: 'cat', why: 'left' } }],
  ],
  'one captain of two': [{ on: twoCaptains }, ['member_left']],
  'not the last captain': [{}, { code: 'last_captain', params: {} }],
  'not a stranger': [{ by: stranger }, { code: 'not_member', params: {} }],
  'not nobody': [{ by: null }, 'not_signed_in'],
  'not when it is disbanded': [{ by: as('cat'), on: disbanded }, teamDisbanded],
});

/** In force are these people's suspensions: the rules are told of no others. */
const barred = (...people: string[]): Partial<Facts> => ({
  sanctions: Object.fromEntries(
    people.map((person) => [person, [{ kind: 'suspension' as const, until: later }]]),
  ),
});
/** What is in force so many milliseconds from the end of Bob's suspension. */
const nearEnd = (away: number) => (shift(later, away) < later ? barred('bob') : {});

/** `ann` and `bob` are captains; the first goes, or steps down. */
const goings: Record<string, [command: TeamCommand, done: Said]> = {
  leaves: [{ type: 'leave_team' }, ['member_left']],
  'steps down': [{ type: 'change_role', person_id: 'ann', role: 'co_captain' }, ['role_changed']],
  'removes themself': [{ type: 'remove_member', person_id: 'ann' }, ['member_left']],
};
for (const [what, [command, done]] of Object.entries(goings)) {
  const on = twoCaptains;
  const mute = { sanctions: { bob: [{ kind: 'mute' as const, until: null }] } };
  rows(`a captain of two ${what}`, ask(command), {
    'while the other may act': [{ on }, done],
    'while the other may not speak': [{ on, facts: mute }, done],
    'not while the other is suspended': [
      { on, facts: barred('bob') },
      { code: 'last_captain', params: {} },
    ],
    'not when suspended as well': [{ on, facts: barred('ann', 'bob') }, 'suspended'],
    'not while the other is suspended, and a co-captain is not': [
      { on: withRoles({ bob: 'captain', cat: 'co_captain' }), facts: barred('bob') },
      'last_captain',
    ],
    'while one of three is suspended': [
      { on: withRoles({ bob: 'captain', cat: 'captain' }), facts: barred('bob') },
      done,
    ],
  });
  limit(
    `a captain of two ${what} from the end of the other’s suspension`,
    (away) => ask(command)({ on, facts: nearEnd(away) }),
    { before: 'last_captain', at: done, after: done },
  );
}

rows(
  'a captain who is suspended is',
  (command: TeamCommand) => ask(command)({ on: twoCaptains, facts: barred('bob') }),
  {
    'removed by the other': [{ type: 'remove_member', person_id: 'bob' }, ['member_removed']],
    'made a player by the other': [
      { type: 'change_role', person_id: 'bob', role: 'player' },
      ['role_changed'],
    ],
  },
);

/** The same people in other roles. */
function withRoles(roles: Record<string, Role>, members = team.members): TeamState {
  const changed = Object.entries(members).map(([id, member]) => [
    id,
    { ...member, role: roles[id] ?? member.role },
  ]);
  return { ...team, members: Object.fromEntries(changed) };
}

const retire = (person_id: string, leaves = true): TeamCommand => ({
  type: 'retire_member',
  person_id,
  why: 'banned',
  leaves,
});

rows(
  'who is banned',
  ({
    person,
    leaves,
    by = null,
    on = team,
    facts = {},
  }: { person: string; leaves?: boolean } & Given) =>
    ask(retire(person, leaves))({ by, on, facts }),
  {
    leaves: [
      { person: 'cat' },
      [{ type: 'member_left', actor_id: null, data: { person_id: 'cat', why: 'banned' } }],
    ],
    'stays where only the captaincy goes': [
      { person: 'ann', leaves: false },
      [{ type: 'captaincy_passed', data: { from: 'ann', to: 'bob', why: 'banned' } }],
    ],
    'as the last captain hands over and leaves': [
      { person: 'ann' },
      ['captaincy_passed', 'member_left'],
    ],
    'as one captain of two just leaves': [{ person: 'ann', on: twoCaptains }, ['member_left']],
    'asks no more': [{ person: 'eve' }, [{ type: 'join_refused', data: { person_id: 'eve' } }]],
    'and is a stranger is nothing to the team': [{ person: 'zoe' }, []],
    'is taken out by the server alone': [
      { person: 'cat', by: owner },
      { code: 'not_admin', params: {} },
    ],
    'is nothing to a team that is disbanded': [{ person: 'cat', on: disbanded }, teamDisbanded],
    'is followed by nobody who is suspended': [
      { person: 'ann', facts: { sanctions: { bob: [{ kind: 'suspension', until: null }] } } },
      [
        { type: 'captaincy_passed', data: { from: 'ann', to: 'cat', why: 'banned' } },
        'member_left',
      ],
    ],
    'is followed by a substitute where there is nobody else': [
      {
        person: 'ann',
        facts: {
          sanctions: {
            bob: [{ kind: 'suspension', until: null }],
            cat: [{ kind: 'ban', until: null }],
          },
        },
      },
      [
        { type: 'captaincy_passed', data: { from: 'ann', to: 'dan', why: 'banned' } },
        'member_left',
      ],
    ],
    'is the end of the team where nobody else may act': [
      {
        person: 'ann',
        facts: {
          sanctions: {
            bob: [{ kind: 'suspension', until: null }],
            cat: [{ kind: 'ban', until: null }],
            dan: [{ kind: 'ban', until: null }],
          },
        },
      },
      [{ type: 'team_disbanded', data: { why: 'nobody_left' } }],
    ],
  },
);

const passes = (to: string): Said => [
  { type: 'captaincy_passed', data: { from: 'ann', to, why: 'banned' } },
];

rows(
  'one captain of two is banned',
  ({ on = twoCaptains, bars }: { on?: TeamState; bars: string[] }) =>
    ask(retire('ann', false))({ by: null, on, facts: barred(...bars) }),
  {
    'and nothing passes while the other may act': [{ bars: [] }, []],
    'and nothing passes by the own ban': [{ bars: ['ann'] }, []],
    'and a player follows where the other is suspended': [{ bars: ['bob'] }, passes('cat')],
    'and a player follows where both may not act': [{ bars: ['ann', 'bob'] }, passes('cat')],
    'and a co-captain follows before a player': [
      { on: withRoles({ bob: 'captain', dan: 'co_captain' }), bars: ['bob'] },
      passes('dan'),
    ],
    'and a third captain leads on': [
      { on: withRoles({ bob: 'captain', dan: 'captain' }), bars: ['bob'] },
      [],
    ],
    'and the team ends where nobody else may act': [
      { bars: ['bob', 'cat', 'dan'] },
      [{ type: 'team_disbanded', data: { why: 'nobody_left' } }],
    ],
    'and the team ends where there are only these two': [
      { on: onlyCaptains(), bars: ['bob'] },
      ['team_disbanded'],
    ],
    'and the team of these two goes on where the other may act': [
      { on: onlyCaptains(), bars: [] },
      [],
    ],
  },
);

function onlyCaptains(): TeamState {
  const { ann, bob } = twoCaptains.members;
  return { ...team, members: { ann, bob } as TeamState['members'] };
}

limit(
  'a captain who is banned is followed until the other’s suspension ends',
  (away) => ask(retire('ann', false))({ by: null, on: twoCaptains, facts: nearEnd(away) }),
  { before: passes('cat'), at: [], after: [] },
);

it('of two captains who are banned one after the other the second hands over, and each keeps their place', () => {
  const room: Room = { state: twoCaptains, events: [] };
  expect(tryTeam(room, null, retire('bob', false), barred('bob'))).toBeNull();
  expect(room.state.members).toEqual(twoCaptains.members);
  expect(tryTeam(room, null, retire('ann', false), barred('ann', 'bob'))).toBeNull();
  expect(room.state.members).toMatchObject({
    ann: { role: 'player' },
    bob: { role: 'captain' },
    cat: { role: 'captain' },
    dan: { role: 'substitute' },
  });
  expect(tryTeam(room, null, retire('bob'), barred('ann', 'bob'))).toBeNull();
  expect(room.events.map(({ type }) => type)).toEqual(['captaincy_passed', 'member_left']);
});

describe('the heir of a captain', () => {
  const heirOf = (members: [person: string, role: Role, joined: string][]) => {
    const all = [['ann', 'captain', at] as const, ...members].map(
      ([person_id, role, joined_at]) => [person_id, { person_id, role, joined_at }],
    );
    const room: Room = { state: { ...team, members: Object.fromEntries(all) }, events: [] };
    expect(tryTeam(room, null, retire('ann'))).toBeNull();
    const [first] = room.events;
    return first?.type === 'captaincy_passed' ? first.data.to : null;
  };
  it.each<[string, [string, Role, string][], string]>([
    [
      'is a co-captain before a player who was there first',
      [
        ['zoe', 'player', at],
        ['bob', 'co_captain', later],
      ],
      'bob',
    ],
    [
      'is a player before a substitute who was there first',
      [
        ['zoe', 'substitute', at],
        ['bob', 'player', later],
      ],
      'bob',
    ],
    [
      'is who has served longest',
      [
        ['bob', 'player', later],
        ['zoe', 'player', at],
      ],
      'zoe',
    ],
    [
      'is who has served longest, in any order',
      [
        ['zoe', 'player', at],
        ['bob', 'player', later],
      ],
      'zoe',
    ],
    [
      'is the first by name of those who came together',
      [
        ['zoe', 'player', at],
        ['bob', 'player', at],
      ],
      'bob',
    ],
    [
      'is the first by name, in any order',
      [
        ['bob', 'player', at],
        ['zoe', 'player', at],
      ],
      'bob',
    ],
  ])('%s', (_name, members, heir) => {
    expect(heirOf(members)).toBe(heir);
  });
});

it('what happens on a team follows on its ladders', () => {
  const of = (type: string, data: object) =>
    listLadderConsequences('team', { type, data } as TeamEvent);
  expect(of('member_joined', { person_id: 'zoe' })).toEqual([
    { type: 'admit_player', team_id: 'team', person_id: 'zoe' },
  ]);
  for (const type of ['member_left', 'member_removed']) {
    expect(of(type, { person_id: 'zoe' })).toEqual([
      { type: 'release_player', team_id: 'team', person_id: 'zoe' },
    ]);
  }
  expect(of('team_edited', { name: 'New' })).toEqual([
    { type: 'rename_entry', team_id: 'team', name: 'New' },
  ]);
  expect(of('team_disbanded', { why: 'by_captain' })).toEqual([
    { type: 'disband_entry', team_id: 'team' },
  ]);
  expect(of('role_changed', {})).toEqual([]);
});

it('a fault of our own is no refusal', () => {
  const room: Room = { state: team, events: [] };
  expect(() => tryTeam(room, as('ann'), { type: 'no_such' } as never)).toThrow(TypeError);
});

it('a team is what its events make of it', () => {
  expect(emptyTeam).toEqual({ team: null, members: {}, former: [], invites: {}, requests: {} });
  expect(team).toMatchObject({
    team: { id: 'team', name: 'Iron Foxes', founder_id: 'ann', founded_at: at, status: 'active' },
    members: {
      ann: { role: 'captain', joined_at: at },
      bob: { role: 'co_captain' },
      cat: { role: 'player' },
      dan: { role: 'substitute' },
    },
    former: [],
    requests: { eve: { person_id: 'eve', at } },
    invites: {
      link: { id: 'link', status: 'open', made_by: 'ann', made_at: at, role: 'player' },
      gone: { status: 'revoked' },
    },
  });
  const apply = (state: TeamState, type: string, data: object) =>
    applyTeam(state, { type, data, at: later, actor_id: null } as TeamEvent);
  const joined = apply(team, 'member_joined', {
    person_id: 'eve',
    role: 'player',
    invite_id: 'link',
  });
  expect(joined.members.eve).toEqual({ person_id: 'eve', role: 'player', joined_at: later });
  expect(joined.requests).toEqual({});
  expect(joined.invites.link?.status).toBe('open');
  const namedAgain = apply(team, 'member_joined', {
    person_id: 'fay',
    role: 'player',
    invite_id: 'fay',
  });
  expect(namedAgain.invites.fay?.status).toBe('used');
  expect(apply(team, 'join_withdrawn', { person_id: 'eve' }).requests).toEqual({});
  expect(apply(team, 'join_refused', { person_id: 'eve' }).requests).toEqual({});
  const left = apply(team, 'member_left', { person_id: 'cat' });
  expect(left.former).toEqual([
    { person_id: 'cat', role: 'player', joined_at: at, left_at: later },
  ]);
  expect(Object.keys(left.members)).toEqual(['ann', 'bob', 'dan']);
  expect(apply(team, 'member_removed', { person_id: 'zoe' })).toEqual(team);
  expect(apply(team, 'role_changed', { person_id: 'zoe', to: 'player' })).toEqual(team);
  expect(apply(team, 'invite_revoked', { invite_id: 'none' })).toEqual(team);
  const passed = apply(team, 'captaincy_passed', { from: 'ann', to: 'bob' });
  expect(passed.members).toMatchObject({ ann: { role: 'player' }, bob: { role: 'captain' } });
  const edited = apply(team, 'team_edited', { name: 'New', tag: 'N', zone: 'UTC', locale: 'en' });
  expect(edited.team).toMatchObject({ id: 'team', name: 'New', tag: 'N', founder_id: 'ann' });
  expect(disbanded).toMatchObject({ team: { status: 'disbanded' }, members: {}, requests: {} });
  expect(disbanded.former).toHaveLength(4);
  expect(disbanded.former[0]).toEqual({
    person_id: 'ann',
    role: 'captain',
    joined_at: at,
    left_at: at,
  });
  expect(apply(emptyTeam, 'team_edited', { name: 'New' }).team).toBeNull();
  expect(apply(emptyTeam, 'team_disbanded', {}).team).toBeNull();
});
