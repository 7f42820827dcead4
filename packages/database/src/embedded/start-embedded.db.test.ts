import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { copyDataDir, makeDataFolder } from '../testing/make-data-folder.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { readPostmasterFile } from './leftovers.ts';
import { identifySelf } from './process-identity.ts';
import { type EmbeddedOptions, joinEmbedded, startEmbedded } from './start-embedded.ts';

const given = process.env.TEST_POSTGRES_BIN;
const binaries: Pick<EmbeddedOptions, 'binaries'> = given ? { binaries: given } : {};
const isRoot = process.getuid?.() === 0;

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) {
    await end();
  }
});

/** The name of a data directory that is not there yet, in a directory of its own. */
async function nameDataDir(): Promise<string> {
  const path = await makeDataFolder('embedded-');
  endings.push(() => rm(path, { recursive: true, force: true }));
  return join(path, 'data');
}

let prepared = '';
const firstSteps: string[] = [];

beforeAll(async () => {
  prepared = await makeDataFolder('embedded-');
  const onProgress = (step: string) => firstSteps.push(step);
  await (await startEmbedded({ dataDir: prepared, onProgress, ...binaries })).stop();
});

afterAll(() => rm(prepared, { recursive: true, force: true }));

/** A data directory in which a server ran and was stopped. */
async function createDataDir(): Promise<string> {
  const dataDir = await nameDataDir();
  await copyDataDir(prepared, dataDir);
  return dataDir;
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const server = await startEmbedded({ dataDir, ...binaries, ...options });
  endings.push(() => server.stop());
  return server;
}

async function startElsewhere(dataDir: string): Promise<ServerProcess> {
  const holder = await startServerProcess(dataDir, binaries);
  endings.push(() => holder.end('SIGTERM'));
  return holder;
}

async function ask<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  const database = connect({ url, maxConnections: 1 });
  try {
    return await database.query<Row>(text);
  } finally {
    await database.close();
  }
}

/** The process that ends a server together with its starter. */
async function findGuard(server: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.startsWith('/bin/sh\0') && command.endsWith(`\0${server}\0`)) {
      return Number(name);
    }
  }
  throw new Error(`nothing guards the server ${server}`);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

test('the log says what failed and holds no values of rows', async () => {
  const dataDir = await createDataDir();
  const server = await start(dataDir);
  const database = connect({ url: server.url, maxConnections: 1 });
  endings.push(() => database.close());
  await database.query(
    'create table people (email text unique, age integer check (age > 0), name text not null)',
  );
  const insert = (email: string | null, age: number, name: string | null) =>
    database.query('insert into people (email, age, name) values ($1, $2, $3)', [email, age, name]);
  await insert('secret@players.example', 1, 'Secret name');
  for (const [fault, email, age, name] of [
    ['people_email_key', 'secret@players.example', 1, 'Secret name'],
    ['people_age_check', 'other-secret@players.example', -1, 'Secret name'],
    ['null value', 'other-secret@players.example', 1, null],
  ] as const) {
    await expect(insert(email, age, name)).rejects.toThrow(fault);
  }
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('people_email_key');
  expect(log).toContain('people_age_check');
  expect(log).not.toMatch(/secret/i);
});

describe('a first start', () => {
  test('makes a UTF-8 database that flushes to disk and is reached by a private socket only, be it after one that was interrupted', async () => {
    const dataDir = await nameDataDir();
    const steps: string[] = [];
    // An earlier one was interrupted, and is begun again.
    await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true });
    const server = await start(dataDir, { onProgress: (step) => steps.push(step) });
    const [settings] = await ask(
      server.url,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listens,
         current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
         current_setting('data_checksums') as checksums,
         (select coalesce(to_jsonb(d) ->> 'datlocale', datcollate) from pg_database d
          where datname = current_database()) as locale,
         lower('ÀÉ') as lowered`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      listens: '',
      encoding: 'UTF8',
      zone: 'UTC',
      checksums: 'on',
      locale: 'C.UTF-8',
      lowered: 'àé',
    });
    const socketDir = server.socketDir ?? '';
    expect(socketDir.startsWith(tmpdir())).toBe(true);
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(dataDir, 'postgres-socket'), 'utf8')).toBe(`${socketDir}\n`);
    expect(steps).toEqual(['initialising', 'starting', 'ready']);
    expect(firstSteps).toEqual(steps);
    await server.stop();
    expect(await isThere(socketDir)).toBe(false);
    expect(await isThere(join(dataDir, 'postgres.lock'))).toBe(false);
  });

  test('names the data directory when it cannot be one', async () => {
    const dataDir = await nameDataDir();
    await writeFile(dataDir, 'a file');
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'data_directory_unusable' });
  });
});

describe('a later start', () => {
  test('says why when the server cannot run with its settings, leaves the directory free, and finds what was written', async () => {
    const dataDir = await createDataDir();
    const first = await start(dataDir);
    await ask(first.url, 'create table kept as select 7 as n');
    await first.stop();
    await expect(start(dataDir, { settings: { max_connections: 'many' } })).rejects.toThrow(
      /did not start: .*max_connections/,
    );
    const second = await start(dataDir);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('does not take a damaged database for none', async () => {
    const dataDir = await nameDataDir();
    await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true });
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'data_directory_unusable' });
    expect(await isThere(join(dataDir, 'postgres', 'base'))).toBe(true);
  });

  test('is refused on a directory of another version', async () => {
    const dataDir = await nameDataDir();
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'version_mismatch',
      message: expect.stringContaining('was made by PostgreSQL 14'),
    });
  });
});

describe('a second start on one directory', () => {
  test('is refused while another process holds it, with one line that names that process; who joins uses that one’s and leaves it running', async () => {
    const dataDir = await createDataDir();
    const holder = await startElsewhere(dataDir);
    const refusal = `Muster is already running on ${dataDir} (process ${holder.pid}): stop it first, or set another DATA_DIR.`;
    await expect(start(dataDir)).rejects.toThrow(refusal);
    const second = await startServerProcess(dataDir, binaries);
    expect(second.first).toBe(`failed ${refusal}`);
    await second.end('SIGTERM');
    const joined = await joinEmbedded(dataDir, binaries);
    expect(joined.isOwn).toBe(false);
    expect(holder.first).toBe(`ready ${joined.url}`);
    await joined.stop();
    expect(await ask(joined.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('of many at once lets one through, and is refused later in the same process', async () => {
    const dataDir = await createDataDir();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => start(dataDir)));
    const [server, ...others] = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(others).toEqual([]);
    await expect(start(dataDir)).rejects.toThrow(`already running on ${dataDir}`);
    const url = server?.status === 'fulfilled' ? server.value.url : expect.fail();
    expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('what a crash left behind', () => {
  test('a lock whose number is another process by now is taken over, and the server’s own like it removed', async () => {
    const dataDir = await createDataDir();
    const self = await identifySelf();
    // This process has the number, but began at another time.
    await writeFile(join(dataDir, 'postgres.lock'), JSON.stringify({ ...self, started: 'before' }));
    const data = join(dataDir, 'postgres');
    await writeFile(
      join(data, 'postmaster.pid'),
      `${process.pid}\n${data}\n1\n5432\n/nowhere\n\n  1 1\nready   \n`,
      { mode: 0o600 },
    );
    const server = await start(dataDir);
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('a lock that was cut short is taken over', async () => {
    const dataDir = await createDataDir();
    await writeFile(join(dataDir, 'postgres.lock'), '{"pid":');
    const server = await start(dataDir);
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('a lock of a container that is gone is taken over, and of one that lives is respected', async () => {
    const dataDir = await createDataDir();
    const lock = join(dataDir, 'postgres.lock');
    const stranger = JSON.stringify({ pid: 1, started: 'then', host: 'elsewhere' });
    await writeFile(lock, stranger);
    let beats = 0;
    const beating = setInterval(() => {
      beats += 1;
      const now = new Date();
      // Written anew it would be empty for a moment, as one that was cut short.
      utimes(lock, now, now).catch(() => undefined);
    }, 200);
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'already_running' });
    clearInterval(beating);
    expect(beats).toBeGreaterThan(0);
    const server = await start(dataDir);
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('a server whose starter and guard were killed is stopped and started anew', async () => {
    const dataDir = await createDataDir();
    const holder = await startElsewhere(dataDir);
    const oldUrl = holder.first.replace('ready ', '');
    await ask(oldUrl, 'create table kept as select 7 as n');
    const orphan = await readPostmasterFile(join(dataDir, 'postgres'));
    process.kill(await findGuard(orphan?.pid ?? 0), 'SIGKILL');
    await holder.end('SIGKILL');
    expect(await ask(oldUrl, 'select n from kept')).toEqual([{ n: 7 }]);
    const server = await start(dataDir);
    expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 7 }]);
    expect(server.url).not.toBe(oldUrl);
    const current = await readPostmasterFile(join(dataDir, 'postgres'));
    expect(current?.pid).not.toBe(orphan?.pid);
    await expect(ask(oldUrl, 'select 1')).rejects.toThrow();
  });
});

test('stopping ends sessions that are busy', async () => {
  const server = await start(await createDataDir());
  const database = connect(server.url);
  const busy = database.query('select pg_sleep(600)');
  const ended = expect(busy).rejects.toThrow();
  await expect
    .poll(() => ask(server.url, "select query from pg_stat_activity where wait_event = 'PgSleep'"))
    .toHaveLength(1);
  await server.stop();
  await ended;
  await database.close();
});

test.each([
  ['a server that is', (before: number, _session: number) => before],
  // PostgreSQL would begin anew by itself, and wait for ever where that meets a full disk.
  ['a server of which one session is', (_before: number, session: number) => session],
])('%s killed while we run is started again at the same address', async (_what, choose) => {
  const dataDir = await createDataDir();
  const restarted = Promise.withResolvers<void>();
  const server = await start(dataDir, {
    onProgress: (step) => step === 'restarting' && restarted.resolve(),
  });
  await ask(server.url, 'create table kept as select 7 as n');
  const database = connect(server.url);
  const [session] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const readPid = async () => (await readPostmasterFile(join(dataDir, 'postgres')))?.pid ?? 0;
  const before = await readPid();
  process.kill(choose(before, session?.pid ?? 0), 'SIGKILL');
  await restarted.promise;
  await database.close();
  await expect
    .poll(() => ask(server.url, 'select n from kept').catch(() => 'not yet'))
    .toEqual([{ n: 7 }]);
  expect(await readPid()).not.toBe(before);
});

describe('a server ends with its starter', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('that got %s, in order', async (signal) => {
    const dataDir = await createDataDir();
    const holder = await startElsewhere(dataDir);
    const file = await readPostmasterFile(join(dataDir, 'postgres'));
    await holder.end(signal);
    await expect.poll(() => isThere(`/proc/${file?.pid}`), { timeout: 60_000 }).toBe(false);
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down');
  });
});

describe('a server that somebody else tells to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s says so once, and stays away',
    async (signal) => {
      const dataDir = await createDataDir();
      const told = Promise.withResolvers<void>();
      const steps: string[] = [];
      const server = await start(dataDir, {
        onProgress: (step) => {
          steps.push(step);
          if (step === 'told_to_stop') {
            told.resolve();
          }
        },
      });
      const file = await readPostmasterFile(join(dataDir, 'postgres'));
      // A session of ours, for whose end it waits.
      const database = connect({ url: server.url, maxConnections: 1 });
      await database.query('select 1');
      process.kill(file?.pid ?? 0, signal);
      await told.promise;
      await database.close();
      await server.stop();
      expect(steps).toEqual(['starting', 'ready', 'told_to_stop']);
      expect(await isThere(`/proc/${file?.pid}`)).toBe(false);
    },
  );
});

describe('joining', () => {
  test('of several at once starts one server for all of them when none runs, and stops it', async () => {
    const dataDir = await createDataDir();
    const joined = await Promise.all([1, 2, 3].map(() => joinEmbedded(dataDir, binaries)));
    const [url = '', ...others] = new Set(joined.map((server) => server.url));
    expect(others).toEqual([]);
    expect(joined.filter(({ isOwn }) => isOwn)).toHaveLength(1);
    expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await Promise.all(joined.map((server) => server.stop()));
    await expect(ask(url, 'select 1')).rejects.toThrow();
  });
});

describe.runIf(isRoot)('started by root', () => {
  test('runs in a directory that only root may enter, as root of the file system and nobody inside', async () => {
    const dataDir = await nameDataDir();
    await chmod(join(dataDir, '..'), 0o700);
    const server = await start(dataDir, { privileges: 'namespace' });
    await ask(server.url, 'create table kept as select 7 as n');
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(0);
  });

  test('runs as nobody in a directory that nobody may enter', async () => {
    const dataDir = await nameDataDir();
    await chmod(join(dataDir, '..'), 0o755);
    const home = await createHome();
    const server = await start(dataDir, { privileges: 'other-user', reachableHome: home });
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(65_534);
  });

  test('runs as nobody with the data elsewhere when nobody may not enter, and finds it again', async () => {
    const dataDir = await createDataDir();
    await chmod(join(dataDir, '..'), 0o700);
    const home = await createHome();
    const options = { privileges: 'other-user', reachableHome: home } as const;
    const told: string[] = [];
    const first = await start(dataDir, {
      ...options,
      onProgress: (...all) => told.push(all.join(' ')),
    });
    await ask(first.url, 'create table kept as select 7 as n');
    expect(told.find((line) => line.startsWith('running_as_nobody'))).toContain(home);
    await first.stop();
    const second = await start(dataDir, options);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('takes its data along from one way of running to the other and back', async () => {
    const dataDir = await createDataDir();
    await chmod(join(dataDir, '..'), 0o700);
    const home = await createHome();
    const first = await start(dataDir, { privileges: 'namespace' });
    await ask(first.url, 'create table kept as select 7 as n');
    await first.stop();
    for (const privileges of ['other-user', 'namespace', 'other-user'] as const) {
      const server = await start(dataDir, { privileges, reachableHome: home });
      expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 7 }]);
      await server.stop();
    }
  });

  test('runs as nobody where user namespaces cannot be had', async () => {
    const dataDir = await createDataDir();
    const holder = await startServerProcess(
      dataDir,
      { ...binaries, reachableHome: await createHome() },
      { environment: { PATH: '/nowhere' } },
    );
    expect(holder.first).toMatch(/^ready /);
    const location = await readFile(join(dataDir, 'postgres-location'), 'utf8');
    expect((await stat(location.trim())).uid).toBe(65_534);
    await holder.end('SIGTERM');
  });

  async function createHome(): Promise<string> {
    const home = await makeDataFolder('reachable-');
    endings.push(() => rm(home, { recursive: true, force: true }));
    await chmod(home, 0o755);
    return home;
  }
});
