import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { openAlive } from './shell/open.ts';
import { makeName, readSession } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { readStatus } from './world/read-status.ts';
import { test } from './world/test.ts';

/*
 * Links that carry a session behind the `#`: what a program with the service key makes, and what somebody who wants
 * others to act in their own account sends them.
 */

const url = process.env.MUSTER_URL ?? '';

async function makeAccount() {
  const { SERVICE_ROLE_KEY: serviceRoleKey = '', JWT_SECRET: jwtSecret = '' } = await readStatus();
  const { auth } = createClient(url, serviceRoleKey, { auth: { persistSession: false } });
  const email = `${makeName('mistral').replace(' ', '-')}@example.org`;
  const { data, error } = await auth.admin.createUser({ email, email_confirm: true });
  if (error !== null) {
    throw error;
  }
  const link = await auth.admin.generateLink({ type: 'magiclink', email });
  if (link.error !== null) {
    throw link.error;
  }
  return { id: data.user.id, email, link: link.data.properties.action_link, JWT_SECRET: jwtSecret };
}

/** Where the link of an account leads, with the session in its fragment. */
async function followLink(link: string): Promise<string> {
  const answer = await fetch(link, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

const asked = (page: Page) => page.getByRole('heading', { name: 'Is this you?', level: 1 });

test('a link by the service key asks first, is out of the address at once, and signs in who accepts it', async ({
  page,
  context,
}) => {
  const { link, email, id } = await makeAccount();
  await page.goto(link);
  await expect(asked(page)).toBeVisible();
  await expect(page).toHaveURL(`${url}/confirm`);
  expect(await readSession(context)).toBeNull();
  await expect(page.getByText(`This account signs in with e-mail (${email}).`)).toBeVisible();
  await expect(page.getByText('The link was made')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Not me' })).toBeFocused();
  await page.getByRole('button', { name: /^Sign in as / }).click();
  await expect(page).toHaveURL(`${url}/`);
  expect((await readSession(context))?.user).toMatchObject({ id });
});

test('who says that it is not them stays who they were', async ({ page, context }) => {
  const name = makeName('Tramontana');
  await comeSignedIn(context, url, name);
  const before = await readSession(context);
  const { link } = await makeAccount();
  await page.goto(await followLink(link));
  await expect(asked(page)).toBeVisible();
  await expect(page.getByText(`You are signed in here as ${name}.`)).toBeVisible();
  // It has the focus a moment after it is seen.
  await expect(page.getByRole('button', { name: 'Not me' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/`);
  expect((await readSession(context))?.user).toMatchObject({ email: before?.user.email });
  await page.reload();
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(name));
});

test('a browser that began to sign in takes a code and no tokens', async ({ page, context }) => {
  const { link } = await makeAccount();
  const target = await followLink(link);
  await openAlive(page, '/login');
  await page.locator('.bar-sign-in').click();
  await page.waitForURL('**/dev/discord/**');
  await page.goto(target);
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  await expect(page.getByText('does not belong to the sign-in that you began')).toBeVisible();
  await expect(page).toHaveURL(`${url}/confirm`);
  expect(await readSession(context)).toBeNull();
  // What was begun is over with it: the next link is asked about as any other.
  const begun = (await context.cookies()).find(({ name }) => name === 'muster-sign-in-begun');
  expect(begun).toBeUndefined();
});

test('what this browser began counts for five minutes', async ({ page, context }) => {
  await openAlive(page, '/login');
  await page.locator('.bar-sign-in').click();
  await page.waitForURL('**/dev/discord/**');
  const begun = (await context.cookies()).find(({ name }) => name === 'muster-sign-in-begun');
  const seconds = (begun?.expires ?? 0) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(200);
  expect(seconds).toBeLessThanOrEqual(300);
});

test('an old link is said to be old, and tokens of which one is missing are none', async ({
  page,
  context,
}) => {
  const { link, JWT_SECRET: jwtSecret } = await makeAccount();
  const target = new URL(await followLink(link));
  const given = new URLSearchParams(target.hash.slice(1));
  const [head = '', body = ''] = (given.get('access_token') ?? '').split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  claims.iat -= 300;
  const aged = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const signature = createHmac('sha256', jwtSecret).update(`${head}.${aged}`).digest('base64url');
  const old = new URLSearchParams(given);
  old.set('access_token', `${head}.${aged}.${signature}`);
  await page.goto(`${url}/confirm#${old}`);
  await expect(page.getByText('The link was made 5 minutes ago.')).toBeVisible();

  for (const name of ['refresh_token', 'expires_in', 'token_type']) {
    const less = new URLSearchParams(given);
    less.delete(name);
    await page.goto('about:blank');
    await page.goto(`${url}/confirm#${less}`);
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
    expect(await readSession(context)).toBeNull();
  }
});
