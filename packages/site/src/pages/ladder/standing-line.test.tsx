import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { LadderData, LadderViewer, StandingRow } from './data.ts';
import { Standings } from './standings.tsx';

type Refused = NonNullable<StandingRow['refusal']>;

const toRow = (
  entry_id: string,
  place: number | null,
  given: Partial<StandingRow> = {},
): StandingRow => ({
  ...{ entry_id, name: entry_id, tag: null, href: null, logo: null, place, moved: 0 },
  ...{ wins: 3, losses: 2, draws: 0, streak: 0, form: 'WL', rating: null },
  status: { kind: 'available' },
  ...given,
});
const toRefusal = (code: string, params: object = {}) => ({ code, params }) as Refused;
const entry: NonNullable<LadderViewer['entry']> = {
  ...{ entry_id: 'own', name: 'own', place: 4, role: 'captain', may_act: true, refusal: null },
  ...{ reach_top: 2, targets: 2, resting: null },
};

function see(rows: readonly StandingRow[], given: object = {}, viewer: object | null = { entry }) {
  const data = {
    ...{ ladder: { slug: 'tanks', name: 'Tanks', format: 'rung' }, season: { status: 'open' } },
    ...{ size: rows.length, moved: 0, rows_from: 1, rows_limit: 100, standings: rows, at: null },
    viewer: viewer === null ? null : { suggestions: [], ...viewer },
    ...given,
    // No more of the page's data is looked at.
  } as unknown as LadderData;
  const draw = (props: { data: LadderData }) => (
    <Standings {...props} onChallenge={() => {}} onWhyNot={() => {}} />
  );
  return renderPage(draw, data, { viewer: null, locale: 'en' });
}
/** Each row's markup, by the entry in it. */
const listRows = (html: string) =>
  new Map(
    [...html.matchAll(/<tr class="([^"]*)" data-row="([^"]*)">(.*?)<\/tr>/g)].map(
      ([, classes = '', name = '', row = '']) => [name, { classes, row, words: readWords(row) }],
    ),
  );
const seeRow = (row: StandingRow, given: object = {}, viewer?: object | null) =>
  listRows(see([row], given, viewer)).get(row.entry_id) ?? expect.fail();

describe('a row of the standings', () => {
  it.each<[string, Partial<StandingRow>, string]>([
    ['its record', {}, ' 3–2 '],
    ['draws where there are any', { draws: 1 }, '3–2–1'],
    ['that it is new', { moved: null }, 'new'],
    ['its way since a week ago', { moved: -2 }, ' 2 '],
    ['its rating', { rating: { value: 12.34, mu: 20, sigma: 2, is_provisional: false } }, ' 12.3 '],
    [
      'one that is not sure yet',
      { rating: { value: 12.34, mu: 20, sigma: 2, is_provisional: true } },
      '12.3?',
    ],
    ['that it has not played', { form: '' }, 'no match yet'],
    ['that it goes on winning', { streak: 2 }, '+2 2 wins in a row'],
    ['that it goes on losing', { streak: -7 }, '−7 7 defeats in a row'],
    ['its tag', { tag: 'KRN' }, 'KRN'],
  ])('says %s', (_what, given, words) => {
    expect(`${seeRow(toRow('other', 3, given), {}, null).words} `).toContain(words);
  });

  it.each([1, 0, -1])('makes no streak of %i', (streak) => {
    expect(seeRow(toRow('other', 3, { streak })).words).not.toContain('in a row');
  });

  it('says of no move where ratings count, nor of who has no place', () => {
    const rating = { value: 1, mu: 1, sigma: 0, is_provisional: false };
    expect(seeRow(toRow('other', 3, { moved: null, rating })).words).not.toContain('new');
    expect(seeRow(toRow('other', null, { moved: null })).words).not.toContain('new');
    expect(seeRow(toRow('other', null)).words).toMatch(/^–/);
  });

  it('says what keeps it busy while the season runs', () => {
    const status = { kind: 'immune', until: '2026-11-22T18:00:00Z' } as const;
    expect(seeRow(toRow('other', 3, { status })).words).toContain('until');
    const closed = { season: { status: 'closed' } };
    expect(seeRow(toRow('other', 3, { status }), closed).words).not.toContain('until');
  });

  it.each<[string, Refused, string]>([
    ['out of reach', toRefusal('out_of_reach'), 'Out of reach'],
    ['who rests', toRefusal('entry_resting', { entry: 'other' }), 'Resting'],
    ['who looks rests', toRefusal('entry_resting', { entry: 'own' }), 'You rest'],
    ['anything else', toRefusal('already_entered'), 'Not now'],
  ])('says to a captain why it may not be challenged: %s', (_what, refusal, words) => {
    expect(seeRow(toRow('other', 3, { refusal })).words).toContain(words);
    const player = { entry: { ...entry, may_act: false } };
    expect(seeRow(toRow('other', 3, { refusal }), {}, player).words).not.toContain(words);
    const then = { at: '2026-11-01T00:00:00Z' };
    expect(seeRow(toRow('other', 3, { refusal }), then).words).not.toContain(words);
  });

  it('has a button where it may be challenged, the one of the fairest red', () => {
    const rows = [
      toRow('a', 2, { refusal: null }),
      toRow('b', 3, { refusal: null }),
      toRow('own', 4),
      toRow('c', 5, { refusal: toRefusal('out_of_reach') }),
    ];
    const red = (html: string) =>
      [...listRows(html)].filter(([, { row }]) => row.includes('button-main')).map(([id]) => id);
    expect(red(see(rows))).toEqual(['a']);
    const suggestions = [{ entry_id: 'c' }, { entry_id: 'b' }, { entry_id: 'a' }];
    expect(red(see(rows, {}, { entry, suggestions }))).toEqual(['b']);
    const html = see(rows);
    expect(html.match(/button-quiet/g)).toHaveLength(1);
    expect(listRows(html).get('own')?.words).toContain('Your team');
    expect(html).toContain('skip-in-page');
    expect(see(rows, {}, null)).not.toContain('button-main');
    expect(see(rows, {}, null)).not.toContain('skip-in-page');
  });

  it('stands in the bracket of who looks from the top of their reach to their own place', () => {
    const rows = [1, 2, 3, 4, 5].map((place) => toRow(place === 4 ? 'own' : `p${place}`, place));
    const classes = (reach_top: number | null) =>
      [...listRows(see(rows, {}, { entry: { ...entry, reach_top } })).values()].map((row) =>
        row.classes.replace('standings-row', '').trim(),
      );
    expect(classes(2)).toEqual([
      '',
      'in-reach reach-first',
      'in-reach',
      'in-reach reach-last own-row',
      '',
    ]);
    expect(classes(4)).toEqual(['', '', '', 'reach-last own-row', '']);
    expect(classes(null)).toEqual(['', '', '', 'reach-last own-row', '']);
  });
});

describe('the standings', () => {
  it('tell how many moved this week, where somebody did and places are rungs', () => {
    const rows = [toRow('a', 1)];
    expect(see(rows, { moved: 2 })).toContain('moved this week');
    expect(see(rows, { moved: 0 })).not.toContain('moved this week');
    expect(see(rows, { moved: 2, at: '2026-11-01T00:00:00Z' })).not.toContain('moved this week');
    const rated = { ladder: { slug: 'tanks', name: 'Tanks', format: 'rating' } };
    expect(see(rows, { moved: 2, ...rated })).not.toContain('moved this week');
    expect(see(rows, rated)).toContain('Place');
    expect(readWords(see([], rated))).toContain('Whoever joins may challenge any team');
    expect(readWords(see([]))).toContain('The first to join stands at the top.');
  });

  it('have ways to their other rows where there are more than one page shows', () => {
    const pages = (size: number, rows_from = 1) =>
      [
        ...see([toRow('a', 1)], { size, rows_from }).matchAll(
          /href="[^"]*from=(\d+)"([^>]*)>(.*?)</g,
        ),
      ].map(([, from, marks, words]) => [Number(from), marks?.includes('aria-current'), words]);
    expect(pages(100)).toEqual([]);
    expect(pages(101, 101)).toEqual([
      [1, false, '1–100'],
      [101, true, '101–101'],
    ]);
  });
});
