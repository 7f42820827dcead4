import { type BrowserContext, expect } from '@playwright/test';
import { type ApiPerson, obey, readPage, signInByApi } from './api-person.ts';
import { listMatches } from './list-matches.ts';
import { makeName, makeTag } from './names.ts';
import { setOffice } from './set-office.ts';

/** Pages of the menus, the content and the league's own that are there from the start: one of each kind. */
const standing = [
  '/',
  '/about',
  '/admins',
  '/archives',
  '/archives/debug',
  '/archives/ladders-before-us',
  '/articles/welcome',
  '/games/battlefield6',
  '/ladders/bf6-2v2-tanks',
  '/ladders/bf6-2v2-tanks/rules',
  '/ladders/bf6-2v2-tanks/log',
  '/ladders/aqtion-4v4-teamplay',
  '/ladders/dirt2-intl-open-classic',
  '/ladders/dirt2-intl-open-classic/rules',
  '/ladders/dirt2-intl-open-classic/log',
  '/ladders/test-ladder',
  '/ladders/chronophoto-test',
  '/servers/bf2042',
  '/servers/space-engineers',
  '/login',
  '/confirm',
  '/teams',
  '/boards',
];

/** Pages of the league's texts, and the list of its articles: visitors read them. */
const texts = ['/articles', '/conduct', '/privacy', '/terms', '/imprint', '/log', '/export'];

/** Pages for people in office. */
const offices = [
  '/archives/import',
  '/admins/cases',
  '/admins/words',
  '/admins/games',
  '/admins/games/squad',
  '/admins/ladders',
  '/admins/log',
  '/admins/functions',
  '/admins/health',
  '/admins/ladders/bf6-2v2-tanks',
  '/admins/menus',
  '/admins/offices',
  '/admins/servers',
  '/admins/servers/new',
  '/admins/people',
  '/admins/settings',
  '/admins/sign-in',
  '/admins/writing',
  '/admins/writing/articles/welcome',
  '/setup',
];

/** The other articles, games and ladders of rungs: their pages differ from one above by their content alone. */
const standingAlike = [
  '/articles/how-the-ladder-works',
  '/articles/how-disputes-are-decided',
  '/articles/how-to-read-the-log',
  '/games/aqtion',
  '/games/arma3',
  '/games/battlefield2042',
  '/games/dirt2',
  '/games/finals',
  '/games/squad',
  '/ladders/bf6-10v10-eu',
  '/ladders/bf6-10v10-na',
  '/ladders/mw-2v2-na',
  '/ladders/paintballers-5v5-na',
  '/ladders/squad-4v4-cc',
];

/** The tanks as they were some weeks back: every page that has a past. */
const past = `?at=${new Date(Date.now() - 35 * 24 * 3600_000).toISOString().slice(0, 10)}`;

/** A match of the demonstration in each status: on these ladders there is one at any hour. */
async function listByStatus(url: string): Promise<Map<string, string>> {
  const matches = await listMatches(url, ['squad-4v4-cc', 'aqtion-4v4-teamplay']);
  return new Map(matches.map(({ id, status }) => [status, `/matches/${id}`]));
}

/** A team, its people and its matches, of the demonstration: one of each kind, and others like them. */
async function listLivingPages(url: string): Promise<Pick<SitePages, 'open' | 'alike'>> {
  const ladder = (await readPage(url, '/ladders/bf6-2v2-tanks')).data as unknown as {
    standings: { href: string | null }[];
  };
  const team = ladder.standings[0]?.href ?? '';
  const { members } = (await readPage(url, team)).data as unknown as {
    members: { user_id: string }[];
  };
  const matches = await listByStatus(url);
  const { scheduled, completed, ...others } = Object.fromEntries(matches);
  if (scheduled === undefined || completed === undefined) {
    throw new Error(`The matches stand as ${[...matches.keys()].join(', ')}`);
  }
  const withPast = ['/ladders/bf6-2v2-tanks', '/ladders/bf6-2v2-tanks/rules', team];
  return {
    open: [
      team,
      `/profiles/${members[0]?.user_id}`,
      scheduled,
      completed,
      ...withPast.map((path) => path + past),
    ],
    alike: Object.values(others),
  };
}

async function foundTeam(url: string, captain: ApiPerson): Promise<string> {
  const team = { name: makeName('Read'), tag: makeTag(), zone: 'UTC', locale: 'en' };
  return String((await obey({ url }, captain, '/api/teams', team)).slug);
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
  const { id } = await obey({ url }, captain, '/api/boards', notice);
  const offer = { team: await foundTeam(url, rival), starts_at: time };
  const answer = await obey({ url }, rival, `/api/boards/${id}/answers`, offer);
  const agreed = await obey({ url }, captain, `/api/boards/answers/${answer.id}/acceptance`);
  return `/scrims/${agreed.scrim}`;
}

/** The first case that waits on a ladder's desk. */
async function findRuling(url: string, admin: ApiPerson, desk: string): Promise<string> {
  const answer = await fetch(`${url}${desk}/_payload.json`, { headers: { cookie: admin.cookie } });
  const { data } = (await answer.json()) as { data: { desk: { cases: { match_id: string }[] } } };
  expect(data.desk.cases.length).toBeGreaterThan(0);
  return `/matches/${data.desk.cases[0]?.match_id}/ruling`;
}

/** A case that somebody's report of a team opened. */
async function openCase(url: string, admin: ApiPerson, team: string): Promise<string> {
  const reporter = await signInByApi(url, makeName('Reporter'));
  const { data } = await readPage(url, team);
  const report = {
    kind: 'team',
    id: (data as { id: string }).id,
    reason: 'name',
    text: makeName('Words'),
  };
  await obey({ url }, reporter, '/api/reports', report);
  const list = `${url}/admins/cases/_payload.json`;
  const answer = await fetch(list, { headers: { cookie: admin.cookie } });
  const { data: desk } = (await answer.json()) as { data: { lines: { id: string }[] } };
  expect(desk.lines.length).toBeGreaterThan(0);
  return `/admins/cases/${desk.lines[0]?.id}`;
}

export interface SitePages {
  /** Everybody may read these; each differs from the others by more than its content. */
  open: string[];
  /** These too, but each is like one of those: another game, another ladder of rungs. */
  alike: string[];
  /** These ask for a session; the reader has one, is captain of the team named and an admin. */
  guarded: string[];
  /** The league's texts, for everybody. */
  texts: string[];
  /** For people in office, as the reader is. */
  offices: string[];
  reader: ApiPerson;
}

async function findPages(url: string, dataDir: string): Promise<SitePages> {
  const reader = await signInByApi(url, makeName('Reader'));
  const team = await foundTeam(url, reader);
  await setOffice(dataDir, 'grant', reader.name);
  const living = await listLivingPages(url);
  const desk = '/ladders/bf6-2v2-tanks/admin';
  return {
    open: [...standing, ...living.open],
    alike: [...standingAlike, ...living.alike],
    texts,
    offices: [
      ...offices,
      `/admins/people/${reader.name}`,
      `/admins/teams/${team}`,
      await openCase(url, reader, living.open[0] ?? ''),
    ],
    guarded: [
      '/account',
      '/account/delete',
      '/account/notifications',
      '/account/password',
      '/account/reports',
      '/account/standing',
      '/me',
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

/** By the address of the server whose pages they are: a spec may have one of its own. */
const found = new Map<string, Promise<SitePages>>();

/** Every page of the site, each with an address that names something real; found once by each worker. */
export function listPages(url: string, dataDir: string): Promise<SitePages> {
  const pages = found.get(url) ?? findPages(url, dataDir);
  found.set(url, pages);
  return pages;
}

/** Gives the browser the session of the reader. */
export async function bringSession(
  context: BrowserContext,
  url: string,
  reader: ApiPerson,
): Promise<void> {
  const cookies = reader.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
  await context.addCookies(cookies);
}
