import { expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { ServerState } from './data.ts';
import { ServerFigure, ServerStatus } from './server-status.tsx';

const since = '2026-11-20T18:00:00Z';
const claim: ServerState['claim'] = {
  ...{ players: 3, max_players: 8, bots: null, map: 'Cairo', ping: null, has_password: false },
  ...{ version: null, people: null },
};

it.each<[ServerState['kind'], string, string]>([
  ['answers', 'available', 'Cairo'],
  ['silent', 'quiet', 'No answer since Fri 18:00'],
  ['unknown', 'disputed', 'We haven’t been able to tell since Fri 18:00'],
  ['waiting', 'quiet', 'Being asked for the first time'],
  ['unheard', 'quiet', 'Has never answered'],
  ['announced', 'quiet', 'Listed only, not asked'],
])('a server that %s', (kind, mark, words) => {
  const draw = ({ data }: { data: ServerState }) => <ServerStatus state={data} />;
  const look = { viewer: null, locale: 'en' } as const;
  const html = renderPage(draw, { kind, since, claim }, look);
  expect(html).toContain(`status-${mark}`);
  expect(readWords(html)).toBe(words);
  const unnamed = { kind, since, claim: { ...claim, map: null } };
  expect(readWords(renderPage(draw, unnamed, look))).toBe(kind === 'answers' ? 'answers' : words);
});

it.each<[string, Partial<typeof claim> | null, string]>([
  ['of how many', {}, '3 /8 3 of 8 players'],
  ['of no number', { max_players: null, players: 1 }, '1 1 player'],
  ['of none, which is no number', { max_players: 0 }, '3 3 players'],
  ['unheard', null, ''],
])('who plays there, %s', (_what, given, words) => {
  const state: ServerState = { kind: 'answers', since, claim: given && { ...claim, ...given } };
  const draw = ({ data }: { data: ServerState }) => <ServerFigure state={data} />;
  expect(readWords(renderPage(draw, state, { viewer: null, locale: 'en' }))).toBe(words);
});
