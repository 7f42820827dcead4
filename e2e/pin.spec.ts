import { expect, type Page, test } from '@playwright/test';
import { readPage, sendByApi, signInByApi } from './world/api-person.ts';
import { bringDatedMatch, openBrowserOf } from './world/live-match.ts';
import { listPages } from './world/pages.ts';
import type { Person } from './world/person.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { Texts } from './world/texts.ts';

const minute = 60_000;
const texts = new Texts('en');

const server = prepareClockedServer();
test.setTimeout(300_000);

const pin = (page: Page) => page.locator('#pin .pin');

/** Goes there by a link, as a reader does: the document stays. */
async function follow({ page }: Person, path: string): Promise<void> {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to });
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, path);
  await expect(page).toHaveURL(server.url + path);
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
  await expect(pin(page).getByRole('timer')).toHaveText(/^0[78]:\d\d$/);
  const before = await pin(page).getByRole('timer').textContent();
  await expect(pin(page).getByRole('timer')).not.toHaveText(before ?? '');
  for (const to of ['/teams', '/about', '/account/notifications', `/teams/${above.slug}`]) {
    await follow(person, to);
    await expect(pin(page)).toContainText(title);
  }
  // It stays in sight, and leads into the room.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(pin(page)).toBeInViewport();
  await person.press(pin(page));
  await expect(page).toHaveURL(server.url + path);
  await person.expectInOrder();

  const { sides } = (await readPage(server.url, path)).data as unknown as {
    sides: Record<'challenger' | 'defender', { people: { person_id: string }[] }>;
  };
  await follow(person, '/boards');
  above.captain = await signInByApi(server.url, above.captain.name);
  for (const [who, side] of [
    [below.captain, sides.challenger],
    [above.captain, sides.defender],
  ] as const) {
    const players = side.people.map(({ person_id }) => person_id);
    const body = { players };
    expect((await sendByApi(server.url, who, { path: `/api${path}/check-in`, body })).status).toBe(
      200,
    );
  }
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
