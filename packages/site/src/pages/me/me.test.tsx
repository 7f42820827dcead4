import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import type { NextStep } from '../home/data.ts';
import { NextStepStrip } from '../home/next-step.tsx';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { MeData, Stand } from './data.ts';
import type { Matter } from './matter.ts';
import MePage from './me.tsx';

const look = { viewer: null, locale: 'en' } as const;
const team = { slug: 'kaarna', name: 'Kaarna', tag: 'K', logo: null };
const ladder = { slug: 'tanks', name: 'Tanks' };

/** Of a match only its id and its ladder are looked at. */
const ofMatch = (kind: string, given: object = {}) =>
  ({
    ...{ kind, until: '2026-11-22T18:00:00Z', weight: 'act', otherwise: null },
    ...{ match: { id: kind, ladder }, team_slug: 'kaarna', team: 'Kaarna', opponent: 'Dust' },
    ...given,
  }) as Matter;
const see = (given: Partial<MeData>) =>
  renderPage(MePage, { matters: [], results: [], stands: [], ...given }, look);
const listRed = (html: string) =>
  [...html.matchAll(/<a([^>]*)>/g)]
    .map(([, marks = '']) => marks)
    .filter((marks) => marks.includes('button-main'))
    .map((marks) => /href="([^"]*)"/.exec(marks)?.[1]);

describe('what concerns somebody', () => {
  it('begins with what is lost first: an act that calls, the others after it', () => {
    const html = see({ matters: [ofMatch('answer'), ofMatch('report')] });
    expect(listRed(html)).toEqual(['/matches/answer']);
    expect(readWords(html)).toContain('Waits for you Dust challenged Kaarna');
  });

  it.each([
    [3, 3],
    [4, 3],
    [9, 3],
  ])(
    'of %i that wait %i have a strip each, the others a line in the same order',
    (count, strips) => {
      const ids = Array.from({ length: count }, (_, at) => `m${at}`);
      const html = see({ matters: ids.map((id) => ofMatch('answer', { match: { id, ladder } })) });
      expect(html.match(/class="[^"]*next-thing[ "]/g)).toHaveLength(strips);
      expect(html.match(/class="me-row"/g) ?? []).toHaveLength(count - strips);
      const hrefs = [...html.matchAll(/href="\/matches\/(m\d)"/g)].map(([, id]) => id);
      expect(hrefs).toEqual(ids);
    },
  );

  it('has a date that is lost first above all that waits', () => {
    const date = ofMatch('play', { weight: 'date', until: '2026-11-20T20:00:00Z' });
    const html = see({ matters: [date, ofMatch('answer')] });
    expect(readWords(html)).toMatch(/Kaarna plays Dust.*Waits for you.*Dust challenged Kaarna/);
    expect(listRed(html)).toEqual([]);
    expect(readWords(html)).not.toContain('Today');
    expect(readWords(see({ matters: [date] }))).not.toContain('Nothing waits for you');
  });

  it('stands under the day that it is of', () => {
    const today = ofMatch('play', { weight: 'date', until: '2026-11-20T20:00:00Z' });
    const later = ofMatch('play', { weight: 'date', match: { id: 'later', ladder } });
    const news = ofMatch('wait', { weight: 'news' });
    const words = readWords(see({ matters: [ofMatch('answer'), today, later, news] }));
    expect(words).toMatch(/Waits for you.*Today.*The next days.*Waits for others/);
    expect(readWords(see({ matters: [ofMatch('answer'), later] }))).not.toContain('Today');
  });

  it('may be nothing; then finding a team is what to begin with', () => {
    const html = see({});
    expect(readWords(html)).toContain('Nothing waits for you');
    expect(readWords(html)).toContain('No match yet');
    expect(listRed(html)).toEqual(['/teams']);
    expect(listRed(see({ matters: [ofMatch('wait', { weight: 'news' })] }))).toEqual([]);
  });

  it.each<[string, Partial<Stand>, string]>([
    ['a team on a ladder', {}, 'Kaarna captain Tanks · Rung 3 · 2–1'],
    ['a team without a place', { rung: null }, 'Kaarna captain Tanks · 2–1'],
    ['a team on none', { ladder: null, rung: null }, 'Kaarna captain On no ladder'],
    ['a place of one’s own', { team: null }, 'Teams and ladders Tanks · Rung 3'],
  ])('is %s', (_what, given, words) => {
    const stand: Stand = {
      ...{ team, role: 'captain', ladder, rung: 3, wins: 2, losses: 1 },
      ...given,
    };
    const said = readWords(see({ stands: [stand] }));
    expect(said).toContain(words);
    expect(said.endsWith(words)).toBe(true);
  });
});

describe('the next step', () => {
  const rook: ViewerData = {
    ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
    ...{ unread: 0, desk: null, note: null },
  };
  const step = (given: object, isOnTeam = false, viewer = rook) =>
    renderPage(({ data }) => <NextStepStrip step={data} isOnTeam={isOnTeam} />, given as NextStep, {
      viewer,
      locale: 'en',
    });
  it.each<[string, object, string, string[]]>([
    ['find_team', {}, 'Get a team', ['/teams']],
    ['join_ladder', { team }, 'Put Kaarna on a ladder', ['/#ladders']],
    [
      'challenge',
      { team, ladder, rung: 3 },
      '3 Kaarna has no open match See whom you may challenge on Tanks.',
      ['/ladders/tanks'],
    ],
    ['challenge', { team, ladder, rung: null }, 'Kaarna has no open match', ['/ladders/tanks']],
    ['wait_for_captain', { team }, 'Nothing to do for Kaarna', ['/teams/kaarna']],
  ])('%s', (kind, given, words, links) => {
    const html = step({ kind, ...given });
    expect(readWords(html).startsWith(words)).toBe(true);
    for (const link of links) {
      expect(html).toContain(`href="${link}"`);
    }
  });

  it('leads not to the team on its own page', () => {
    expect(step({ kind: 'wait_for_captain', team }, true)).not.toContain('href');
  });

  it('is to be read by who is barred, unless a matter of theirs waits', () => {
    const barred: ViewerData = { ...rook, held: 'barred' };
    expect(readWords(step({ kind: 'find_team' }, false, barred))).toContain(
      'You cannot play for now',
    );
    expect(readWords(step(ofMatch('answer'), false, barred))).toContain('Dust challenged Kaarna');
  });
});
