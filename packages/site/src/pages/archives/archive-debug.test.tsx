import { expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import ArchiveDebugPage from './archive-debug.tsx';
import type { ArchiveDebugData } from './data.ts';

type Chosen = NonNullable<ArchiveDebugData['chosen']>;

const chosen: Chosen = {
  ...{ slug: 'one', title: 'Season 1', kind: 'season', at: '2026-11-20T18:00:00Z' },
  ...{ counts: { match: 3, run: 0 }, content_hash: 'abc', head: null, file: null },
  ...{ section: null, rows: [], has_masks: false, next_row: null, check: null, text: null },
};

function see(given: Partial<Chosen>, page: Partial<ArchiveDebugData> = {}): string {
  const { section, rows, has_masks, next_row, check, text, ...facts } = { ...chosen, ...given };
  const data: ArchiveDebugData = {
    ...{ archives: [facts], total: 1, from: 1, limit: 50, unknown: null },
    chosen: { ...facts, section, rows, has_masks, next_row, check, text },
    ...page,
  };
  return renderPage(ArchiveDebugPage, data, { viewer: null, locale: 'en' });
}
const read = (given: Partial<Chosen>) => readWords(see(given));

it.each<[string, Partial<Chosen>, string[], string[]]>([
  [
    'a frozen season',
    {},
    ['Hash of the content', 'Check it now', 'names are not in the log', 'Matches: 3'],
    ['Runs:', 'It holds', 'Closing in the log', 'Another archive'],
  ],
  ['an imported one', { kind: 'imported' }, ['Check it now'], ['names are not in the log']],
  [
    'the league’s own words',
    { kind: 'text', content_hash: null, text: 'Long ago' },
    ['Long ago'],
    ['Hash of the content', 'Check it now'],
  ],
  [
    'where it is closed',
    { head: { stream: 'ladder:l', sequence: 9, hash: 'f00' } },
    ['Closing in the log', 'ladder:l 9 f00'],
    [],
  ],
  ['one that holds', { check: [] }, ['It holds'], ['fails']],
  [
    'one that is waited for',
    { check: 'busy' },
    ['Another archive is being checked'],
    ['It holds', 'fails'],
  ],
])('an archive is laid open: %s', (_what, given, words, others) => {
  const said = read(given);
  for (const one of words) {
    expect(said).toContain(one);
  }
  for (const one of others) {
    expect(said).not.toContain(one);
  }
});

it('is chosen of the list, or is not there', () => {
  expect(see({})).toContain('aria-current="page"');
  expect(see({}, { chosen: null })).not.toContain('aria-current="page"');
  expect(readWords(see({}, { chosen: null, unknown: 'two' }))).toContain('two');
});
