import {
  createDefaultRules,
  emptyLadder,
  type LadderState,
  type LeagueEvent,
} from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState } from '../testing/match-state.ts';
import { planPost } from './plan-posts.ts';

const match = createMatchState();
const at = '2026-11-21T18:00:00.000Z';

function plan(type: string, data: object = {}, change: Partial<LadderState> = {}) {
  const entry = (name: string, team_id: string | null) =>
    ({ name, team_id }) as LadderState['entries'][string];
  const state: LadderState = {
    ...emptyLadder,
    ladder: { id: 'ladder', format: 'rung' } as LadderState['ladder'],
    season: { rules: createDefaultRules() } as LadderState['season'],
    entries: {
      [match.challenger_id]: entry('C', 'team-c'),
      [match.defender_id]: entry('D', 'team-d'),
    },
    matches: { [match.id]: match },
    ...change,
  };
  const isSeason = type.startsWith('season');
  const event = { type, data, at, match_id: isSeason ? null : match.id } as unknown as LeagueEvent;
  return planPost(event, 'origin', state);
}

describe('the news of a ladder', () => {
  it.each([
    ['match_scheduled', { starts_at: at }, 'match_scheduled', {}],
    ['match_rescheduled', { starts_at: at }, 'match_rescheduled', {}],
    ['challenge_made', {}, 'challenge_made', {}],
    ['challenge_accepted', {}, 'challenge_accepted', {}],
    ['check_in_opened', {}, 'check_in_opened', {}],
    ['match_reported', {}, 'match_reported', {}],
    ['match_completed', { winner: 'defender' }, 'match_completed', { winner: 'defender' }],
    ['match_completed', { winner: null }, 'match_completed', { winner: 'draw' }],
    ['match_forfeited', { winner: 'challenger' }, 'match_forfeited', { winner: 'challenger' }],
    ['match_disputed', {}, 'match_disputed', {}],
    ['result_disputed', {}, 'match_disputed', {}],
    ['result_overturned', {}, 'result_overturned', {}],
  ])('%s %o', (type, data, kind, facts) => {
    expect(plan(type, data)).toEqual([
      {
        kind,
        origin: 'origin',
        ladder_id: 'ladder',
        match_id: match.id,
        team_ids: ['team-c', 'team-d'],
        facts: { ...facts, challenger: 'C', defender: 'D' },
      },
    ]);
  });

  it.each(['season_opened', 'season_closed'])('%s is of no match and no team', (type) => {
    expect(plan(type)).toEqual([
      expect.objectContaining({ kind: type, match_id: null, team_ids: [] }),
    ]);
  });

  it('is none of what concerns nobody else, nor of a ladder that is not there', () => {
    expect(plan('checked_in')).toEqual([]);
    expect(plan('match_disputed', {}, { ladder: null })).toEqual([]);
  });

  it('names the teams that there are: who drives alone has none', () => {
    const lone = { name: 'C', team_id: null } as LadderState['entries'][string];
    const [news] = plan('match_disputed', {}, { entries: { [match.challenger_id]: lone } });
    expect(news).toMatchObject({ team_ids: [], facts: { challenger: 'C', defender: '' } });
  });
});
