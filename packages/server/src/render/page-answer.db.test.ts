import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '@muster/database';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, scheduleMatch } from '../testing/api-league.ts';
import { readToken, signIn } from './testing/sign-in.ts';
import { type TestBuild, writeTestBuild } from './testing/test-build.ts';
import { createTestSite } from './testing/test-site.ts';

let own: ApiLeague;
let build: TestBuild;
let site: Hono;
let ann: Viewer;
let annCookie: string;
/** What the page of a team does in place of its own work. */
let loadTeam: () => Promise<null> = async () => null;

beforeAll(async () => {
  own = await createApiLeague();
  build = await writeTestBuild({ hasAllPages: true });
  await own.addLadder('tanks');
  ann = await own.addPerson('Ann');
  annCookie = await signIn(own, ann);
  site = await make();
});
afterAll(async () => {
  await build[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});

function make(environment: Record<string, string> = {}, isDevelopment = false): Promise<Hono> {
  return createTestSite(own, {
    ...{ build, environment, isDevelopment, verify: readToken },
    loaders: { team: () => loadTeam() },
  });
}

async function ask(path: string, headers: Record<string, string> = {}, of: Hono = site) {
  const request = new Request(`http://localhost:3000${path}`, { headers });
  const answer = await of.fetch(request, { incoming: { socket: { remoteAddress: '10.0.0.1' } } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

const askForPayload = async (path: string, headers: Record<string, string> = {}) => {
  const { text, ...answer } = await ask(`${path}/_payload.json`, headers);
  return { ...answer, body: JSON.parse(text) };
};

/** What a document brings along for the browser. */
const readData = (text: string) =>
  JSON.parse(/id="muster-data">(.*)<\/script><\/body>/s.exec(text)?.[1] ?? 'null');

describe('an address that is another one’s', () => {
  it.each([
    ['typed with capitals, for good', '/LADDERS/tanks?from=2', 308, '/ladders/tanks?from=2'],
    ['that a rule knows in lower case', '/Profile', 308, '/profile'],
    ['with a stroke at its end', '/ladders/tanks/?from=2', 302, '/ladders/tanks?from=2'],
    ['with more of them', '/ladders/tanks///', 302, '/ladders/tanks'],
    ['with many inside', `/a${'/'.repeat(9000)}x/`, 302, `/a${'/'.repeat(9000)}x`],
    ['that a rule sends on', '/profile', 302, '/account'],
  ])('leads there: %s', async (_what, path, status, to) => {
    const { headers, ...answer } = await ask(path);
    expect([answer.status, headers.get('location')]).toEqual([status, to]);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toBe('Cookie, Accept-Language');
  });

  it.each([
    ['what names something stays as it was typed', '/ladders/TANKS'],
    ['the way home has a stroke', '/'],
    ['two strokes at the start would name a host', '//evil.test/'],
  ])('is none where %s', async (_why, path) => {
    expect((await ask(path)).headers.get('location')).toBeNull();
  });

  it('says so to the page’s own code in its answer, which stays what it asked for', async () => {
    const lower = await ask('/LADDERS/tanks/_payload.json?from=2');
    expect([lower.status, lower.headers.get('location')]).toEqual([
      308,
      '/ladders/tanks/_payload.json?from=2',
    ]);
    const ruled = await askForPayload('/profile');
    expect([ruled.status, ruled.body]).toEqual([
      200,
      { redirect: { to: '/account', is_external: false } },
    ]);
  });

  it('leads to another host where a rule names one', async () => {
    const other = await make({
      FORUM_URL: 'https://forum.example/league',
      LOCALE_STRATEGY: 'prefix',
    });
    const answer = await ask('/fi/forum', {}, other);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      'https://forum.example/league',
    ]);
    const { text } = await ask('/fi/forum/_payload.json', {}, other);
    expect(JSON.parse(text)).toEqual({
      redirect: { to: 'https://forum.example/league', is_external: true },
    });
  });

  it('is the former one of a thing, for good, once nothing is there any more', async () => {
    await own.database.query(
      `insert into private.former_slugs (kind, former, slug)
       values ('ladders', 'panzers', 'tanks'), ('ladders', 'tanks', 'elsewhere')`,
    );
    const moved = await ask('/ladders/panzers?from=2');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/ladders/tanks?from=2']);
    const { status, body } = await askForPayload('/ladders/panzers');
    expect([status, body]).toEqual([
      200,
      { redirect: { to: '/ladders/tanks', is_external: false } },
    ]);
    expect((await ask('/ladders/tanks')).status).toBe(200);
    await own.database.query('delete from private.former_slugs');
    expect((await ask('/ladders/panzers')).status).toBe(404);
  });
});

describe('a page in front of which the guard stands', () => {
  it('sends a stranger to the door, who comes back to where they wanted', async () => {
    const { status, headers } = await ask('/account?tab=keys');
    expect([status, headers.get('location')]).toEqual([302, '/login']);
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^muster-redirect-path=%2Faccount%3Ftab%3Dkeys; Max-Age=3600; Path=\/;/);
    expect(cookie).toContain('SameSite=Lax');
    const payload = await askForPayload('/account');
    expect(payload.body).toEqual({ redirect: { to: '/login', is_external: false } });
    expect(payload.headers.get('set-cookie')).toContain('muster-redirect-path=%2Faccount;');
  });

  it('lets somebody in, and has whoever’s session must be renewed wait without any of it', async () => {
    const { status, body } = await askForPayload('/me', { cookie: annCookie });
    expect([status, body.viewer?.username]).toEqual([200, 'Ann']);
    expect(body).not.toHaveProperty('awaits_session');
    const access_token = Buffer.from('{"exp":0}').toString('base64url');
    const over = Buffer.from(JSON.stringify({ access_token, refresh_token: 'r' }));
    const cookie = `muster-auth-token=base64-${over.toString('base64url')}`;
    const waiting = await askForPayload('/me', { cookie });
    expect([waiting.status, waiting.body]).toEqual([
      200,
      { data: null, viewer: null, now: expect.any(Number), awaits_session: true },
    ]);
  });
});

it('shows somebody their match that is at hand above every page, and nobody else', async () => {
  const teams = [await own.addTeam('Kaarna', 'tanks'), await own.addTeam('Treads', 'tanks')];
  const [lower = expect.fail(), upper = expect.fail()] = teams;
  const { match } = await scheduleMatch(own, 'tanks', [upper, lower]);
  await own.database.query(
    `update public.matches set starts_at = now() + interval '10 minutes' where id = $1`,
    [match],
  );
  const pins = [];
  for (const cookie of [await signIn(own, upper.captain), annCookie]) {
    const { text } = await ask('/ladders/tanks', { cookie });
    const { body } = await askForPayload('/ladders/tanks', { cookie });
    expect(body.viewer.pin).toEqual(readData(text).viewer.pin);
    pins.push(body.viewer.pin?.id ?? null);
  }
  expect(pins).toEqual([match, null]);
});

describe('who may not be found out', () => {
  it('gets no page, but what stands around it, and is sent from no door to another', async () => {
    const broken = await createTestSite(own, {
      build,
      verify: () => Promise.reject(new DatabaseUnavailable('away', 'gone')),
    });
    for (const [path, status] of [
      ['/ladders/tanks', 503],
      ['/account', 503],
      ['/nowhere', 404],
    ] as const) {
      const answer = await ask(path, { cookie: annCookie, 'accept-language': 'fi' }, broken);
      expect([path, answer.status]).toEqual([path, status]);
      expect(readData(answer.text)).toMatchObject({ locale: 'fi', viewer: null });
    }
    const { headers, text } = await ask('/ladders/tanks', { cookie: annCookie }, broken);
    expect(headers.get('retry-after')).toBe('2');
    expect(readData(text).page).toEqual({ error: { status: 503, message: '', wait: 2 } });
  });
});

describe('a page that cannot be made', () => {
  const away = () => Promise.reject(new DatabaseUnavailable('busy', 'too many'));
  const failures: [string, () => Promise<null>, number, object, string | null][] = [
    [
      'what is not there',
      async () => null,
      404,
      { missing: { reason: 'invalid', path: '/teams/x' } },
      null,
    ],
    ['what too many ask for', away, 503, { message: '', wait: 1 }, '1'],
    [
      'a value that the database does not take',
      async () => {
        await own.database.query("select 'x'::uuid");
        return null;
      },
      404,
      { missing: { reason: 'invalid', path: '/teams/x' } },
      null,
    ],
  ];
  it.each(failures)(
    'says what it is and no more: %s',
    async (_what, load, status, error, again) => {
      loadTeam = load;
      // Only what is the database's own does not fail the test.
      const told: unknown[] = [];
      const quiet = await createTestSite(own, {
        ...{ build, verify: readToken },
        loaders: { team: () => loadTeam() },
        onError: (thrown) => told.push(thrown),
      });
      const payload = await ask('/teams/x/_payload.json', {}, quiet);
      expect([payload.status, payload.headers.get('retry-after')]).toEqual([status, again]);
      expect(JSON.parse(payload.text)).toMatchObject({ error: { status, ...error } });
      const page = await ask('/teams/x', {}, quiet);
      expect([page.status, page.headers.get('retry-after')]).toEqual([status, again]);
      loadTeam = async () => null;
    },
  );

  it.each([
    ['that a sanction closes the pages of offices', '/admins/cases', 'You are banned.'],
    ['nothing of it on other pages', '/teams/nobody', undefined],
  ])('says to whom one holds %s', async (_what, path, words) => {
    const held = await own.addPerson(`Held at ${path}`);
    const cookie = await signIn(own, held);
    const hint = async () => (await askForPayload(path, { cookie })).body.error.hint;
    expect(await hint()).toBeUndefined();
    await own.database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, text_id) values (gen_random_uuid(), $1, 'ban', now(), gen_random_uuid())`,
      [held.person_id],
    );
    const said = await hint();
    expect(words === undefined ? said : said?.slice(0, words.length)).toBe(words);
  });

  it('keeps what was thrown for the log', async () => {
    const told: unknown[] = [];
    const fault = new Error('a word of our own');
    const quiet = await createTestSite(own, {
      ...{ build, verify: readToken },
      loaders: { team: () => Promise.reject(fault) },
      onError: (thrown) => told.push(thrown),
    });
    const { status, text } = await ask('/teams/x/_payload.json', {}, quiet);
    expect([status, JSON.parse(text)]).toEqual([500, { error: { status: 500, message: '' } }]);
    expect(told).toEqual([fault]);
  });
});

describe('what a page is sent with', () => {
  it('is kept by nobody but the browser, and says in which language it is', async () => {
    const { status, headers, text } = await ask('/ladders/tanks', {
      'accept-language': 'fi',
      cookie: 'muster-zone=Europe%2FHelsinki',
    });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-language': 'fi',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
    });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'self'; script-src 'self';/,
    );
    expect(readData(text)).toMatchObject({
      ...{ locale: 'fi', zone: 'Europe/Helsinki', chosen_zone: null, is_development: false },
      shell: { league_name: 'Muster', footer: '© 2025 Muster', analytics_host: null },
    });
    const payload = await askForPayload('/ladders/tanks');
    expect(payload.headers.get('cache-control')).toBe('private, no-store');
    expect(payload.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['the cookie before the browser', 'de', 'muster-locale=fi', 'fi'],
    ['the browser', 'de', '', 'de'],
    ['the first that the league offers', 'zz', '', 'en'],
  ])('is in the language of %s', async (_whose, wished, cookie, locale) => {
    const { text } = await ask('/ladders/tanks', { 'accept-language': wished, cookie });
    expect(readData(text).locale).toBe(locale);
  });

  it('names what a browser may talk to beside the league, and nothing else', async () => {
    const other = await make({ ANALYTICS_HOST: 'https://counts.example/js' });
    const { headers } = await ask('/ladders/tanks', {}, other);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(' https://counts.example wss://counts.example');
    expect(policy).toContain("img-src 'self' data:;");
  });

  it('has the language in its address where the league wants it there', async () => {
    const other = await make({ LOCALE_STRATEGY: 'prefix' });
    const moved = await ask('/ladders/tanks?from=2', { 'accept-language': 'fi' }, other);
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      '/fi/ladders/tanks?from=2',
    ]);
    const named = await ask('/de/ladders/tanks', { cookie: 'muster-locale=fi' }, other);
    expect([named.status, readData(named.text).locale]).toEqual([200, 'de']);
    // The page's own code knows its language.
    expect((await ask('/ladders/tanks/_payload.json', {}, other)).status).not.toBe(302);
    const guarded = await ask('/fi/account', {}, other);
    expect(guarded.headers.get('location')).toBe('/fi/login');
  });

  it('has pages of development for this machine alone', async () => {
    const path = '/dev/pieces';
    expect((await ask(path)).status).toBe(404);
    const here = await make({}, true);
    const { status, text } = await ask(path, {}, here);
    expect([status, readData(text).is_development]).toEqual([200, true]);
  });

  it('finds no page of an id that is none', async () => {
    expect((await ask(`/matches/${randomUUID()}x`)).status).toBe(404);
    expect((await ask('/nowhere/at/all')).status).toBe(404);
  });
});
