import { type Browser, expect, type Page } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { sendByApi, setLanguage, signInByApi } from './world/api-person.ts';
import { chooseNamed } from './world/choose.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { makeTag } from './world/names.ts';
import { bringSession } from './world/pages.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';

test('a person puts up a notice, others find it without a script, and it comes down', async ({
  page,
  browser,
}) => {
  const name = makeName('Otso');
  await comeSignedIn(page.context(), url, name);
  await openAlive(page, '/boards');
  await page.getByRole('button', { name: 'Put up a notice' }).click();
  const dialog = page.getByRole('dialog');
  await chooseNamed(dialog.getByLabel('Game'), 'Squad');
  await dialog.getByLabel('Fri').check();
  await dialog.getByLabel('Suomi').check();
  await dialog.getByRole('button', { name: 'Put up' }).click();
  await expect(dialog.getByText('Write something, at most 500 characters.')).toBeVisible();
  await dialog.getByLabel('Your words').fill(`Calm gunner, ${name}`);
  await dialog.getByRole('button', { name: 'Put up' }).click();
  await expect(dialog).toBeHidden();
  const own = page.getByRole('listitem').filter({ hasText: `Calm gunner, ${name}` });
  await expect(own).toContainText('Player seeks team');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto('/boards');
  await reader.locator('.boards-narrow summary').click();
  await reader.getByLabel('Game').selectOption('squad');
  await reader.getByLabel('Language', { exact: true }).selectOption('fi');
  await reader.getByRole('button', { name: 'Show' }).click();
  await expect(reader).toHaveURL(/game=squad&language=fi/);
  await expect(reader.getByText(`Calm gunner, ${name}`)).toBeVisible();
  await reader.goto('/boards?game=squad&language=pl');
  await expect(reader.getByText(`Calm gunner, ${name}`)).toHaveCount(0);
  await context.close();

  await own.getByRole('button', { name: 'Take down' }).click();
  await expect(own).toHaveCount(0);
});

interface OpenOptions {
  isPhone?: boolean;
  /** The language of their account, and its tag in the browser. */
  locale?: string;
  tag?: string;
}

/** Somebody new who leads a team. */
async function openCaptain(
  browser: Browser,
  { isPhone = false, locale = 'en', tag = 'en-US' }: OpenOptions = {},
) {
  const context = await browser.newContext({
    locale: tag,
    ...(isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}),
  });
  const page = await (await saveData(context)).newPage();
  const captain = await signInByApi(url, makeName('Otso'));
  await setLanguage(url, captain, locale);
  const team = makeName('Anvil');
  const body = { name: team, tag: makeTag(), zone: 'Europe/Helsinki', locale };
  expect((await sendByApi(url, captain, { path: '/api/teams', body })).status).toBe(200);
  await bringSession(context, url, captain);
  return { page, team };
}

async function putUp(
  page: Page,
  kind: string,
  words: string,
  times?: { added: string; typed: string },
): Promise<void> {
  await openAlive(page, '/boards');
  await page.getByRole('button', { name: 'Put up a notice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What', { exact: true }).selectOption(kind);
  if (times !== undefined) {
    const field = dialog.getByLabel(/^Times at which you would play/);
    await field.fill(times.added);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await field.fill(times.typed);
  }
  await dialog.getByLabel('Your words').fill(words);
  await dialog.getByRole('button', { name: 'Put up' }).click();
  await expect(dialog).toBeHidden();
}

const findNotice = (page: Page, words: string) =>
  page.locator('.boards-post').filter({ hasText: words });

test('a player answers a team’s notice, takes it back too late, is invited and joins', async ({
  page,
  browser,
}) => {
  const { page: captain, team } = await openCaptain(browser);
  const words = `We need a driver, ${team}`;
  await putUp(captain, 'team_seeks_player', words);
  await expect(findNotice(captain, words)).toBeVisible();
  const name = makeName('Vega');
  await comeSignedIn(page.context(), url, name);
  await openAlive(page, '/boards');
  await findNotice(page, words).getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('A few words').fill('I drive.');
  await page.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
  await expect(findNotice(page, words)).toContainText('You have answered.');

  // The bell rings, and the list follows it.
  await expect(findNotice(captain, words)).toContainText('I drive.');
  // As on a second screen of theirs that has heard of nothing since.
  const stale = await page.context().newPage();
  await stale.routeWebSocket(/realtime/, () => {});
  await openAlive(stale, '/boards');
  await findNotice(captain, words)
    .getByRole('button', { name: `Invite ${name}` })
    .click();
  await expect(captain.locator('.boards-answer')).toHaveCount(0);
  await findNotice(stale, words).getByRole('button', { name: 'Take back' }).click();
  await expect(stale.getByText('They have accepted your answer already')).toBeVisible();
  await expect(findNotice(stale, words)).toContainText(`${team} has invited you.`);
  await expect(stale.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await stale.close();
  await followAddress(page, '/account');
  await page.getByRole('button', { name: `Join ${team}` }).click();
  await expect(page.locator('#invitations')).toHaveCount(0);
  await followAddress(page, '/boards');
  // Who is on the team has nothing to ask of it; what others may report they may.
  await expect(findNotice(page, words)).toBeVisible();
  await expect(
    findNotice(page, words).getByRole('button').and(page.locator(':not(.report-button)')),
  ).toHaveCount(0);
});

test('two captains agree on a scrim at a time that was added or only typed; its room is theirs, and calling it off is seen at once', async ({
  browser,
}) => {
  const { page: home, team } = await openCaptain(browser);
  const words = `Three maps, ${team}`;
  const day = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  await putUp(home, 'scrim', words, { added: `${day}T20:00`, typed: `${day}T21:00` });
  // A time that is typed and not added goes up too.
  await expect(findNotice(home, words).locator('.boards-offer')).toHaveText([/20:00/, /21:00/]);

  const { page: away, team: rival } = await openCaptain(browser, {
    isPhone: true,
    ...{ locale: 'pl', tag: 'pl-PL' },
  });
  await openAlive(away, '/boards');
  await findNotice(away, words).getByRole('button', { name: 'Zaproponuj grę' }).tap();
  await away.getByRole('dialog').getByRole('button', { name: 'Zaproponuj grę' }).tap();
  await expect(findNotice(away, words)).toContainText('Odpowiedź wysłana.');

  const answer = home.locator('.boards-answer').filter({ hasText: rival });
  await answer.getByRole('button', { name: 'Agree' }).click();
  await home.waitForURL(/\/scrims\//);
  await expect(home.getByRole('heading', { level: 1 })).toContainText(rival);
  const address = new URL(home.url()).pathname;

  await followAddress(away, '/boards');
  await away.locator('.boards-scrim a').tap();
  await away.waitForURL(`**${address}`);
  await expect(away.getByRole('heading', { level: 1 })).toContainText(team);
  expect(await away.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await home.getByRole('button', { name: 'Name the server' }).click();
  await home.getByLabel('Address').fill('10.0.0.1:27015');
  await home.getByRole('button', { name: 'Save' }).click();
  await expect(away.getByText('10.0.0.1:27015')).toBeVisible();
  // Until the page has its answer the dialog stands over everything else, and what is typed goes nowhere.
  await expect(home.getByRole('dialog')).toBeHidden();
  await home.getByLabel('Message').fill('Which map first?');
  // The words arrive, every answer is lost, and whoever sends them again has said them once.
  const messages = '**/api/scrims/*/messages';
  await home.route(messages, async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  const sendButton = home.getByRole('button', { name: 'Send', exact: true });
  await sendButton.click();
  await expect(home.getByText(/^The server cannot be reached/)).toBeVisible();
  await home.unroute(messages);
  await sendButton.click();
  await expect(home.getByLabel('Message')).toHaveValue('');
  await expect(away.getByText('Which map first?')).toHaveCount(1);
  await expect(home.getByText('Which map first?')).toHaveCount(1);

  const stranger = await (await saveData(await browser.newContext())).newPage();
  await openAlive(stranger, address);
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText(rival);
  await expect(stranger.getByText('10.0.0.1:27015')).toHaveCount(0);
  await expect(stranger.getByText('Which map first?')).toHaveCount(0);

  // The team's own page leads there, until it is off.
  const teamPage = (await home.locator('.scrim-team').first().getAttribute('href')) ?? '';
  await followAddress(stranger, teamPage);
  const ahead = stranger.locator('.team-scrim');
  await expect(ahead).toContainText(rival);
  await expect(ahead.locator(`a[href$="${address}"]`)).toBeVisible();

  await home.getByRole('button', { name: 'Call it off' }).click();
  await home.getByLabel('Reason').fill('Two are ill');
  await home.getByRole('dialog').getByRole('button', { name: 'Call it off' }).click();
  await expect(away.getByText(`${team} odwołuje mecz`)).toBeVisible();
  await expect(away.getByText('Two are ill')).toBeVisible();
  await expect(ahead).toHaveCount(0);
});
