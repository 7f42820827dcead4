import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { MatchLine, MatchParty } from './match-line.ts';
import { MatchList } from './match-list.tsx';

const toParty = (name: string, href: string | null = null): MatchParty => ({
  ...{ name, href, logo: null, is_team: true },
});
const line: MatchLine = {
  ...{ id: 'm', ladder: { slug: 'tanks', name: 'Tanks' }, status: 'completed' },
  ...{ starts_at: '2026-11-18T19:00:00Z', deadline: null, ended_at: null, climb: null },
  ...{ challenger: toParty('Dust'), defender: toParty('Mud'), winner: 'challenger' },
  ...{ challenger_score: 2, defender_score: 1, own_side: null },
};

const draw = (given: Partial<MatchLine>) =>
  renderPage(
    ({ data }) => <MatchList matches={[data]} />,
    { ...line, ...given },
    {
      ...{ viewer: null, locale: 'en' },
    },
  );

describe('a match in a list', () => {
  it.each<[string, Partial<MatchLine>, string]>([
    ['a challenger won', {}, 'Dust beat Mud Tanks · nobody moves 2–1'],
    [
      'a defender won, with its figures first',
      { winner: 'defender', challenger_score: 0, defender_score: 3 },
      'Mud held off Dust Tanks · nobody moves 3–0',
    ],
    [
      'one that a forfeit decided',
      { status: 'forfeited', winner: 'defender' },
      'Mud won by forfeit against Dust Tanks · nobody moves FF',
    ],
    [
      'a draw',
      { winner: 'draw', defender_score: 2 },
      'Dust drew with Mud Tanks · nobody moves 2–2',
    ],
    ['one without a winner', { winner: null }, 'Dust drew with Mud Tanks · nobody moves 2–1'],
    ['one that was ruled', { defender_score: null }, 'Dust beat Mud Tanks · nobody moves Ruling'],
    ['the same', { challenger_score: null }, 'Dust beat Mud Tanks · nobody moves Ruling'],
    [
      'what it moved, and when',
      { climb: { from: 5, to: 3, others: 2 }, ended_at: '2026-11-20T18:00:00Z' },
      'Dust beat Mud Tanks · 5 → 3, 2 teams down one · Fri 18:00 2–1',
    ],
    ['won by one’s own', { own_side: 'challenger' }, 'Dust beat Mud Won Tanks · nobody moves 2–1'],
    ['lost by one’s own', { own_side: 'defender' }, 'Dust beat Mud Lost Tanks · nobody moves 2–1'],
    [
      'drawn by one’s own',
      { own_side: 'defender', winner: 'draw' },
      'Dust drew with Mud Drawn Tanks · nobody moves 2–1',
    ],
    [
      'one to come',
      { status: 'scheduled', winner: null },
      'Dust v Mud Tanks · Scheduled Wed 19:00',
    ],
    [
      'one that waits for an answer',
      { status: 'challenged', winner: null, starts_at: null, deadline: '2026-11-21T18:00:00Z' },
      'Dust v Mud Tanks · Challenged · until Sat 18:00 →',
    ],
    [
      'one whose hour stands needs no other',
      { status: 'scheduled', winner: null, deadline: '2026-11-21T18:00:00Z' },
      'Dust v Mud Tanks · Scheduled Wed 19:00',
    ],
    [
      'one without either',
      { status: 'challenged', starts_at: null },
      'Dust v Mud Tanks · Challenged →',
    ],
  ])('%s', (_what, given, words) => {
    expect(readWords(draw(given)).replace(` , Dust against Mud: the match`, '')).toBe(words);
  });

  it('leads to the match, and to whom it names where they are still there', () => {
    const html = draw({ challenger: toParty('Dust', '/teams/dust') });
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      ...['/teams/dust', '/matches/m'],
    ]);
  });
});
