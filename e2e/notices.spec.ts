import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { readSession } from './shell/sign-in.ts';
import { sendByApi, setLanguage, signInByApi } from './world/api-person.ts';
import { listViolations } from './world/axe.ts';
import { expectNext } from './world/captain.ts';
import { type ApiTeam, bringApiTeam, bringTeamOf, openBrowserOf } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person, Setting } from './world/person.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const texts = new Texts('fi');
const url = process.env.MUSTER_URL ?? '';
const setting: Setting = { url, texts, tag: 'fi-FI', isPhone: false };

/** The bell, whatever it says. */
const bellOf = ({ page }: Person) =>
  page.getByRole('banner').locator('a[href$="/account/notifications"]');

async function expectBell(person: Person, count: number): Promise<void> {
  const name =
    count === 0 ? 'Ilmoitukset' : `Ilmoitukset, ${count} ${count === 1 ? 'uusi' : 'uutta'}`;
  await expect(bellOf(person)).toHaveAccessibleName(name);
}

async function challenge(below: ApiTeam, entry: string): Promise<string> {
  const answer = await sendByApi(url, below.captain, {
    path: '/api/ladders/bf6-2v2-tanks/challenges',
    body: { entry: below.entry, opponent: entry, nonce: randomUUID() },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.data?.match);
}

/** The address that the local sign-in made up for the person; their account page says none. */
async function readAddress({ context }: Person): Promise<string> {
  const session = await readSession(context);
  if (session === null) {
    throw new Error('There is no session.');
  }
  return (session.user as { email: string }).email;
}

/** Waits until the local mailbox holds a mail with these words in its subject. */
async function waitForMail(page: Page, address: string, subject: string) {
  const list = `/dev/mail?to=${encodeURIComponent(address)}`;
  await expect.poll(async () => (await page.request.get(list)).text()).toContain(subject);
  await page.goto(list);
  const line = page.getByRole('link', { name: subject });
  await expect(line.first()).toBeVisible();
  return line;
}

test('a challenged captain sees the bell ring, lands on the button, and gets mail until they end it', async ({
  browser,
}) => {
  const person = await signInByApi(url, makeName('Cap'));
  await setLanguage(url, person, 'fi');
  const team = await bringTeamOf({ url }, person, { ladders: ['bf6-2v2-tanks'] });
  const { name } = team;
  const captain = await openBrowserOf(browser, setting, person);
  const below = await bringApiTeam({ url });
  const address = await readAddress(captain);

  await test.step('what there was is read from the keyboard', async () => {
    await captain.open('/account/notifications');
    const { page } = captain;
    await expect(page.getByText(`on liittynyt joukkueeseen ${name}`)).toBeVisible();
    await page.getByRole('button', { name: texts.say('notices.page.mark_read') }).press('Enter');
    await expect(page.getByText(texts.say('notices.page.none'), { exact: true })).toBeVisible();
    await expectBell(captain, 0);
    await captain.expectInOrder();
    expect(await listViolations(page)).toEqual([]);
  });

  await captain.follow('/about');
  const match = await challenge(below, team.entry);

  await test.step('the bell rings without a reload and leads to the button', async () => {
    await expectBell(captain, 1);
    await captain.press(bellOf(captain));
    await expect(captain.page.getByText(`${below.name} haastaa joukkueen ${name}`)).toBeVisible();
    await captain.expectInOrder();
    await captain.pressNamed(texts.say('notices.acts.answer'), captain.page.getByRole('main'));
    await captain.page.waitForURL(new RegExp(`/matches/${match}$`));
    await expectNext(captain, 'answer', below.name);
    await expectBell(captain, 0);
  });

  const mailbox = await captain.context.newPage();
  await test.step('the mail is in their language and leads to the same place', async () => {
    const mail = await waitForMail(mailbox, address, `${below.name} haastaa joukkueen ${name}`);
    await expect(mail).toHaveCount(1);
    await mail.click();
    await expect(mailbox.locator('pre')).toContainText('Vastauksen takaraja');
    const framed = mailbox.frameLocator('iframe');
    await expect(framed.locator('html')).toHaveAttribute('lang', 'fi-FI');
    await framed.getByRole('link', { name: 'Vastaa' }).click();
    await mailbox.waitForURL(new RegExp(`/matches/${match}$`));
    // Whoever has the match open reads its notices there.
    await mailbox.goto('/dev/mail');
  });

  await test.step('mail of one kind is turned off, and the rest goes on', async () => {
    const { page } = captain;
    await captain.follow('/account/notifications');
    const boxOf = (way: 'page' | 'mail', name: string) =>
      page.getByRole('checkbox', { name: texts.say(`notices.page.choice_${way}`, { name }) });
    const whole = texts.say('notices.groups.challenges.name');
    const one = texts.say('notices.names.challenge_withdrawn');
    const group = page.getByRole('group', { name: whole });
    const openKinds = () => group.locator('summary').press('Enter');
    await openKinds();
    expect(await listViolations(page)).toEqual([]);
    await expect(boxOf('mail', one)).toBeChecked();
    await boxOf('mail', one).press('Space');
    await expect(page.getByText(texts.say('notices.page.saved'))).toBeVisible();
    await page.reload();
    await openKinds();
    await expect(boxOf('mail', one)).not.toBeChecked();
    await expect(boxOf('mail', texts.say('notices.names.challenged'))).toBeChecked();
    await expect(boxOf('page', one)).toBeChecked();
    await expect(boxOf('mail', whole)).toBeChecked({ indeterminate: true });
    const withdrawal = { path: `/api/matches/${match}/withdrawal`, body: { version: 1 } };
    expect((await sendByApi(url, below.captain, withdrawal)).status).toBe(200);
    await expect(page.getByText(`${below.name} peruu haasteen joukkueelle ${name}`)).toBeVisible();
    // There is nothing to answer any more: the old notice leads to the match and promises nothing.
    const old = page
      .getByRole('listitem')
      .filter({ hasText: `${below.name} haastaa joukkueen ${name}` });
    await expect(
      old.getByRole('link', { name: texts.say('notices.acts.see_match') }),
    ).toBeVisible();
    await expect(old.getByRole('link', { name: texts.say('notices.acts.answer') })).toHaveCount(0);
    const stranger = await signInByApi(url, makeName('Ask'));
    const path = `/api/teams/${team.slug}/requests`;
    expect((await sendByApi(url, stranger, { path })).status).toBe(200);
    await waitForMail(mailbox, address, `${stranger.name} pyrkii joukkueeseen ${name}`);
    await expect(mailbox.getByText('peruu haasteen')).toHaveCount(0);
  });

  await test.step('whoever follows a notice has read it', async () => {
    const { page } = captain;
    await captain.open('/account/notifications');
    await expectBell(captain, 2);
    const asked = page.getByRole('listitem').filter({ hasText: `pyrkii joukkueeseen ${name}` });
    await captain.pressNamed(texts.say('notices.acts.answer'), asked);
    await page.waitForURL(/\/teams\//);
    await expectBell(captain, 1);
  });

  await test.step('one switch sets all kinds of a group, from the keyboard', async () => {
    const { page } = captain;
    await captain.follow('/account/notifications');
    const name = texts.say('notices.groups.team.name');
    const group = page.getByRole('group', { name });
    const head = page.getByRole('checkbox', {
      name: texts.say('notices.page.choice_page', { name }),
    });
    await head.press('Space');
    await expect(page.getByText(texts.say('notices.page.saved'))).toBeVisible();
    await page.reload();
    await expect(head).not.toBeChecked();
    await group.locator('summary').press('Enter');
    const ways = group.locator('details').getByRole('checkbox');
    await expect(ways.first()).toBeVisible();
    const names = await group.locator('details').getByRole('checkbox', { checked: false }).count();
    expect(names).toBe((await ways.count()) / 2);
  });
});

test('the bell is a link that a visitor does not see, and that works without a script', async ({
  browser,
}) => {
  const person = await signInByApi(url, makeName('Calm'));
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/about');
  await expect(page.locator('.bar-bell')).toHaveCount(0);
  await context.setExtraHTTPHeaders({ cookie: person.cookie });
  await page.goto('/about');
  const bell = page.getByRole('link', { name: 'Notifications' });
  await expect(bell).toBeVisible();
  const box = await bell.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await bell.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expect(page.getByText('Nothing new')).toBeVisible();
  await context.close();
});

test('nobody can listen to another person’s topic', async ({ browser }) => {
  const [owner, other] = await Promise.all([
    signInByApi(url, makeName('Own')),
    signInByApi(url, makeName('Other')),
  ]);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const read = await fetch(`${url}/account/_payload.json`, { headers: { cookie: owner.cookie } });
  const { viewer } = (await read.json()) as { viewer: { person_id: string } };
  await context.setExtraHTTPHeaders({ cookie: other.cookie });
  const answer = await fetch(`${url}/api/me/notices/unread`, { headers: { cookie: other.cookie } });
  expect(await answer.json()).toEqual({ data: { count: 0, desk: null, pin: null } });
  await page.goto('/about');
  const said = await page.evaluate(
    ({ topic, address }) =>
      new Promise<string>((resolve) => {
        const key = /"anon_key":"([^"]+)"/.exec(document.documentElement.innerHTML)?.[1] ?? '';
        const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`);
        socket.onopen = () => {
          const payload = { config: { private: true }, access_token: key };
          const frame = { topic, event: 'phx_join', payload, ref: '1', join_ref: '1' };
          socket.send(JSON.stringify(frame));
        };
        socket.onmessage = ({ data }) => {
          resolve(String(data));
          socket.close();
        };
      }),
    { topic: `realtime:person:${viewer.person_id}`, address: url.replace(/^http/, 'ws') },
  );
  expect(said).toContain('"status":"error"');
  await context.close();
});
