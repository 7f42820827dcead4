import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command as backupCommand } from '../commands/backup.ts';
import { type Command, OperatorError } from '../commands/command.ts';
import { command as exportCommand } from '../commands/export.ts';
import { command as importCommand } from '../commands/import.ts';
import { command as restoreCommand } from '../commands/restore.ts';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { settleFile, writeFile } from '../files/stored-files.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { openLeagueFile, openWith } from '../league-file/open-league-file.ts';
import { createSettingsReader } from '../page/settings.ts';
import { parsePublicManifest } from '../public-file/manifest.ts';
import { writePublicFile } from '../public-file/write-public-file.ts';
import { ApiLeague, scheduleMatch, testNonce } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { findForgotten } from './find-forgotten.ts';
import { forgottenName, readForgotten, updateForgotten } from './forgotten-list.ts';
import { openFolder } from './place/folder-place.ts';

const name = 'Wintermute';
let own: TestDatabase;
let folder: string;
let backup: string;
let exported: string;
let goneId: string;
catchLines();

const run = (command: Command, url: string, [given, values = {}]: [string, object?]) =>
  command.run(parseConfig({ DATABASE_URL: url, BACKUP_DIR: folder }), {
    ...{ values: { ...values }, positionals: [given] },
  });

/** Somebody who plays, speaks and judges; a backup and an export; then they leave. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-forget-'));
  await mkdir(join(folder, 'public-file'));
  writeFileSync(join(folder, 'public-file/opens.js'), '// the site');
  own = await createTestDatabase();
  const api = new ApiLeague(own);
  await api.addLadder('tanks');
  const [home, away] = [await api.addTeam('Home', 'tanks'), await api.addTeam('Away', 'tanks')];
  const gone = await api.addAdmin(name);
  const owner = await api.addAdmin('Owner');
  const { code } = await api.act(home.captain, { path: `/teams/${home.slug}/invites` });
  await api.act(gone, { path: `/teams/${home.slug}/join`, body: { code } });
  const challenge = { entry: away.entry, opponent: home.entry, maps: ['Nexus'], nonce: testNonce };
  const made = await api.act(away.captain, { path: '/ladders/tanks/challenges', body: challenge });
  await api.act(home.captain, { path: `/matches/${made.match}/decline`, body: {} });
  const { match } = await scheduleMatch(api, 'tanks', [away, home]);
  const text = `${name} was here`;
  await api.act(gone, { path: `/matches/${match}/messages`, body: { text } });
  await api.database.query(`update auth.users set email = $2 where id = $1`, [
    gone.user_id,
    `${name.toLowerCase()}@players.example`,
  ]);
  goneId = gone.person_id;
  await plantName(api, gone, { match, owner });
  await run(backupCommand, own.url, [folder]);
  backup = join(folder, readdirSync(folder).find((file) => file.endsWith('.zip')) ?? '');
  exported = join(folder, 'exported.zip');
  await run(exportCommand, own.url, [exported]);
  await api.send(gone, { path: '/me/deletion', body: { confirm: name } });
  // The next backup, as the job each minute, has the list of the forgotten follow.
  await updateForgotten(own.database, openFolder(folder));
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The name in whatever else keeps names: files, drafts, reports, bylines, what was done to the person in office. */
async function plantName(
  api: ApiLeague,
  gone: Viewer,
  { match, owner }: { match: string; owner: Viewer },
): Promise<void> {
  const { league, database } = api;
  const query = (sql: string, values: unknown[]) => database.query(sql, values);
  const about = {
    personId: gone.person_id,
    mediaType: 'application/octet-stream',
    at: league.now(),
  };
  const file = await writeFile(league, about, [Buffer.from(`PBDEMS2 ${name}`)]);
  await database.transaction((transaction) => settleFile(transaction, file));
  const [over] = await database.query<{ id: string }>(
    `select id from public.matches where status = 'declined'`,
  );
  // Of a match that is over, and of one that is still to be played: there the file stays, without its name.
  for (const [id, kind, given] of [
    [over?.id, 'demo', { file: file.id, url: null }],
    [match, 'link', { file: null, url: 'https://videos.example/1' }],
  ] as const) {
    await query(
      `insert into private.match_evidence (id, match_id, person_id, side, kind, url, name, note, file_id, added_at)
       values ($1, $2, $3, 'challenger', $4, $5, $6, $6, $7, now())`,
      [randomUUID(), id, gone.person_id, kind, given.url, `${name}.dem`, given.file],
    );
  }
  const texts = JSON.stringify({ title: name, body: `By ${name}` });
  await query(
    `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at, version)
     values ($1, 'articles', 'news', 'en', $2, 0, now(), $3)`,
    [gone.person_id, texts, randomUUID()],
  );
  const article = { title: { en: 'News' }, body: { en: 'All of it.' } };
  const written = await api.act(gone, {
    path: '/articles',
    body: { ...article, slug: 'news', author: 'The desk' },
  });
  await api.act(gone, {
    path: '/articles/news/edit',
    body: { ...article, author: name, revision: written.revision },
  });
  await query('update public.articles set published_at = $1', ['2026-11-01T12:00:00Z']);
  const report = { kind: 'person', id: gone.person_id, reason: 'other', text: 'Look.' };
  await api.act(owner, { path: '/reports', body: report });
  await api.act(gone, {
    path: '/reports',
    body: { ...report, id: owner.person_id, text: `I am ${name}` },
  });
  await query(
    `insert into storage.objects (id, bucket_id, name, owner_id, user_metadata)
     select gen_random_uuid(), id, $1 || '/' || $2, $1, $3 from storage.buckets limit 1`,
    [gone.user_id, `${name}.png`, texts],
  );
  const traits = { user_id: gone.user_id, user_email: `${name}@players.example` };
  await query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address) values ($1, $2, now(), '')`,
    [randomUUID(), JSON.stringify({ actor_id: randomUUID(), action: 'user_modified', traits })],
  );
  for (const to of ['Renamed', name]) {
    const body = { name: to, reason: 'Rude.' };
    await api.act(owner, { path: `/moderation/people/${gone.person_id}/name`, body });
  }
}

/** The tables, with their schema, in which the name stands in any row, in whatever column. */
async function findName(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage', 'graphile_worker') order by 1`,
  );
  const found: string[] = [];
  for (const table of tables) {
    const rows = await database.query(
      `select 1 from ${table.name} r where r::text ilike $1 limit 1`,
      [`%${name}%`],
    );
    found.push(...(rows.length > 0 ? [table.name] : []));
  }
  return found;
}

/** The entries of a league's file in which the name stands. */
async function findInFile(path: string): Promise<string[]> {
  const signal = new AbortController().signal;
  await using file = await openLeagueFile(path, { identities: [], signal });
  const found: string[] = [];
  for (const { path: entry } of file.manifest.entries) {
    const bytes = Buffer.concat(await Array.fromAsync(file.read(entry)));
    found.push(
      ...(bytes.toString('latin1').toLowerCase().includes(name.toLowerCase()) ? [entry] : []),
    );
  }
  return found;
}

/** The entries of the public file in which the name stands: its pages are those that a stranger gets. */
async function findInPublic(database: Database): Promise<string[]> {
  const to = join(await mkdtemp(join(folder, 'public-')), 'public.zip');
  const signal = new AbortController().signal;
  const settings = await createSettingsReader(database, parseConfig({}));
  await writePublicFile(database, to, {
    ...{ homes: {}, settings, progress: () => undefined, signal, siteFolder: folder },
  });
  await using file = await openWith(parsePublicManifest, to, { identities: [], signal });
  const found: string[] = [];
  for (const { path: entry } of file.manifest.entries) {
    const text = Buffer.concat(await Array.fromAsync(file.read(entry))).toString('utf8');
    const packed = /^musterTake\("[^"]+","([^"]*)"\)\n$/.exec(text)?.[1];
    const plain =
      packed === undefined ? text : inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
    found.push(...(plain.toLowerCase().includes(name.toLowerCase()) ? [entry] : []));
  }
  return found;
}

it('lists the id beside the backups, whose older files still have the name', async () => {
  expect(await readForgotten(join(folder, forgottenName))).toEqual([goneId]);
  expect(await findInFile(backup)).not.toEqual([]);
  expect(await findInFile(exported)).not.toEqual([]);
  expect(await findName(own.database)).toEqual([]);
});

describe.each([
  ['restored from a backup', restoreCommand, () => backup],
  ['imported from an export', importCommand, () => exported],
])('a league that is %s', (_how, command, getPath) => {
  it('has forgotten who left since, in every table, in its next file and on every page that is public', async () => {
    await using there = await createTestDatabase({ isEmpty: true });
    // Whoever came after the file was written is not in it, and nobody to be forgotten.
    const forgotten = join(folder, 'strangers.txt');
    writeFileSync(forgotten, '00000000-0000-7000-8000-000000000009\n');
    expect(await run(command, there.url, [getPath(), { forgotten }])).toBe(0);
    expect(await findName(there.database)).toEqual([]);
    const [row] = await there.database.query<{ username: string }>(
      'select username from public.profiles where id = $1',
      [goneId],
    );
    expect(row?.username).toBe('⸺');
    expect(await there.database.query('select * from private.departures')).toEqual([]);
    expect(await verify(there.database)).toMatchObject({ difference: null });
    const again = join(await mkdtemp(join(folder, 'again-')), 'again.zip');
    await run(exportCommand, there.url, [again]);
    expect(await findInFile(again)).toEqual([]);
    expect(await findInPublic(there.database)).toEqual([]);
  });
});

it('takes another list where one is named, and refuses what is none', async () => {
  await using there = await createTestDatabase({ isEmpty: true });
  const wrong = join(folder, 'wrong.txt');
  writeFileSync(wrong, `${goneId}\nWintermute\n`);
  const refused = run(restoreCommand, there.url, [backup, { forgotten: wrong }]);
  await expect(refused).rejects.toThrow('no id of somebody who left');
  const missing = run(restoreCommand, there.url, [backup, { forgotten: join(folder, 'none') }]);
  await expect(missing).rejects.toThrow('--forgotten takes the list');
});

it('never takes anybody from the list', async () => {
  const path = join(folder, forgottenName);
  const other = '00000000-0000-7000-8000-000000000000';
  writeFileSync(path, `${other}\n`);
  await updateForgotten(own.database, openFolder(folder));
  expect(readFileSync(path, 'utf8')).toBe([other, goneId].sort().join('\n').concat('\n'));
});

describe('whom a restore forgets', () => {
  const [ann, bea, cy, dee] = ['a', 'b', 'c', 'd'].map(
    (letter) => `00000000-0000-7000-8000-00000000000${letter}`,
  ) as [string, string, string, string];
  let place: string;
  beforeEach(async () => {
    place = await mkdtemp(join(folder, 'lists-'));
    await mkdir(join(place, 'brought'));
    await mkdir(join(place, 'backups'));
  });

  const list = (file: string, ...ids: string[]) =>
    writeFileSync(join(place, file), ids.map((id) => `${id}\n`).join(''));
  const find = (given: string | null = null, environment: Record<string, string> = {}) =>
    findForgotten(parseConfig(environment), join(place, 'brought/league.zip'), { given });
  const withPlace = () => ({ BACKUP_DIR: join(place, 'backups') });

  it('is nobody where no list lies', async () => {
    expect(await find()).toEqual([]);
    expect(await find(null, withPlace())).toEqual([]);
  });

  it('is each of the lists beside the file and beside the backups, and of the one that is named', async () => {
    list('brought/forgotten.txt', cy, ann);
    expect(await find()).toEqual([ann, cy]);
    list('backups/forgotten.txt', bea, ann);
    expect(await find(null, withPlace())).toEqual([ann, bea, cy]);
    list('named.txt', dee);
    expect(await find(join(place, 'named.txt'), withPlace())).toEqual([ann, bea, cy, dee]);
    expect(await find(join(place, 'named.txt'))).toEqual([ann, cy, dee]);
  });

  it('is found in no folder, and in no list of something else', async () => {
    for (const none of [join(place, 'none.txt'), place]) {
      const found = find(none);
      await expect(found).rejects.toThrow(
        `--forgotten takes the list beside the backups; ${none} is none.`,
      );
      await expect(found).rejects.toBeInstanceOf(OperatorError);
    }
    for (const wrong of [ann.toUpperCase(), `${ann} `, ann.slice(1), `x${ann}`, 'Ann']) {
      list('brought/forgotten.txt', bea, wrong);
      const found = find();
      await expect(found).rejects.toThrow(
        `${join(place, 'brought')}/forgotten.txt has a line that is no id of somebody who left`,
      );
      await expect(found).rejects.toBeInstanceOf(FileFault);
    }
  });
});
