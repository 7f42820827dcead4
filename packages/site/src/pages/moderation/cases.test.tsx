import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import CasesPage from './cases.tsx';
import type {
  CaseLine,
  CasesData,
  OwnCase,
  OwnQuestion,
  OwnReport,
  OwnReportsData,
} from './data.ts';
import OwnReportsPage from './own-reports.tsx';

const look = { viewer: null, locale: 'en' } as const;
const at = '2026-11-20T18:00:00Z';

describe('the list of cases', () => {
  const line: CaseLine = {
    ...{ id: 'c', kind: 'team', status: 'open', reason: 'name', reports: 0, title: 'Rude' },
    ...{ ladder: null, since: at, until: null, holder: null, is_barred: false },
  };
  const see = (lines: Partial<CaseLine>[], given: Partial<CasesData> = {}) =>
    renderPage(
      CasesPage,
      {
        ...{ is_done: false, kind: null, page: 1, has_more: false, is_site_admin: false },
        lines: lines.map((one, place) => ({ ...line, id: String(place), ...one })),
        ...given,
      },
      look,
    );
  const read = (given: Partial<CaseLine>, page: Partial<CasesData> = {}) =>
    readWords(see([given], page));

  it.each<[string, Partial<CaseLine>, string]>([
    ['its kind, reason and name', {}, 'Team · Name Rude Open Fri 18:00'],
    [
      'how many reported it, and where',
      { reports: 1, ladder: { slug: 't', name: 'Tanks' } },
      'Team · Name · 1 report · Tanks Rude',
    ],
    ['nothing of what is withheld', { title: '' }, 'Team · Name Withheld Open'],
    [
      'until when an appeal is to be answered',
      { status: 'appealed', until: '2026-11-22T18:00:00Z' },
      'Appealed Fri 18:00 · to be answered by Sun 18:00',
    ],
    ['that another must decide', { is_barred: true }, 'Another must decide'],
  ])('says of a case %s', (_what, given, words) => {
    expect(read(given)).toContain(words);
  });

  it('says of what is done neither who has it nor who must', () => {
    const holder = { username: 'Ada', since: at, until: '2026-11-20T19:30:00Z', is_own: false };
    expect(read({ holder })).toContain('Ada');
    expect(read({ holder }, { is_done: true })).not.toContain('Ada');
    expect(read({ is_barred: true }, { is_done: true })).not.toContain('Another must decide');
  });

  it('calls for the first that one may decide, while it waits', () => {
    const red = (html: string) =>
      [
        ...html.matchAll(
          /<a[^>]*button-main[^>]*href="([^"]*)"|<a[^>]*href="([^"]*)"[^>]*button-main/g,
        ),
      ].map(([, one, other]) => one ?? other);
    const lines = [{ is_barred: true }, {}, {}];
    expect(red(see(lines))).toEqual(['/admins/cases/1']);
    expect(red(see(lines, { is_done: true }))).toEqual([]);
    expect(see([{ status: 'appealed' }, {}]).match(/case-urgent/g)).toHaveLength(1);
  });

  it('leads to its other parts, with what is chosen', () => {
    const ways = (given: Partial<CasesData>) =>
      [...see([], given).matchAll(/href="(\/admins\/cases[^"]*)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
    expect(ways({}).slice(0, 4)).toEqual([
      '/admins/cases',
      '/admins/cases?show=done',
      '/admins/cases',
      '/admins/cases?kind=match_message',
    ]);
    const done = { is_done: true, kind: 'post' } as const;
    expect(ways({ ...done, page: 2, has_more: true }).slice(-2)).toEqual([
      '/admins/cases?show=done&kind=post',
      '/admins/cases?show=done&kind=post&page=3',
    ]);
    expect(ways({ page: 1, has_more: true }).at(-1)).toBe('/admins/cases?page=2');
    expect(ways({ page: 3, has_more: false }).at(-1)).toBe('/admins/cases?page=2');
    expect(see([])).not.toContain('case-pages');
    const current = [...see([], done).matchAll(/aria-current="page">([^<]*)</g)];
    expect(current.map(([, words]) => words)).toEqual(['Done', 'Notice']);
  });

  it('has the word list for site admins, and says why it is empty', () => {
    expect(see([])).not.toContain('/admins/words');
    expect(see([], { is_site_admin: true })).toContain('/admins/words');
    expect(readWords(see([]))).toContain('Nothing that has been reported waits for you.');
    expect(readWords(see([], { is_done: true }))).not.toContain('waits for you.');
  });
});

describe('one’s own reports', () => {
  const report: OwnReport = {
    ...{ id: 'r', kind: 'post', title: 'Rude', path: '', reason: 'spam', words: '', at },
    ...{ status: 'open', acts: [], answer: '' },
  };
  const own: OwnCase = {
    ...{ id: 'c', kind: 'person', status: 'decided', answer: '', at, acts: [], title: 'Rook' },
    ...{ appeal: '', appeal_granted: null, appeal_answer: '', appeal_until: null },
  };
  const see = (given: Partial<OwnReportsData>) =>
    renderPage(OwnReportsPage, { reports: [], cases: [], questions: [], ...given }, look);
  const read = (given: Partial<OwnReportsData>) => readWords(see(given));

  it.each<[string, Partial<OwnReport>, string]>([
    ['what it was of', {}, 'Notice · Spam · Fri 18:00 Rude The admins have it'],
    ['in which words', { words: 'Look' }, 'Rude Look The admins have it'],
    ['what was answered', { status: 'closed', answer: 'Fine' }, 'act on nothing. Fine'],
  ])('say %s', (_what, given, words) => {
    expect(read({ reports: [{ ...report, ...given }] })).toContain(words);
  });

  it('lead to where it stands, while it does', () => {
    expect(see({ reports: [{ ...report, path: '/boards' }] })).toContain('href="/boards"');
    expect(see({ reports: [report] })).not.toContain('href=""');
    expect(read({})).toContain('You have reported nothing');
  });

  it('say what was done, until when, and what of it is undone', () => {
    const act = { id: 'a', act: 'mute', until: at, undone_at: null } as const;
    expect(see({ reports: [{ ...report, acts: [act] }] })).toMatch(/<b>[^<]*<\/b>/);
    expect(read({ reports: [{ ...report, acts: [act] }] })).toContain('Friday, November 20');
    const undone = see({ reports: [{ ...report, acts: [{ ...act, undone_at: at }] }] });
    expect(undone).toContain('<s>');
    expect(readWords(undone)).not.toContain('Friday, November 20');
  });

  it.each<[string, Partial<OwnCase>, string[], string[]]>([
    ['a decision', { answer: 'Enough.' }, ['Rook Enough.'], ['appeal']],
    ['one that may be appealed', { appeal_until: at }, ['Once, until Friday'], []],
    [
      'one that is appealed',
      { status: 'appealed', appeal: 'Why?' },
      ['Your appeal waits for an answer Why?'],
      ['granted'],
    ],
    [
      'an appeal that was granted',
      { status: 'final', appeal: 'Why?', appeal_granted: true, appeal_answer: 'Well' },
      ['The appeal Why? Appeal granted: the acts are undone Well'],
      ['waits'],
    ],
    [
      'an appeal that was refused',
      { status: 'final', appeal: 'Why?', appeal_granted: false },
      ['Appeal refused'],
      ['granted'],
    ],
  ])('tell of %s about oneself', (_what, given, words, others) => {
    const said = read({ cases: [{ ...own, ...given }] });
    for (const one of words) {
      expect(said).toContain(one);
    }
    for (const one of others) {
      expect(said).not.toContain(one);
    }
  });

  it('have a form for a question that waits, and say what came too late', () => {
    const question: OwnQuestion = {
      ...{
        id: 'q',
        kind: 'team',
        title: 'Kaarna',
        words: 'Where?',
        at,
        answer: null,
        is_open: true,
      },
    };
    expect(see({ questions: [question] })).toContain('<textarea');
    expect(see({ questions: [{ ...question, is_open: false }] })).not.toContain('<textarea');
    const late = read({ questions: [{ ...question, is_open: false }] });
    expect(late).not.toBe(read({ questions: [{ ...question, is_open: false, answer: 'Here' }] }));
    expect(read({ questions: [{ ...question, is_open: false, answer: 'Here' }] })).toContain(
      'Here',
    );
  });
});
