import { pages } from '@muster/site';
import { expect } from '@playwright/test';
import { clickLink, countDocuments, openAlive } from './shell/open.ts';
import { type ShellServer, startShellServer } from './shell/shell-server.ts';
import { holdRequests } from './world/hold-requests.ts';
import { test } from './world/test.ts';

let server: ShellServer;
test.beforeAll(async () => {
  server = await startShellServer();
});
test.afterAll(() => server.close());

const languages = [
  ['en', 'en-US', 'English', 'Sign in'],
  ['es', 'es-ES', 'Español', 'Iniciar sesión'],
  ['fr', 'fr-FR', 'Français', 'Se connecter'],
  ['de', 'de-DE', 'Deutsch', 'Anmelden'],
  ['pl', 'pl-PL', 'Polski', 'Zaloguj się'],
  ['pt', 'pt-BR', 'Português', 'Entrar'],
  ['fi', 'fi-FI', 'Suomi', 'Kirjaudu sisään'],
] as const;

for (const [code, tag, name, title] of languages) {
  test(`the page is ${name} for a browser that wishes ${tag}, without a cookie`, async ({
    request,
  }) => {
    const answer = await request.get(`${server.url}/login`, {
      headers: { 'accept-language': `${tag},en;q=0.3` },
    });
    const html = await answer.text();
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).toContain(`<title>${title} · Muster League</title>`);
    expect(answer.headers()['content-language']).toBe(code);
    expect(answer.headers().vary).toContain('Accept-Language');
  });
}

test('a chosen language changes the page where it stands, and is kept', async ({
  page,
  context,
}) => {
  await openAlive(page, `${server.url}/dev/pieces`);
  await page.getByRole('textbox').first().fill('still here');
  const documents = countDocuments(page);
  const findCookie = async () =>
    (await context.cookies()).find((one) => one.name === 'muster-locale');
  expect(await findCookie()).toBeUndefined();
  for (const [code, tag, name, title] of languages) {
    await page.locator('.language-menu summary').click();
    await page.locator(`.language-menu a[lang="${tag}"]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.locator('.bar-sign-in')).toHaveText(title);
    await expect(page.locator('.language-menu summary')).toHaveText(name);
    await expect(page.getByRole('textbox').first()).toHaveValue('still here');
    // A page in English already shows all of it before the choice is kept.
    await expect.poll(async () => (await findCookie())?.value).toBe(code);
    const days = (((await findCookie())?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThan(365.1);
    const again = await page.request.get(`${server.url}/dev/pieces`);
    expect(await again.text()).toContain(`<html lang="${tag}">`);
  }
  expect(documents()).toBe(0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
});

test('only the texts that a page shows are loaded, and the same ones for a switch', async ({
  page,
}) => {
  const texts = new Set<string>();
  page.on('request', (request) => {
    const found = /assets\/texts-([a-z-]+)-\w{7}\.js/.exec(request.url());
    if (found?.[1]) {
      texts.add(found[1]);
    }
  });
  const toNames = (code: string, areas: readonly string[]) =>
    new Set([code, ...areas.map((area) => `${code}-${area}`)]);
  await openAlive(page, `${server.url}/login`);
  expect(texts).toEqual(toNames('en', pages.login.areas));
  texts.clear();
  await page.locator('.language-menu summary').click();
  await page.getByRole('link', { name: 'Polski' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl-PL');
  expect(texts).toEqual(toNames('pl', pages.login.areas));
  await clickLink(page, '/about');
  await expect(page).toHaveURL(/about/);
  expect(texts).toEqual(toNames('pl', [...pages.login.areas, ...pages.about.areas]));
});

test('a language is pending while its texts load; the last choice wins', async ({ page }) => {
  await openAlive(page, `${server.url}/login`);
  const release = await holdRequests(page, /assets\/texts-de-.*\.js/);
  await page.locator('.language-menu').getByText('Deutsch').dispatchEvent('click');
  await expect(page.locator('.language-menu')).toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await page.locator('.language-menu').getByText('Suomi').dispatchEvent('click');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
  release();
  await page.waitForResponse(/assets\/texts-de-.*\.js/);
  await expect(page.locator('.language-menu')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
});

test('the last choice wins over one whose page is only being asked for', async ({ page }) => {
  await openAlive(page, `${server.url}/ladders/chronophoto-test`);
  const choose = (name: string) =>
    page.locator('.language-menu').getByText(name).dispatchEvent('click');
  /** Holds the requests of an address until they are let go, and tells when the first is made. */
  async function hold(url: RegExp) {
    const asked = page.waitForRequest(url);
    return { asked, release: await holdRequests(page, url) };
  }
  const payload = await hold(/_payload\.json/);
  await choose('Polski');
  await payload.asked;
  const texts = await hold(/assets\/texts-fr-.*\.js/);
  await choose('Français');
  await texts.asked;
  const shown = page.waitForResponse(/_payload\.json/);
  payload.release();
  await shown;
  texts.release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await expect(page.locator('.language-menu')).toHaveAttribute('aria-busy', 'false');
});

test('a language whose texts cannot be loaded is logged and not applied', async ({
  page,
  context,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  await page.route(/assets\/texts-fr-.*\.js/, (route) => route.abort());
  await openAlive(page, `${server.url}/login`);
  await page.locator('.language-menu').getByText('Français').dispatchEvent('click');
  await expect
    .poll(() => errors.some((text) => text.startsWith('Failed locale loading')))
    .toBe(true);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  expect((await context.cookies()).some(({ name }) => name === 'muster-locale')).toBe(false);
});

test('a language that the site does not have is not applied', async ({ request }) => {
  const answer = await request.get(`${server.url}/locale/sv?to=/login`, { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  expect(answer.headers()['set-cookie']).toBeUndefined();
  const away = await request.get(`${server.url}/locale/fi?to=//evil.example`, { maxRedirects: 0 });
  expect(away.headers().location).toBe('/');
});

test('plurals, dates and the zone are those of the language', async ({ page, context }) => {
  await context.addCookies([{ name: 'muster-locale', value: 'pl', url: server.url }]);
  await openAlive(page, `${server.url}/dev/pieces`);
  await expect(
    page.getByRole('img', { name: '2 szczeble w górę od zeszłego tygodnia' }),
  ).toBeAttached();
  await expect(
    page.getByRole('img', { name: '1 szczebel w górę od zeszłego tygodnia' }),
  ).toBeAttached();
  await expect(page.getByText('czwartek, 26 listopada 20:00 Helsinki')).toBeVisible();
});

test('times are in the zone of the browser, from the second page on by the server too', async ({
  page,
  request,
}) => {
  await openAlive(page, `${server.url}/dev/pieces`);
  await expect(page.getByText('at 20:00 Helsinki')).toBeVisible();
  const second = await (await page.request.get(`${server.url}/dev/pieces`)).text();
  expect(second).toContain('20:00 Helsinki');
  const html = await (
    await request.get(`${server.url}/dev/pieces`, {
      headers: { cookie: 'muster-zone=America/Chicago' },
    })
  ).text();
  expect(html).toContain('12:00 Chicago');
});
