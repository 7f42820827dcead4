import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAdmins } from './admin/page.ts';
import { loadArchive } from './archive/page.ts';
import { loadBoards } from './board/page.ts';
import type { LoaderInput } from './context.ts';
import { loadGame } from './game/page.ts';
import { loadHome } from './home/page.ts';
import { loadLadder } from './ladder/page.ts';
import { loadLadderAdmin } from './ladder-admin/page.ts';
import { loadLadderLog } from './log/page.ts';
import { namedFrom, namedWith } from './person/api-search.ts';
import { loadProfile } from './person/page.ts';
import { loadTeam } from './team/page.ts';
import { loadTeams } from './team/page-list.ts';
import { fillLongLeague, veteran, veteranPerson, veteranUser } from './testing/long-league.ts';
import { toInput } from './testing/test-league.ts';
import { loadNotices } from './waiting/page-notices.ts';

/** Each team has 960 results by then, the league 28,800 matches and 172,800 events. */
const past = { seasons: 40, entriesPerSeason: 60, matchesPerSeason: 720 };
/** More than a page shows, than a season has entries, and than ten results on either side of each entry that a team ever had. */
const mostRows = 810;
let own: TestDatabase;

beforeAll(async () => {
  own = await createTestDatabase();
  await fillLongLeague(own.database, past);
});
afterAll(() => own[Symbol.asyncDispose]());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** The nodes of a plan through which more rows went than a page may ask for, those among them that a filter took away. */
function listLargeNodes(plan: Plan): string[] {
  const { 'Node Type': node, 'Relation Name': table = '' } = plan;
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round((plan['Actual Rows'] + removed) * plan['Actual Loops']);
  return [
    ...(rows > mostRows ? [`${node} ${table}: ${rows} rows`] : []),
    ...(plan.Plans ?? []).flatMap(listLargeNodes),
  ];
}

type Ask = (database: LoaderInput['database']) => Promise<unknown>;

/** What PostgreSQL reads too much of for the statements of a page. */
async function listLargeReads(ask: Ask): Promise<string[]> {
  const found: string[] = [];
  const { database } = own;
  const explaining: LoaderInput['database'] = {
    ...database,
    query: <Row>(text: string, values: readonly unknown[] = []) =>
      database.transaction(async (transaction) => {
        // Tables are too small here for an index to pay always; at the real size it does.
        await transaction.query('set local enable_seqscan = off');
        const [plan] = await transaction.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (analyze, timing off, format json) ${text}`,
          values,
        );
        found.push(...(plan === undefined ? [] : listLargeNodes(plan['QUERY PLAN'][0].Plan)));
        return transaction.query<Row>(text, values);
      }),
  };
  expect(await ask(explaining)).not.toBeNull();
  return found;
}

const person = { id: veteranPerson, user_id: veteranUser, username: 'veteran' };
const ladder = { params: { slug: 'long' } };
const team = { params: { slug: veteran } };
const profile = { params: { user_id: veteranUser } };

const pages: [page: string, ask: Ask][] = [
  ['home', (database) => loadHome(toInput(database))],
  ['home, for a captain', (database) => loadHome(toInput(database, { person }))],
  ['a team', (database) => loadTeam(toInput(database, team))],
  ['a team, for its captain', (database) => loadTeam(toInput(database, { ...team, person }))],
  ['a profile', (database) => loadProfile(toInput(database, profile))],
  ['one’s own profile', (database) => loadProfile(toInput(database, { ...profile, person }))],
  ['the admins', (database) => loadAdmins(toInput(database))],
  ['a ladder', (database) => loadLadder(toInput(database, ladder))],
  ['a ladder, for a captain', (database) => loadLadder(toInput(database, { ...ladder, person }))],
  ['a log', (database) => loadLadderLog(toInput(database, ladder))],
  [
    'a log, further back',
    (database) => loadLadderLog(toInput(database, { ...ladder, path: '/?before=5000' })),
  ],
  [
    'an entry’s moves in the log',
    async (database) => {
      const [entry] = await database.query<{ id: string }>(
        `select e.id from public.entries e join public.seasons s on s.id = e.season_id
         where s.status = 'open' and e.rung = 2`,
      );
      return loadLadderLog(toInput(database, { ...ladder, path: `/?entry=${entry?.id}` }));
    },
  ],
  ['a desk, for nobody', (database) => loadLadderAdmin(toInput(database, ladder))],
  ['a desk', (database) => loadLadderAdmin(toInput(database, { ...ladder, person }))],
  ['the teams', (database) => loadTeams(toInput(database))],
  ['the notices', (database) => loadNotices(toInput(database, { person }))],
  ['the boards', (database) => loadBoards(toInput(database))],
  ['a game', (database) => loadGame(toInput(database, { params: { game: 'game' } }))],
  [
    'a season in the archive',
    (database) => loadArchive(toInput(database, { params: { archive: 'long-season-9' } })),
  ],
  [
    'teams with a word in their name',
    (database) => loadTeams(toInput(database, { path: '/?q=of-7-13' })),
  ],
  ['people whose name begins with a word', (database) => database.query(namedFrom, ['ab'])],
  [
    'people with a word in their name',
    (database) => database.query(namedWith, ['of-7-3-2', 'of-7-3-2', 8]),
  ],
];

it.each(pages)('%s: reads nothing that grows with the seasons past', async (_page, ask) => {
  expect(await listLargeReads(ask)).toEqual([]);
});
