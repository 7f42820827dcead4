import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { layContent } from '../packages/server/src/content/lay-content.ts';
import { getStartingContent } from '../packages/server/src/content/starting-content.ts';
import type { TestServer } from './server/start-server.ts';
import { followAddress, openAlive } from './shell/open.ts';
import { chooseNamed } from './world/choose.ts';
import { measureOverflow } from './world/look.ts';
import { type LoopbackIssuer, startLoopbackIssuer } from './world/loopback-issuer.ts';
import {
  ask,
  expectNoDoor,
  restartPublicLeague,
  startPublicLeague,
} from './world/public-league.ts';
import { saveData } from './world/save-data.ts';
import { createSetupWalk, type SetupWalk } from './world/setup-walk.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { startTlsFront, type TlsFront } from './world/tls-front.ts';
import { withLeague } from './world/with-league.ts';

/**
 * The first evening of a league on a public address, as somebody in Brazil has it on a phone: from the door until
 * people may come, for a game that nobody here thought of.
 */

const texts = new Texts('pt');
const say = (key: string, values: Record<string, string> = {}) => texts.say(key, values);
/** The league's, not texts of the site. */
const league = {
  name: 'Liga da Vila',
  game: 'Pebolim',
  ladder: 'Duplas da Praça',
  season: 'Outono',
};

let front: TlsFront;
let issuer: LoopbackIssuer;
let server: TestServer;
let owner: BrowserContext;
let page: Page;
let walk: SetupWalk;
let stranger: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  front = await startTlsFront();
  issuer = await startLoopbackIssuer();
  server = await startPublicLeague(front);
  owner = await openPhone(browser);
  page = await owner.newPage();
  walk = createSetupWalk(page, texts);
  stranger = await (await openPhone(browser)).newPage();
});
test.afterAll(async () => {
  await server.stop();
  await issuer.close();
  await front.close();
});

async function openPhone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  return saveData(context);
}

/** The server ends and starts again: each step is done as it was, and opens. */
async function restartAfter(...steps: string[]): Promise<void> {
  server = await restartPublicLeague(front, server);
  for (const [place, step] of steps.entries()) {
    const path = `/setup?step=${step}`;
    await (place === 0 ? openAlive(page, front.url + path) : followAddress(page, path));
    await walk.expectOpen(step);
    await walk.expectDone(step);
  }
}

async function openDoor(): Promise<void> {
  const find = () => /https:\/\/\S+\/setup\/[\w-]{32}/.exec(server.readOutput())?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  const door = find();
  await openAlive(stranger, `${front.url}/login`);
  await expectNoDoor(stranger);
  // A chat that looks at the address first uses nothing up.
  expect(await ask(stranger, door, { method: 'HEAD' })).toBe(0);
  await openAlive(page, door);
  await expect(page).toHaveURL(`${front.url}/setup`);
  const cookie = (await owner.cookies()).find(({ name }) => name === 'muster-setup');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
  expect(await ask(stranger, door)).toBe(404);
  await expectNoDoor(stranger);
  await walk.expectInOrder();
}

/** A way to sign in, with each of its mistakes on the way there. */
async function enterWay(): Promise<void> {
  await walk.enterStep('sign-in');
  await expect(page.getByText(`${front.url}/auth/v1/callback`)).toBeVisible();
  // The address that came in stands beside the one that is set; they are the same.
  const named = page.locator('.ways > p', { hasText: 'SITE_URL' });
  await expect(named.locator('code')).toHaveText([front.url, 'SITE_URL', new URL(front.url).host]);
  await page.getByText(say('setup.ways.oidc')).tap();
  const form = page.locator('details.way', { hasText: 'OpenID Connect' });
  await form.locator('[name="issuer"]').fill(issuer.url);
  await form.locator('[name="name"]').fill('Clube');
  await form.locator('[name="client_id"]').fill('league');
  await form.locator('[name="client_secret"]').fill('wrong');
  await walk.pressNamed(say('setup.ways.save'), form);
  const way = page.locator('details.way', { hasText: 'Clube' });
  const host = new URL(issuer.url).host;
  const tryIt = () => walk.pressNamed(say('setup.ways.test'), way);
  await tryIt();
  await expect(way.getByText(say('setup.faults.client_refused', { host }))).toBeVisible();
  await way.locator('[name="client_secret"]').fill('never-shown-again');
  await walk.pressNamed(say('setup.ways.save'), way);
  await expect(way.getByText(say('setup.ways.saved'))).toBeVisible();
  await tryIt();
  await expect(way.getByText(say('setup.faults.redirect_refused', { host }))).toBeVisible();
  issuer.redirects.add(`${front.url}/auth/v1/callback`);
  await tryIt();
  await expect(way.getByText(say('setup.ways.well'))).toBeVisible();
}

async function signIn(): Promise<void> {
  // As from the list: the address names the step's place too.
  await walk.findLine('sign-in').getByRole('link').tap();
  await expect(page).toHaveURL(/#step$/);
  issuer.person = 'Rosa';
  await walk.pressNamed(say('sign-in.with', { provider: 'Clube' }));
  await expect(page.locator('.bar-person summary').first()).toBeVisible();
  await walk.expectOpen('sign-in');
  // The step itself, which on a phone is below the list of all.
  await expect(page.locator('#step')).toBeInViewport();
  await expect(page.getByText(say('setup.sign_in_first'))).toHaveCount(0);
  await walk.expectDone('sign-in');
  // Whoever comes second is a person as any other.
  issuer.person = 'Bento';
  await openAlive(stranger, `${front.url}/login`);
  await walk.pressNamed(say('sign-in.with', { provider: 'Clube' }), stranger);
  await expect(stranger.locator('.bar-person summary')).toBeVisible();
  await expectNoDoor(stranger);
  await stranger.context().close();
}

test('the door opens for one browser, and who signs in there first is the admin', async () => {
  await openDoor();
  await enterWay();
  // Before anybody is known too: the session is the browser's, and stands in the database.
  await restartAfter('sign-in');
  await expect(page.locator('details.way', { hasText: 'Clube' })).toBeVisible();
  // What was kept of the secret is not in the page.
  expect(await page.content()).not.toContain('never-shown-again');
  await signIn();
});

/** A round mark on nothing, as somebody draws it. */
async function drawPicture(): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 120 });
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.fillStyle = '#ffcc33';
      pen.arc(60, 60, 55, 0, 7);
      pen.fill();
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

async function chooseLogo(): Promise<void> {
  await walk.enterStep('logo');
  const input = page.locator('input[type="file"]');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
  const asSvg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await input.setInputFiles(asSvg);
  await walk.pressNamed(say('settings.logo.act'));
  await expect(page.getByText(say('refusals.file_type_refused'))).toBeVisible();
  const script = Buffer.from('<script>alert(1)</script>');
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: script });
  await expect(page.getByText(say('refusals.picture_broken'))).toBeVisible();
  const buffer = await drawPicture();
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await walk.pressNamed(say('settings.logo.act'));
  await expect(page.locator('.settings-saved')).toContainText(say('settings.saved'));
  await walk.expectDone('logo');
  const own = page.locator('html[data-logo]');
  await expect(own).toHaveCount(1);
  // Taken away it is Muster's mark again, and that can be taken back.
  await walk.pressNamed(say('settings.logo.remove'));
  await expect(own).toHaveCount(0);
  await walk.pressNamed(say('settings.undo'));
  await expect(own).toHaveCount(1);
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await walk.expectDone('logo');
  await walk.expectInOrder();
}

async function chooseHue(): Promise<void> {
  await walk.enterStep('look');
  const bar = () => page.locator('.bar').evaluate((one) => getComputedStyle(one).backgroundColor);
  const before = await bar();
  await page.locator('input[name="hue"]').fill('200');
  await expect.poll(bar).not.toBe(before);
  // The contrast that is reckoned is told as it is moved.
  await expect(page.locator('.settings-preview [role="status"]')).toContainText(
    /[45],\d|[45] para/,
  );
  await walk.saveSettings('look');
  expect(await bar()).not.toBe(before);
}

test('name, logo, colour, languages and addresses are settled step by step', async () => {
  await walk.enterStep('name');
  await page.locator('input[name="name"]').fill(league.name);
  await page.locator('input[name="title_suffix"]').fill('do Brasil');
  await page.locator('input[name="footer_line"]').fill('Feita na vila');
  await walk.saveSettings('name');
  await chooseLogo();
  await chooseHue();
  await walk.enterStep('languages');
  for (const code of ['fi', 'pl']) {
    await page.locator(`input[name="locales"][value="${code}"]`).uncheck();
  }
  await page.locator('input[name="default_locale"][value="pt"]').check();
  await page.locator('select[name="zone"]').selectOption('America/Sao_Paulo');
  await walk.saveSettings('languages');
  await walk.enterStep('addresses');
  await page.locator('input[name="forum_url"]').fill('https://forum.example/vila');
  await page.locator('input[name="chat_invite_url"]').fill('https://chat.example/vila');
  await walk.saveSettings('addresses');
});

/** The desk plans a season of this ladder from now for a month, and opens it. */
async function openSeason(slug: string): Promise<void> {
  await openAlive(page, `${front.url}/ladders/${slug}/admin`);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
  const form = page.locator('form', { hasText: say('ladder-admin.plan_season') });
  await form.getByLabel(say('ladder-admin.season_name')).fill(league.season);
  await form.getByLabel(say('ladder-admin.starts')).fill(day(0));
  await form.getByLabel(say('ladder-admin.ends')).fill(day(30));
  await walk.pressNamed(say('ladder-admin.plan_season'), form);
  await walk.pressNamed(say('ladder-admin.open_season'));
  await page.locator('dialog[open] .button-danger').tap();
  const close = { name: say('ladder-admin.close_season'), exact: true };
  await expect(page.getByRole('button', close)).toBeVisible();
  await walk.expectInOrder();
}

async function makeLadder(): Promise<void> {
  await walk.enterStep('ladder');
  await walk.pressNamed(say('owner.ladders.add'));
  await chooseNamed(page.getByLabel(say('owner.ladder.game'), { exact: true }), league.game);
  await page.locator('input[name="name"]').fill(league.ladder);
  await walk.expectInOrder();
  await walk.pressNamed(say('owner.ladders.add'), page.locator('form.owner-form'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(league.ladder);
  await page.locator('a[href$="/admin/rules"]').tap();
  await expect(page).toHaveURL(/\/admin\/rules$/);
  await expect(page.getByText('Mesa de bar').first()).toBeVisible();
  await walk.expectInOrder();
  await openSeason('duplas-da-praca');
}

test('a new game, the first ladder with its rules, who helps; the demonstration goes', async () => {
  for (const step of ['sign-in', 'name', 'logo', 'look', 'languages', 'addresses']) {
    await walk.expectDone(step);
  }
  await walk.enterStep('games');
  await walk.pressNamed(say('owner.games.add'));
  await page.locator('input[name="name"]').fill(league.game);
  await page.locator('textarea[name="maps"]').fill('Mesa de bar\nMesa oficial\nMesa de praia');
  await walk.expectInOrder();
  await walk.pressNamed(say('owner.games.add'), page.locator('form.owner-form'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(league.game);
  await walk.pressNamed(say('owner.to_setup'));
  await walk.expectOpen('games');
  await expect(page.getByRole('link', { name: league.game, exact: true })).toBeVisible();
  await walk.pressNamed(`${say('owner.retire')}: AQtion`);
  await expect(
    page.getByRole('button', { name: `${say('owner.bring_back')}: AQtion` }),
  ).toBeVisible();
  await makeLadder();

  await openAlive(page, `${front.url}/setup`);
  await expect(walk.findLine('ladder')).toContainText(league.ladder);
  await expect(walk.findLine('helpers')).not.toHaveClass(/setup-step-done/);
  await walk.enterStep('helpers');
  await page.getByRole('searchbox').last().fill('Bento');
  await walk.pressNamed(say('owner.offices.give', { name: 'Bento' }));
  await expect(walk.findLine('helpers')).toContainText('Bento');

  await walk.enterStep('demonstration');
  await walk.pressNamed(say('setup.demonstration.clear'));
  await walk.pressNamed(say('setup.demonstration.keep'));
  await walk.pressNamed(say('setup.demonstration.clear'));
  await page.locator('.button-danger').tap();
  await expect(page.getByText(say('setup.demonstration.gone'))).toBeVisible();
  await walk.expectDone('demonstration');
  await expect(page.getByText(say('shell.notes.demo'))).toHaveCount(0);
  const settled = ['name', 'logo', 'look', 'languages', 'addresses'];
  await restartAfter(...settled, 'games', 'ladder', 'helpers', 'demonstration');
  await expect(walk.findLine('helpers')).toContainText('Bento');
  await walk.pressNamed(say('setup.finish'));
  await expect(page.getByText(say('setup.ready'))).toBeVisible();
});

/** What a stranger sees of the league: it is whole, and all of it the owner's. */
async function expectWhole(browser: Browser): Promise<void> {
  const context = await openPhone(browser);
  const visitor = await context.newPage();
  await openAlive(visitor, front.url);
  await expect(visitor).toHaveTitle(`${league.name} do Brasil`);
  await expect(visitor.locator('html')).toHaveAttribute('data-logo', '');
  await expect(visitor.locator('html')).toHaveAttribute('style', /--hue:200/);
  await expect(visitor.getByText('Feita na vila')).toBeVisible();
  await expect(visitor.getByText(say('shell.notes.demo'))).toHaveCount(0);
  await expect(visitor.locator('main').getByText(league.ladder).first()).toBeVisible();
  const picture = await visitor.locator('meta[property="og:image"]').getAttribute('content');
  expect(await ask(visitor, picture ?? '')).toBe(200);
  expect(await ask(visitor, '/ladders/duplas-da-praca')).toBe(200);
  expect(await ask(visitor, '/games/pebolim')).toBe(200);
  await expect(visitor.locator('a[href="https://forum.example/vila"]')).toHaveCount(1);
  await expect(visitor.locator('.bar a[href="/games/aqtion"]')).toHaveCount(0);
  await expect.poll(() => measureOverflow(visitor)).toBe(0);
  await expectNoDoor(visitor);
  await context.close();
}

/** An article as its editors have it in one language: title, revision, and what an update offers. */
const readArticle = (locale: string) =>
  page.evaluate(async (code) => {
    const answer = await fetch(`/admins/writing/articles/welcome/_payload.json?locale=${code}`);
    const { data } = await answer.json();
    return { title: data.texts.title, revision: data.revision, offered: data.offered };
  }, locale);

/** The owner's own words in place of those that ship. */
async function editTitle(title: string): Promise<void> {
  const { revision } = await readArticle('pt');
  const body = JSON.stringify({ command_id: crypto.randomUUID(), revision, title: { pt: title } });
  const headers = { 'content-type': 'application/json' };
  expect(await ask(page, '/api/articles/welcome/edit', { method: 'POST', headers, body })).toBe(
    200,
  );
}

/** An update of Muster ships other titles of that article. */
async function layUpdate(): Promise<void> {
  const shipped = getStartingContent();
  const articles = shipped.articles.map((article) =>
    article.slug === 'welcome'
      ? { ...article, title: { ...article.title, pt: 'Novo', es: 'Nuevo' } }
      : article,
  );
  await withLeague(server.dataDir, async (database) => {
    await layContent(database, { ...shipped, articles });
  });
}

test('the league is whole for a stranger, after a restart and after an update', async ({
  browser,
}) => {
  // It was started again after the last of the steps.
  await expectWhole(browser);
  expect(server.readOutput()).not.toMatch(/\/setup\/[\w-]{32}/);

  await editTitle('Chegue mais');
  await layUpdate();
  expect(await readArticle('es')).toMatchObject({ title: 'Nuevo', offered: null });
  expect(await readArticle('pt')).toMatchObject({
    title: 'Chegue mais',
    offered: { texts: { title: 'Novo' } },
  });
  await expectWhole(browser);
});
