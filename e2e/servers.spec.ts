import { expect } from '@playwright/test';
import { openFakeServer } from '../packages/server/src/servers/testing/fake-server.ts';
import { startServer, type TestServer } from './server/start-server.ts';
import { bringAdmin } from './world/bring-admin.ts';
import { chooseNamed } from './world/choose.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { withLeague } from './world/with-league.ts';

// A closed league: its servers are on this machine, which its own variable allows.
let own: TestServer;

test.beforeAll(async () => {
  own = await startServer({ env: { SERVER_QUERY_ALLOW: '127.0.0.0/8' } });
});
test.afterAll(() => own.stop());

/** It was missed twice already: each further time is half a minute. */
async function missTwice(name: string): Promise<void> {
  await withLeague(own.dataDir, async (database) => {
    await database.query(
      'update public.game_servers set misses = 2, silent_since = now() where name = $1',
      [name],
    );
  });
}

/** Shown to fail: without the hint after a round, and with a silence after one miss where the first answer is lost. */
test('an admin lists a server, everybody sees it live, and when it falls silent', async ({
  browser,
}) => {
  await using game = await openFakeServer({
    names: ['Ada', '\u202eBo <b>'],
    info: { map: 'Urban' },
  });
  await using other = await openFakeServer();
  const setting = { url: own.url, texts: new Texts('en'), tag: 'en-US', isPhone: false };
  const admin = await bringAdmin({ browser, setting, dataDir: own.dataDir, kind: 'Admin' });
  const { page, texts } = admin;
  const say = (key: string) => texts.say(`server-admin.${key}`);
  async function add(name: string, host: string, port: number) {
    await admin.follow('/admins/servers/new');
    await page.locator('input[name="name"]').fill(name);
    await page.locator('input[name="page"]').fill('aqtion');
    await chooseNamed(page.getByLabel(say('game'), { exact: true }), 'AQtion');
    await page.locator('input[name="host"]').fill(host);
    await page.locator('input[name="port"]').fill(String(port));
    await admin.pressNamed(say('add'), page.locator('form.owner-form'));
  }

  await admin.open('/admins/servers');
  // What is no address of the internet, nor of this league, is refused beside its field.
  await add('Nowhere', '10.0.0.1', 27_015);
  await expect(page.locator('.field-wrong input[name="host"]')).toBeVisible();
  await admin.follow('/admins/servers');
  await add('Our world', '127.0.0.1', game.peer.port);
  await expect(page).toHaveURL(/\/admins\/servers$/);
  await add('Another', '127.0.0.1', other.peer.port);
  await expect(page).toHaveURL(/\/admins\/servers$/);
  await admin.expectInOrder();

  // Somebody else looks at the page from before it was asked; it follows without a reload.
  const visitor = await (await saveData(await browser.newContext())).newPage();
  await visitor.goto(`${own.url}/servers/aqtion`);
  const row = visitor.locator('.servers-row', { hasText: 'Our world' });
  await expect(row).toContainText('Urban');
  await expect(row).toContainText(`127.0.0.1:${game.peer.port}`);
  await row.locator('summary').click();
  await expect(row.locator('bdi')).toHaveText(['Ada', 'Bo <b>']);
  await visitor.evaluate(() => Object.assign(window, { isSame: true }));
  game.tell({ info: { map: 'Beach', players: 1 }, names: ['Cai'] });
  await expect(row).toContainText('Beach');
  await expect(row.locator('bdi')).toHaveText(['Cai']);

  // The game's own page shows it too.
  await admin.follow('/games/aqtion');
  await expect(page.locator('.game-server', { hasText: 'Our world' })).toContainText('Beach');
  await admin.context.close();

  // Three questions without an answer are a silence; the other one goes on.
  game.tell({ isSilent: true });
  await missTwice('Our world');
  const since = texts
    .say('server-state.silent')
    .replace(/<time>.*/, '')
    .trim();
  await expect(row).toContainText(since, { timeout: 180_000 });
  await expect(visitor.locator('.servers-row', { hasText: 'Another' })).toContainText('Earth');
  expect(await visitor.evaluate(() => 'isSame' in window)).toBe(true);
  await visitor.context().close();
});
