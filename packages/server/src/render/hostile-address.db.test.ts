import { type PageName, pages } from '@muster/site';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loader, LoaderInput, Viewer } from '../context.ts';
import { loaders } from '../pages.ts';
import {
  type ApiLeague,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';
import { listQueryNames } from './testing/query-names.ts';
import { readToken, signIn } from './testing/sign-in.ts';
import { type TestBuild, writeTestBuild } from './testing/test-build.ts';
import { createTestSite } from './testing/test-site.ts';

/** What the addresses of pages may carry behind the question mark. */
const names = [
  'act',
  'archive',
  'at',
  'before',
  'cases',
  'check',
  'day',
  'entry',
  'exact',
  'format',
  'from',
  'function',
  'game',
  'game_words',
  'in',
  'invite',
  'kind',
  'ladder',
  'ladder_words',
  'language',
  'locale',
  'own',
  'page',
  'part',
  'q',
  'region',
  'request',
  'restored',
  'retired',
  'row',
  'section',
  'show',
  'step',
  'to',
  'view',
  'who',
  'whole',
  'with',
  'year',
  'zone',
];

/** As they stand in an address: numbers and dates beside PostgreSQL's ranges and ours, ids and zones that are none. */
const odd = [
  '',
  '0',
  '-1',
  '1.5',
  '1e308',
  'Infinity',
  '1000000000',
  '1000000001',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999',
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00%2B14:00',
  '-271821-04-20T00:00:00Z',
  '2026-02-30T25:61',
  '9999-12-31T23:59:59-14:00',
  '%00',
  '%FF%FE',
  '%ED%A0%80',
  '%F0%9F%92%A5',
  `${'a'.repeat(5_000)}`,
  '%25_%5C',
  "'%22;--",
  '00000000-0000-0000-0000-000000000000',
  'Etc/GMT%2B14',
  'Nowhere/Never',
];

let own: ApiLeague;
let build: TestBuild;
let site: Hono;
let owner: Viewer;
let team: TestTeam;
let match: string;
let cookie: string;
let asked = 0;
/** Pages whose loaders have looked at the address that they were asked by. */
const readers = new Set<string>();

/** The pages' own loaders, which enter their page among the readers. */
const watchLoaders = () =>
  new Proxy(loaders, {
    get(all, name) {
      const loader: Loader<unknown> | null = Reflect.get(all, name);
      return loader && ((input: LoaderInput) => loader(watchAddress(input, String(name))));
    },
  });

const watchAddress = (input: LoaderInput, name: string): LoaderInput => ({
  ...input,
  get url() {
    readers.add(name);
    return input.url;
  },
});

beforeAll(async () => {
  own = await createApiLeague();
  build = await writeTestBuild({ hasAllPages: true });
  owner = await own.addAdmin('Owner');
  await own.addLadder('tanks');
  team = await own.addTeam('Treadheads', 'tanks');
  ({ match } = await scheduleMatch(own, 'tanks', [await own.addTeam('Kaarna', 'tanks'), team]));
  site = await createTestSite(own, { build, verify: readToken, loaders: watchLoaders() });
  cookie = await signIn(own, owner);
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await build[Symbol.asyncDispose]();
});

/** The statuses that are ours to answer for, with what was asked. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  asked += 1;
  // An address of its own each: one may look back only so often.
  const remoteAddress = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const answer = await site.fetch(
    new Request(`http://localhost:3000${path}`, { headers: { cookie, ...headers } }),
    { incoming: { socket: { remoteAddress } } },
  );
  const answered = await answer.text();
  return answer.status < 500 && answer.status !== 429
    ? []
    : [`${path.slice(0, 200)} ${answer.status} ${answered.slice(0, 200)}`];
}

async function askAll(paths: string[], headers: Record<string, string> = {}): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < paths.length; at += 10) {
    const some = paths.slice(at, at + 10).map((path) => ask(path, headers));
    wrong.push(...(await Promise.all(some)).flat());
  }
  return wrong;
}

const isPageName = (name: string): name is PageName => name in pages;
const listPageNames = () => Object.keys(pages).filter(isPageName);

/** An address of each page that leads somewhere; none for the first. */
function toAddress(name: PageName): string {
  const known: Record<string, string> = {
    archive: 'none',
    game: 'battlefield6',
    id: match,
    server: 'none',
    user_id: team.captain.user_id,
  };
  const { path } = pages[name];
  const slug = path.startsWith('/teams') ? team.slug : 'tanks';
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => known[part] ?? slug);
  return address === '/' ? '' : address;
}

it('knows every name that an address’s query may carry', () => {
  expect(listQueryNames()).toEqual(names);
});

/** When everything is there that the addresses name. */
const then = '2026-11-02T12:00:00Z';

/** Whether a page shows what was then, and reads the rest of its query in other ways for it. */
async function hasPast(page: string): Promise<boolean> {
  const answer = await site.request(`${page}/_payload.json?at=${then}`, { headers: { cookie } });
  return (await answer.text()).includes('"past":{"at":"2026-11-02');
}

it('answers whatever stands in the query of any page, and of the past of those that have one', async () => {
  const queries = odd.map((value) => names.map((name) => `${name}=${value}`).join('&'));
  const [first = '', ...others] = queries;
  const paths: string[] = [];
  const withPast: string[] = [];
  for (const name of listPageNames()) {
    const page = toAddress(name);
    const isOfPast = await hasPast(page);
    withPast.push(...(isOfPast ? [page] : []));
    expect(await ask(`${page}/_payload.json?${first}`)).toEqual([]);
    // Where a loader did not look at its address, no other query leads it elsewhere.
    const wanted = readers.has(name) ? others : [];
    const past = isOfPast ? queries.map((query) => `at=${then}&${query}`) : [];
    paths.push(...[...wanted, ...past].map((query) => `${page}/_payload.json?${query}`));
  }
  expect(withPast).toEqual(['/ladders/tanks', '/ladders/tanks/rules', `/teams/${team.slug}`]);
  expect(await askAll(paths)).toEqual([]);
});

it('answers whatever stands in the path of any page', async () => {
  const paths = Object.values(pages)
    .filter(({ path }) => path.includes(':'))
    .flatMap(({ path }) => odd.map((value) => path.replaceAll(/:\w+/g, value)))
    .map((path) => `${path.replace(/\/+$/, '')}/_payload.json`);
  expect(await askAll(paths)).toEqual([]);
});

it('answers whatever zone and language a browser says it has', async () => {
  const paths = ['/ladders/tanks/_payload.json?at=2026-11-01', '/boards/_payload.json'];
  for (const value of odd) {
    const headers = {
      cookie: `muster-zone=${value}; muster-locale=${value}`,
      'accept-language': `${value.slice(0, 80)};q=${value.slice(0, 80)}`,
    };
    expect(await askAll(paths, headers)).toEqual([]);
  }
});
