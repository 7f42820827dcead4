import { type Browser, expect, type Page } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { type ApiPerson, obey, signInByApi } from './world/api-person.ts';
import { bringSession } from './world/pages.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';

async function openPerson(browser: Browser, start: string): Promise<ApiPerson & { page: Page }> {
  const context = await saveData(await browser.newContext());
  const person = await signInByApi(url, makeName(start));
  await bringSession(context, url, person);
  return { page: await context.newPage(), ...person };
}

/** A captain on the page of their new team, where how it is founded is not what is tried. */
async function openCaptain(browser: Browser) {
  const captain = await openPerson(browser, 'Rook');
  const team = makeName('Anvil');
  const home = { tag: team.slice(-5), zone: 'UTC', locale: 'en' };
  const { slug } = await obey({ url }, captain, '/api/teams', { name: team, ...home });
  const address = `/teams/${slug}`;
  return { ...captain, team, address };
}

const roster = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.locator('#roster') })
    .getByRole('listitem');

test('founding a team says beside each field what is wrong with it', async ({ browser }) => {
  const { page, team: taken } = await openCaptain(browser);
  await openAlive(page, '/teams/new');
  await page.getByLabel('Name').fill(taken);
  await page.getByLabel('Tag').fill('QX');
  await page.getByRole('button', { name: 'Found the team' }).click();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(`${taken} is taken`)).toBeVisible();
  await page.getByLabel('Name').fill(makeName('Hammer'));
  await page.getByLabel('Tag').fill('Q');
  await page.getByRole('button', { name: 'Found the team' }).click();
  await expect(page.getByLabel('Tag')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/teams\/new$/);
});

test('a captain invites by link, hands over and leaves; the other side sees it without reloading', async ({
  browser,
}) => {
  const { page, name, team, address: home } = await openCaptain(browser);
  await openAlive(page, home);
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = page.locator('a[href*="?invite="]');
  await expect(link).toHaveCount(1);
  const address = (await link.getAttribute('href')) ?? '';

  const { page: guest, name: guestName } = await openPerson(browser, 'Mistral');
  await openAlive(guest, address);
  await guest.getByRole('button', { name: `Join ${team}` }).click();
  await expect(roster(guest)).toHaveText([new RegExp(name), new RegExp(guestName)]);
  await expect(roster(page)).toHaveText([new RegExp(name), new RegExp(guestName)]);

  await page.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New captain').selectOption(guestName);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(roster(page)).toHaveText([
    new RegExp(`${guestName}.*captain`),
    new RegExp(`${name}.*co-captain`),
  ]);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave the team' }).click();
  await expect(roster(page)).toHaveCount(1);
  await expect(roster(guest)).toHaveCount(1);
});

test('the only captain cannot leave, and disbands after typing the name', async ({ browser }) => {
  const { page, team, address } = await openCaptain(browser);
  await openAlive(page, address);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('You are the only captain');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Disband', exact: true }).click();
  const disband = page.getByRole('dialog').getByRole('button', { name: 'Disband the team' });
  await expect(disband).toBeDisabled();
  await page.getByRole('dialog').getByRole('textbox').fill(team);
  await disband.click();
  await expect(page.getByText(/Disbanded on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disband', exact: true })).toHaveCount(0);
});

test('an invite that is not known says so, and joins nobody', async ({ browser }) => {
  const { address } = await openCaptain(browser);
  const { page: guest } = await openPerson(browser, 'Mistral');
  await openAlive(guest, `${address}?invite=nothing`);
  await expect(guest.getByText('This invite is not known')).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Join/ })).toHaveCount(0);
});

test('somebody asks to join, is declined with a reason, takes it back, asks again and is taken in', async ({
  browser,
}) => {
  const { page, team, address } = await openCaptain(browser);
  await openAlive(page, address);
  const { page: guest, name } = await openPerson(browser, 'Mistral');
  const ask = async (button: string, words: string) => {
    await guest.getByRole('button', { name: button, exact: true }).click();
    await guest.getByLabel('A few words').fill(words);
    await guest.getByRole('dialog').getByRole('button', { name: 'Ask to join' }).click();
    await expect(guest.getByText(`You have asked ${team}`)).toBeVisible();
  };
  await openAlive(guest, address);
  await ask('Ask to join', 'I repair.');
  await expect(page.getByText('I repair.')).toBeVisible();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByLabel('Reason').fill('Ask after Sunday');
  await page.getByRole('button', { name: 'Decline now' }).click();
  await expect(guest.getByText('Ask after Sunday')).toBeVisible();
  await ask('Ask again', 'It is Sunday.');
  await expect(page.getByText('It is Sunday.')).toBeVisible();
  await guest.getByRole('button', { name: 'Take the request back' }).click();
  await expect(page.getByText('It is Sunday.')).toHaveCount(0);
  await ask('Ask to join', 'It is Monday.');
  await page.getByRole('button', { name: `Take in ${name}` }).click();
  await expect(roster(guest)).toHaveCount(2);
  const history = guest.locator('.team-history li');
  await expect(history.first()).toContainText(`${name} joined.`);
});

test('a captain chooses who plays for the entry where the team is larger than the ladder allows', async ({
  browser,
}) => {
  const captain = await signInByApi(url, makeName('Rook'));
  const name = makeName('Anvil');
  const home = { tag: name.slice(-5), zone: 'UTC', locale: 'en' };
  const { slug } = await obey({ url }, captain, '/api/teams', { name, ...home });
  const { code } = await obey({ url }, captain, `/api/teams/${slug}/invites`);
  const mates: ApiPerson[] = [];
  for (let count = 0; count < 6; count += 1) {
    const mate = await signInByApi(url, makeName('Mate'));
    await obey({ url }, mate, `/api/teams/${slug}/join`, { code });
    mates.push(mate);
  }
  const [dropped, , , , , added] = mates;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await bringSession(await saveData(context), url, captain);
  const page = await context.newPage();
  await openAlive(page, '/ladders/bf6-2v2-tanks');
  await page.getByRole('main').getByRole('button', { name: 'Join the ladder' }).click();
  const dialog = page.getByRole('dialog');
  const boxOf = (who: ApiPerson | undefined) =>
    dialog.getByRole('checkbox', { name: who?.name ?? '', exact: true });
  await expect(dialog.getByText('6 chosen; from 2 to 6')).toBeVisible();
  await expect(boxOf(captain)).toBeChecked();
  await expect(boxOf(added)).not.toBeChecked();
  await expect(boxOf(added)).toBeDisabled();
  await boxOf(dropped).press('Space');
  await boxOf(added).press('Space');
  await dialog.getByRole('button', { name: 'Join the ladder' }).click();
  await expect(page.getByText('You are on the ladder.')).toBeVisible();
  await followAddress(page, `/teams/${slug}`);
  const eligible = page.locator('.team-eligible');
  await eligible.locator('summary').click();
  // Those who may play come first.
  await expect(eligible.locator('li')).toHaveCount(7);
  await expect(eligible.locator('li').last()).toContainText(dropped?.name ?? '');
  await context.close();
});

test('a captain invites somebody by name, who finds it on their account and joins', async ({
  browser,
}) => {
  const { page: guest, name } = await openPerson(browser, 'Mistral');
  const { page, team, address } = await openCaptain(browser);
  await openAlive(page, address);
  await page.getByLabel('Somebody by name').fill(name);
  await page.getByRole('button', { name: `Invite ${name}` }).click();
  const waiting = page.locator('.team-invite');
  await expect(waiting).toContainText(`${name}, by name`);
  await waiting.getByRole('button', { name: 'Take back' }).click();
  await expect(waiting).toHaveCount(0);
  await page.getByLabel('Somebody by name').fill(name);
  await page.getByRole('button', { name: `Invite ${name}` }).click();
  await expect(waiting).toContainText(`${name}, by name`);
  await openAlive(guest, '/account');
  await guest.getByRole('button', { name: `Join ${team}` }).click();
  await expect(guest.locator('#invitations')).toHaveCount(0);
  await expect(roster(page)).toHaveCount(2);
});

test('a captain gives the team a picture, which stands wherever its emblem does', async ({
  browser,
}) => {
  const { page, team, address } = await openCaptain(browser);
  await openAlive(page, `${address}/edit`);
  const picture = await page.screenshot();
  const input = page.locator('.team-logo input[type=file]');
  await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(page.getByText('This picture cannot be read.')).toBeVisible();
  await expect(page.getByAltText('How the picture will be cut')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Use this picture' })).toHaveCount(0);
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByAltText('How the picture will be cut')).toBeVisible();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('The team has its picture')).toBeVisible();

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(address);
  const shown = visitor.locator('.page-top .emblem');
  await expect(shown).toHaveAttribute('src', /^\/api\/logos\/[0-9a-f]{32}\/256\.webp$/);
  await expect(shown).toHaveJSProperty('naturalWidth', 256);
  await page.getByRole('button', { name: 'Take the picture away' }).click();
  await expect(page.locator('.team-logo .emblem')).toHaveAttribute('src', /^\/emblems\//);
  await visitor.goto(address);
  await expect(shown).toHaveAttribute('src', `/emblems/team.svg?of=${encodeURIComponent(team)}`);
});
