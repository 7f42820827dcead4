import { pages } from '@muster/site';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { listQueryNames } from '../render/testing/query-names.ts';
import { readToken, signIn } from '../render/testing/sign-in.ts';
import { type TestBuild, writeTestBuild } from '../render/testing/test-build.ts';
import { createTestSite } from '../render/testing/test-site.ts';
import { startMatch, toScores } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';

const owner = ['site admin'];
const editors = [...owner, 'editor'];
const judges = [...owner, "the ladder's admin"];
const ladderAdmins = [...judges, "another ladder's admin"];
const offices = [...ladderAdmins, 'editor'];

interface Row {
  /** Whom the page opens for; everybody else who is signed in finds no such page. */
  may: readonly string[];
  /** Where it is, for a page of one thing. */
  path?: (known: Known) => string;
  /** Open to all, and this of its data says whether the office's part is in it. */
  shows?: (data: Record<string, unknown>) => boolean;
}

/** Every page that only an office opens, or shows more to one. */
const officePages: Record<string, Row> = {
  admins: { may: offices, shows: ({ desk }) => desk !== null },
  functions: { may: owner },
  health: { may: owner, shows: ({ parts }) => parts !== null },
  'admin-log': { may: offices, shows: ({ log }) => log !== null },
  'archive-import': { may: editors },
  case: { may: judges, path: ({ reported }) => `/admins/cases/${reported}` },
  cases: { may: offices },
  'flag-words': { may: owner },
  'ladder-admin': {
    may: judges,
    path: () => '/ladders/tanks/admin',
    shows: ({ desk }) => desk !== null,
  },
  'rules-edit': {
    may: judges,
    path: () => '/ladders/tanks/admin/rules',
    shows: ({ may_edit }) => may_edit === true,
  },
  ruling: {
    may: judges,
    path: ({ match }) => `/matches/${match}/ruling`,
    shows: ({ refusal }) => refusal !== 'not_admin',
  },
  'owner-game': { may: owner, path: () => '/admins/games/battlefield6' },
  'owner-games': { may: owner },
  'owner-ladder': { may: owner, path: () => '/admins/ladders/tanks' },
  'owner-ladders': { may: owner },
  'owner-menus': { may: owner },
  'owner-server': { may: owner, path: ({ server }) => `/admins/servers/${server}` },
  'owner-servers': { may: owner },
  'owner-offices': { may: owner },
  people: { may: ladderAdmins },
  'person-admin': { may: judges, path: () => '/admins/people/Home%20captain' },
  'team-admin': { may: owner, path: () => '/admins/teams/home' },
  settings: { may: owner },
  setup: { may: owner },
  // A test's site knows no ways of its own; that others than site admins are refused stands in its own room.
  'sign-in-ways': { may: [] },
  writing: { may: judges.concat('editor'), path: () => '/admins/writing/ladders/tanks' },
  'writing-list': { may: offices },
};

/** Every other page: the same for everybody, or everybody's own. */
const openPages = [
  ...[
    'home',
    'about',
    'account',
    'account-delete',
    'account-password',
    'archives',
    'archive-debug',
  ],
  ...['archive', 'article', 'articles', 'boards', 'own-reports', 'conduct', 'confirm', 'game'],
  ...[
    'export',
    'imprint',
    'ladder',
    'ladder-log',
    'ladder-rules',
    'login',
    'match',
    'me',
    'notices',
  ],
  ...['office-log', 'own-standing', 'pieces', 'placeholder', 'privacy', 'profile', 'scrim'],
  ...['servers', 'team', 'team-edit', 'team-new', 'teams', 'terms'],
];

/** To these the guard of signing in leads nobody, so that a visitor finds no such page. */
const unguarded = ['archive-import', 'setup', 'admins'];

interface Known {
  match: string;
  reported: string;
  server: string;
}

let cast: Cast;
let build: TestBuild;
let site: Hono;
let known: Known;
let everybody: [name: string, cookie: string | null][];

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away, people } = cast;
  const admin = people['site admin'] ?? home.captain;
  const made = await startMatch(own, 'tanks', [home, away]);
  for (const [team, winner] of [
    [home, 'challenger'],
    [away, 'defender'],
  ] as const) {
    const body = { scores: toScores(made.maps, winner) };
    await own.act(team.captain, { path: `/matches/${made.match}/report`, body });
  }
  const said = await own.act(home.captain, {
    path: `/matches/${made.match}/messages`,
    body: { text: 'You are bad' },
  });
  const body = { kind: 'match_message', id: said.id, reason: 'insult' };
  await own.act(away.captain, { path: '/reports', body });
  const [found] = await own.database.query<{ id: string }>('select id from private.cases');
  const server = { page: 'chess', name: 'A board', protocol: 'manual' };
  const { id } = await own.act(admin, { path: '/servers', body: server });
  known = { match: made.match, reported: found?.id ?? '', server: String(id) };
  build = await writeTestBuild({ hasAllPages: true });
  site = await createTestSite(own, { build, verify: readToken });
  const all = { ...people, ...(await listBarred(admin)) };
  everybody = await Promise.all(
    Object.entries(all).map(
      async ([name, person]): Promise<[string, string | null]> => [
        name,
        person === null ? null : await signIn(own, person),
      ],
    ),
  );
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
  await build[Symbol.asyncDispose]();
});

/** People of every office whom the whole site has banned or suspended. */
async function listBarred(admin: Viewer): Promise<Record<string, Viewer>> {
  const { own } = cast;
  const barred = {
    'banned site admin': await own.addAdmin('Fallen'),
    "the ladder's suspended admin": await own.addPerson('Fallen judge'),
    'banned editor': await own.addPerson('Fallen editor'),
  };
  const judge = { person: barred["the ladder's suspended admin"].person_id };
  await own.act(admin, { path: '/ladders/tanks/admins', body: judge });
  const editor = { person: barred['banned editor'].person_id };
  await own.act(admin, { path: '/editors', body: editor });
  for (const [name, { person_id }] of Object.entries(barred)) {
    const kind = name.includes('suspended') ? 'suspension' : 'ban';
    const body = { person: person_id, kind, reason: 'Said in the forum.' };
    await own.act(admin, { path: '/sanctions', body });
  }
  return barred;
}

/** What somebody gets: `shown`, `nothing` of the office's part, `to sign in`, or a status. */
async function ask(path: string, cookie: string | null, { shows }: Row): Promise<string | number> {
  const [place = '', query = ''] = path.split('?');
  const headers: Record<string, string> = cookie === null ? {} : { cookie };
  const answer = await site.fetch(
    new Request(`http://localhost:3000${place}/_payload.json?${query}`, { headers }),
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  );
  if (answer.status !== 200) {
    return answer.status;
  }
  const page = await answer.json();
  if ('redirect' in page) {
    return 'to sign in';
  }
  return shows === undefined || shows(page.data) ? 'shown' : 'nothing';
}

it('has a row for each page there is', () => {
  expect([...Object.keys(officePages), ...openPages].sort()).toEqual(Object.keys(pages).sort());
});

// Once as it is, once with every name that a page's query may carry; the two left out choose another thing altogether.
const everyQuery = listQueryNames()
  .filter((name) => name !== 'at' && name !== 'archive')
  .map((name) => `${name}=1`)
  .join('&');

it.each(Object.entries(officePages))('%s: who sees it', async (name, row) => {
  const { may, path = () => pages[name as keyof typeof pages].path, shows } = row;
  for (const query of ['', everyQuery]) {
    const answers: Record<string, string | number> = {};
    const wanted: Record<string, string | number> = {};
    for (const [who, cookie] of everybody) {
      answers[who] = await ask(`${path(known)}?${query}`, cookie, row);
      const refused = shows === undefined ? 404 : 'nothing';
      const isVisitor = cookie === null && !unguarded.includes(name);
      wanted[who] = may.includes(who) ? 'shown' : isVisitor ? 'to sign in' : refused;
    }
    expect(answers).toEqual(wanted);
  }
});
