import { connect, type Database } from '@muster/database';
import { buildSite } from '@muster/site/build';
import type { Viewer } from '../packages/server/src/context.ts';
import { createMigrated, startBenchServer } from './bench-database.ts';
import type { Figure } from './measure.ts';
import { measureHold } from './measure-hold.ts';
import { type Hold, MeasuredLeague } from './measured-league.ts';
import { openSite } from './open-site.ts';
import { writeYear, year } from './simulated-year.ts';
import { type Cast, walkWrites } from './walk-writes.ts';
import { findLoser } from './year-people.ts';

/** So many teams play about 12,000 matches in a year. */
const teams = 300;
const worst = 12;
const origin = 'http://localhost:3000';
const ladder = `/ladders/${year.slug}`;

/** Every page that has data, and the look back of each that has one. */
async function listPaths(database: Database, { loss, teams: [team] }: Cast): Promise<string[]> {
  const [old] = await database.query<{ slug: string }>(
    `select t.slug from public.rosters r join public.teams t on t.id = r.team_id where r.person_id = $1`,
    [loss.captain.person_id],
  );
  const match = `/matches/${loss.match}`;
  const past = new Date((year.start + year.end) / 2).toISOString();
  const later = new Date(year.end - 40 * 24 * 3600 * 1000).toISOString();
  const looks = [past, later].flatMap((at) =>
    [`?at=${at}`, `?at=${at}&view=recomputed`].flatMap((search) =>
      [ladder, `${ladder}/rules`, `/teams/${old?.slug}`, match].map((path) => path + search),
    ),
  );
  return [
    ...[
      '/',
      '/about',
      '/account',
      '/account/delete',
      '/account/password',
      '/account/notifications',
    ],
    ...['/admins', '/archives', '/archives/debug', '/boards', '/games/game', '/login'],
    ...['/teams', '/teams/new', '/servers/battlefield6', '/nowhere'],
    ...['', '/admin', '/admin/rules', '/log', '/rules'].map((end) => ladder + end),
    ...[old?.slug, team.slug].flatMap((slug) => [`/teams/${slug}`, `/teams/${slug}/edit`]),
    ...[loss.captain, team.player].map(({ user_id }) => `/profiles/${user_id}`),
    ...[match, `${match}/ruling`],
    ...looks,
  ];
}

/** Opens each page as somebody, with its document and its data alone. */
async function readPages(
  database: Database,
  paths: readonly string[],
  name: string,
  viewer?: Viewer,
): Promise<Hold[]> {
  const site = await openSite(database, viewer === undefined ? {} : { viewer });
  const holds: Hold[] = [];
  for (const path of paths) {
    const [page = '', search] = path.split('?');
    const payload = `${page === '/' ? '' : page}/_payload.json${search ? `?${search}` : ''}`;
    for (const asked of [path, payload]) {
      let status = 0;
      const { hold, collecting } = await measureHold(async () => {
        const answer = await site(new Request(origin + asked));
        await answer.arrayBuffer();
        ({ status } = answer);
      });
      holds.push({ what: `GET ${asked} as ${name}`, status, hold, collecting });
    }
  }
  return holds;
}

/** One process's first sight of the league, or a second one's that has run the same code before. */
async function goRound(url: string): Promise<Hold[]> {
  const database = connect({ url, statementTimeout: 0 });
  const own = new MeasuredLeague({ database, url, [Symbol.asyncDispose]: async () => {} });
  own.moveTo(new Date(year.end + 60_000).toISOString());
  const owner = await own.addAdmin('Owner');
  const loss = await findLoser(database);
  own.adopt(loss.captain);
  const cast: Cast = {
    owner,
    loss,
    teams: [
      await own.addTeam('Qvxa Anchors', year.slug),
      await own.addTeam('Zwka Birches', year.slug),
    ],
  };
  const paths = await listPaths(database, cast);
  const holds = [
    ...(await readPages(database, paths, 'visitor')),
    ...(await readPages(database, paths, 'player', cast.teams[0].player)),
    ...(await readPages(database, paths, 'captain', loss.captain)),
    ...(await readPages(database, paths, 'admin', { ...owner, is_site_admin: true })),
  ];
  await walkWrites(own, cast);
  for (const failure of own.failures) {
    console.error('  failed', failure);
  }
  await database.close();
  return [...holds, ...own.holds];
}

function toFigures(round: string, holds: readonly Hold[]): Figure[] {
  const sorted = [...holds].sort((one, other) => other.hold - one.hold);
  const over = sorted.filter(({ hold }) => hold > 50).length;
  const statuses = new Map<number, number>();
  for (const { status } of holds) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  console.error(`  ${round}: ${holds.length} requests, ${over} over 50 ms;`, statuses);
  return sorted.slice(0, worst).map(({ what, status, hold, collecting }) => ({
    what: `longest turn, ${round}: ${what}, answered ${status}, of it collecting ${collecting.toFixed(1)} ms`,
    ours: hold.toFixed(1),
    floor: '',
    unit: 'ms',
    ratio: '',
    spread: '',
    goal: '50 ms',
  }));
}

/** The longest turn of the event loop, in processor time, of every page as four kinds of people, of every look back and of every write route, on a ladder with a year of 300 teams behind it: the worst of them. */
export async function bench(): Promise<Figure[]> {
  await buildSite();
  await using server = await startBenchServer();
  await (await createMigrated(server, 'year')).close();
  const url = server.toUrl('year');
  const database = connect({ url, statementTimeout: 0 });
  await writeYear(database, teams);
  await database.close();
  await server.create('again', 'year');
  return [
    ...toFigures('in a new process', await goRound(url)),
    ...toFigures('once its code has run', await goRound(server.toUrl('again'))),
  ];
}
