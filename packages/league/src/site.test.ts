import { expect, it } from 'vitest';
import type { SiteCommand } from './command.ts';
import type { Actor } from './context.ts';
import type { SiteEvent } from './event.ts';
import { applySite, decideSite, emptySite } from './site.ts';
import type { SiteState } from './team-state.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import { stranger } from './testing/stations.ts';
import {
  asPerson,
  createWorld,
  getFacts,
  judge,
  owner,
  text,
  worldStart,
} from './testing/world.ts';

const ann = asPerson('ann');
const reason = text('why');
const until = '2026-04-01T12:00:00.000Z';

const events: SiteEvent[] = [];
const grow = (state: SiteState, event: object): SiteState => {
  const whole = {
    version: 1,
    match_id: null,
    actor_id: 'owner',
    at: worldStart,
    ...event,
  } as SiteEvent;
  events.push(whole);
  return applySite(state, whole);
};

/** `ann` and `owner` are admins of the site, `judge` of one ladder, `edith` is an editor, `eve` is suspended. */
const site: SiteState = [
  { type: 'site_admin_granted', data: { person_id: 'owner' } },
  { type: 'site_admin_granted', data: { person_id: 'ann' } },
  { type: 'ladder_admin_granted', data: { person_id: 'judge', ladder_id: 'ladder' } },
  { type: 'editor_granted', data: { person_id: 'edith' } },
  {
    type: 'sanction_given',
    data: {
      sanction_id: 'old',
      kind: 'suspension',
      person_id: 'eve',
      ladder_id: null,
      from: worldStart,
      until: null,
      text: reason,
    },
  },
  {
    type: 'sanction_given',
    data: {
      sanction_id: 'local',
      kind: 'mute',
      person_id: 'eve',
      ladder_id: 'ladder',
      from: worldStart,
      until: until,
      text: reason,
    },
  },
].reduce(grow, emptySite);

const given: Record<string, { command: SiteCommand; type: SiteEvent['type']; ladder?: string }> = {
  'makes an admin of the site': {
    command: { type: 'grant_site_admin', person_id: 'new' },
    type: 'site_admin_granted',
  },
  'takes that from one': {
    command: { type: 'revoke_site_admin', person_id: 'ann' },
    type: 'site_admin_revoked',
  },
  'makes an admin of a ladder': {
    command: { type: 'grant_ladder_admin', person_id: 'new', ladder_id: 'ladder' },
    type: 'ladder_admin_granted',
    ladder: 'ladder',
  },
  'takes a ladder from one': {
    command: { type: 'revoke_ladder_admin', person_id: 'judge', ladder_id: 'ladder' },
    type: 'ladder_admin_revoked',
    ladder: 'ladder',
  },
  'makes an editor': {
    command: { type: 'grant_editor', person_id: 'new' },
    type: 'editor_granted',
  },
  'takes that from an editor': {
    command: { type: 'revoke_editor', person_id: 'edith' },
    type: 'editor_revoked',
  },
};

for (const [what, { command, type, ladder = null }] of Object.entries(given)) {
  const { type: _type, ...data } = command;
  rows(`who ${what}`, (actor: Actor | null) => ({ site, command, by: { actor } }), {
    'is an admin of the site': [
      owner,
      [
        {
          type,
          ladder_id: ladder,
          match_id: null,
          actor_id: 'owner',
          at: worldStart,
          version: 1,
          data,
        },
      ],
    ],
    'is the server': [null, [{ type, actor_id: null }]],
    'is no admin of a ladder': [judge, { code: 'not_admin', params: {} }],
    'is no stranger': [stranger, 'not_admin'],
  });
}

rows('an office is given', (command: SiteCommand) => ({ site, command, by: { actor: owner } }), {
  'to somebody new': [{ type: 'grant_editor', person_id: 'new' }, ['editor_granted']],
  'not to an editor again': [
    { type: 'grant_editor', person_id: 'edith' },
    { code: 'already_exists', params: { what: 'admin', id: 'edith' } },
  ],
  'not to an admin of the site again': [
    { type: 'grant_site_admin', person_id: 'ann' },
    { code: 'already_exists', params: { what: 'admin', id: 'ann' } },
  ],
  'not to an admin of the ladder again': [
    { type: 'grant_ladder_admin', person_id: 'judge', ladder_id: 'ladder' },
    { code: 'already_exists', params: { what: 'admin', id: 'judge' } },
  ],
  'to the admin of one ladder for another': [
    { type: 'grant_ladder_admin', person_id: 'judge', ladder_id: 'other' },
    ['ladder_admin_granted'],
  ],
});

rows('an office is taken', (command: SiteCommand) => ({ site, command, by: { actor: owner } }), {
  'from whoever has it': [{ type: 'revoke_editor', person_id: 'edith' }, ['editor_revoked']],
  'not from somebody who is no editor': [
    { type: 'revoke_editor', person_id: 'judge' },
    { code: 'not_found', params: { what: 'member', id: 'judge' } },
  ],
  'not from somebody who is no admin': [
    { type: 'revoke_site_admin', person_id: 'judge' },
    { code: 'not_found', params: { what: 'member', id: 'judge' } },
  ],
  'not from somebody who is none of the ladder': [
    { type: 'revoke_ladder_admin', person_id: 'ann', ladder_id: 'ladder' },
    { code: 'not_found', params: { what: 'member', id: 'ann' } },
  ],
  'not of another ladder': [
    { type: 'revoke_ladder_admin', person_id: 'judge', ladder_id: 'other' },
    { code: 'not_found', params: { what: 'member', id: 'judge' } },
  ],
});

const one = { ...site, admins: ['owner'] };
rows(
  'the office of an admin',
  ({ state, actor }: { state: SiteState; actor: Actor | null }) => ({
    site: state,
    command: { type: 'revoke_site_admin', person_id: 'owner' } as const,
    by: { actor },
  }),
  {
    'is given up while there is another': [{ state: site, actor: owner }, ['site_admin_revoked']],
    'is not given up by the last': [
      { state: one, actor: owner },
      { code: 'last_admin', params: {} },
    ],
    'of the last is taken by the server': [{ state: one, actor: null }, ['site_admin_revoked']],
  },
);

const sanction = (change: object = {}): SiteCommand => ({
  type: 'sanction',
  sanction_id: 'new',
  kind: 'mute',
  person_id: 'bob',
  ladder_id: null,
  until: until,
  reason,
  ...change,
});

rows(
  'a sanction',
  ({ actor, change }: { actor: Actor | null; change?: object }) => ({
    site,
    command: sanction(change),
    by: { actor },
  }),
  {
    'is given by an admin of the site': [
      { actor: ann },
      [
        {
          type: 'sanction_given',
          ladder_id: null,
          actor_id: 'ann',
          data: {
            sanction_id: 'new',
            kind: 'mute',
            person_id: 'bob',
            ladder_id: null,
            from: worldStart,
            until: until,
            text: reason,
          },
        },
      ],
    ],
    'is given on a ladder by its admin': [
      { actor: judge, change: { ladder_id: 'ladder' } },
      [{ type: 'sanction_given', ladder_id: 'ladder' }],
    ],
    'cites the rule that was broken': [
      { actor: ann, change: { rule: 'Rule 7' } },
      [{ type: 'sanction_given', data: like({ rule: 'Rule 7', text: reason }) }],
    ],
    'is given for good': [
      { actor: ann, change: { until: null } },
      [{ type: 'sanction_given', data: like({ until: null }) }],
    ],
    'is not given for the whole site by an admin of a ladder': [
      { actor: judge },
      { code: 'not_admin', params: {} },
    ],
    'is not given on another ladder': [
      { actor: judge, change: { ladder_id: 'other' } },
      'not_admin',
    ],
    'is not given by a stranger': [{ actor: stranger }, 'not_admin'],
    'is not given by nobody': [{ actor: null }, { code: 'not_signed_in', params: {} }],
    'is not given to oneself': [
      { actor: ann, change: { person_id: 'ann' } },
      { code: 'own_match', params: {} },
    ],
    'is not given twice': [
      { actor: ann, change: { sanction_id: 'old' } },
      { code: 'already_exists', params: { what: 'admin', id: 'old' } },
    ],
    'is not given until what is no instant': [
      { actor: ann, change: { until: 'soon' } },
      'field_invalid',
    ],
  },
);

limit(
  'a sanction ends later than it is given',
  (away) => ({
    site,
    command: sanction({ until: shift(worldStart, away) }),
    by: { actor: ann },
  }),
  {
    before: { code: 'field_invalid', params: { field: 'until' }, field: 'until' },
    at: 'field_invalid',
    after: ['sanction_given'],
  },
);

const lifted = grow(site, {
  type: 'sanction_lifted',
  data: { sanction_id: 'old', text: reason },
});

const eve = asPerson('eve');
const eveInOffice = [
  { type: 'site_admin_granted', data: { person_id: 'eve' } },
  { type: 'ladder_admin_granted', data: { person_id: 'eve', ladder_id: 'ladder' } },
].reduce(grow, site);
const eveOnLadder = { ...eveInOffice, admins: ['owner'] };

rows(
  'a sanction is lifted',
  ({ actor, id, state = site }: { actor: Actor | null; id: string; state?: SiteState }) => ({
    site: state,
    command: { type: 'lift_sanction', sanction_id: id, reason } as const,
    by: { actor },
  }),
  {
    'by an admin of the site': [
      { actor: ann, id: 'old' },
      [
        {
          type: 'sanction_lifted',
          ladder_id: null,
          data: { sanction_id: 'old', text: reason },
        },
      ],
    ],
    'by an admin of the ladder that it is for': [
      { actor: judge, id: 'local' },
      ['sanction_lifted'],
    ],
    'by the host, where nobody in office may': [{ actor: null, id: 'old' }, ['sanction_lifted']],
    'not by that admin, when it is for the site': [{ actor: judge, id: 'old' }, 'not_admin'],
    'not by whom it holds against': [
      { actor: eve, id: 'old', state: eveInOffice },
      { code: 'own_match', params: {} },
    ],
    'not on a ladder by the admin whom it holds against': [
      { actor: eve, id: 'local', state: eveOnLadder },
      'own_match',
    ],
    'by another in office': [{ actor: ann, id: 'old', state: eveInOffice }, ['sanction_lifted']],
    'not where there is none': [
      { actor: ann, id: 'none' },
      { code: 'not_found', params: { what: 'sanction', id: 'none' } },
    ],
    'not twice': [
      { actor: ann, id: 'old', state: lifted },
      { code: 'not_found', params: { what: 'sanction', id: 'old' } },
    ],
  },
);

rows(
  'the demonstration is cleared',
  (actor: Actor | null) => ({
    site,
    command: { type: 'clear_demo', ladder_ids: ['one', 'two'] } as const,
    by: { actor },
  }),
  {
    'by the server': [
      null,
      [{ type: 'demo_cleared', ladder_id: null, data: { ladder_ids: ['one', 'two'] } }],
    ],
    'by no admin': [owner, { code: 'not_admin', params: {} }],
  },
);

const restored = { instant: worldStart, sequence: 7, hash: 'a'.repeat(64) };
rows(
  'that the league was restored is written down',
  (actor: Actor | null) => ({
    site,
    command: { type: 'note_restore', ...restored } as const,
    by: { actor },
  }),
  {
    'by the server': [null, [{ type: 'log_restored', ladder_id: null, data: restored }]],
    'by no admin': [owner, { code: 'not_admin', params: {} }],
  },
);

it('a sanction that cites no rule says nothing of one', () => {
  const decision = decideSite(site, sanction(), {
    at: worldStart,
    actor: ann,
    facts: getFacts(createWorld()),
  });
  expect(decision.ok && Object.keys(decision.events[0]?.data ?? {}).sort()).toEqual([
    'from',
    'kind',
    'ladder_id',
    'person_id',
    'sanction_id',
    'text',
    'until',
  ]);
});

it('an admin who is suspended decides nothing', () => {
  const facts = {
    ...getFacts(createWorld()),
    sanctions: { ann: [{ kind: 'suspension' as const, until: null }] },
  };
  const ask = (command: SiteCommand) =>
    decideSite(site, command, { at: worldStart, actor: ann, facts });
  expect(ask({ type: 'grant_editor', person_id: 'new' })).toMatchObject({
    refusal: { code: 'suspended' },
  });
  expect(ask(sanction())).toMatchObject({ refusal: { code: 'suspended' } });
  expect(decideSite(site, sanction(), { at: worldStart, actor: null, facts })).toMatchObject({
    refusal: { code: 'not_signed_in' },
  });
});

it('a fault of our own is no refusal', () => {
  const facts = getFacts(createWorld());
  expect(() =>
    decideSite(site, { type: 'no_such' } as never, { at: worldStart, actor: owner, facts }),
  ).toThrow(TypeError);
});

it('the site is what its events make of it', () => {
  expect(emptySite).toEqual({ admins: [], ladder_admins: {}, editors: [], sanctions: {} });
  expect(site).toMatchObject({
    admins: ['owner', 'ann'],
    ladder_admins: { ladder: ['judge'] },
    editors: ['edith'],
    sanctions: {
      old: {
        id: 'old',
        kind: 'suspension',
        person_id: 'eve',
        ladder_id: null,
        by: 'owner',
        from: worldStart,
        until: null,
        reason,
        status: 'in_force',
      },
      local: { status: 'in_force' },
    },
  });
  expect(site.sanctions.old).not.toHaveProperty('text');
  expect(lifted.sanctions).toMatchObject({
    old: { status: 'lifted', person_id: 'eve' },
    local: { status: 'in_force' },
  });
  const without = [
    { type: 'site_admin_revoked', data: { person_id: 'owner' } },
    { type: 'ladder_admin_granted', data: { person_id: 'new', ladder_id: 'ladder' } },
    { type: 'ladder_admin_granted', data: { person_id: 'new', ladder_id: 'ladder' } },
    { type: 'ladder_admin_revoked', data: { person_id: 'judge', ladder_id: 'ladder' } },
    { type: 'ladder_admin_revoked', data: { person_id: 'judge', ladder_id: 'other' } },
    { type: 'editor_granted', data: { person_id: 'new' } },
    { type: 'editor_revoked', data: { person_id: 'edith' } },
    { type: 'sanction_lifted', data: { sanction_id: 'none', text: reason } },
    { type: 'demo_cleared', data: { ladder_ids: [] } },
    { type: 'log_restored', data: restored },
  ].reduce(grow, site);
  expect(without).toMatchObject({
    admins: ['ann'],
    ladder_admins: { ladder: ['new'], other: [] },
    editors: ['new'],
  });
  expect(without.sanctions).toEqual(site.sanctions);
});
