import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '@muster/database';
import { buildSite } from '@muster/site/build';
import { isSiteBuilt } from '@muster/site/built';
import { openFolder } from '../packages/server/src/backup/place/folder-place.ts';
import { writeBackup } from '../packages/server/src/backup/write-backup.ts';
import { parseConfig } from '../packages/server/src/config.ts';
import { layContent } from '../packages/server/src/content/lay-content.ts';
import { listPlayed, seedLeague } from '../packages/server/src/demonstration/seed-league.ts';
import {
  listTablesHere,
  quote,
  type TableHere,
} from '../packages/server/src/league-file/catalogue.ts';
import type { Unfinished } from '../packages/server/src/league-file/finish-import.ts';
import { toRestoredFrom } from '../packages/server/src/league-file/import-given.ts';
import { makeLeague } from '../packages/server/src/league-file/make-league.ts';
import { openLeagueFile } from '../packages/server/src/league-file/open-league-file.ts';
import { checkEntries } from '../packages/server/src/league-file/verify-file.ts';
import { writeLeagueFile } from '../packages/server/src/league-file/write-league-file.ts';
import { type BenchServer, createMigrated, startBenchServer } from './bench-database.ts';
import { type Contender, compare, type Figure, runTenAtOnce } from './measure.ts';
import { openSite, readPage } from './open-site.ts';

/** `npm run bench -- league-file 10000` measures a smaller one. */
const matches = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const rounds = 3;
const pages = 100;

const signal = new AbortController().signal;
const progress = () => undefined;
const config = parseConfig({});
const nothing: Unfinished = { restored: null, forgotten: [] };

async function fill(database: Database): Promise<void> {
  await layContent(database);
  const teams = Math.max(60, Math.ceil(matches / 100));
  const options = {
    ...{ teams, people: teams * 5, matches, seed: 1, now: new Date() },
    seasons: Math.max(2, Math.ceil(matches / 10_000)),
  };
  const ladders = await listPlayed(database, options);
  await seedLeague(database, { ...options, ladders }, { onProgress: () => undefined, signal });
  await database.query('analyze');
}

async function countRows(database: Database, tables: readonly TableHere[]): Promise<number> {
  let all = 0;
  for (const { name, where = 'true' } of tables) {
    const [row] = await database.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${quote(name)} where ${where}`,
    );
    all += row?.rows ?? 0;
  }
  return all;
}

const toColumns = ({ columns }: TableHere) => columns.map(({ name }) => quote(name)).join(', ');

/** PostgreSQL's own way: the same rows of the same columns into files, and from them in one transaction. */
function createCopies(folder: string, tables: readonly TableHere[]) {
  const toPath = ({ name }: TableHere) => join(folder, `${name}.copy`);
  return {
    async out(database: Database): Promise<void> {
      for (const table of tables) {
        const { name, where = 'true' } = table;
        await database.query(
          `copy (select ${toColumns(table)} from ${quote(name)} where ${where}) to '${toPath(table)}'`,
        );
      }
    },
    into(database: Database): Promise<void> {
      return database.transaction(
        async (transaction) => {
          for (const { name } of tables) {
            await transaction.query(`alter table ${quote(name)} disable trigger user`);
            await transaction.query(`delete from ${quote(name)}`);
          }
          for (const table of tables) {
            await transaction.query(
              `copy ${quote(table.name)} (${toColumns(table)}) from '${toPath(table)}'`,
            );
          }
        },
        { statementTimeout: 0 },
      );
    },
  };
}

/** Fills an empty database with the league: it is made before a round, and gone with the next. */
function intoEmpty(server: BenchServer, name: string, work: (to: Database) => Promise<void>) {
  let to: Database | null = null;
  const contender: Contender = {
    async prepare() {
      await to?.close();
      if (to !== null) {
        await server.drop(name);
      }
      await server.create(name, 'empty');
      to = connect({ url: server.toUrl(name), statementTimeout: 0 });
    },
    async run() {
      if (to !== null) {
        await work(to);
      }
    },
  };
  return { contender, close: () => to?.close() };
}

/** What `muster import` and `muster restore` do with a file. */
async function make(to: Database, path: string, isRestore: boolean): Promise<void> {
  await using file = await openLeagueFile(path, { identities: [], signal });
  await checkEntries(file, { progress, signal });
  const left = isRestore ? { ...nothing, restored: toRestoredFrom(file.manifest) } : nothing;
  await makeLeague(config, to, { file, left, print: progress, signal });
}

async function compareMaking(
  server: BenchServer,
  what: string,
  {
    rows,
    ours,
    floor,
  }: Record<'ours' | 'floor', (to: Database) => Promise<void>> & { rows: number },
): Promise<Figure> {
  const [own, copied] = [intoEmpty(server, 'ours', ours), intoEmpty(server, 'floor', floor)];
  const figure = await compare({
    ...{ what, goal: '0.5', times: rows, rounds },
    ...{ ours: own.contender, floor: copied.contender },
  });
  await own.close();
  await copied.close();
  await server.drop('ours');
  await server.drop('floor');
  return figure;
}

/** Pages of a ladder that nobody has asked for before, while backups are made one after another, beside without. */
async function comparePages(database: Database, folder: string): Promise<Figure> {
  const fetch = await openSite(database, { now: new Date() });
  const [ladder] = await database.query<{ slug: string }>(
    `select l.slug from public.ladders l join public.seasons s on s.ladder_id = l.id
     join public.entries e on e.season_id = s.id where s.status = 'open' group by 1 order by count(*) desc limit 1`,
  );
  const address = `http://localhost:3000/ladders/${ladder?.slug}`;
  const ask = (times: number) => runTenAtOnce(times, () => readPage(fetch, address));
  const place = openFolder(folder);
  const back = async (stopping: AbortSignal) => {
    for (let at = Date.now(); !stopping.aborted; at += 1000) {
      const options = { homes: {}, keys: [], progress, signal: stopping, isGentle: true };
      await using _made = await writeBackup(database, place, { ...options, at: new Date(at) });
    }
  };
  return compare({
    what: 'ladder page, not cached, ten at once, while a backup is made; floor: without',
    goal: '0.9',
    times: pages,
    ours: {
      async run(times) {
        const stopping = new AbortController();
        const backing = back(stopping.signal).catch((error: unknown) => {
          if (!stopping.signal.aborted) {
            throw error;
          }
        });
        await ask(times);
        stopping.abort();
        await backing;
      },
    },
    floor: { run: ask },
  });
}

/** The league in one file, out and in, beside COPY of the same rows, and what a backup costs those who read meanwhile. */
export async function bench(): Promise<Figure[]> {
  if (!(await isSiteBuilt())) {
    await buildSite();
  }
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-file-'));
  await using server = await startBenchServer();
  await (await createMigrated(server, 'empty')).close();
  const source = await createMigrated(server, 'source');
  await source.close();
  const database = connect({ url: server.toUrl('source'), statementTimeout: 0 });
  try {
    await fill(database);
    const tables = await listTablesHere(database);
    const rows = await countRows(database, tables);
    const copies = createCopies(folder, tables);
    const size = `${rows.toLocaleString('en')} rows of a league of ${matches.toLocaleString('en')} matches`;
    let path = '';
    const write = async () => {
      await rm(path, { force: true });
      path = join(folder, `league-${Date.now()}.zip`);
      await writeLeagueFile(database, path, { homes: {}, keys: [], progress, signal });
    };
    const figures = [
      await compare({
        ...{ what: `export of ${size}; floor: COPY of the same rows`, goal: '0.5' },
        ...{
          times: rows,
          rounds,
          ours: { run: write },
          floor: { run: () => copies.out(database) },
        },
      }),
      await compareMaking(server, 'import of them, checked first; floor: COPY of the same rows', {
        ...{ rows, ours: (to) => make(to, path, false), floor: copies.into },
      }),
      await compareMaking(server, 'restore of them, likewise', {
        ...{ rows, ours: (to) => make(to, path, true), floor: copies.into },
      }),
    ];
    const backups = join(folder, 'backups');
    await mkdir(backups);
    return [...figures, await comparePages(database, backups)];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
