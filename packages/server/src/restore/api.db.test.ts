import disk, { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import type { RestoreData, RestoreState } from '@muster/site/pages/setup/data.ts';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, parseConfig } from '../config.ts';
import { createApi } from '../create-api.ts';
import { findFreePort } from '../dev/free-port.ts';
import { createLeague } from '../engine/league.ts';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import { createSeal } from '../league-file/sealing.ts';
import { emptyManifest, makeFile, makeZip } from '../league-file/testing/make-file.ts';
import { createFixedSettings } from '../page/settings.ts';
import { openDoor, printDoor, setupSeconds } from '../setup/door.ts';
import { knowSetup, setupCookie } from '../setup/first-admin.ts';
import { keepRefusals } from '../testing/keep-refusals.ts';
import { Restoring } from './restoring.ts';
import { clearStaging } from './staging.ts';

const release = fileURLToPath(new URL('../league-file/releases/0.1.0.zip', import.meta.url));
const start = new Date('2026-11-02T12:00:00.000Z');
const ann = '00000000-0000-4000-8000-00000000000a';

let backup: Buffer;
let own: TestDatabase;
let folder: string;
let config: Config;
let restoring: Restoring;
let app: Hono;
let now: Date;
let session: string;
/** Everything that was logged. */
let logged: string;
const pauses: unknown[] = [];

beforeAll(async () => {
  backup = await readFile(release);
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  const { database } = own;
  folder = await mkdtemp(join(tmpdir(), 'muster-restore-'));
  config = parseConfig({ DATA_DIR: folder });
  logged = '';
  const log = pino({ level: 'trace' }, { write: (line: string) => (logged += line) });
  now = start;
  const league = createLeague(database, () => now);
  pauses.length = 0;
  restoring = new Restoring(config, log);
  restoring.serve({ port: 0, pause: (work) => pauses.push(work) });
  const settings = createFixedSettings(config);
  const api = createApi({
    ...{ config, settings, league, log, restoring },
    resolveContext: knowSetup(
      async () => ({ database, viewer: null, locale: 'en', zone: 'UTC', now }),
      league,
    ),
  });
  app = new Hono().use(keepRefusals).route('/api', api);
  await database.query('delete from private.rate_limits');
  session = (await openDoor(database, (await printDoor(database, now)) ?? '', now)) ?? '';
});
afterEach(async () => {
  await restoring.drop().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  method?: string;
  body?: BodyInit | Uint8Array;
  headers?: Record<string, string>;
}

async function ask(end: string, { method = 'POST', body, headers = {} }: Asked = {}) {
  const response = await app.request(`http://localhost:3000/api/setup/restore${end}`, {
    method,
    headers: {
      ...{ origin: 'http://localhost:3000', host: 'localhost:3000' },
      cookie: `${setupCookie}=${session}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body as BodyInit }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  const answer = (await response.json()) as {
    data?: RestoreData;
    error?: { code: string; params: Record<string, unknown> };
  };
  return { status: response.status, cookie, ...answer };
}

const send = (bytes: Uint8Array, { size = bytes.length, at = 0 } = {}) =>
  ask(`/file?size=${size}&at=${at}`, { body: bytes });
const type = (identity: string) => ask('/key', { body: JSON.stringify({ identity }) });

/** Waits until nothing is being checked. */
async function settle(): Promise<RestoreState> {
  return vi.waitFor(
    () => {
      const { state } = restoring.data;
      expect(state.stage).not.toBe('checking');
      return state;
    },
    { timeout: 120_000, interval: 20 },
  );
}

/** Does the work on a disk that has so many bytes free. */
async function withFree<Done>(bytes: number, work: () => Promise<Done>): Promise<Done> {
  const found = await disk.statfs(folder);
  const asked = vi.spyOn(disk, 'statfs');
  asked.mockResolvedValue({ ...found, bsize: 1, bavail: bytes });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    asked.mockRestore();
    syncBuiltinESMExports();
  }
}

async function seal(identity: string, bytes: Uint8Array): Promise<Buffer> {
  async function* all() {
    yield bytes;
  }
  return Buffer.concat(
    await Array.fromAsync(createSeal([await identityToRecipient(identity)])(all())),
  );
}

/** Sixteen GiB, in pieces of eight MiB, with a manifest of sixteen. */
const [mostBackupBytes, pieceBytes, mostManifestBytes] = [17_179_869_184, 8_388_608, 16_777_216];

const refused = (code: string, params = {}) => ({ error: { code, params } });
const outOfStep = refused('restore_out_of_step');

describe('whoever is not in the set-up session', () => {
  const routes = [
    ['', 'GET'],
    ['', 'DELETE'],
    ['/file?size=4&at=1', 'POST'],
    ['/forgotten', 'POST'],
    ['/key', 'POST'],
    ['/begin', 'POST'],
  ] as const;

  it.each(routes)(
    'finds no %s (%s), without a cookie, with another or a spent one',
    async (end, method) => {
      const missing = { status: 404, error: { code: 'not_found' } };
      const body = method === 'POST' ? 'abc' : undefined;
      const asked = { method, ...(body === undefined ? {} : { body: Buffer.from(body) }) };
      for (const cookie of ['', `${setupCookie}=${'x'.repeat(32)}`]) {
        expect(await ask(end, { ...asked, headers: { cookie } })).toMatchObject(missing);
      }
      now = new Date(start.getTime() + setupSeconds * 1000 - 1);
      expect((await ask(end, asked)).status).not.toBe(404);
      now = new Date(start.getTime() + setupSeconds * 1000);
      expect(await ask(end, asked)).toMatchObject(missing);
    },
  );

  it('changes nothing from another site', async () => {
    for (const [end, method] of routes.filter(([, verb]) => verb !== 'GET')) {
      const headers = { origin: 'https://elsewhere.example' };
      expect(await ask(end, { method, headers })).toMatchObject({ status: 403 });
    }
    expect(restoring.data.state).toEqual({ stage: 'none' });
  });

  it('finds nothing once there is an owner', async () => {
    await own.database.query(
      `insert into auth.users (id, aud, role) values ($1, 'authenticated', 'authenticated')`,
      [ann],
    );
    await own.database.query(
      'insert into public.admins (person_id) select id from public.profiles where user_id = $1',
      [ann],
    );
    expect(await ask('', { method: 'GET' })).toMatchObject({ status: 404 });
    await own.database.query('delete from public.admins');
    expect(await ask('', { method: 'GET' })).toMatchObject({ status: 200 });
    await own.database.query('delete from auth.users');
    await own.database.query('delete from public.profiles');
  });
});

describe('a backup that comes in', () => {
  it('is as large as the limit at most', async () => {
    const bytes = Buffer.from('PK');
    const large = refused('file_too_large', { megabytes: 16_384 });
    expect(await send(bytes, { size: mostBackupBytes + 1 })).toMatchObject(large);
    for (const size of [mostBackupBytes - 1, mostBackupBytes]) {
      // Whether the disk has room for it is another matter.
      expect((await send(bytes, { size })).error?.code).not.toBe('file_too_large');
    }
  });

  it.each([
    ['a byte less', -1],
    ['just so much', 0],
    ['a byte more', 1],
  ])('leaves 256 MiB of the disk free: %s', async (_what, more) => {
    const wanted = backup.length + 256 * 1024 ** 2;
    const answer = await withFree(wanted + more, () =>
      send(backup.subarray(0, 4), { size: backup.length }),
    );
    const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
    const params = { wanted: toMegabytes(wanted), free: toMegabytes(wanted + more) };
    expect(answer).toMatchObject(more < 0 ? refused('restore_no_room', params) : { status: 200 });
  });

  it('has pieces of no more than so many bytes, none beyond its end, and none that is nothing', async () => {
    const piece = Buffer.alloc(pieceBytes + 1);
    const size = 3 * piece.length;
    expect(await send(piece, { size })).toMatchObject(refused('file_too_large', { megabytes: 8 }));
    expect(await send(piece.subarray(1), { size })).toMatchObject({ status: 200 });
    expect(await send(piece.subarray(2), { size, at: pieceBytes })).toMatchObject({ status: 200 });
    expect(await send(Buffer.from('abc'), { size: 2 })).toMatchObject(outOfStep);
    expect(await send(Buffer.alloc(0), { size: 2 })).toMatchObject(refused('file_empty'));
  });

  it('comes piece behind piece, one lost twice if need be', async () => {
    const half = Math.floor(backup.length / 2);
    const size = backup.length;
    expect(await send(backup.subarray(half), { size, at: half })).toMatchObject(outOfStep);
    await send(backup.subarray(0, half), { size });
    for (const at of [half - 1, half + 1]) {
      expect(await send(backup.subarray(at), { size, at })).toMatchObject(outOfStep);
    }
    expect(await send(backup.subarray(half), { size: size + 1, at: half })).toMatchObject(
      outOfStep,
    );
    expect(restoring.data.state).toEqual({ stage: 'receiving', size, received: half });
    // One that breaks off may come again.
    async function* broken() {
      yield backup.subarray(half, half + 1);
      throw new Error('broke off');
    }
    const breaking = restoring.take(own.database, { size, at: half, bytes: broken() });
    await expect(breaking).rejects.toThrow('broke off');
    await send(backup.subarray(half), { size, at: half });
    const checked = await settle();
    expect(checked).toMatchObject({ stage: 'checked', size });
    expect(await send(backup.subarray(half), { size, at: half })).toMatchObject(outOfStep);
    expect(restoring.data.state).toEqual(checked);
  });

  it('comes in as many pieces as a fast line brings in a minute, and no more', async () => {
    const size = backup.length;
    const piece = (at: number) => send(backup.subarray(at, at + 1), { size, at });
    expect(await piece(0)).toMatchObject({ status: 200 });
    const path = '/api/setup/restore/file';
    const rows = await own.database.query<{ tokens: number }>(
      'select tokens::float8 as tokens from private.rate_limits where key = $1',
      [`restore:${path}`],
    );
    expect(rows).toEqual([{ tokens: 1199 }]);
    await own.database.query('update private.rate_limits set tokens = 1 where key = $1', [
      `restore:${path}`,
    ]);
    expect(await piece(1)).toMatchObject({ status: 200 });
    expect(await piece(2)).toMatchObject({ status: 429 });
  });

  it('takes longer than the hour of the session where the line is slow, which goes on with each piece', async () => {
    const later = (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    };
    const size = backup.length;
    const byte = (at: number) => send(backup.subarray(at, at + 1), { size, at });
    for (const at of [0, 1, 2]) {
      later(setupSeconds - 1);
      const sent = await byte(at);
      expect(sent).toMatchObject({ status: 200, data: { state: { received: at + 1 } } });
      expect(sent.cookie).toMatch(
        new RegExp(`^${setupCookie}=${session}; Max-Age=${setupSeconds};.*HttpOnly`),
      );
    }
    // A piece that is refused, or a look at how far it is, does not.
    later(setupSeconds - 1);
    expect(await byte(1)).toMatchObject({ ...outOfStep, cookie: '' });
    expect(await ask('', { method: 'GET' })).toMatchObject({ status: 200, cookie: '' });
    later(1);
    expect(await byte(3)).toMatchObject({ status: 404, cookie: '' });
  });

  it.each(['size=', 'size=x&at=0', 'size=1', 'size=-1&at=0', 'size=1&at=1e3'])(
    'says where it belongs: not ?%s',
    async (query) => {
      const answer = await ask(`/file?${query}`, { body: Buffer.from('a') });
      expect(answer).toMatchObject({ status: 400, error: { code: 'field_invalid' } });
    },
  );

  it('comes no more often than a person types and sends', async () => {
    for (let time = 0; time < 20; time += 1) {
      expect(await type('x')).toMatchObject(outOfStep);
    }
    expect(await type('x')).toMatchObject({ status: 429 });
  });
});

describe('a backup that is looked at', () => {
  const judge = async (bytes: Uint8Array) => {
    await send(bytes);
    return settle();
  };
  const make = async (write: (path: string) => Promise<void>) => {
    const path = join(folder, 'made.zip');
    await write(path);
    return readFile(path);
  };

  it('says what it holds, and knows who has left since by the list that is sent', async () => {
    const list = (content: string) => ask('/forgotten', { body: Buffer.from(content) });
    expect(await list(`${ann}\n`)).toMatchObject(outOfStep);
    expect(await judge(backup)).toEqual({
      stage: 'checked',
      size: backup.length,
      contents: {
        ...{ name: null, instant: '2026-11-25T04:25:47.000Z', people: 19, teams: 4 },
        ...{ ladders: 9, matches: 10, events: 554, files: 1 },
      },
      forgotten: 0,
    });
    expect(await list('a name\n')).toMatchObject({ status: 400, error: { code: 'field_invalid' } });
    // Of as many as may have left, and no longer.
    const most = 8 * 1024 ** 2;
    const large = refused('file_too_large', { megabytes: 8 });
    expect(await list(`${ann}\n`.padEnd(most + 1, '\n'))).toMatchObject(large);
    expect(restoring.data.state).toMatchObject({ stage: 'checked', forgotten: 0 });
    for (const bytes of [0, most]) {
      const listed = await list(`${ann}\n`.padEnd(bytes, '\n'));
      expect(listed).toMatchObject({ data: { state: { forgotten: 1 } } });
    }
  });

  it('says what the league is called, leaves nothing behind once it is dropped, and what was left is gone with the next start', async () => {
    const path = 'tables/public.league_settings.ndjson';
    const table = { name: 'public.league_settings', path, columns: [], rows: 1 };
    const row = '{"name":"Kaarna"}\n';
    const bytes = await make((to) => makeFile(to, { [path]: row }, { tables: [table] }));
    await rm(join(folder, 'made.zip'));
    expect(await judge(bytes)).toMatchObject({ stage: 'checked', contents: { name: 'Kaarna' } });
    const work = join(folder, 'restore-work');
    expect(await readdir(work)).toHaveLength(1);
    expect(await ask('', { method: 'DELETE' })).toMatchObject({
      data: { state: { stage: 'none' } },
    });
    expect(await readdir(work)).toEqual([]);
    await send(backup.subarray(0, 9), { size: 10 });
    await clearStaging(config);
    expect(await readdir(folder)).toEqual([]);
  });

  it('understands a manifest of the largest size aside, and holds nobody up', async () => {
    const write = (length: number) => (path: string) =>
      makeFile(path, {}, { left_out: { x: 'x'.repeat(length) } });
    const rest = JSON.stringify({ ...emptyManifest, left_out: { x: '' } }).length;
    const bytes = await make(write(mostManifestBytes - rest));
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(await judge(bytes)).toMatchObject({ stage: 'checked' });
      const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
      expect(longest).toBeGreaterThan(0);
      expect(longest).toBeLessThan(10_000);
    } finally {
      parse.mockRestore();
    }
  });

  it.each([
    ['a byte less', -1, { stage: 'refused', fault: 'no_room' }],
    ['just so much', 0, { stage: 'checked' }],
  ])('has room for its league beside PostgreSQL’s own files: %s', async (_what, more, said) => {
    await using file = await openLeagueFile(release, {
      ...{ identities: [], signal: new AbortController().signal, folder },
    });
    const rows = file.manifest.entries.reduce((sum, { size }) => sum + size, 0);
    const wanted = 3 * rows + 512 * 1024 ** 2;
    expect(await withFree(wanted + more, () => judge(backup))).toMatchObject(said);
  });

  it.each<[string, (path: string) => Promise<void>, string, string]>([
    ['what is no zip', () => Promise.resolve(), 'damaged', 'the zip is not sound'],
    [
      'a zip of something else',
      (path) => makeZip(path, [['a.txt', 'a']]),
      'damaged',
      'it has no manifest',
    ],
    [
      'one whose manifest would hold everybody up',
      (path) => makeFile(path, {}, { left_out: { x: 'x'.repeat(mostManifestBytes) } }),
      'damaged',
      'its manifest is longer than 16777216 bytes; muster restore takes it on the host',
    ],
    [
      'one of a newer format',
      (path) => makeFile(path, {}, { version: emptyManifest.version + 1 }),
      'newer',
      'its format is version 2',
    ],
    [
      'one of a newer program',
      (path) => makeFile(path, {}, { migrations: { league: ['99990101000000_from_later.sql'] } }),
      'newer',
      '99990101000000_from_later.sql',
    ],
  ])('refuses %s', async (_what, write, fault, words) => {
    const bytes = await make(async (path) => {
      const { writeFile } = await import('node:fs/promises');
      await writeFile(path, 'nothing of the kind, and long enough to have an end');
      await write(path);
    });
    expect(await judge(bytes)).toEqual({
      stage: 'refused',
      fault,
      detail: expect.stringContaining(words),
    });
    expect(await readdir(join(folder, 'restore-work'))).toEqual([]);
  });

  it('refuses one of which a byte is another', async () => {
    const other = Buffer.from(backup);
    const at = other.indexOf('tables/auth.users') + 40;
    other[at] = (other[at] ?? 0) ^ 1;
    expect(await judge(other)).toMatchObject({ stage: 'refused', fault: 'damaged' });
  });

  it('names its key, calls a wrong one wrong, opens with the right one, and keeps none', async () => {
    const [right, wrong] = [await generateX25519Identity(), await generateX25519Identity()];
    const sealed = await seal(right, backup);
    await send(sealed);
    const size = sealed.length;
    const keys = [await identityToRecipient(right)];
    const sealedState = { stage: 'sealed', size, keys, is_wrong: false };
    expect(restoring.data.state).toEqual(sealedState);
    expect(await ask('/begin', { body: '{}' })).toMatchObject(outOfStep);
    // The last piece once more, whose answer was lost: it waits for its key all the same.
    const last = await send(sealed.subarray(9), { size, at: 9 });
    expect(last).toMatchObject(outOfStep);
    expect(restoring.data.state).toEqual(sealedState);
    // What it is opened into has room as well.
    const wanted = size + 256 * 1024 ** 2;
    const full = await withFree(wanted - 1, () => type(right));
    expect(full).toMatchObject({ error: { code: 'restore_no_room' } });
    expect(restoring.data.state).toEqual(sealedState);
    for (const typed of [wrong, 'AGE-SECRET-KEY-1', 'a word', '# a remark', keys[0] ?? '']) {
      expect(await type(typed)).toMatchObject({ status: 200 });
      expect(await settle()).toEqual({ stage: 'sealed', size, keys, is_wrong: true });
    }
    await type(`# created: today\n# public key: ${keys[0]}\n${right}\n`);
    expect(await settle()).toMatchObject({ stage: 'checked', size });
    expect(JSON.stringify([logged, restoring.data])).not.toContain(right.slice(0, 30));
    const rows = await own.database.query<{ row: string }>(
      'select s::text as row from private.setup s',
    );
    expect(JSON.stringify(rows)).not.toContain(right.slice(0, 30));
  });

  it('has a key that somebody can have typed or kept in a file', async () => {
    const typed = (length: number) => type('x'.repeat(length));
    for (const length of [0, 20_001]) {
      expect(await typed(length)).toMatchObject({ status: 400, error: { code: 'field_invalid' } });
    }
    for (const length of [1, 20_000]) {
      expect(await typed(length)).toMatchObject(outOfStep);
    }
  });

  it('asks for a key where the file does not say which', async () => {
    const identity = await generateX25519Identity();
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));
    const sealed = await encrypter.encrypt(backup);
    await send(sealed);
    expect(restoring.data.state).toMatchObject({ stage: 'sealed', keys: [] });
    await type(await generateX25519Identity());
    expect(await settle()).toMatchObject({ stage: 'sealed', is_wrong: true });
    await type(identity);
    expect(await settle()).toMatchObject({ stage: 'checked' });
  });

  it('takes no list while nobody has opened the backup', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
    await send(await encrypter.encrypt(backup));
    expect(await ask('/forgotten', { body: Buffer.from(`${ann}\n`) })).toMatchObject(outOfStep);
    expect(restoring.data.state).toMatchObject({ stage: 'sealed' });
  });
});

describe('the press that restores', () => {
  const begin = () => ask('/begin', { body: '{}' });

  it('begins nothing where no server makes way for it, says why it could not be done where somebody came meanwhile, and has nothing in hand any more', async () => {
    const there = parseConfig({ DATA_DIR: folder, DATABASE_URL: own.url });
    const port = await findFreePort();
    const works: ((signal: AbortSignal) => Promise<void>)[] = [];
    const busy = new Restoring(there, pino({ level: 'silent' }));
    async function* bytes() {
      yield backup;
    }
    await busy.take(own.database, { size: backup.length, at: 0, bytes: bytes() });
    await vi.waitFor(() => expect(busy.data.state.stage).toBe('checked'), {
      ...{ timeout: 120_000, interval: 20 },
    });
    await expect(busy.begin(own.database)).rejects.toMatchObject({
      refused: { code: 'out_of_step' },
    });
    expect(busy.data.state.stage).toBe('checked');
    busy.serve({ port, pause: (work) => works.push(work) });
    await busy.begin(own.database);
    expect(busy.data.state).toEqual({ stage: 'restoring', share: 0 });
    const [work = expect.fail()] = works;
    // This test's own connection is that of somebody else’s server.
    await work(new AbortController().signal);
    expect(busy.data.state).toEqual({
      stage: 'refused',
      fault: 'hindered',
      detail: 'Another process is connected to the database.',
    });
    expect(await readdir(join(folder, 'restore-work'))).toEqual([]);
  });

  it('is refused where the league is not nobody’s or not alone, can be tried again, and pauses the server once, for a backup that was checked', async () => {
    expect(await begin()).toMatchObject(outOfStep);
    const hindrances = [
      [
        'people_here',
        `insert into auth.users (id, aud, role) values ('${ann}', 'authenticated', 'authenticated')`,
        'delete from auth.users; delete from public.profiles',
      ],
      [
        'served_elsewhere',
        `insert into private.job_workers (id) values ('own'), ('other')`,
        'delete from private.job_workers',
      ],
      ['other_tables', 'create table public.diary ()', 'drop table public.diary'],
    ] as const;
    await send(backup);
    await settle();
    for (const [reason, make, unmake] of hindrances) {
      await own.database.query(make);
      expect(await begin()).toMatchObject(refused('restore_hindered', { reason }));
      expect(pauses).toEqual([]);
      await own.database.query(unmake);
    }
    await own.database.query(`insert into private.job_workers (id) values ('own')`);
    const both = await Promise.all([begin(), begin()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(pauses).toHaveLength(1);
    await own.database.query('delete from private.job_workers');
    expect(await ask('', { method: 'DELETE' })).toMatchObject(outOfStep);
    expect(await send(backup)).toMatchObject(outOfStep);
  });
});
