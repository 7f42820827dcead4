import { rmSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeDataDir, startServer, type TestServer } from './server/start-server.ts';
import { readPage } from './world/api-person.ts';
import { bringAdmin } from './world/bring-admin.ts';
import { Person } from './world/person.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const ladder = 'bf6-10v10-eu';
const archive = `${ladder}-season-0`;
const parts = ['overview', 'matches', 'rosters'] as const;

let folder: string;
let server: TestServer;

test.beforeAll(async () => {
  folder = makeDataDir('season');
  server = await startServer({ dataDir: folder });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the archive has, part by part, as its page is given it. */
async function readArchive() {
  const read = parts.map(async (part) => {
    const answer = await fetch(`${server.url}/archives/${archive}/_payload.json?part=${part}`);
    return ((await answer.json()) as { data: unknown }).data;
  });
  return Promise.all(read);
}

test('an admin closes a season on a phone, and after a restart the archive has all of it', async ({
  browser,
}) => {
  const setting = { url: server.url, texts: new Texts('pt'), tag: 'pt-BR', isPhone: true };
  const admin = await bringAdmin({ browser, setting, dataDir: folder, kind: 'Dona' });
  const { page, texts } = admin;
  const say = (key: string) => texts.say(`ladder-admin.${key}`);
  const before = (await readPage(server.url, `/ladders/${ladder}`)).data as unknown as {
    season: { name: string };
    standings: { name: string; href: string; status: { kind: string } }[];
  };
  // Who is suspended holds no place.
  const placed = before.standings.filter(({ status }) => status.kind !== 'suspended');
  await admin.open(`/ladders/${ladder}/admin`);
  const close = page
    .locator('form.desk-act')
    .filter({ has: page.getByRole('button', { name: say('close_season'), exact: true }) });
  const voiding = close.getByLabel(say('void_open'));
  if ((await voiding.count()) > 0) {
    await voiding.tap();
    await close.getByLabel(say('reason_label')).fill('A temporada acabou.');
  }
  // Before its planned end nobody closes it by a slip: its name is typed.
  await expect(close.getByRole('button', { name: say('close_season') })).toBeDisabled();
  await close.getByLabel(say('close_name')).fill(before.season.name);
  // It is asked first, and an answer that is no changes nothing.
  const question = page.locator('dialog[open]');
  await admin.pressNamed(say('close_season'), close);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(close).toHaveCount(1);
  await admin.pressNamed(say('close_season'), close);
  await admin.press(question.locator('.button-danger'));
  await expect(close).toHaveCount(0);

  await admin.context.close();
  const kept = await readArchive();
  const [overview, matches, rosters] = kept as unknown as [
    {
      counts: Record<string, number>;
      standings: { place: number; who: { name: string } }[];
      trophies: { place: number; who: { name: string; href: string } }[];
      records: unknown[];
    },
    { matches: unknown[] },
    { rosters: { players: unknown[] }[] },
  ];
  expect(overview.standings.map(({ who }) => who.name).sort()).toEqual(
    placed.map(({ name }) => name).sort(),
  );
  expect(overview.trophies.map(({ place }) => place)).toEqual([1, 2, 3]);
  expect(overview.records.length).toBeGreaterThan(0);
  expect(matches.matches).toHaveLength(Math.min(50, overview.counts.match ?? 0));
  expect(rosters.rosters[0]?.players.length).toBeGreaterThan(9);

  await server.stop();
  server = await startServer({ dataDir: folder });
  expect(await readArchive()).toEqual(kept);

  // From the champion's trophy to the archive, and from there to what proves it.
  const reader = await Person.come({
    browser,
    setting: { ...setting, url: server.url },
    name: 'Leitor',
  });
  const [champion] = overview.trophies;
  await reader.open(champion?.who.href ?? '');
  await reader.page.locator(`.trophy a[href="/archives/${archive}"]`).tap();
  await expect(reader.page).toHaveURL(new RegExp(`/archives/${archive}$`));
  await expect(reader.page.getByText(champion?.who.name ?? '?').first()).toBeVisible();
  await reader.expectInOrder();
  await reader.follow(`/archives/debug?archive=${archive}&check=1`);
  await expect(reader.page.getByText(texts.say('archive-office.holds'))).toBeVisible();
});
