import { expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import { readWords, renderPage } from '../testing/render-page.tsx';
import { AnswerForm } from './answer-form.tsx';
import { BoardActs } from './board-acts.tsx';
import { BoardAnswers } from './board-answers.tsx';
import { BoardLine } from './board-line.tsx';
import type { BoardAnswer, BoardForm, BoardPost, OwnAnswer } from './data.ts';

const rook: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};
const post = {
  ...{ id: 'post', kind: 'team_seeks_player', team: { slug: 'kaarna', name: 'Kaarna' } },
  ...{ author: { user_id: 'a', username: 'Aino' }, times: [], answers: [], own_answer: null },
  may_invite: [],
} as unknown as BoardPost;
const form = {
  teams: [
    { slug: 'dust', name: 'Dust' },
    { slug: 'mud', name: 'Mud' },
  ],
} as BoardForm;

type Draw = (props: { data: BoardPost }) => React.JSX.Element;
const drawActs: Draw = ({ data }) => <BoardActs post={data} form={form} />;

function see(given: Partial<BoardPost>, held?: ViewerData['held'], draw = drawActs): string {
  const viewer = { ...rook, ...(held === undefined ? {} : { held }) };
  return readWords(renderPage(draw, { ...post, ...given }, { viewer, locale: 'en' }));
}
const answered = (status: OwnAnswer['status']) => ({
  own_answer: { id: 'answer', status, starts_at: null },
});

it.each<[string, Partial<BoardPost>, string]>([
  ['who has not answered may', {}, 'Answer Answer Kaarna ×'],
  ['who has may take it back', answered('open'), 'You have answered. Take back'],
  ['who was invited need not again', answered('accepted'), 'Kaarna has invited you.'],
  [
    'who was declined may answer again',
    answered('declined'),
    'They declined. Answer Answer Kaarna ×',
  ],
  ['who is on the team has nothing to ask', { is_member: true }, ''],
  ['whose it is takes it down', { is_own: true }, 'Take down'],
])('a notice: %s', (_who, given, words) => {
  expect(see(given)).toBe(words);
});

it('a notice: who is kept from speaking answers nothing, and takes back what they said', () => {
  expect(see({}, 'muted')).toBe('');
  expect(see(answered('declined'), 'muted')).toBe('They declined.');
  expect(see(answered('open'), 'muted')).toBe('You have answered. Take back');
});

it('who seeks a team: is invited for the teams that have neither them nor an invitation of theirs', () => {
  const seeker = { kind: 'player_seeks_team', team: null } as const;
  const offer = (may_invite: string[]) =>
    see({ ...seeker, may_invite }, undefined, ({ data }) => (
      <AnswerForm post={data} form={form} onDone={() => undefined} />
    ));
  expect(offer(['dust', 'mud'])).toContain('Dust Mud');
  expect(offer(['mud'])).toContain('Mud');
  expect(offer(['mud'])).not.toContain('Dust');
  expect(see({ ...seeker, may_invite: ['mud'] })).toContain('Invite');
  expect(see({ ...seeker, may_invite: [] })).toBe('');
});

it('who seeks a team: is invited by who is only kept from speaking, and by nobody who is barred', () => {
  const seeker = { kind: 'player_seeks_team', team: null } as const;
  expect(see({ ...seeker, may_invite: ['mud'] }, 'muted')).toContain('Invite');
  expect(see({ ...seeker, may_invite: ['mud'] }, 'barred')).toBe('');
});

it.each<[string, ViewerData['held'], boolean]>([
  ['takes and declines them', undefined, true],
  ['kept from speaking, still does', 'muted', true],
  ['barred, reads them alone', 'barred', false],
])('answers: who leads the team, %s', (_who, held, may) => {
  const answer: BoardAnswer = {
    ...{
      id: 'answer',
      user_id: 'u',
      username: 'Cy',
      team: null,
      starts_at: null,
      words: 'I play.',
    },
  };
  const words = see({ answers: [answer] }, held, ({ data }) => <BoardAnswers post={data} />);
  expect(words).toContain('I play.');
  expect([words.includes('Decline'), words.includes('Invite')]).toEqual([may, may]);
});

it.each([
  ['is up', { is_up: true, is_withheld: false }, false, false],
  ['is withheld', { is_up: true, is_withheld: true }, true, false],
  ['is not up any more', { is_up: false, is_withheld: true }, false, true],
])('a notice that %s says why others do not see it', (_which, given, isNow, isForGood) => {
  const line = {
    ...{ game: { slug: 'g', name: 'G' }, region: 'EU', zone_name: 'Helsinki', text: 'We look.' },
    ...{ evenings: [], languages: [], expires_at: '2026-11-22T19:00:00Z', is_own: true },
  } as unknown as BoardPost;
  const words = see({ ...line, ...given }, undefined, ({ data }) => (
    <BoardLine post={data} form={form} />
  ));
  expect(words).toContain('Take down');
  expect([words.includes('see it now'), words.includes('see it any more')]).toEqual([
    ...[isNow, isForGood],
  ]);
});
