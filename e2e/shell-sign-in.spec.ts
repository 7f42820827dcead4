import { expect } from '@playwright/test';
import { loaders } from '../packages/server/src/pages.ts';
import { openAlive } from './shell/open.ts';
import { type ShellServer, startShellServer } from './shell/shell-server.ts';
import { test } from './world/test.ts';

/** Beyond loopback, with nothing set that lets people in. */
const environment = { HOST: '192.0.2.1' };

function start(email: boolean): Promise<ShellServer> {
  const options = { providers: [], email, sign_up: email, captcha: false };
  const login = async () => ({ options, has_organisations: false });
  const about = async () => ({
    text: null,
    figures: { teams: 0, people: 0, matches: 0, events: 0 },
    articles: [],
    has_public_file: false,
  });
  return startShellServer({ environment, overrides: { loaders: { ...loaders, about, login } } });
}

test('where nobody can sign in, every way leads to the page that says so and what to set', async ({
  page,
}) => {
  const server = await start(false);
  try {
    await openAlive(page, `${server.url}/about`);
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${server.url}/login`);
    await expect(page.getByText('Nobody can sign in here yet.')).toBeVisible();
    await expect(page.getByText('set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET')).toBeVisible();
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0);
    expect(server.requests.filter((path) => path.startsWith('/auth/'))).toEqual([]);
  } finally {
    await server.close();
  }
});

test('where only mail lets people in, the bar leads to its form, and no account is offered', async ({
  page,
}) => {
  const server = await start(true);
  try {
    await openAlive(page, `${server.url}/about`);
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByLabel('E-mail address')).toBeVisible();
    await expect(page.getByText('Nobody can sign in')).toHaveCount(0);
    await expect(page.getByText('With an account you have')).toHaveCount(0);
  } finally {
    await server.close();
  }
});
