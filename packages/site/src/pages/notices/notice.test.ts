import { describe, expect, it } from 'vitest';
import type { NoticeFacts, NoticeKind } from './kinds.ts';
import {
  findNoticeTime,
  type Notice,
  toNoticeAct,
  toNoticePath,
  toNoticeValues,
} from './notice.ts';

const team = { slug: 'kaarna', name: 'Kaarna' };
const ladder = { slug: 'tanks', name: 'Tanks' };
const about: Omit<Notice, 'id'> = {
  ...{ kind: 'invited', facts: {}, match_id: null, ladder: null, team: null, person: null },
};

describe('where a notice leads', () => {
  it.each<[NoticeKind, Partial<Notice>, string]>([
    ['sanction_given', { match_id: 'm', team }, '/account/standing'],
    ['sanction_appealed', { person: 'Å/da' }, '/admins/people/%C3%85%2Fda'],
    ['sanction_appealed', {}, '/admins/people'],
    ['backup_failed', {}, '/admins/health'],
    ['board_answered', { team }, '/boards'],
    ['case_decided', { facts: { case: 'c' } }, '/account/reports'],
    ['case_question', { facts: { case: 'c' } }, '/account/reports'],
    ['case_opened', { facts: { case: 'c', scrim: 's' } }, '/admins/cases/c'],
    ['scrim_agreed', { facts: { scrim: 's' }, match_id: 'm' }, '/scrims/s'],
    ['challenged', { match_id: 'm', team, ladder }, '/matches/m'],
    ['ladder_webhook_disabled', { ladder, team }, '/ladders/tanks/admin'],
    ['ladder_webhook_disabled', { team }, '/teams/kaarna'],
    ['invited', { team, ladder }, '/teams/kaarna'],
    ['season_opened', { ladder }, '/ladders/tanks'],
    ['season_opened', {}, '/account/notifications'],
  ])('%s %j', (kind, given, path) => {
    expect(toNoticePath({ ...about, kind, ...given })).toBe(path);
  });
});

it.each<[NoticeKind, string | null, boolean, string]>([
  ['challenged', 'm', true, 'answer'],
  ['challenged', 'm', false, 'see_match'],
  ['join_asked', null, true, 'answer'],
  ['join_asked', null, false, 'see_team'],
  ['invited', null, false, 'see_team'],
  ['rest_ended', null, false, 'see_ladder'],
])('the button of %s about %s promises, while it can be done (%s): %s', (...row) => {
  const [kind, match_id, canAct, act] = row;
  expect(toNoticeAct({ kind, match_id }, canAct)).toBe(act);
});

it.each<[NoticeFacts, ReturnType<typeof findNoticeTime>]>([
  [
    { by: 'a', starts_at: 'b', until: 'c' },
    { what: 'by', instant: 'a' },
  ],
  [
    { by: null, starts_at: 'b', until: 'c' },
    { what: 'starts', instant: 'b' },
  ],
  [
    { starts_at: null, until: 'c' },
    { what: 'until', instant: 'c' },
  ],
  [{ until: null }, null],
])('the time that it names: %j', (facts, time) => {
  expect(findNoticeTime(facts)).toEqual(time);
});

describe('what its words ask for', () => {
  const read = (given: Partial<Notice>) => toNoticeValues({ ...about, ...given });

  it('are its facts', () => {
    const facts: NoticeFacts = {
      ...{ team: 'Dust', opponent: 'Ash', outcome: 'won', role: 'captain', sanction: 'mute' },
      ...{ did: 'team_closed', name: 'New', reason: 'Rude', count: 3 },
    };
    expect(read({ facts, team, ladder, person: 'Ada' })).toEqual({
      ...facts,
      ...{ ladder: 'Tanks', person: 'Ada' },
    });
  });

  it('an entry is its team, one of a person alone that person; else nothing', () => {
    expect(read({ team, person: 'Ada' }).team).toBe('Kaarna');
    expect(read({ person: 'Ada' }).team).toBe('Ada');
    expect(read({})).toEqual({
      ...{ team: '', opponent: '', ladder: '', person: '', outcome: 'drawn', role: '' },
      ...{ sanction: '', did: '', name: '', reason: '', count: 1 },
    });
  });
});
