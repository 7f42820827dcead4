import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  createSamlIdentityProvider,
  type SamlIdentityProvider,
} from '../packages/backend/src/auth/testing/saml-identity-provider.ts';
import { startServer, type TestServer } from './server/start-server.ts';
import { openAlive } from './shell/open.ts';
import { test } from './world/test.ts';

const jwtSecret = 'a secret of this test, long enough to sign with';

let server: TestServer;
let school: SamlIdentityProvider;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await startServer({ env: { JWT_SECRET: jwtSecret } });
  const metadata = await fetch(`${server.url}/auth/v1/sso/saml/metadata`);
  school = await createSamlIdentityProvider({ ourMetadata: await metadata.text() });
});
test.afterAll(async () => {
  await server.stop();
  await school[Symbol.asyncDispose]();
});

/** The key that an operator has, made as Supabase's are. */
function createServiceKey(): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role: 'service_role', exp })}`;
  return `${body}.${createHmac('sha256', jwtSecret).update(body).digest('base64url')}`;
}

async function enterSchool(): Promise<void> {
  const key = createServiceKey();
  const answer = await fetch(`${server.url}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}` },
    body: JSON.stringify({
      type: 'saml',
      metadata_xml: school.metadata,
      domains: ['school.example'],
      attribute_mapping: { keys: { full_name: { name: 'displayName' } } },
    }),
  });
  expect(answer.status).toBe(201);
}

/** The school's own page: it knows who sits there and posts them back, as such pages do. */
async function playSchool(page: Page): Promise<void> {
  await page.route(`${new URL(school.entityId).origin}/sso?**`, async (route) => {
    const form = await school.followSignIn(route.request().url(), {
      attributes: { displayName: ['Ann of the School'] },
    });
    const fields = Object.entries(form).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    await route.fulfill({
      contentType: 'text/html',
      body: `<title>School</title><form method="post" action="${server.url}/auth/v1/sso/saml/acs">
        ${fields.join('')}<button>I am Ann</button></form>`,
    });
  });
}

test('people of an organisation come in by its own sign-in, and only where there is one', async ({
  page,
}) => {
  const login = `${server.url}/login`;
  await openAlive(page, login);
  await expect(page.getByLabel('Your organisation')).toHaveCount(0);

  await enterSchool();
  await playSchool(page);
  await expect(async () => {
    await openAlive(page, login);
    await expect(page.getByLabel('Your organisation')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const field = page.getByLabel('Your organisation');
  await field.press('Enter');
  await expect(page.getByText('Type your address there.')).toBeVisible();
  await field.fill('somebody@elsewhere.example');
  await field.press('Enter');
  await expect(page.getByText('No organisation here has that address.')).toBeVisible();

  await field.fill('Ann@School.example');
  await field.press('Enter');
  await expect(page).toHaveTitle('School');
  await page.getByRole('button', { name: 'I am Ann' }).click();
  await expect(page.locator('.bar-person summary')).toBeVisible();

  await openAlive(page, `${server.url}/account`);
  const accounts = page.locator('#accounts').locator('xpath=../..');
  await expect(accounts.getByRole('listitem')).toContainText('Your organisation');
  await expect(accounts).not.toContainText('sso:');
});
