import { expect } from '@playwright/test';
import { type ApiPerson, readPage, sendByApi, signInByApi } from './api-person.ts';
import { makeName, makeTag } from './names.ts';

const games = ['aqtion', 'arma3', 'battlefield2042', 'battlefield6', 'dirt2', 'finals', 'squad'];
const ladders = [
  'bf6-2v2-tanks',
  'bf6-10v10-eu',
  'bf6-10v10-na',
  'aqtion-4v4-teamplay',
  'mw-2v2-na',
  'paintballers-5v5-na',
  'test-ladder',
  'dirt2-intl-open-classic',
  'squad-4v4-cc',
];
const articles = [
  'welcome',
  'how-the-ladder-works',
  'how-disputes-are-decided',
  'how-to-read-the-log',
];

/** Pages of the menus, the content and the league's own that are there from the start. */
const standing = [
  '/',
  '/about',
  '/admins',
  '/archives',
  '/archives/debug',
  '/archives/ladders-before-us',
  ...articles.map((slug) => `/articles/${slug}`),
  ...games.map((game) => `/games/${game}`),
  ...ladders.map((slug) => `/ladders/${slug}`),
  '/ladders/bf6-2v2-tanks/rules',
  '/ladders/bf6-2v2-tanks/log',
  '/ladders/dirt2-intl-open-classic/rules',
  '/ladders/dirt2-intl-open-classic/log',
  '/ladders/chronophoto-test',
  '/servers/bf2042',
  '/servers/space-engineers',
  '/login',
  '/confirm',
  '/teams',
  '/boards',
];

interface LadderPage {
  standings: { href: string | null }[];
  coming: { id: string }[];
  results: { id: string }[];
}

/** A team, its people and its matches, of the demonstration. */
async function listLivingPages(url: string): Promise<string[]> {
  const ladder = (await readPage(url, '/ladders/bf6-2v2-tanks')).data as unknown as LadderPage;
  const team = ladder.standings[0]?.href ?? '';
  const { members } = (await readPage(url, team)).data as unknown as {
    members: { user_id: string }[];
  };
  const matches = [...ladder.coming.slice(0, 2), ...ladder.results.slice(0, 2)];
  expect(matches.length).toBeGreaterThan(1);
  return [team, `/profiles/${members[0]?.user_id}`, ...matches.map(({ id }) => `/matches/${id}`)];
}

export interface SitePages {
  /** Everybody may read these. */
  open: string[];
  /** These ask for a session; the reader has one and is captain of the team named. */
  guarded: string[];
  reader: ApiPerson;
}

/** Every page of the site, each with an address that names something real. */
export async function listPages(url: string): Promise<SitePages> {
  const reader = await signInByApi(url, makeName('Reader'));
  const team = { name: makeName('Read'), tag: makeTag(), zone: 'UTC', locale: 'en' };
  const founded = await sendByApi(url, reader, { path: '/api/teams', body: team });
  return {
    open: [...standing, ...(await listLivingPages(url))],
    guarded: [
      '/account',
      '/teams/new',
      `/teams/${founded.body.data?.slug}`,
      `/teams/${founded.body.data?.slug}/edit`,
      '/ladders/bf6-2v2-tanks/admin',
    ],
    reader,
  };
}
