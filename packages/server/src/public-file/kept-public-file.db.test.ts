import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownBucket } from '@muster/backend';
import { Hono } from 'hono';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { publicMediaType } from '../files/kinds.ts';
import { sweepFiles } from '../files/stored-files.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import { writeLeagueFile } from '../league-file/write-league-file.ts';
import { createSettingsReader, type SettingsReader } from '../page/settings.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { mountPublicFile } from './api.ts';
import {
  countWithheld,
  findPublicFile,
  keepPublicFile,
  removePublicFile,
} from './kept-public-file.ts';
import { makePublicFile } from './make-public-file.ts';
import { loadExport } from './page.ts';
import { planPublicFile } from './plan-public-file.ts';

const signal = new AbortController().signal;
const config = parseConfig({});

let own: ApiLeague;
let folder: string;
let settings: SettingsReader;
let api: Hono;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-kept-'));
  await mkdir(join(folder, 'public-file/site'), { recursive: true });
  await writeFile(join(folder, 'public-file/site/muster.js'), '// opens it');
  own = await createApiLeague();
  await own.addLadder('tanks');
  settings = await createSettingsReader(own.database, config);
  api = new Hono();
  mountPublicFile(api, {
    ...{ config, settings, league: own.league },
    resolveContext: () => Promise.reject(new Error('nobody is asked who they are')),
  });
  api.onError((error, context) => context.text(error.message, 404));
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const make = () => makePublicFile(own.database, config, { signal, siteFolder: folder });
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  api.request('http://localhost:3000/public-file.zip', { method, headers });

async function look() {
  const input = { database: own.database, viewer: null, settings, locale: 'en', zone: 'UTC' };
  const url = new URL('http://localhost:3000/export');
  return loadExport({ ...input, now: new Date(), params: {}, url });
}

async function offer(public_file: boolean | null): Promise<void> {
  await own.database.query(
    `insert into public.league_settings (public_file) values ($1)
     on conflict (id) do update set public_file = excluded.public_file`,
    [public_file],
  );
  await settings.refresh();
}

const withhold = {
  async leaving() {
    const person = await own.addPerson(`Leaver ${Date.now()}`);
    await own.act(person, { path: '/me/deletion', body: { confirm: person.username } });
  },
  async hiding() {
    const person = await own.addPerson(`Rude ${Date.now()}`);
    await own.act(await own.addAdmin(`Steward ${Date.now()}`), {
      path: `/moderation/people/${person.person_id}/name`,
      body: { reason: 'Rude.', hides: true },
    });
  },
};

const countStored = async () => {
  const [row] = await own.database.query<{ files: number; objects: number }>(
    `select (select count(*)::int from private.files where media_type = $1) as files,
       (select count(*)::int from storage.objects
        where bucket_id = $2 and metadata ->> 'mimetype' = $1) as objects`,
    [publicMediaType, ownBucket],
  );
  return row;
};

/** Whether a job was left behind; it is taken away again. */
const takeJob = async () => {
  const [row] = await own.database.query<{ taken: number }>(
    `select count(graphile_worker.remove_job(key))::int as taken
     from graphile_worker.jobs where task_identifier = 'make_public_file'`,
  );
  return row?.taken === 1;
};
const begunAgo = (minutes: number) =>
  own.database.query(
    'update private.public_file set begun_at = now() - make_interval(mins => $1)',
    [minutes],
  );

describe('when it is made', () => {
  const plan = () => planPublicFile(own.league, settings.current.publicFile);
  const change = async () => {
    await own.database.query(
      "insert into public.games (slug, name, short_name, position, tagline, about, facts, maps, modes) values ('g' || floor(random() * 1e9)::text, 'G', 'G', 9, '{}', '{}', '[]', '{}', '{}')",
    );
    await own.database.query('select pg_stat_force_next_flush()');
    await own.database.query('select pg_stat_clear_snapshot()');
  };

  beforeEach(async () => {
    await own.database.query('delete from private.public_file');
    await plan();
  });

  it.each([
    [59, false],
    [60, true],
    [61, true],
  ])('%i minutes after the last was begun: %s', async (minutes, isDue) => {
    await begunAgo(minutes);
    await plan();
    expect(await takeJob()).toBe(isDue);
  });

  it('once for a change, and not again before another', async () => {
    await begunAgo(61);
    await Promise.all([plan(), plan(), plan()]);
    expect(await takeJob()).toBe(true);
    // PostgreSQL may count only now what a connection wrote before: that is a change once, and then there is none.
    await expect
      .poll(async () => {
        await begunAgo(61);
        await plan();
        return takeJob();
      })
      .toBe(false);
    await expect
      .poll(async () => {
        await change();
        await begunAgo(61);
        await plan();
        return takeJob();
      })
      .toBe(true);
  });

  it('not where the league offers none', async () => {
    await begunAgo(61);
    await planPublicFile(own.league, false);
    expect(await takeJob()).toBe(false);
  });
});

describe('what is handed out', () => {
  beforeEach(async () => {
    await offer(null);
    await own.database.query(
      'insert into private.public_file default values on conflict do nothing',
    );
    await removePublicFile(own.league);
  });

  it('is not there before the first, and nobody who asks makes one', async () => {
    expect(await look()).toEqual({ file: null });
    expect((await ask()).status).toBe(404);
    expect(await findPublicFile(own.database)).toBeNull();
  });

  it('is what the page says, whole or in parts', async () => {
    await make();
    const whole = Buffer.from(await (await ask()).arrayBuffer());
    const sha256 = createHash('sha256').update(whole).digest('hex');
    expect(await look()).toMatchObject({ file: { size: whole.length, sha256 } });
    const eTag = `"${sha256}"`;
    const answer = await ask({}, 'HEAD');
    expect([
      answer.status,
      answer.headers.get('etag'),
      answer.headers.get('content-length'),
    ]).toEqual([200, eTag, String(whole.length)]);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const made = await look();
    expect(answer.headers.get('content-disposition')).toContain(
      `attachment; filename="league-public-${made?.file?.as_of.slice(0, 10)}.zip"`,
    );
    expect((await ask({ 'if-none-match': eTag })).status).toBe(304);
    const last = whole.length - 1;
    for (const [range, first, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=100-', 100, last],
      ['bytes=-10', whole.length - 10, last],
      [`bytes=${last}-`, last, last],
      [`bytes=0-${whole.length + 5}`, 0, last],
    ] as const) {
      const part = await ask({ range });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${first}-${end}/${whole.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(first, end + 1));
    }
    const beyond = await ask({ range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
    expect((await ask({ range: 'bytes=0-9', 'if-range': eTag })).status).toBe(206);
    for (const other of ['"another"', new Date(Date.now() + 1000).toUTCString()]) {
      const begun = { range: 'bytes=0-9', 'if-range': other };
      expect([other, (await ask(begun)).status]).toEqual([other, 200]);
    }
  });

  it.each([
    ['somebody leaves', withhold.leaving],
    ['a name is hidden', withhold.hiding],
  ])('is handed out no more once %s, until it is made anew', async (_what, work) => {
    await make();
    expect((await ask()).status).toBe(200);
    await work();
    expect(await look()).toEqual({ file: null });
    expect((await ask()).status).toBe(404);
    await make();
    expect((await ask()).status).toBe(200);
  });

  it('is not handed out where somebody left while it was being made', async () => {
    const path = join(folder, `meanwhile-${Date.now()}.zip`);
    await writeFile(path, 'made before');
    const withheld = await countWithheld(own.database);
    await withhold.leaving();
    const made = { as_of: new Date().toISOString(), pages: 1, withheld };
    await keepPublicFile(own.league, path, made);
    expect((await ask()).status).toBe(404);
    for (const _time of ['as something changed', 'as it still tells what is gone']) {
      await begunAgo(61);
      await planPublicFile(own.league, true);
      expect(await takeJob()).toBe(true);
    }
  });

  it('is none that is longer than a gigabyte: the one before stays', async () => {
    await make();
    const before = await findPublicFile(own.database);
    const path = join(folder, `long-${Date.now()}.zip`);
    await writeFile(path, '');
    // Of holes alone.
    await truncate(path, 1024 ** 3 + 1);
    const about = { as_of: new Date().toISOString(), pages: 1, withheld: 0 };
    await expect(keepPublicFile(own.league, path, about)).rejects.toThrow(
      'The public file has 1073741825 bytes: more than 1073741824 are not kept.',
    );
    expect(await findPublicFile(own.database)).toEqual(before);
    expect(await countStored()).toEqual({ files: 1, objects: 1 });
  });

  it('takes the place of the one before, stays when files are swept, and leaves nothing beside it', async () => {
    // Others make theirs in the machine's own folder.
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await make();
    const before = await findPublicFile(own.database);
    await own.addLadder(`more-${Date.now()}`);
    await make();
    await sweepFiles(own.league, new Date(Date.now() + 3600_000));
    const after = await findPublicFile(own.database);
    expect(after?.sha256).not.toBe(before?.sha256);
    expect(await countStored()).toEqual({ files: 1, objects: 1 });
    expect((await ask()).status).toBe(200);
    expect(
      (await readdir(tmpdir())).filter((name) => name.startsWith('muster-public-made-')),
    ).toEqual([]);
  });

  it('is gone where the league offers none: also one that was being made', async () => {
    await make();
    await offer(false);
    expect(await look()).toBeNull();
    expect((await ask()).status).toBe(404);
    await planPublicFile(own.league, settings.current.publicFile);
    expect(await countStored()).toEqual({ files: 0, objects: 0 });
    await make();
    expect(await countStored()).toEqual({ files: 0, objects: 0 });
    expect(await findPublicFile(own.database)).toBeNull();
  });

  it('is taken away by the running server where the league offers none, and none is made', async () => {
    await make();
    await offer(false);
    await begunAgo(61);
    const jobs = await startJobs({
      ...{ league: own.league, config, settings, siteUrl: 'http://localhost:3000' },
      log: pino({ level: 'silent' }),
    });
    try {
      await expect.poll(countStored, { timeout: 60_000 }).toEqual({ files: 0, objects: 0 });
    } finally {
      await jobs.stop();
    }
    expect(await takeJob()).toBe(false);
    expect(await findPublicFile(own.database)).toBeNull();
  });

  it('is no part of the league’s file', async () => {
    await make();
    const path = join(folder, `league-${Date.now()}.zip`);
    const options = { homes: {}, keys: [], progress: () => undefined, signal };
    await writeLeagueFile(own.database, path, options);
    await using file = await openLeagueFile(path, { identities: [], signal });
    expect(file.manifest.files).toEqual([]);
    for (const table of ['storage.objects', 'private.stored_bytes', 'private.files']) {
      const rows = await Array.fromAsync(file.read(`tables/${table}.ndjson`));
      expect([table, Buffer.concat(rows).toString('utf8')]).toEqual([table, '']);
    }
  });
});
