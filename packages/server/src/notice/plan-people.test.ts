import {
  emptySite,
  emptyTeam,
  type LeagueEvent,
  type SiteEventType,
  type SiteState,
  type TeamEventType,
  type TeamState,
} from '@muster/league';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { describe, expect, it } from 'vitest';
import { planSiteNotices, planTeamNotices } from './plan-people.ts';

const at = '2026-11-21T18:00:00.000Z';
const team = { id: 'team', name: 'Kaarna' } as NonNullable<TeamState['team']>;
const members = { ann: {}, bo: {} } as unknown as TeamState['members'];

/** Of what may be taken back and done again without end; the others have the event's. */
const origins: Partial<Record<NoticeKind, string>> = {
  invited: 'team:team#invite_made:cy:2026-11-21',
  join_asked: 'team:team#join_asked:cy:2026-11-21',
};

/** Who is told of what happened in a team, as `kind to whom of whom`, with what else the notice says. */
function listTold(type: TeamEventType, data: object, before: TeamState['team'] = team) {
  const event = { type, data, at, actor_id: 'actor' } as unknown as LeagueEvent<'team'>;
  const plans = planTeamNotices(event, 'origin', {
    before: { ...emptyTeam, team: before, members },
    after: { ...emptyTeam, team },
  });
  return plans.map(({ kind, to, origin, other_id, facts, ...rest }) => {
    expect(origin).toBe(origins[kind] ?? 'origin');
    expect(rest).toEqual({
      ...{ except: 'actor' },
      ...{ ladder_id: null, match_id: null, team_id: 'team' },
    });
    const { team: name, ...more } = facts;
    expect(name).toBe('Kaarna');
    const audience =
      'roles' in to
        ? `${to.of} ${to.id} ${to.roles.join('+')}`
        : `${to.of} ${'id' in to ? to.id : ''}`;
    return [`${kind} to ${audience}`, other_id, more];
  });
}

const officers = 'team team captain+co_captain';

describe('who is told of what happens in a team', () => {
  it.each<[string, TeamEventType, object, unknown[]]>([
    [
      'an invite by name',
      'invite_made',
      { person_id: 'cy', expires_at: at },
      [['invited to person cy', 'actor', { by: at }]],
    ],
    ['an invite for whoever has the link', 'invite_made', { person_id: null, expires_at: at }, []],
    [
      'somebody who asks',
      'join_asked',
      { person_id: 'cy' },
      [[`join_asked to ${officers}`, 'cy', {}]],
    ],
    ['a no', 'join_refused', { person_id: 'cy' }, [['join_refused to person cy', null, {}]]],
    [
      'somebody who has come',
      'member_joined',
      { person_id: 'cy' },
      [
        [`member_joined to ${officers}`, 'cy', {}],
        ['you_joined to person cy', null, {}],
      ],
    ],
    [
      'somebody who has gone',
      'member_left',
      { person_id: 'cy' },
      [[`member_left to ${officers}`, 'cy', {}]],
    ],
    [
      'somebody who was removed',
      'member_removed',
      { person_id: 'cy' },
      [['member_removed to person cy', null, {}]],
    ],
    [
      'another role',
      'role_changed',
      { person_id: 'cy', from: 'player', to: 'co_captain' },
      [['role_changed to person cy', null, { role: 'co_captain' }]],
    ],
    [
      'a captaincy that passes',
      'captaincy_passed',
      { from: 'ann', to: 'bo' },
      [['captaincy_passed to person bo', null, {}]],
    ],
    [
      'the end: whoever was on it',
      'team_disbanded',
      {},
      [
        ['team_disbanded to person ann', null, {}],
        ['team_disbanded to person bo', null, {}],
      ],
    ],
    [
      'the end that nobody was left for',
      'team_disbanded',
      { why: 'nobody_left' },
      [
        ['team_disbanded to person ann', null, {}],
        ['team_disbanded to person bo', null, {}],
      ],
    ],
    ['the end by an admin, who says why', 'team_disbanded', { why: 'by_admin' }, []],
    ['an edit', 'team_edited', { name: 'Kaarna' }, []],
  ])('%s', (_what, type, data, told) => {
    expect(listTold(type, data)).toEqual(told);
  });

  it('of a founding, its founder alone', () => {
    expect(listTold('member_joined', { person_id: 'ann' }, null)).toEqual([
      ['you_joined to person ann', null, {}],
    ]);
  });
});

describe('who is told of what the site’s admins do', () => {
  const plan = (type: SiteEventType, data: object) =>
    planSiteNotices(
      { type, data, at, actor_id: 'actor' } as unknown as LeagueEvent<'site'>,
      'o',
      site,
    );
  const reason = { text_id: 'text', hash: 'hash' };
  const mute = { id: 'mute', kind: 'mute', person_id: 'cy', ladder_id: null, by: 'actor' } as const;
  const site: SiteState = {
    ...emptySite,
    sanctions: {
      mute: { ...mute, from: at, until: null, reason, status: 'lifted' },
      local: { ...mute, ladder_id: 'ladder', from: at, until: null, reason, status: 'lifted' },
    },
  };

  it('of one that is lifted: whom it was against, and nobody of one that is not known', () => {
    expect(plan('sanction_lifted', { sanction_id: 'mute' })).toMatchObject([
      { kind: 'sanction_lifted', to: { of: 'person', id: 'cy' } },
    ]);
    expect(plan('sanction_lifted', { sanction_id: 'other' })).toEqual([]);
    expect(
      ['mute', 'local'].map((sanction_id) => plan('sanction_lifted', { sanction_id })[0]),
    ).toEqual(
      [null, 'ladder'].map((ladder_id) => ({
        ...{ kind: 'sanction_lifted', origin: 'o', to: { of: 'person', id: 'cy' }, except: null },
        ...{ ladder_id, match_id: null, team_id: null, other_id: null, facts: {} },
      })),
    );
  });

  it('of a sanction: whom it is against', () => {
    const data = { kind: 'mute', person_id: 'cy', ladder_id: 'ladder', until: at };
    expect(plan('sanction_given', data)).toEqual([
      {
        ...{ kind: 'sanction_given', origin: 'o', to: { of: 'person', id: 'cy' }, except: null },
        ...{ ladder_id: 'ladder', match_id: null, team_id: null, other_id: null },
        facts: { sanction: 'mute', until: at },
      },
    ]);
  });

  it('of an office: nobody', () => {
    expect(plan('site_admin_granted', { person_id: 'cy' })).toEqual([]);
  });
});
