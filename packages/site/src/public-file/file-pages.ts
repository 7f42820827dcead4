import type { PageName } from '../page-data.ts';

/** The pages that the public file shows: those that a stranger reads. */
export const filePages = [
  'home',
  'about',
  'admins',
  'archive',
  'archives',
  'article',
  'articles',
  'boards',
  'conduct',
  'game',
  'imprint',
  'ladder',
  'ladder-log',
  'ladder-rules',
  'match',
  'office-log',
  'privacy',
  'profile',
  'servers',
  'team',
  'teams',
  'terms',
] as const satisfies readonly PageName[];

export type FilePage = (typeof filePages)[number];

export const isFilePage = (name: PageName | null): name is FilePage =>
  filePages.some((page) => page === name);
