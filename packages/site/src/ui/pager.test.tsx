import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../pages/testing/render-page.tsx';
import { ListPager, ListSearch } from './list-part.tsx';

const look = { viewer: null, locale: 'en' } as const;
const listLinks = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('the pages of a list', () => {
  const pages = (from: number, total: number, given: object = {}) => {
    const part = { query: '', from, limit: 50, total };
    return listLinks(
      renderPage(({ data }) => <ListPager part={data} path="/x" {...given} />, part, look),
    );
  };
  it.each([
    [1, 0, []],
    [1, 50, []],
    [1, 51, ['/x?from=51']],
    [51, 100, ['/x?from=1']],
    [51, 101, ['/x?from=1', '/x?from=101']],
    [20, 60, ['/x?from=1']],
    // Whoever comes from an address behind its end finds the way back.
    [501, 60, ['/x?from=60']],
    [2, 30, ['/x?from=1']],
  ])('from %i of %i lead to %j', (from, total, links) => {
    expect(pages(from, total)).toEqual(links);
  });

  it('keep what else the address says', () => {
    const part = { query: 'ka', from: 1, limit: 50, total: 51 };
    const html = renderPage(
      ({ data }) => <ListPager part={data} path="/x" word="place" others={{ of: 'y' }} />,
      part,
      look,
    );
    expect(listLinks(html)).toEqual(['/x?q=ka&of=y&place=51']);
  });
});

describe('a search in a list', () => {
  const see = (query: string, total: number) =>
    renderPage(
      ({ data }) => <ListSearch part={data} path="/x" />,
      { query, total, limit: 50 },
      look,
    );
  it('is there where the list is longer than a page, or something is looked for', () => {
    expect(see('', 50)).toBe('');
    expect(see('', 51)).toContain('type="search"');
    expect(readWords(see('', 51))).not.toContain('found');
    expect(readWords(see('ka', 0))).toContain('nothing found Show all');
    expect(readWords(see('ka', 2))).toContain('2 found');
  });
});
