import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { checkArchive } from './check.ts';
import { loadArchiveDebug } from './page-debug.ts';

let own: ApiLeague;
let admin: Viewer;
const seasons: Record<string, string> = {};

beforeAll(async () => {
  own = await createApiLeague();
  admin = await own.addAdmin('Owner');
  const winner = await playMatches('tanks');
  await driveRuns('rally');
  for (const ladder of ['tanks', 'rally']) {
    await own.act(admin, {
      path: `/ladders/${ladder}/seasons/closing`,
      body: { name: 'Season 1' },
    });
    const [row] = await own.database.query<{ id: string }>(
      'select season_id as id from public.season_archives where slug = $1',
      [`${ladder}-season-1`],
    );
    seasons[ladder] = row?.id ?? '';
  }
  // Of what it was called before, between and after, the archive has what is between.
  await rename(winner, 'Early worms');
});
afterAll(() => own[Symbol.asyncDispose]());

async function playMatches(ladder: string): Promise<TestTeam> {
  await own.addLadder(ladder);
  const loser = await own.addTeam('Late', ladder);
  const winner = await own.addTeam('Early', ladder);
  await rename(winner, 'Early birds');
  const pairs: [TestTeam, TestTeam][] = [
    [winner, loser],
    [loser, winner],
  ];
  for (const pair of pairs) {
    const { match, maps } = await startMatch(own, ladder, pair);
    const scores = toScores(maps, pair[0] === winner ? 'challenger' : 'defender');
    await own.act(loser.captain, { path: `/matches/${match}/report`, body: { scores } });
    own.moveTo(own.at(20));
  }
  return winner;
}

const rename = ({ slug, captain }: TestTeam, name: string) =>
  own.act(captain, { path: `/teams/${slug}/edit`, body: { name } });

async function driveRuns(ladder: string) {
  const timeAttack = { stages: ['Pass'], ranking: 'points', points: [10, 6] };
  await own.addLadder(ladder, 'time_attack', { timeAttack });
  for (const [name, time_ms] of Object.entries({ Aino: 90_000, Bram: 70_000 })) {
    const driver = await own.addPerson(name);
    const { entry } = await own.act(driver, { path: `/ladders/${ladder}/entries` });
    const run = { stage: 'Pass', time_ms, proof: 'https://video.example/run' };
    const made = await own.act(driver, { path: `/entries/${entry}/runs`, body: run });
    await own.act(admin, { path: `/runs/${made.run}/confirmation` });
  }
}

const check = (ladder: string) =>
  checkArchive(own.database, { table: 'season', id: seasons[ladder] ?? '' });

/** What a check finds once a statement has changed what nobody may change; then it is as before. */
async function findAfter(ladder: string, statement: string) {
  const before = await own.database.query(
    'select * from public.season_archive_rows where season_id = $1',
    [seasons[ladder]],
  );
  await own.database.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(statement, [seasons[ladder]]);
  });
  const faults = await check(ladder);
  await own.database.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    await transaction.query('delete from public.season_archive_rows where season_id = $1', [
      seasons[ladder],
    ]);
    await transaction.query(
      'insert into public.season_archive_rows select * from jsonb_populate_recordset(null::public.season_archive_rows, $1)',
      [JSON.stringify(before)],
    );
  });
  expect(await check(ladder)).toEqual([]);
  return faults;
}

const toRows = (change: string, section: string) =>
  `update public.season_archive_rows set content = ${change} where season_id = $1 and section = '${section}' and position = 1`;

describe('a frozen season whose log says otherwise', () => {
  it.each([
    ['tanks', 'standing', `jsonb_set(content, '{wins}', '7')`, /: wins$/],
    ['tanks', 'standing', `jsonb_set(content, '{place}', '9')`, /: place$/],
    ['tanks', 'match', `jsonb_set(content, '{maps,0}', '"Nowhere"')`, /: maps$/],
    ['tanks', 'match', `jsonb_set(content, '{maps}', '[]')`, /: maps$/],
    ['tanks', 'match', `jsonb_set(content, '{winner}', '"defender"')`, /: winner$/],
    ['tanks', 'match', `jsonb_set(content, '{defender,score}', '9')`, /: defender$/],
    ['tanks', 'match', `jsonb_set(content, '{ended_at}', '"2020-01-01T00:00:00.000Z"')`, /: ended/],
    ['tanks', 'roster', `jsonb_set(content, '{name}', '"Others"')`, /: name$/],
    ['tanks', 'roster', `jsonb_set(content, '{name}', 'null')`, /: name$/],
    ['tanks', 'roster', `jsonb_set(content, '{tag}', '"XX"')`, /: tag$/],
    ['tanks', 'roster', `jsonb_set(content, '{players,0,role}', '"player"')`, /: players$/],
    ['tanks', 'roster', `content #- '{players,0}'`, /: players$/],
    ['tanks', 'trophy', `jsonb_set(content, '{place}', '2')`, /^trophy .*: place$/],
    ['tanks', 'record', `jsonb_set(content, '{value}', '9')`, /^record most_wins .*: value$/],
    ['rally', 'run', `jsonb_set(content, '{time_ms}', '1')`, /: time_ms$/],
    ['rally', 'record', `jsonb_set(content, '{value}', '1')`, /^record fastest_run Pass .*: value/],
  ])('names it: %s, %s as %s', async (ladder, section, change, about) => {
    expect(await findAfter(ladder, toRows(change, section))).toEqual([
      { code: 'content_hash', about: expect.any(String) },
      {
        code: 'differs',
        about: expect.stringMatching(about),
        place: { section, position: 1 },
      },
    ]);
  });

  it.each(['standing', 'match', 'roster', 'trophy', 'record'])(
    'misses a row: %s',
    async (section) => {
      const gone = `delete from public.season_archive_rows where season_id = $1 and section = '${section}' and position = 1`;
      expect(await findAfter('tanks', gone)).toMatchObject([
        { code: 'content_hash' },
        { code: 'counts' },
        { code: 'missing', about: expect.stringContaining(section) },
      ]);
    },
  );

  it('has one row too many, though it is the same as another', async () => {
    const doubled = `insert into public.season_archive_rows
      select season_id, section, 99, sequence, content from public.season_archive_rows
      where season_id = $1 and section = 'trophy' and position = 1`;
    expect(await findAfter('tanks', doubled)).toMatchObject([
      { code: 'content_hash' },
      { code: 'counts' },
      { code: 'surplus', place: { section: 'trophy', position: 99 } },
    ]);
  });

  it.each([
    ['tanks', 'match'],
    ['rally', 'run'],
  ])('rests on another line: %s, %s', async (ladder, section) => {
    const moved = `update public.season_archive_rows set sequence = 1 where season_id = $1 and section = '${section}' and position = 1`;
    expect(await findAfter(ladder, moved)).toEqual([
      {
        code: 'line',
        about: expect.stringMatching(/: 1$/),
        place: { section, position: 1 },
      },
    ]);
  });
});

async function withHead(column: string, value: string) {
  const change = (to: string) =>
    own.database.transaction(async (transaction) => {
      await transaction.query('set local session_replication_role = replica');
      await transaction.query(
        `update public.season_archives set ${column} = ${to} where season_id = '${seasons.tanks}'`,
      );
    });
  await own.database.query('create temporary table kept as select * from public.season_archives');
  await change(value);
  const faults = await check('tanks');
  await change(`(select k.${column} from kept k where k.season_id = season_archives.season_id)`);
  await own.database.query('drop table kept');
  return faults;
}

it.each([
  ['ladder_name', `'Other'`],
  ['game_name', `'Other'`],
  ['season_name', `'Other'`],
  ['format', `'rating'`],
  ['opened_at', `opened_at + interval '1 second'`],
  ['closed_at', `closed_at - interval '1 second'`],
])('names what the archive says of the season as a whole: %s', async (column, value) => {
  expect(await withHead(column, value)).toEqual([{ code: 'differs', about: `season: ${column}` }]);
});

it('is checked one at a time, and names twenty faults at most', async () => {
  const both = await Promise.all([check('tanks'), check('rally')]);
  expect(both).toEqual([[], 'busy']);
  const sections = (count: number) =>
    `(select counts || jsonb_object_agg('none-' || n, 1) from generate_series(1, ${count}) n)`;
  expect(await withHead('counts', sections(20))).toHaveLength(20);
  expect(await withHead('counts', sections(21))).toHaveLength(20);
  expect(await check('tanks')).toEqual([]);
});

it('knows the game by what it was called then', async () => {
  await own.act(admin, { path: '/games/battlefield6/edit', body: { name: 'Field of battle' } });
  await own.act(admin, { path: '/games/battlefield6/edit', body: { slug: 'bf', name: 'Field' } });
  expect(await check('tanks')).toEqual([]);
  expect(await withHead('game_name', `'Field'`)).toEqual([
    { code: 'differs', about: 'season: game_name' },
  ]);
});

it('names whose name is another than was kept', async () => {
  const change = (to: string) =>
    own.database.transaction(async (transaction) => {
      await transaction.query('set local session_replication_role = replica');
      return transaction.query<{ person_id: string }>(
        `update public.season_archive_people set name = ${to} where season_id = $1 and person_id =
           (select min(person_id::text)::uuid from public.season_archive_people where season_id = $1) returning person_id`,
        [seasons.tanks],
      );
    });
  const [row] = await change(`name || 'x'`);
  expect(await check('tanks')).toEqual([{ code: 'name_hash', about: `name ${row?.person_id}` }]);
  await change(`left(name, -1)`);
  expect(await check('tanks')).toEqual([]);
});

it('misses the name of somebody who is still here, and knows whose is none of the season’s', async () => {
  const [lost] = await own.database.query<{ person_id: string }>(
    `delete from public.season_archive_people where season_id = $1 and person_id =
       (select min(person_id::text)::uuid from public.season_archive_people where season_id = $1) returning *`,
    [seasons.tanks],
  );
  await own.database.query('insert into public.season_archive_people values ($1, $2, $3, $4)', [
    ...[seasons.tanks, admin.person_id, 'Owner', ''],
  ]);
  expect(await check('tanks')).toEqual(
    expect.arrayContaining([
      { code: 'missing', about: `name ${lost?.person_id}` },
      { code: 'surplus', about: `name ${admin.person_id}` },
    ]),
  );
});

it('shows each row with the line that it rests on', async () => {
  const look = async (ladder: string, section: string) => {
    const path = `/archives/debug?archive=${ladder}-season-1&section=${section}`;
    const data = await loadArchiveDebug(toInput(own.database, { path }));
    return data?.chosen?.rows.map(({ raw }) => (raw === null ? null : JSON.parse(raw).type));
  };
  expect(await look('tanks', 'match')).toEqual(['match_completed', 'match_completed']);
  expect(await look('tanks', 'standing')).toEqual(['season_closed', 'season_closed']);
  expect(await look('tanks', 'trophy')).toEqual(['season_closed', 'season_closed']);
  expect(await look('tanks', 'roster')).toEqual(['team_edited', expect.any(String)]);
  expect(await look('rally', 'run')).toEqual(['run_verified', 'run_verified']);
});
