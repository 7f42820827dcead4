import { expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import { readWords, renderPage } from '../testing/render-page.tsx';
import { BoardActs } from './board-acts.tsx';
import type { BoardForm, BoardPost, OwnAnswer } from './data.ts';

const rook: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};
const post = {
  ...{ id: 'post', kind: 'team_seeks_player', team: { slug: 'kaarna', name: 'Kaarna' } },
  ...{ author: { user_id: 'a', username: 'Aino' }, times: [], answers: [], own_answer: null },
} as unknown as BoardPost;
const form = { teams: [{ slug: 'dust', name: 'Dust' }] } as BoardForm;

function see(given: Partial<BoardPost>, held?: ViewerData['held']): string {
  const draw = (props: { data: BoardPost }) => <BoardActs post={props.data} form={form} />;
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
