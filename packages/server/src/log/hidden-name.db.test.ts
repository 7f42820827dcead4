import { type PageName, pageNames, pages } from '@muster/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkArchive } from '../archive/check.ts';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { loaders } from '../pages.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

/** A name, a tag, a person's name and an address of the first that were hidden: in no page, no answer of the API and no row that REST gives. */

const names = ['Zorblax Riders', 'ZRBLX', 'Quuxolotl', 'zorblax-riders'] as const;

let own: ApiLeague;
let steward: Viewer;
let team: TestTeam;
let other: TestTeam;
let match: string;
/** While all was called as it was hidden later. */
let then: string;
let renames: string[];

const pass = (milliseconds: number) =>
  own.moveTo(new Date(own.league.now().getTime() + milliseconds).toISOString());

async function play(ladder: string) {
  const played = await startMatch(own, ladder, [team, other]);
  const scores = toScores(played.maps, 'challenger');
  await own.act(other.captain, { path: `/matches/${played.match}/report`, body: { scores } });
  return played.match;
}

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('past');
  await own.addLadder('tanks');
  steward = await own.addAdmin('Steward');
  other = await own.addTeam('Other', 'past');
  team = await own.addTeam('Early', 'past');
  const address = 'update public.teams set slug = $2 where id = $1';
  await own.database.query(address, [team.id, names[3]]);
  team.slug = names[3];
  const named = { name: names[0], tag: names[1] };
  await own.act(team.captain, { path: `/teams/${team.slug}/edit`, body: named });
  await own.database.query('update public.profiles set username = $2 where id = $1', [
    team.captain.person_id,
    names[2],
  ]);
  await play('past');
  await own.act(steward, { path: '/ladders/past/seasons/closing', body: { name: 'Season 1' } });
  for (const joining of [other, team]) {
    const body = { team: joining.slug };
    const { entry } = await own.act(joining.captain, { path: '/ladders/tanks/entries', body });
    joining.entry = String(entry);
  }
  match = await play('tanks');
  then = own.league.now().toISOString();
  pass(60_000);
  const hide = (path: string, body: object) =>
    own.act(steward, { path, body: { ...body, reason: 'Rude.', hides: true } });
  const given = [
    await hide(`/moderation/teams/${team.slug}/name`, { name: 'Nicer', tag: 'NICE' }),
    await hide(`/moderation/people/${team.captain.person_id}/name`, { name: 'Somebody' }),
  ];
  renames = given.map(({ rename }) => String(rename));
  team.slug = String(given[0]?.slug);
  pass(60_000);
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const listTold = (text: string) => names.filter((name) => text.includes(name));

/** Everything that pages' addresses may name. */
const listNamed = (): Record<string, string>[] => [
  ...['past', 'tanks'].map((slug) => ({ slug })),
  ...[team, other].map(({ slug }) => ({ slug })),
  ...['Somebody', team.player.username].map((username) => ({ username })),
  ...[team.captain, team.player].map(({ user_id }) => ({ user_id })),
  { id: match, archive: 'past-season-1', game: 'battlefield6' },
  { slug: 'battlefield6' },
];

/** What a page is asked for: whatever is there of what its own address names, each once. */
function listParams(page: PageName): Record<string, string>[] {
  const own = [...pages[page].path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const asked = listNamed().filter((named) => own.some((name) => name in named));
  const params = asked.map((named) =>
    Object.fromEntries(own.map((name) => [name, named[name] ?? 'none'])),
  );
  return own.length === 0 || params.length === 0 ? [{}] : params;
}

const queries = () => [
  ...['', `?at=${then}`, '?part=rosters', '?archive=past-season-1&section=roster'],
  ...['?q=zorblax', '?q=quuxolotl', '?who=quuxolotl', '?kind=people'],
];

/** What every page tells that somebody is given. */
async function readPages(viewer: Viewer | null, asked: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const page of pageNames) {
    const load = loaders[page];
    for (const params of load === null ? [] : listParams(page)) {
      for (const query of asked) {
        const url = new URL(`/page${query}`, 'http://localhost:3000');
        const { database, league } = own;
        const about = { database, viewer, locale: 'en', zone: 'UTC', now: league.now() };
        const data = await load?.({ ...about, params, url }).catch(() => null);
        // What somebody asked for stands in the form again.
        const text = JSON.stringify(data, (key, value) => (key === 'filter' ? null : value));
        told.push(...listTold(text ?? '').map((name) => `${page}${query}: ${name}`));
      }
    }
  }
  return [...new Set(told)];
}

/** What REST gives to a visitor, of every table that it has. */
async function readRest(): Promise<string[]> {
  const tables = await own.database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`,
  );
  const told: string[] = [];
  for (const { name } of tables) {
    const rows = await own.database.transaction(
      (transaction) =>
        transaction.query(`select to_jsonb(t) as row from public.${name} t`).catch(() => []),
      { scope: { role: 'anon', claims: { role: 'anon' } } },
    );
    told.push(...listTold(JSON.stringify(rows)).map((found) => `${name}: ${found}`));
  }
  return told;
}

async function readApi(paths: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const path of paths) {
    const { body } = await own.send(team.player, { path, method: 'GET' });
    told.push(...listTold(JSON.stringify(body)).map((name) => `${path}: ${name}`));
  }
  return told;
}

const openPaths = () => [
  ...['past', 'tanks'].flatMap((slug) => [
    `/ladders/${slug}/log.ndjson`,
    `/calendar/ladders/${slug}.ics`,
  ]),
  ...[`/calendar/teams/${team.slug}.ics`, `/calendar/matches/${match}.ics`],
  ...[`/matches/${match}/messages`, '/people?q=quux', '/people?q=zorb'],
];

it('are masked in every page, whoever reads it, at whatever instant', async () => {
  expect(await readPages(null, queries())).toEqual([]);
  expect(await readPages(team.player, ['', `?at=${then}`])).toEqual([]);
});

it('are masked in feeds, in the log’s lines and in the answers of REST', async () => {
  expect(await readApi(openPaths())).toEqual([]);
  expect(await readRest()).toEqual([]);
});

it('stand one press behind, and replays and archives as they were', async () => {
  const [of, tag, person] = names;
  expect((await readPages(null, ['?exact=1&part=rosters'])).sort()).toEqual([
    ...[person, tag, of].map((name) => `archive?exact=1&part=rosters: ${name}`),
    `ladder-log?exact=1&part=rosters: ${of}`,
    ...[tag, of].map((name) => `office-log?exact=1&part=rosters: ${name}`),
  ]);
  const debug = '?exact=1&archive=past-season-1&section=roster';
  expect(await readPages(null, [debug])).toContain(`archive-debug${debug}: ${tag}`);
  expect(await readApi(['/ladders/tanks/log.ndjson?exact'])).toHaveLength(1);
  expect(await readPages(steward, ['?kind=people'])).not.toContain(
    `admin-log?kind=people: ${person}`,
  );
  expect(await readPages(steward, ['?kind=people&exact=1'])).toContain(
    `admin-log?kind=people&exact=1: ${person}`,
  );
  expect(await verify(own.database)).toMatchObject({ difference: null });
  const [season] = await own.database.query<{ id: string }>(
    'select season_id as id from public.season_archives',
  );
  expect(await checkArchive(own.database, { table: 'season', id: season?.id ?? '' })).toEqual([]);
});

it('are told again once the admin takes the rename back', async () => {
  for (const rename of renames) {
    await own.act(steward, {
      path: `/moderation/renames/${rename}`,
      method: 'DELETE',
      body: { reason: 'A mistake.' },
    });
  }
  const told = (await readPages(null, ['', '?part=rosters'])).join(' ');
  expect(listTold(told)).toEqual([...names]);
  expect(told).toContain(`archive?part=rosters: ${names[2]}`);
  expect(await readRest()).toContain(`season_archive_people: ${names[2]}`);
});
