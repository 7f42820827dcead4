import { type BrowserContext, expect } from '@playwright/test';
import { openOfficialTab } from './shell/official-client.ts';
import { openAlive } from './shell/open.ts';
import { makeName, readSession, signIn } from './shell/sign-in.ts';
import { test } from './world/test.ts';

/*
 * What the specification leaves to the official client, seen in the client of the version that the site
 * and the backend hold to.
 */

interface Around {
  context: BrowserContext;
  baseURL: string | undefined;
}

/** What the official client says in a tab that came back with this ending of the address. */
async function comeBack(
  { context, baseURL }: Around,
  ending: string,
  flowType: 'implicit' | 'pkce',
) {
  const warnings: string[] = [];
  context.on('console', (message) => warnings.push(message.text()));
  const tab = await openOfficialTab(context, baseURL ?? '', {
    ending,
    auth: { flowType, detectSessionInUrl: true },
  });
  const failure = await tab.evaluate(async () => {
    const { error } = await window.client.auth.initialize();
    return error?.message ?? null;
  });
  return { failure, warnings };
}

test.describe('the official client, given a session in the address', () => {
  test('warns if it was issued more than 120 s ago, and takes it all the same', async ({
    page,
    context,
    baseURL,
  }) => {
    await openAlive(page, '/ladders/chronophoto-test');
    await signIn(page, makeName('Sharav'));
    const session = await readSession(context);
    const now = Math.floor(Date.now() / 1000);
    for (const [age, isWarned] of [
      [60, false],
      [121, true],
    ] as const) {
      const { failure, warnings } = await comeBack(
        { context, baseURL },
        `#${new URLSearchParams({
          access_token: session?.access_token ?? '',
          refresh_token: session?.refresh_token ?? '',
          token_type: 'bearer',
          expires_in: '3600',
          expires_at: String(now + 3600 - age),
        })}`,
        'implicit',
      );
      expect(failure).toBeNull();
      expect(warnings.some((text) => text.includes('issued over 120s ago'))).toBe(isWarned);
    }
  });

  for (const [flow, ending, message] of [
    ['implicit', '#access_token=a&refresh_token=b&token_type=bearer', 'No session defined in URL'],
    ['implicit', '#access_token=a&expires_in=60&token_type=bearer', 'No session defined in URL'],
    ['implicit', '#access_token=a&refresh_token=b&expires_in=60', 'No session defined in URL'],
    ['pkce', '#access_token=a&refresh_token=b&expires_in=60', 'Not a valid PKCE flow url.'],
    ['implicit', '?error=x&error_code=y&error_description=Too+late', 'Too late'],
  ] as const) {
    test(`says '${message}' of ${ending}, ${flow}`, async ({ context, baseURL }) => {
      expect((await comeBack({ context, baseURL }, ending, flow)).failure).toBe(message);
    });
  }
});

test('the official client says what it lacks before it asks anybody', async ({
  context,
  baseURL,
}) => {
  const tab = await openOfficialTab(context, baseURL ?? '');
  const asked: string[] = [];
  tab.on('request', (request) => asked.push(request.url()));
  const messages = await tab.evaluate(async () => {
    const { auth } = window.client;
    const says = (run: () => unknown) => {
      try {
        run();
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    return [
      says(() => window.supabase.createClient('', 'key')),
      says(() => window.supabase.createClient(location.origin, '')),
      (await auth.signUp({ password: 'x' } as never)).error?.message,
      (await auth.signInWithPassword({ password: 'x' } as never)).error?.message,
      (await auth.signInWithOtp({} as never)).error?.message,
      (await auth.getUser()).error?.name,
      (await auth.setSession({ access_token: '', refresh_token: 'x' })).error?.name,
      (await auth.setSession({ access_token: 'x', refresh_token: '' })).error?.name,
    ];
  });
  const noWay = 'You must provide either an email or phone number';
  expect(messages).toEqual([
    'supabaseUrl is required.',
    'supabaseKey is required.',
    `${noWay} and a password`,
    `${noWay} and a password`,
    `${noWay}.`,
    'AuthSessionMissingError',
    'AuthSessionMissingError',
    'AuthSessionMissingError',
  ]);
  expect(asked).toEqual([]);
});

test('the official client lists 100 files of a bucket unless it is told otherwise', async ({
  context,
  baseURL,
}) => {
  const tab = await openOfficialTab(context, baseURL ?? '');
  const listed = tab.waitForRequest('**/storage/v1/object/list/evidence');
  await tab.evaluate(() => window.client.storage.from('evidence').list());
  expect((await listed).postDataJSON()).toMatchObject({ limit: 100, offset: 0 });
});
