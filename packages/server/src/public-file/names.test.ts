import type { FilePage } from '@muster/site/public-file/file-pages.ts';
import { expect, it } from 'vitest';
import { listNames } from './names.ts';

it.each<[FilePage, object, readonly unknown[]]>([
  ['team', { name: 'Kaarna', tag: 'KRN' }, ['team', ['Kaarna', 'KRN']]],
  ['team', { name: 'Kaarna', tag: '' }, ['team', ['Kaarna']]],
  ['team', { name: 'Kaarna', tag: 'Kaarna' }, ['team', ['Kaarna']]],
  ['profile', { username: 'Ann' }, ['person', ['Ann']]],
  ['ladder', { ladder: { name: 'Tanks' }, name: 'x' }, ['ladder', ['Tanks']]],
  ['game', { name: 'Golf' }, ['game', ['Golf']]],
  ['article', { title: 'News' }, ['article', ['News']]],
  ['archive', { title: 'Spring' }, ['archive', ['Spring']]],
])('a page is found by what it is about: %s %j', (page, data, [kind, names]) => {
  const found = listNames();
  found.take(page, '/x', { data });
  expect(found.all).toEqual([[kind, names, '/x']]);
});

it('is found by what it is called in each language', () => {
  const found = listNames();
  const words = { fi: [[['title'], 'Uutisia']], de: [[['body'], 'x']] } as const;
  found.take('article', '/articles/news', { data: { title: 'News', body: '' }, words });
  expect(found.all).toEqual([['article', ['News', 'Uutisia'], '/articles/news']]);
});

it('has a thing once, and nothing of pages that are about none', () => {
  const found = listNames();
  found.take('archive', '/archives/a', { data: { title: 'A' } });
  found.take('archive', '/archives/a?part=runs', { data: { title: 'A' } });
  found.take('match', '/matches/1', { data: { name: 'A' } });
  expect(found.all).toHaveLength(1);
});
