import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { openOfficialTab } from './shell/official-client.ts';
import { openAlive } from './shell/open.ts';
import { makeName, readSession, signIn } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { readStatus } from './world/read-status.ts';
import { test } from './world/test.ts';

const pieces = '/dev/pieces';
const state = (page: Page, name: string) => page.locator(`[data-state="${name}"]`);
/** Waits until a tab has heard of an event after all that it had heard of before. */
const expectNext = async (page: Page, event: string) =>
  expect(state(page, 'events')).toHaveText(new RegExp(`(^| )${event}$`));

/** What the official client makes of a link by which somebody sets their sign-in anew. */
async function makeRecovery(tab: Page, key: string, email: string): Promise<string> {
  return tab.evaluate(
    async ([serviceKey, address]) => {
      const admin = window.supabase.createClient(location.origin, serviceKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      }).auth.admin;
      const { data, error } = await admin.generateLink({ type: 'recovery', email: address });
      if (error !== null) {
        throw error;
      }
      return data.properties.hashed_token;
    },
    [key, email] as const,
  );
}

test('each of the seven events of the official client reaches what a tab knows', async ({
  page,
  context,
  baseURL,
}) => {
  await openAlive(page, pieces);
  await expect(state(page, 'events')).toHaveText('–');
  const name = makeName('Ostro');
  await signIn(page, name);
  await expect(state(page, 'events')).toContainText('INITIAL_SESSION');
  await expect(state(page, 'profile')).toHaveText(name);

  const session = await readSession(context);
  if (session === null) {
    throw new Error('There is no session.');
  }
  const { id, email } = session.user as { id: string; email: string };
  await expect(state(page, 'user')).toHaveText(id);
  const tab = await openOfficialTab(context, baseURL ?? '');
  const { access_token, refresh_token } = session;

  await tab.evaluate((tokens) => window.client.auth.setSession(tokens), {
    access_token,
    refresh_token,
  });
  await expectNext(page, 'SIGNED_IN');

  await tab.evaluate(() => window.client.auth.updateUser({ data: { town: 'Turku' } }));
  await expectNext(page, 'USER_UPDATED');

  const factor = await tab.evaluate(async () => {
    const { data, error } = await window.client.auth.mfa.enroll({ factorType: 'totp' });
    if (error !== null) {
      throw error;
    }
    return { factorId: data.id, secret: data.totp.secret };
  });
  const code = new TOTP({ secret: factor.secret }).generate();
  await tab.evaluate((challenge) => window.client.auth.mfa.challengeAndVerify(challenge), {
    factorId: factor.factorId,
    code,
  });
  await expectNext(page, 'MFA_CHALLENGE_VERIFIED');

  const token_hash = await makeRecovery(tab, (await readStatus()).SERVICE_ROLE_KEY ?? '', email);
  await tab.evaluate(
    (token) => window.client.auth.verifyOtp({ type: 'recovery', token_hash: token }),
    token_hash,
  );
  await expectNext(page, 'PASSWORD_RECOVERY');

  const until = await state(page, 'session').textContent();
  await tab.evaluate(() => window.client.auth.refreshSession());
  await expectNext(page, 'TOKEN_REFRESHED');
  expect(Date.parse((await state(page, 'session').textContent()) ?? '')).toBeGreaterThanOrEqual(
    Date.parse(until ?? ''),
  );

  await tab.evaluate(() => window.client.auth.signOut({ scope: 'local' }));
  await expectNext(page, 'SIGNED_OUT');
  for (const name of ['session', 'user', 'team', 'profile']) {
    await expect(state(page, name)).toHaveText('–');
  }
});

test('signing out clears the profile first, then ends the session, then goes home', async ({
  page,
  context,
  baseURL,
}) => {
  const name = makeName('Jauk');
  await comeSignedIn(context, baseURL ?? '', name);
  await openAlive(page, pieces);
  await expect(state(page, 'profile')).toHaveText(name);
  const steps: string[] = [];
  await page.exposeFunction('noteStep', (step: string) => steps.push(step));
  await page.evaluate(() => {
    const isSet = (name: string) =>
      document.querySelector(`[data-state="${name}"]`)?.textContent !== '–';
    const { noteStep } = window as unknown as { noteStep: (step: string) => void };
    new MutationObserver(() => {
      if (!isSet('profile')) {
        noteStep(`no profile, ${isSet('session') ? 'a' : 'no'} session`);
      }
    }).observe(document.body, { subtree: true, characterData: true, childList: true });
  });
  await page.route('**/auth/v1/logout*', async (route) => {
    steps.push(`logout at ${new URL(page.url()).pathname}`);
    await route.continue();
  });
  await page.locator('.bar-person summary').click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(steps[0]).toBe('no profile, a session');
  expect(steps).toContain('no profile, no session');
  expect(steps).toContain(`logout at ${pieces}`);
  expect(await readSession(context)).toBeNull();
});

test('a sign-in in one tab is a sign-in in every other', async ({ page, context }) => {
  await openAlive(page, pieces);
  const other = await context.newPage();
  await openAlive(other, '/ladders/chronophoto-test');
  const name = makeName('Khamsin');
  await signIn(other, name);
  await expect(state(page, 'profile')).toHaveText(name);
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(`Account: ${name}`);
});
