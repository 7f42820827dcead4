import { describe, expect, it } from 'vitest';
import { createPageMatcher } from './match-page.ts';

const plain = createPageMatcher({ strategy: 'no_prefix', defaultLocale: 'en' });

describe('the matcher of pages', () => {
  it.each([
    ['/', 'home', {}],
    ['/about', 'about', {}],
    ['/About/', 'about', {}],
    ['/archives/debug', 'archive-debug', {}],
    ['/archives/import', 'archive-import', {}],
    ['/archives/2042', 'archive', { archive: '2042' }],
    ['/ladders/chronophoto-test', 'placeholder', {}],
    ['/ladders/bf6-2v2-tanks', 'ladder', { slug: 'bf6-2v2-tanks' }],
    ['/ladders/bf6-2v2-tanks/log', 'ladder-log', { slug: 'bf6-2v2-tanks' }],
    ['/teams/new', 'team-new', {}],
    ['/teams/%C5%BCubry', 'team', { slug: 'żubry' }],
    ['/teams/%E0%A4%A', 'team', { slug: '%E0%A4%A' }],
    ['/teams/a%2Fb', 'team', { slug: 'a/b' }],
  ])('finds at %s the page %s', (path, page, parameters) => {
    expect(plain(path)).toMatchObject({ page, route: page, parameters });
  });

  it.each(['/nowhere', '/ladders/x/y', '//', '/teams//edit', '/aboutx', '/fi/about'])(
    'finds nothing at %s',
    (path) => {
      expect(plain(path)).toEqual({ page: null, route: null, parameters: {}, address: path });
    },
  );

  it('finds a page at its address in each language', () => {
    const match = createPageMatcher({ strategy: 'prefix_except_default', defaultLocale: 'en' });
    expect(match('/fi')).toEqual({
      page: 'home',
      route: 'home___fi',
      parameters: {},
      address: '/fi',
    });
    expect(match('/fi/teams/new').page).toBe('team-new');
    expect(match('/teams/new').page).toBe('team-new');
    expect(match('/en/teams/new').page).toBeNull();
  });
});
