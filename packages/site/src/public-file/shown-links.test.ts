import { expect, it } from 'vitest';
import { createPageMatcher } from '../routing/match-page.ts';
import type { FileIndex } from './given.ts';
import { setIndex } from './index-data.ts';
import { toFileAddress } from './shown-links.ts';

const match = createPageMatcher({ strategy: 'no_prefix', defaultLocale: 'en' });

it.each([
  ['a page that the file shows', '/teams/kaarna', '#/teams/kaarna'],
  ['a place on it', '/teams/kaarna#people', '#/teams/kaarna#people'],
  ['a part of a list', '/teams?from=51', '#/teams?from=51'],
  ['what was before', '/ladders/tanks/log?before=9', '#/ladders/tanks/log?before=9'],
  [
    'a part of an archive',
    '/archives/tanks-season-1?part=match',
    '#/archives/tanks-season-1?part=match',
  ],
  ['a filter', '/teams?from=51&q=ka', null],
  ['a page that asks who looks', '/account', null],
  ['a page of an office', '/admins/cases', null],
  ['an address that is no page', '/nothing/here', null],
  ['the ladders, which home shows', '/ladders', '#/ladders'],
  ['a log that the file has', '/api/ladders/tanks/log.ndjson', 'logs/tanks.ndjson'],
  ['a log that it has not', '/api/ladders/jets/log.ndjson', null],
  ['another address of the API', '/api/ladders/tanks/log', null],
])('a link leads in the file to %s', (_what, address, there) => {
  // No more of the index is looked at.
  setIndex({ logs: { tanks: { path: 'logs/tanks.ndjson', starts: [1] } } } as unknown as FileIndex);
  expect(toFileAddress(address, match)).toBe(there);
});
