import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { JoinableTeam, LadderData, LadderSeason, LadderViewer } from './data.ts';
import { LadderNext } from './ladder-next.tsx';

type Entry = NonNullable<LadderViewer['entry']>;

const entry: Entry = {
  ...{ entry_id: 'e', name: 'Kaarna', place: 4, role: 'captain', may_act: true, refusal: null },
  ...{ reach_top: 2, targets: 2, resting: null },
};
const viewer: LadderViewer = {
  ...{ is_admin: false, entry: null, matches: [], next: null, suggestions: [], joinable: [] },
};
const season = { status: 'open', opens_at: '2026-11-21T18:00:00Z' } as LadderSeason;
const rest = {
  ...{ id: 'r', from: '2026-11-19T18:00:00Z', until: '2026-11-22T18:00:00Z' },
  ...{ is_running: true, may_end: true },
};
const resting = { rest, rest_days: 1, may_rest: false, may_leave: true };
const toTeam = (name: string, refusal: JoinableTeam['refusal'] = null): JoinableTeam => ({
  ...{ slug: name, name, people: 2, choice: null, refusal },
});
const tooFew: JoinableTeam['refusal'] = {
  code: 'roster_too_small',
  params: { entry: '', people: 1, minimum: 2 },
} as unknown as JoinableTeam['refusal'];
const own = (given: Partial<Entry> = {}) => ({ ...viewer, entry: { ...entry, ...given } });

const rook: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};

function see(given: Partial<LadderData>, looker: ViewerData | null = rook): string {
  // No more of the page's data is looked at.
  const data = { season, at: null, viewer: null, ...given } as LadderData;
  const draw = (props: { data: LadderData }) => <LadderNext {...props} onJoin={() => {}} />;
  return renderPage(draw, data, { viewer: looker, locale: 'en' });
}

describe('the next thing on a ladder', () => {
  it.each<[string, Partial<LadderData>, string]>([
    ['in the past: nothing', { at: '2026-01-01T00:00:00Z' }, ''],
    ['without a season', { season: null }, 'No date is set yet'],
    [
      'after the last',
      { season: { ...season, status: 'closed' }, viewer: own() },
      'No season is running',
    ],
    ['to somebody without a team', {}, 'Bring a team onto this ladder'],
    [
      'to a captain whose team may join, one that may not before it',
      { viewer: { ...viewer, joinable: [toTeam('Short', tooFew), toTeam('Dust')] } },
      'Dust can join this ladder',
    ],
    [
      'to a captain whose team lacks something',
      { viewer: { ...viewer, joinable: [toTeam('Short', tooFew)] } },
      'Short cannot join yet',
    ],
    [
      'before the season opens',
      { viewer: own(), season: { ...season, status: 'registration' } },
      '4 The season opens Sat 18:00 ; Kaarna is in',
    ],
    ['to a player', { viewer: own({ may_act: false }) }, '4 You play for Kaarna'],
    [
      'to who is suspended',
      { viewer: own({ refusal: tooFew }) },
      '4 Kaarna has to do without you for now',
    ],
    ['while it rests', { viewer: own({ resting }) }, '4 Kaarna rests until Sun 18:00'],
    [
      'while it will rest',
      { viewer: own({ resting: { ...resting, rest: { ...rest, is_running: false } } }) },
      '4 Kaarna may challenge 2 teams now The red bracket',
    ],
    [
      'at the top',
      { viewer: own({ targets: 0, place: 1 }) },
      '1 Kaarna stands at the top Now the others',
    ],
    [
      'below it with nobody',
      { viewer: own({ targets: 0, place: 2 }) },
      '2 Kaarna can challenge nobody right now Each row',
    ],
    ['without a place', { viewer: own({ place: null }) }, 'Kaarna may challenge 2 teams now'],
    [
      'with a fair match',
      {
        viewer: {
          ...own(),
          suggestions: [
            { entry_id: 'd', name: 'Dust', tag: null, href: null, place: 3, reasons: [] },
          ],
        },
      },
      '4 Kaarna may challenge 2 teams now Dust would be a fair match.',
    ],
  ])('%s', (_what, given, words) => {
    expect(readWords(see(given)).startsWith(words)).toBe(true);
    expect(words === '').toBe(see(given) === '');
  });

  it('leads whoever is not signed in to do so, and whoever has no team to found one', () => {
    expect(see({}, null)).toContain('href="/login"');
    expect(see({})).not.toContain('href="/login"');
    expect(see({})).toContain('Found a team');
  });

  it('leads to the fair match where there is one, else to the standings', () => {
    const suggestions = [
      { entry_id: 'd', name: 'Dust', tag: null, href: null, place: 3, reasons: [] },
    ];
    expect(see({ viewer: own() })).toContain('href="#standings"');
    expect(see({ viewer: { ...own(), suggestions } })).toContain('href="#fair"');
  });

  it('says to whoever is barred that they are, unless an entry of theirs says it', () => {
    const barred: ViewerData = { ...rook, held: 'barred' };
    expect(readWords(see({}, barred))).toContain('You cannot play for now');
    expect(see({}, barred)).toContain('href="/account/standing"');
    expect(readWords(see({ viewer: own() }, barred))).not.toContain('You cannot play for now');
    const html = see({ viewer: own({ refusal: tooFew }) }, barred);
    expect(html).toContain('href="/profiles/u#standing"');
  });
});
