import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createSettingsReader } from '../page/settings.ts';
import { writeTestBuild } from '../render/testing/test-build.ts';
import { createTestSite } from '../render/testing/test-site.ts';
import { createApiLeague } from '../testing/api-league.ts';
import { mountPublicFile } from './api.ts';
import { makePublicFile } from './make-public-file.ts';

const config = parseConfig({});

it('a site admin takes the public file away with its page and the link to it, and offers it again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-switched-'));
  await using build = await writeTestBuild({ hasAllPages: true });
  await using own = await createApiLeague();
  const settings = await createSettingsReader(own.database, config);
  const site = await createTestSite(own, { build, settings });
  const served = new Hono().onError((error, context) => context.text(error.message, 404));
  mountPublicFile(served, {
    ...{ config, settings, league: own.league },
    resolveContext: () => Promise.reject(new Error('nobody is asked who they are')),
  });
  await mkdir(join(folder, 'public-file/site'), { recursive: true });
  await writeFile(join(folder, 'public-file/site/muster.js'), '// opens it');
  const admin = await own.addAdmin('Steward');
  await own.database.query('insert into private.public_file default values');

  const ask = (path: string) => site.fetch(new Request(`http://localhost:3000${path}`), {});
  const look = async () => {
    const about = (await (await ask('/about/_payload.json')).json()) as {
      data: { has_public_file: boolean };
    };
    return {
      page: (await ask('/export')).status,
      file: (await served.request('http://localhost:3000/public-file.zip')).status,
      isLinked: about.data.has_public_file,
    };
  };
  const offer = async (public_file: boolean) => {
    await own.act(admin, { path: '/settings', body: { public_file } });
    await settings.refresh();
    const signal = new AbortController().signal;
    await makePublicFile(own.database, config, { signal, siteFolder: folder });
  };
  await offer(true);
  expect(await look()).toEqual({ page: 200, file: 200, isLinked: true });
  await offer(false);
  expect(await look()).toEqual({ page: 404, file: 404, isLinked: false });
  await offer(true);
  expect(await look()).toEqual({ page: 200, file: 200, isLinked: true });
  await rm(folder, { recursive: true });
});
