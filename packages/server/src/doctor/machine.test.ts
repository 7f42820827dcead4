import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findSmallDiskHindrance, onSmallDisk } from '@muster/database/testing';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { findFreePort } from '../dev/free-port.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { startSmtpSink } from '../mail/testing/smtp-sink.ts';
import { diagnose } from './diagnose.ts';
import { lookWithin, ok } from './finding.ts';
import { lookAtData, lookAtNode, lookAtPort } from './look-at-machine.ts';
import { lookAtAddress, lookAtClient, lookAtDeno, lookAtMail } from './look-outside.ts';

/** Ends what hangs, whatever else the machine does. */
const patience = 600_000;
let root: string;
const servers: Server[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-doctor-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
  }
  await rm(root, { recursive: true });
});

/** Listens on loopback; resolves to the port. */
async function serve(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
const answering = (text: string, status = 200) =>
  createHttpServer((_asked, answer) => void answer.writeHead(status).end(text));
const silent = () => createServer(() => undefined);
const never = () => AbortSignal.timeout(patience);
const soon = () => AbortSignal.timeout(300);

test.each([
  [process.versions.node, 'ok'],
  [`${Number.parseInt(process.versions.node, 10)}.999.0`, 'warning'],
  ['20.19.0', 'wrong'],
])('Node %s is %s', async (version, is) => {
  expect(await lookAtNode(version)).toMatchObject({ is, says: expect.stringContaining(version) });
});

describe('settings', () => {
  const look = async (environment: Record<string, string>) => {
    const printed: string[] = [];
    const all = await diagnose({ DATA_DIR: join(root, 'none'), ...environment }, (finding) =>
      printed.push(finding.name),
    );
    expect(printed).toEqual(all.map(({ name }) => name));
    return all;
  };

  it('that are refused are all told, and what they do not touch is looked at all the same', async () => {
    const all = await look({ PORT: 'many', SMTP_URL: 'ftp://me:hunter2@mail.example' });
    expect(all.slice(1, 3)).toEqual([
      { name: 'Settings', is: 'wrong', says: expect.stringMatching(/^PORT is "many"; it takes/) },
      {
        name: 'Settings',
        is: 'wrong',
        says: expect.stringMatching(/^SMTP_URL is not an address/),
      },
    ]);
    expect(all.find(({ name }) => name === 'Database')).toEqual({
      ...{ name: 'Database', is: 'warning' },
      says: 'none yet: npm start makes it',
    });
    expect(JSON.stringify(all)).not.toContain('hunter2');
  });

  it.each([
    ['none of it says that there was one', null, 'warning', 'none yet: npm start makes it'],
    [
      'its journal says that there was one',
      '{}',
      'wrong',
      'its files are gone: npx muster restore --at now brings back what the journal has',
    ],
  ])(
    'of a data directory without a database are looked at: %s',
    async (_what, journal, is, says) => {
      if (journal !== null) {
        await writeFile(join(root, 'journal.json'), journal);
      }
      const all = await look({ DATA_DIR: root, PORT: '0' });
      expect(all.find(({ name }) => name === 'Database')).toEqual({ name: 'Database', is, says });
    },
  );

  it('that do not go together end the look', async () => {
    const all = await look({ DISCORD_CLIENT_ID: '1' });
    expect(all.map(({ name, is }) => [name, is])).toEqual([
      ['Node', 'ok'],
      ['Settings', 'wrong'],
    ]);
  });

  it('that are taken are told in one line, and each thing has its place', async () => {
    const all = await look({ PORT: '0' });
    expect(all.map(({ name }) => name)).toEqual([
      ...['Node', 'Settings', 'Data', 'Database', 'Encoding', 'Roles', 'Migrations'],
      ...['Checksums', 'Clock', 'Keys', 'Last backup', 'Trial', 'Backups', 'Mail', 'Functions'],
      ...['Port', 'Address', 'Client'],
    ]);
    expect(all[1]).toEqual({ name: 'Settings', is: 'ok', says: 'taken' });
    expect(all.filter(({ is }) => is === 'wrong')).toEqual([]);
  });
});

describe('the data directory', () => {
  const look = (dataDir: string) => lookAtData({ dataDir });

  it.each([
    [0o700, 'ok', ''],
    // As PostgreSQL’s own user needs it where root starts the league.
    [0o711, 'ok', ''],
    [0o744, 'warning', 'chmod go-r'],
    [0o740, 'warning', 'chmod go-r'],
    [0o704, 'warning', 'chmod go-r'],
    [0o722, 'wrong', 'chmod go-w'],
    [0o720, 'wrong', 'chmod go-w'],
    [0o702, 'wrong', 'chmod go-w'],
    [0o777, 'wrong', 'chmod go-w'],
  ])('of mode %o is %s', async (mode, is, words) => {
    await chmod(root, mode);
    expect(await look(root)).toEqual({ is, says: expect.stringContaining(words) });
  });

  it.each([
    ['its own', 0, 'ok'],
    ['another', 1, 'warning'],
  ])('of %s user: whose id is %i more is %s', async (_whose, more, is) => {
    const { uid } = await stat(root);
    const found = await lookAtData({ dataDir: root }, uid + more);
    expect(found).toMatchObject({ is });
    const belongs = `${root} belongs to user ${uid}, and this is ${uid + 1}: chown it`;
    expect(found.says === belongs).toBe(more === 1);
  });

  it('that is not there yet is made by the start, unless it cannot be', async () => {
    expect(await look(join(root, 'none'))).toMatchObject({ is: 'warning' });
    await writeFile(join(root, 'file'), '');
    expect(await look(join(root, 'file'))).toMatchObject({
      is: 'wrong',
      says: expect.stringMatching(/no folder/),
    });
    expect(await look(join(root, 'file', 'none'))).toMatchObject({ is: 'wrong' });
  });

  it.skipIf(findSmallDiskHindrance() !== null)(
    'on a disk that is full is wrong, and all of it ends with 1',
    async () => {
      const execute = async (size: number, args: readonly string[]) => {
        const [command = '', ...disk] = onSmallDisk(root, size);
        const env = { ...process.env, DATA_DIR: root, PORT: '0' };
        // As a data directory is, and a new disk is not.
        const run = ['sh', '-c', 'chmod 700 "$DATA_DIR" && exec "$@"', 'sh', process.execPath];
        const ended = await promisify(execFile)(command, [...disk, ...run, ...args], {
          env,
        }).catch((error: { stdout: string; code: number }) => error);
        return { stdout: ended.stdout, code: 'code' in ended ? ended.code : 0 };
      };
      const diagnoseOn = async (size: number) => {
        const { stdout, code } = await execute(size, [
          join(import.meta.dirname, '../cli.ts'),
          'doctor',
        ]);
        return [stdout.split('\n').find((text) => text.startsWith('Data ')), code];
      };
      const page = 4096;
      expect(await diagnoseOn(32 * 2 ** 20 - page)).toEqual([
        expect.stringMatching(/WRONG .* has 33 MB free: make room/),
        1,
      ]);
      expect(await diagnoseOn(32 * 2 ** 20)).toEqual([
        expect.stringMatching(/warning .*MB free/),
        0,
      ]);
      // What the command makes of a warning is seen above.
      const module = new URL('look-at-machine.ts', import.meta.url).href;
      const script = `const { lookAtData } = await import(${JSON.stringify(module)});
        console.log(JSON.stringify(await lookAtData({ dataDir: process.env.DATA_DIR })));`;
      const lookOn = async (size: number) =>
        JSON.parse((await execute(size, ['--input-type=module', '-e', script])).stdout) as unknown;
      expect(await lookOn(512 * 2 ** 20 - page)).toEqual({
        ...{ is: 'warning', says: expect.stringMatching(/ has 536 MB free/) },
      });
      expect(await lookOn(512 * 2 ** 20)).toMatchObject({ is: 'ok' });
    },
  );
});

describe('the port', () => {
  const look = (port: number, host = '127.0.0.1', signal = never()) =>
    lookAtPort({ port, host, databaseUrl: null }, null, signal);

  it('is free, any, or a Muster’s', async () => {
    expect(await look(await findFreePort())).toMatchObject({
      is: 'ok',
      says: expect.stringMatching(/is free/),
    });
    expect(await look(0)).toMatchObject({ is: 'ok' });
    expect(await look(await serve(answering('ok')))).toMatchObject({
      is: 'ok',
      says: expect.stringMatching(/a Muster/),
    });
  });

  it('is free though the league runs, which is said', async () => {
    const config = { port: await findFreePort(), host: '127.0.0.1', databaseUrl: null };
    const see = async (process: number | null) => {
      const sight = { process, hasData: true, hadData: false };
      return (await lookAtPort(config, sight, never())).says;
    };
    expect(await see(1)).toBe(`${config.port} of 127.0.0.1 is free, though the league runs`);
    expect(await see(null)).toBe(`${config.port} of 127.0.0.1 is free`);
  });

  it('is no Muster’s where what answers only leads to one', async () => {
    const muster = await serve(answering('ok'));
    const leading = createHttpServer((_asked, answer) => {
      answer.writeHead(302, { location: `http://127.0.0.1:${muster}/healthz` }).end();
    });
    expect(await look(await serve(leading))).toMatchObject({ is: 'wrong' });
  });

  it('is taken by something else, or nobody’s to take', async () => {
    const taken = {
      is: 'wrong',
      says: expect.stringMatching(/taken by something that is no Muster/),
    };
    expect(await look(await serve(answering('hello')))).toMatchObject(taken);
    expect(await look(await serve(answering('ok', 500)))).toMatchObject(taken);
    expect(await look(await serve(silent()), '127.0.0.1', soon())).toMatchObject(taken);
    expect(await look(await findFreePort(), '192.0.2.1')).toMatchObject({
      ...{ is: 'wrong', says: expect.stringMatching(/cannot be listened on \(EADDRNOTAVAIL\)/) },
    });
  });
});

describe('the address', () => {
  const look = (siteUrl: string | null, host = '127.0.0.1') =>
    lookAtAddress({ siteUrl, host }, AbortSignal.timeout(patience));

  it.each([
    [null, '127.0.0.1', 'ok'],
    [null, '::1', 'ok'],
    [null, 'localhost', 'ok'],
    [null, '0.0.0.0', 'wrong'],
    ['http://league.example', '127.0.0.1', 'wrong'],
  ])('%s where HOST is %s is %s', async (siteUrl, host, is) => {
    expect(await look(siteUrl, host)).toMatchObject({ is });
  });

  it('leads to a Muster, to something else, or nowhere', async () => {
    const to = async (server: Server) => `http://127.0.0.1:${await serve(server)}`;
    expect(await look(await to(answering('ok')))).toMatchObject({ is: 'ok' });
    expect(await look(`${await to(answering('ok'))}/`)).toMatchObject({ is: 'ok' });
    expect(await look(await to(answering('hello')))).toMatchObject({ is: 'wrong' });
    expect(await look(await to(answering('ok', 500)))).toMatchObject({
      ...{ is: 'wrong', says: expect.stringMatching(/is no Muster \(500\): see the proxy$/) },
    });
    const muster = await to(answering('ok'));
    const leading = createHttpServer((_asked, answer) => {
      answer.writeHead(301, { location: `${muster}/healthz` }).end();
    });
    expect(await look(await to(leading))).toMatchObject({
      ...{ is: 'wrong', says: expect.stringMatching(/is no Muster \(301\)/) },
    });
    expect(await look(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject({
      ...{
        is: 'warning',
        says: expect.stringMatching(/does not answer from here \(ECONNREFUSED\)/),
      },
    });
  });
});

const openssl = (args: string[]) => promisify(execFile)('openssl', args);
const hasOpenssl = await openssl(['version']).then(
  () => true,
  () => false,
);

it.skipIf(!hasOpenssl)('an address whose certificate nobody vouches for is wrong', async () => {
  const [key, cert] = [join(root, 'key.pem'), join(root, 'cert.pem')];
  const made = ['-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert];
  await openssl(['req', '-x509', '-subj', '/CN=127.0.0.1', ...made]);
  const server = createHttpsServer({ key: await readFile(key), cert: await readFile(cert) });
  const siteUrl = `https://127.0.0.1:${await serve(server)}`;
  expect(await lookAtAddress({ siteUrl, host: '127.0.0.1' }, never())).toMatchObject({
    ...{ is: 'wrong', says: expect.stringMatching(/certificate that is not good \(\w+\)/) },
  });
});

describe('mail', () => {
  const look = (environment: Record<string, string>, signal = never()) =>
    lookAtMail(parseConfig(environment), signal);

  it('goes into a mailbox or nowhere where there is no server', async () => {
    expect(await look({})).toMatchObject({ is: 'ok' });
    expect(await look({ HOST: '192.0.2.1' })).toEqual({
      ...{ is: 'warning', says: 'none goes out: set SMTP_URL' },
    });
  });

  it('is taken by a server that knows the league, and none is sent', async () => {
    await using sink = await startSmtpSink({ user: 'league' });
    const as = (user: string) => sink.url.replace(/\/\/(.*@)?/, `//${user}@`);
    expect(await look({ SMTP_URL: as('league:secret') })).toMatchObject({ is: 'ok' });
    const refused = await look({ SMTP_URL: as('league:hunter2') });
    expect(refused).toMatchObject({ is: 'wrong', says: expect.stringMatching(/EAUTH \(535\)/) });
    expect(refused.says).not.toContain('hunter2');
    expect(sink.tries).toBe(0);
  });

  it('is not taken by what does not answer', async () => {
    expect(await look({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` })).toMatchObject({
      is: 'wrong',
    });
    const port = await serve(silent());
    const mute = await lookWithin('Mail', 300, (signal) =>
      look({ SMTP_URL: `smtp://127.0.0.1:${port}` }, signal),
    );
    expect(mute).toMatchObject({ is: 'wrong' });
  });
});

it('functions are none, on, or settled wrongly', async () => {
  const folder = join(root, 'functions');
  const look = () => lookAtDeno({ functionsDir: folder, supabase: null });
  expect(await look()).toEqual({ is: 'ok', says: 'none is on' });
  await mkdir(join(folder, 'hello'), { recursive: true });
  await writeFile(join(folder, 'hello/index.ts'), '');
  // Whether it is there is the machine's; what is said of it is not.
  const found = await look();
  expect([found.is, /^hello: Deno is (not )?here/.exec(found.says)?.[1]]).toEqual(
    found.is === 'ok' ? ['ok', undefined] : ['warning', 'not '],
  );
  expect(found.says).toMatch(/^hello: /);
  await writeFile(join(root, 'config.toml'), '[functions.hello]\nverify_jwt = 3\n');
  expect(await lookWithin('Functions', patience, look)).toMatchObject({
    ...{ is: 'wrong', says: expect.stringMatching(/config\.toml cannot be used/) },
  });
  // They are not ours to settle then.
  const supabase = { url: 'https://a.test', anonKey: 'a', serviceRoleKey: 's' };
  expect(await lookAtDeno({ functionsDir: folder, supabase })).toEqual({
    ...{ is: 'ok', says: 'those of the project that SUPABASE_URL names' },
  });
});

it.each([
  ['none', {}, 'warning', /pg_dump is not here/],
  ['one of the two', { pg_dump: 18 }, 'warning', /psql is not here/],
  ['an older one', { pg_dump: 17, psql: 18 }, 'warning', /here are pg_dump 17 and psql 18/],
  ['another older one', { pg_dump: 18, psql: 17 }, 'warning', /here are pg_dump 18 and psql 17/],
  ['the same', { pg_dump: 18, psql: 18 }, 'ok', /of 18 or newer: 18 and 18 are here/],
  ['a newer one', { pg_dump: 19, psql: 19 }, 'ok', /19 and 19 are here/],
])(
  'of PostgreSQL’s client there is %s',
  async (_what, programs: Record<string, number>, is, says) => {
    for (const [name, major] of Object.entries(programs)) {
      await writeFile(join(root, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${major}.1'\n`);
      await chmod(join(root, name), 0o755);
    }
    expect(await lookAtClient('18.4', { PATH: root })).toMatchObject({
      is,
      says: expect.stringMatching(says),
    });
  },
);

it('of PostgreSQL’s client the newest is wanted where no database says which', async () => {
  expect((await lookAtClient(null, { PATH: root })).says).toMatch(/of 18 or newer/);
  expect((await lookAtClient('15.2', { PATH: root })).says).toMatch(/of 15 or newer/);
});

describe('what is looked at', () => {
  it('is given up in time, whatever it waits for', async () => {
    const look = () => new Promise<never>(() => undefined);
    expect(await lookWithin('Thing', 50, look)).toEqual({
      ...{ name: 'Thing', is: 'wrong', says: 'no answer within 0.05 s', isOverdue: true },
    });
  });

  it('tells of what it did not expect by a code alone', async () => {
    const fail = (error: Error) => lookWithin('Thing', patience, () => Promise.reject(error));
    const failed = Object.assign(new Error('at smtp://me:hunter2@host'), { code: 'EWHAT' });
    expect(await fail(failed)).toMatchObject({ is: 'wrong', says: 'EWHAT' });
    // One that failed in time is over: nothing of it goes on.
    expect((await fail(failed)).isOverdue).toBe(false);
    expect(await fail(new Error('hunter2'))).toMatchObject({ is: 'wrong', says: 'no answer' });
    const caused = new Error('hunter2', { cause: failed });
    expect((await fail(caused)).says).toBe('EWHAT');
    expect((await fail(new FileFault('The file is cut off.'))).says).toBe('The file is cut off');
    expect(await lookWithin('Thing', patience, async () => ok('well'))).toEqual({
      ...{ name: 'Thing', is: 'ok', says: 'well' },
    });
  });
});
