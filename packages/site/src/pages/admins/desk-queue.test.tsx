import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { Desk, DeskItem } from './data.ts';
import { DeskQueue } from './desk-queue.tsx';

const entry = (name: string) => ({ entry_id: name, name, tag: null, href: null });
const item: DeskItem = {
  ...{
    kind: 'dispute',
    id: 'd',
    ladder: { slug: 'tanks', name: 'Tanks' },
    reason: 'reports_differ',
  },
  ...{ since: '2026-11-20T17:00:00Z', until: '2026-11-20T21:00:00Z', blocks_at: null, run: null },
  ...{ match: { number: 7, challenger: entry('Dust'), defender: entry('Mud') }, thing: null },
  ...{ person: null, holder: null, has_part: false, act: { href: '/x', does: 'rule' } },
};
const none = { match: null, run: null, thing: null, person: null };

function see(items: Partial<DeskItem>[], given: Partial<Desk> = {}): string {
  const desk: Desk = {
    ...{ is_site_admin: true, is_editor: false, ladders: [], ladders_total: 0, waiting: 1 },
    ...{
      page: 1,
      pages: 1,
      items: items.map((one, place) => ({ ...item, id: String(place), ...one })),
    },
    ...given,
  };
  return renderPage(({ data }) => <DeskQueue desk={data} />, desk, { viewer: null, locale: 'en' });
}
const read = (given: Partial<DeskItem>) => readWords(see([given]));

describe('what waits for an office', () => {
  it.each<[string, Partial<DeskItem>, string[]]>([
    [
      'a dispute',
      {},
      [
        'Dust v Mud match 7',
        'The reports differ.',
        'Since Fri 17:00 . Due Fri 21:00 .',
        'Nobody has it',
      ],
    ],
    [
      'a run',
      { ...none, kind: 'run', run: { driver: entry('Ville'), stage: 'Pass' } },
      ['Ville Pass', 'Ville, Pass'],
    ],
    ['somebody', { ...none, person: 'Rook' }, ['Rook']],
    [
      'what was reported',
      { ...none, thing: { kind: 'team', title: 'Rude', reports: 1 } },
      ['Team Rude 1 report'],
    ],
    [
      'what is withheld',
      { ...none, thing: { kind: 'post', title: '', reports: 0 } },
      ['Notice withheld'],
    ],
    ['what is late', { until: '2026-11-20T18:59:59Z' }, ['Was due Fri 18:59']],
    [
      'what a match hangs on',
      { blocks_at: '2026-11-20T23:00:00Z' },
      ['One side plays again Fri 23:00'],
    ],
    ['what they have a part in', { has_part: true }, ['You have a part in this']],
  ])('%s', (_what, given, words) => {
    for (const one of words) {
      expect(read(given)).toContain(one);
    }
  });

  it('says no more than there is', () => {
    const words = read({ ...none, reason: null, ladder: null, until: null });
    for (const one of ['Tanks', 'differ', 'due', 'Due', 'part in this', 'plays again', 'report']) {
      expect(words).not.toContain(one);
    }
    const flagged = { kind: 'team', title: 'Rude', reports: 0 } as const;
    expect(read({ ...none, thing: flagged })).not.toContain('0 report');
  });

  it('says who has it in hand, but of matches and runs', () => {
    const holder = {
      ...{
        username: 'Ada',
        since: '2026-11-20T18:00:00Z',
        until: '2026-11-20T19:30:00Z',
        is_own: false,
      },
    };
    expect(read({ holder })).toContain(
      'Ada has had it in hand since Fri 18:00 . It lapses 19:30 .',
    );
    expect(read({ holder: { ...holder, is_own: true } })).toContain('You have had it in hand');
    expect(read({ kind: 'match' })).not.toContain('Nobody has it');
    expect(read({ kind: 'run' })).not.toContain('Nobody has it');
  });

  it('presses where it is late or something hangs on it, and the first of those that may be acted on calls', () => {
    const late = { until: '2026-11-20T18:59:59Z' };
    const html = see([
      {},
      { ...late, act: { href: '/look', does: 'look' } },
      { blocks_at: '2026-11-20T23:00:00Z', act: { href: '/first', does: 'rule' } },
      late,
      { until: '2026-11-20T19:00:00Z' },
      { until: null },
    ]);
    const lines = [...html.matchAll(/<li class="queue-line( queue-urgent)?">/g)];
    expect(lines.map(([, urgent]) => urgent !== undefined)).toEqual([
      ...[false, true, true, true, false, false],
    ]);
    expect([...html.matchAll(/<a[^>]*button-main[^>]*>/g)].map(([link]) => link)).toEqual([
      expect.stringContaining('href="/first"'),
    ]);
  });

  it('has ways to its other pages', () => {
    const ways = (page: number, pages: number) =>
      [...see([], { page, pages }).matchAll(/href="(\/admins[^"]*)"/g)].map(([, href]) => href);
    expect(ways(1, 1)).toEqual([]);
    expect(ways(1, 3)).toEqual(['/admins?page=2']);
    expect(ways(2, 3)).toEqual(['/admins', '/admins?page=3']);
    expect(ways(3, 3)).toEqual(['/admins?page=2']);
    expect(readWords(see([], { page: 2, pages: 3 }))).toContain('Page 2 of 3');
    expect(readWords(see([]))).toContain('Nothing waits');
  });
});
