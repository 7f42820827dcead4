import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { sealFile } from '../packages/server/src/league-file/testing/seal-file.ts';
import { makeDataDir, startServer, type TestServer } from './server/start-server.ts';
import { followAddress, openAlive } from './shell/open.ts';
import { holdRequests } from './world/hold-requests.ts';
import { saveData } from './world/save-data.ts';
import { createSetupWalk } from './world/setup-walk.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const release = fileURLToPath(
  new URL('../packages/server/src/league-file/releases/0.1.0.zip', import.meta.url),
);
/** A team of the league in that backup, and of no demonstration. */
const team = '/teams/velvet-saints';
/** Where that team is told of: a ladder, its log, a match that is over, and its captain. */
const pages = [
  '/ladders/bf6-2v2-tanks',
  '/ladders/bf6-2v2-tanks/log',
  '/matches/01a0661d-7e20-7f38-bfd0-46dc8844684a',
  '/profiles/240011f6-7b1c-829f-86cd-b4ad84058c40',
];
const texts = new Texts('pl');
const say = (key: string, values = {}) => texts.say(`setup-restore.${key}`, values);
let folder: string;
let dataDir: string;
let server: TestServer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-restored-'));
  dataDir = makeDataDir('before');
  server = await startServer({ dataDir });
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
  await rm(dataDir, { recursive: true });
});

test('a league comes back from its sealed backup by the set-up of a new one, on a phone in Polish', async ({
  browser,
}) => {
  const sealed = join(folder, 'backup.zip.age');
  const { right, wrong } = await sealFile(release, sealed);
  const context = await browser.newContext({
    ...{ baseURL: server.url, locale: 'pl-PL', viewport: { width: 390, height: 844 } },
    ...{ hasTouch: true, isMobile: true },
  });
  const page = await (await saveData(context)).newPage();
  const ask = async (path: string) => (await context.request.get(path)).status();
  expect(await ask(team)).toBe(404);
  const walk = createSetupWalk(page, texts);
  const [door = ''] = /\/setup\/[\w-]{32}/.exec(server.readOutput()) ?? [];
  await openAlive(page, door);
  await followAddress(page, '/setup?step=restore');
  await walk.expectOpen('restore');
  await walk.expectInOrder();

  // It comes in, and says how far it is.
  const goOn = await holdRequests(page, '**/api/setup/restore/file?**');
  await page.locator('input[type="file"]').setInputFiles(sealed);
  await walk.pressNamed(say('take'));
  await expect(page.getByRole('progressbar', { name: say('sending') })).toBeVisible();
  goOn();

  // It opens with its own key alone, and another may be typed.
  const key = page.getByLabel(say('key'));
  await key.fill(wrong);
  await walk.pressNamed(say('unlock'));
  await expect(page.getByText(say('key_wrong'))).toBeVisible();
  await walk.expectInOrder();
  await key.fill(right);
  await walk.pressNamed(say('unlock'));
  await expect(page.getByText(say('found'))).toBeVisible();
  await walk.expectInOrder();

  await walk.pressNamed(say('restore'));
  await page.waitForURL('**/login?restored');
  await expect(page.getByText('Liga jest przywrócona.')).toBeVisible();
  await openAlive(page, team);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet Saints');
  // Today's pages draw what an older Muster has written down.
  for (const path of pages) {
    const answer = await context.request.get(path);
    expect([path, answer.status()]).toEqual([path, 200]);
    expect(await answer.text()).toContain('Velvet Saints');
  }
  await followAddress(page, '/');
  await expect(page.locator('main[data-route="home"] h1')).toBeVisible();
  await walk.expectInOrder();
  expect(await ask('/setup')).toBe(404);
  await context.close();
});
