import { expect } from '@playwright/test';
import { type ApiPerson, readPage, sendByApi, signInByApi } from './api-person.ts';
import { makeName, makeTag } from './names.ts';
import { runMuster } from './run-muster.ts';

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

/** The tanks as they were some weeks back: every page that has a past. */
const past = `?at=${new Date(Date.now() - 35 * 24 * 3600_000).toISOString().slice(0, 10)}`;

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
  const withPast = ['/ladders/bf6-2v2-tanks', '/ladders/bf6-2v2-tanks/rules', team];
  return [
    team,
    `/profiles/${members[0]?.user_id}`,
    ...matches.map(({ id }) => `/matches/${id}`),
    ...withPast.map((path) => path + past),
  ];
}

/** Sends a command that must be obeyed, and gives what came of it. */
async function obey(
  url: string,
  person: ApiPerson,
  path: string,
  body: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const answer = await sendByApi(url, person, { path, body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body.data ?? {};
}

async function foundTeam(url: string, captain: ApiPerson): Promise<string> {
  const team = { name: makeName('Read'), tag: makeTag(), zone: 'UTC', locale: 'en' };
  return String((await obey(url, captain, '/api/teams', team)).slug);
}

/** The room of a scrim that a team agrees on with another one. */
async function agreeOnScrim(url: string, captain: ApiPerson, team: string): Promise<string> {
  const rival = await signInByApi(url, makeName('Rival'));
  const time = new Date(Date.now() + 3 * 24 * 3600_000).toISOString();
  const notice = {
    kind: 'scrim',
    game: 'squad',
    team,
    region: 'EU',
    zone: 'UTC',
    evenings: [],
    languages: ['en'],
    text: makeName('Three maps'),
    times: [time],
  };
  const { id } = await obey(url, captain, '/api/boards', notice);
  const offer = { team: await foundTeam(url, rival), starts_at: time };
  const answer = await obey(url, rival, `/api/boards/${id}/answers`, offer);
  const agreed = await obey(url, captain, `/api/boards/answers/${answer.id}/acceptance`);
  return `/scrims/${agreed.scrim}`;
}

/** The first case that waits on a ladder's desk. */
async function findRuling(url: string, admin: ApiPerson, desk: string): Promise<string> {
  const answer = await fetch(`${url}${desk}/_payload.json`, { headers: { cookie: admin.cookie } });
  const { data } = (await answer.json()) as { data: { desk: { cases: { match_id: string }[] } } };
  expect(data.desk.cases.length).toBeGreaterThan(0);
  return `/matches/${data.desk.cases[0]?.match_id}/ruling`;
}

export interface SitePages {
  /** Everybody may read these. */
  open: string[];
  /** These ask for a session; the reader has one, is captain of the team named and an admin. */
  guarded: string[];
  reader: ApiPerson;
}

/** Every page of the site, each with an address that names something real. */
export async function listPages(url: string, dataDir: string): Promise<SitePages> {
  const reader = await signInByApi(url, makeName('Reader'));
  const team = await foundTeam(url, reader);
  const granted = await runMuster({ DATA_DIR: dataDir }, 'admin', 'grant', reader.name);
  expect(granted.code, granted.errors).toBe(0);
  const desk = '/ladders/bf6-2v2-tanks/admin';
  return {
    open: [...standing, ...(await listLivingPages(url))],
    guarded: [
      '/account',
      '/account/delete',
      '/account/notifications',
      '/account/password',
      '/teams/new',
      `/teams/${team}`,
      `/teams/${team}/edit`,
      desk,
      `${desk}/rules`,
      await findRuling(url, reader, desk),
      await agreeOnScrim(url, reader, team),
    ],
    reader,
  };
}
