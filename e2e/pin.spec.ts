import { type Browser, expect, type Page } from '@playwright/test';
import { type ApiPerson, obey, sendByApi, setLanguage, signInByApi } from './world/api-person.ts';
import {
  agree,
  bringApiTeam,
  bringDatedMatch,
  bringTeamOf,
  challenge,
  checkBothIn,
  openBrowserOf,
} from './world/live-match.ts';
import { findBottom } from './world/look.ts';
import { makeName } from './world/names.ts';
import { listPages } from './world/pages.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const texts = new Texts('en');

const server = prepareClockedServer();

const pin = (page: Page) => page.locator('#pin .pin');

/** Under what stands above every page, a narrow phone still shows where the ladder's board begins. */
async function expectStandingsInSight(browser: Browser, captain: ApiPerson): Promise<void> {
  const setting = server.toSetting({ locale: 'fr', tag: 'fr-FR', isPhone: true });
  await setLanguage(server.url, captain, 'fr');
  const person = await openBrowserOf(browser, setting, captain);
  const narrow = { width: 360, height: 800 };
  await person.page.setViewportSize(narrow);
  await person.open('/ladders/bf6-2v2-tanks');
  await expect(pin(person.page)).toBeVisible();
  await expect(person.page.locator('.site-note')).toBeVisible();
  const row = person.page.locator('.standings-row').first();
  expect(await findBottom(row)).toBeLessThanOrEqual(narrow.height);
  await person.context.close();
  await setLanguage(server.url, captain, 'en');
}

test('a match within the hour stands above every page until it is over', async ({ browser }) => {
  const { open, texts: reading, guarded } = await listPages(server.url, server.dataDir);
  const { path, starts, below, above } = await bringDatedMatch(server);
  await server.passUntil(starts - 61 * minute);
  below.captain = await signInByApi(server.url, below.captain.name);
  const read = async (page: string) => {
    const { cookie } = below.captain;
    return (await fetch(server.url + page, { headers: { cookie } })).text();
  };
  expect(await read('/about')).not.toContain('id="pin"');

  await server.passUntil(starts - 8 * minute);
  below.captain = await signInByApi(server.url, below.captain.name);
  for (const page of [...open, ...reading, ...guarded, '/nowhere']) {
    const html = await read(page);
    expect(html, page).toContain(`<aside id="pin"><a class="pin" href="${path}">`);
  }
  expect(await (await fetch(`${server.url}/about`)).text()).not.toContain('id="pin"');

  const setting = { ...server.toSetting({ isPhone: true }), now: starts - 8 * minute };
  const person = await openBrowserOf(browser, setting, below.captain);
  await person.open('/');
  const { page } = person;
  const title = texts.say('next-step.check_in.title', { team: below.name });
  await expect(pin(page)).toContainText(title);
  // All those pages have taken their time from the eight minutes.
  await expect(pin(page).getByRole('timer')).toHaveText(/^0[0-8]:\d\d$/);
  const before = await pin(page).getByRole('timer').textContent();
  await expect(pin(page).getByRole('timer')).not.toHaveText(before ?? '');
  await expectStandingsInSight(browser, below.captain);
  for (const to of ['/teams', '/about', '/account/notifications', `/teams/${above.slug}`]) {
    await person.follow(to);
    await expect(pin(page)).toContainText(title);
  }
  // It stays in sight, and leads into the room.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(pin(page)).toBeInViewport();
  await person.press(pin(page));
  await expect(page).toHaveURL(server.url + path);
  await person.expectInOrder();

  await person.follow('/boards');
  await checkBothIn(server, { path, above, below });
  const calm = texts.say('next-step.play.title', { team: below.name, opponent: above.name });
  await expect(pin(page)).toContainText(calm);
  await server.passUntil(starts + minute);
  await expect(pin(page)).toContainText(
    texts.say('next-step.report.title', { opponent: above.name }),
  );
  // Who lost says so, and it is over: gone from a page that nobody has loaded again.
  const conceded = { path: `/api${path}/concession`, body: {} };
  expect((await sendByApi(server.url, above.captain, conceded)).status).toBe(200);
  await expect(pin(page)).toHaveCount(0);
  expect(await read('/about')).not.toContain('id="pin"');
});

/** What stands above everything on a page of somebody's. */
const strip = (page: Page) => page.locator('main .next-thing').first();

test('a captain of three teams in five ladders reads everywhere what is lost first', async ({
  browser,
}) => {
  const six = Math.ceil(server.toNow() / day) * day + 18 * hour;
  await server.passUntil(six);
  const name = makeName('Busy');
  const lead = await signInByApi(server.url, name);
  const above = await bringApiTeam(server);
  const playing = await bringTeamOf(server, lead, { ladders: ['bf6-2v2-tanks'] });
  const answering = await bringTeamOf(server, lead, { ladders: ['mw-2v2-na'] });
  const rival = await bringApiTeam(server, 'mw-2v2-na');
  const growing = ['squad-4v4-cc', 'aqtion-4v4-teamplay'];
  const open = await bringTeamOf(server, lead, { ladders: growing, size: 4 });
  await obey(server, lead, '/api/ladders/dirt2-intl-open-classic/entries');
  await challenge(server, { above: answering, below: rival, ladder: 'mw-2v2-na' });
  await obey(server, above.mate, `/api/teams/${open.slug}/requests`);

  // The hour of the match is two evenings on; the report on it is due after the answer to the challenge.
  await server.passUntil(six + 5 * hour);
  for (const team of [above, playing]) {
    team.captain = await signInByApi(server.url, team.captain.name);
  }
  const { path, starts } = await agree(server, { above, below: playing, ladder: 'bf6-2v2-tanks' });
  expect(starts).toBe(six + 2 * day + 2 * hour);
  await server.passUntil(starts - 8 * minute);

  const [toCheckIn, toReport, toAnswer, toJoin] = [
    texts.say('next-step.check_in.title', { team: playing.name }),
    texts.say('next-step.report.title', { opponent: above.name }),
    texts.say('next-step.answer.title', { team: answering.name, opponent: rival.name }),
    texts.say('next-step.join_request.title', { team: open.name, who: above.mate.name }),
  ];
  const setting = { ...server.toSetting({ isPhone: true }), now: starts - 8 * minute };
  const person = await openBrowserOf(browser, setting, await signInByApi(server.url, name));
  const { page } = person;
  const mine = page.locator('.me-strips > li, .me-strips + .lines > li');
  const expectEverywhere = async (pinned: string, inOrder: readonly string[]) => {
    await person.follow('/me');
    await expect(mine).toContainText(inOrder);
    await person.follow('/');
    await expect(strip(page)).toContainText(inOrder[0] ?? '');
    for (const [to, said] of [
      ['/ladders/bf6-2v2-tanks', pinned],
      [`/teams/${playing.slug}`, pinned],
      ['/ladders/mw-2v2-na', toAnswer],
      [`/teams/${answering.slug}`, toAnswer],
    ] as const) {
      await person.follow(to);
      await expect(strip(page)).toContainText(said);
      await expect(pin(page)).toContainText(pinned);
    }
  };
  await person.open('/about');
  await expectEverywhere(toCheckIn, [toCheckIn, toAnswer, toJoin]);
  await checkBothIn(server, { path, above, below: playing });
  await server.passUntil(starts + minute);
  await expectEverywhere(toReport, [toAnswer, toReport, toJoin]);
});
