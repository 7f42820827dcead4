import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import type { LadderLine } from '../home/data.ts';
import { LadderList } from '../home/ladder-list.tsx';
import { readWords, renderPage } from '../testing/render-page.tsx';
import { ComingAndResults } from './coming-and-results.tsx';
import type { ComingMatch, LadderData, LatestResult } from './data.ts';
import type { TimeAttackData } from './time-attack-data.ts';
import { TimeAttackNext } from './time-attack-next.tsx';

const look = { viewer: null, locale: 'en' } as const;
const entry = (name: string) => ({ entry_id: name, name, tag: null, href: null });
const at = '2026-11-20T18:00:00Z';

function see(given: object, format = 'rung'): string {
  const ladder = { slug: 'tanks', zone: 'Europe/Helsinki', format };
  // No more of the page's data is looked at.
  const data = { ladder, coming: [], results: [], ...given } as unknown as LadderData;
  return readWords(renderPage(ComingAndResults, data, look));
}

describe('what is played next', () => {
  const match: ComingMatch = {
    ...{ id: 'm', status: 'scheduled', starts_at: at, maps: [] },
    ...{ challenger: entry('Dust'), defender: entry('Mud') },
  };
  it.each<[string, Partial<ComingMatch>, string]>([
    ['at its hour, and that of the ladder', {}, 'Dust v Mud Fri 18:00 Fri 20:00'],
    ['on its maps', { maps: ['Cairo', 'Mirak'] }, 'Dust v Mud Fri 18:00 Cairo, Mirak'],
    ['now', { status: 'live', maps: ['Cairo'] }, 'Dust v Mud now Cairo'],
  ])('%s', (_what, given, words) => {
    expect(see({ coming: [{ ...match, ...given }] })).toContain(words);
  });

  it('is nothing where nothing is', () => {
    expect(see({})).toContain('No match has a time yet.');
    expect(see({})).toContain('Nobody has played yet.');
    expect(see({ coming: [match] })).not.toContain('No match has a time yet.');
  });
});

describe('what was played last', () => {
  const result: LatestResult = {
    ...{ id: 'm', status: 'completed', ended_at: at, winner: 'challenger', climb: null },
    ...{ challenger: entry('Dust'), defender: entry('Mud') },
    ...{ challenger_score: 2, defender_score: 1 },
  };
  it.each<[string, Partial<LatestResult>, string]>([
    ['a challenger won', {}, 'Dust beat Mud 2–1 , Open the match nobody moves'],
    ['a defender won', { winner: 'defender', defender_score: 3 }, 'Mud held off Dust 3–2'],
    ['a draw', { winner: 'draw' }, 'Dust drew with Mud 2–1'],
    ['a forfeit', { winner: 'defender', status: 'forfeited' }, 'Mud won by forfeit over Dust FF'],
    ['a ruling', { defender_score: null }, 'Dust beat Mud Ruling'],
    ['the same', { challenger_score: null }, 'Dust beat Mud Ruling'],
    [
      'what it moved',
      { winner: 'defender', climb: { from: 5, to: 3, others: 2 } },
      'Mud 5 to 3, 2 teams down one',
    ],
  ])('%s', (_what, given, words) => {
    expect(see({ results: [{ ...result, ...given }] })).toContain(words);
  });

  it('says when where no rungs move', () => {
    expect(see({ results: [result] }, 'rating')).toContain('Fri 18:00');
    expect(see({ results: [result] }, 'rating')).not.toContain('nobody moves');
  });
});

describe('the next thing of a driver', () => {
  const rook: ViewerData = {
    ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
    ...{ unread: 0, desk: null, note: null },
  };
  const own: NonNullable<TimeAttackData['viewer']> = {
    ...{ may_join: false, may_submit: true, may_withdraw: false },
    ...{ stages_left: 2, own: [], waiting: [], rejectable: [] },
  };
  const season = { status: 'open', opens_at: '2026-11-21T18:00:00Z' };
  const driver = { ...entry('Rook'), place: 3, value: 0, results: [] };

  function next(given: object, timeAttack: object = {}, viewer: ViewerData | null = rook): string {
    const data = {
      ...{ at: null, season, ladder: { slug: 'rally' }, viewer: { entry: driver, next: null } },
      ...given,
    } as unknown as LadderData;
    const shown: TimeAttackData = {
      ...{ ranking: 'points', points: [], stages: [], latest: [], is_open: true },
      ...{ standings: [driver], viewer: own, ...timeAttack },
    };
    return readWords(
      renderPage(
        (props) => <TimeAttackNext {...props} timeAttack={shown} onSubmit={() => {}} />,
        data,
        { viewer, locale: 'en' },
      ),
    );
  }
  const registration = { season: { ...season, status: 'registration' } };

  it.each<[string, string, string]>([
    ['in the past', next({ at }), ''],
    ['without a season', next({ season: null }), 'No date is set yet'],
    ['after it', next({ season: { ...season, status: 'closed' } }), 'No season is running'],
    ['for a visitor', next({}, {}, null), 'Drive on this ladder'],
    ['for a visitor while nothing is taken', next({}, { is_open: false }, null), ''],
    [
      'for a visitor before it opens',
      next(registration, { is_open: false }, null),
      'Drive on this ladder',
    ],
    ['to join', next({}, { viewer: { ...own, may_join: true } }), 'Join as a driver'],
    ['before it opens', next(registration), 'The season opens Sat 18:00 ; Rook is in'],
    ['a run', next({}), 'Submit a run 2 stages still lack'],
    ['no run where none is taken', next({}, { viewer: { ...own, may_submit: false } }), ''],
  ])('%s', (_what, words, begins) => {
    expect(words.startsWith(begins)).toBe(true);
    expect(words === '').toBe(begins === '');
  });

  it('has the place beside it once they have run', () => {
    const results = [{ stage: 'Pass', place: 1, time_ms: 1, points: 1 }];
    expect(next({}, { standings: [{ ...driver, results }] })).toMatch(/^3 Submit/);
    const other = { ...driver, entry_id: 'other', results };
    expect(next({}, { standings: [other] })).toMatch(/^Submit/);
  });
});

describe('a ladder in a list', () => {
  const line = {
    ...{ slug: 'tanks', name: 'Tanks', game: 'Battlefield', region: 'EU', summary: 'Two a side' },
    ...{ is_test: false, format: 'rung', entries: 3, top: [], is_open: true, opens_at: null },
  };
  const read = (given: object) =>
    readWords(
      renderPage(
        ({ data }) => <LadderList ladders={[data]} />,
        { ...line, ...given } as unknown as LadderLine,
        look,
      ),
    );
  const top = [
    { place: 2, name: 'Mud', href: null },
    { place: 1, name: 'Dust', href: null },
  ];
  it.each<[string, object, string]>([
    ['who leads it', { top }, '· Dust leads 3 teams'],
    ['that its first place is free', { top: top.slice(0, 1) }, '· The first place is free'],
    [
      'that times count',
      { format: 'time_attack', top, entries: 1 },
      '· The best times count 1 driver',
    ],
    [
      'who leads while the next season is planned',
      { top, opens_at: '2026-12-01T12:00:00Z' },
      '· Dust leads 3 teams',
    ],
    ['when it opens', { is_open: false, opens_at: '2026-12-01T12:00:00Z' }, '· Opens Dec 1, 2026'],
    ['that it is over', { is_open: false, top }, '· No season is running'],
    ['that it is for trying out', { is_test: true }, 'For trying out · Rungs'],
    ['its game and region', {}, 'Battlefield · EU Two a side Rungs'],
    ['its game alone', { region: '' }, 'Battlefield Two a side'],
  ])('says %s', (_what, given, words) => {
    expect(read(given)).toContain(words);
  });
});
