import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import {
  isDoor,
  isSetupSession,
  openDoor,
  printDoor,
  renewSetupSession,
  setupSeconds,
} from './door.ts';
import { knowSetup, setupCookie } from './first-admin.ts';
import { describeDoor, goOnWithSetup, mountDoor } from './open-setup.ts';

let own: ApiLeague;
const start = new Date('2026-11-02T12:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

beforeEach(async () => {
  own = await createApiLeague();
});
afterEach(() => own[Symbol.asyncDispose]());

const print = async (at = start) => (await printDoor(own.database, at)) ?? 'none';
const open = (token: string, at = start) => openDoor(own.database, token, at);

describe('the one-time address', () => {
  it('is printed the same for as long as it is good, an hour from the last time; then it is another', async () => {
    const first = await print();
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(await print(after(setupSeconds - 1))).toBe(first);
    expect(await isDoor(own.database, first, after(2 * setupSeconds - 2))).toBe(true);
    const late = after(2 * setupSeconds - 1);
    expect(await isDoor(own.database, first, late)).toBe(false);
    expect(await open(first, late)).toBeNull();
    const second = await print(late);
    expect(second).not.toBe(first);
    expect(await open(first, late)).toBeNull();
    expect(await open(second, late)).not.toBeNull();
  });

  it('opens once, for one of two who come at once', async () => {
    const token = await print();
    expect(await open(`${token.slice(0, 31)}~`)).toBeNull();
    const both = await Promise.all([open(token), open(token)]);
    expect(both.filter((session) => session !== null)).toHaveLength(1);
    expect(await open(token)).toBeNull();
    expect(await print()).not.toBe(token);
  });

  it('is not stored so that who reads the table could open it', async () => {
    const token = await print();
    const session = (await open(await print())) ?? '';
    await print();
    const rows = await own.database.query<{ row: string }>(
      'select s::text as row from private.setup s',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(session);
  });

  it('is no more once the league has an admin', async () => {
    const left = await open(await print());
    const token = await print();
    await own.addAdmin('Steward');
    expect(await printDoor(own.database, start)).toBeNull();
    expect(await isDoor(own.database, token, start)).toBe(false);
    expect(await open(token)).toBeNull();
    expect(await isSetupSession(own.database, left ?? '', start)).toBe(false);
    expect(await renewSetupSession(own.database, left ?? '', start)).toBe(false);
  });
});

/** Gives somebody an office on a ladder alone. */
async function addJudge(person: Viewer): Promise<void> {
  await own.addLadder('tanks');
  await own.database.query(
    `insert into public.admins (id, person_id, ladder_id)
     select gen_random_uuid(), $1, id from public.ladders`,
    [person.person_id],
  );
}

it('a ladder’s admin is no admin of the league: it is still to be set up', async () => {
  const session = (await open(await print())) ?? '';
  const token = await print();
  await addJudge(await own.addPerson('Judge'));
  expect(await print()).toBe(token);
  expect(await isDoor(own.database, token, start)).toBe(true);
  expect(await isSetupSession(own.database, session, start)).toBe(true);
  expect(await renewSetupSession(own.database, session, start)).toBe(true);
  expect(await open(token)).not.toBeNull();
});

it('a session that is none leaves everybody the office that they have', async () => {
  const [judge, person] = [await own.addPerson('Judge'), await own.addPerson('Aino')];
  const steward = await own.addAdmin('Steward');
  await addJudge(judge);
  const look = async (viewer: Viewer) => {
    const resolve = async () => ({
      ...{ database: own.database, viewer, locale: 'en', zone: 'UTC', now: start },
    });
    const headers = { cookie: `${setupCookie}=over` };
    const request = new Request('http://localhost:3000/setup', { headers });
    const { viewer: known } = await knowSetup(resolve, own.league)(request);
    return [known?.is_site_admin, known?.is_editor];
  };
  expect(await look(judge)).toEqual([false, false]);
  expect(await look({ ...person, is_editor: true })).toEqual([false, true]);
  // Who became one a moment ago, in another request of the same browser.
  expect(await look({ ...steward, is_site_admin: false })).toEqual([true, true]);
});

describe('the session', () => {
  it('lasts an hour, and ends where another is opened', async () => {
    const session = (await open(await print())) ?? '';
    const lasts = (at: Date) => isSetupSession(own.database, session, at);
    expect(await lasts(after(setupSeconds - 1))).toBe(true);
    expect(await lasts(after(setupSeconds))).toBe(false);
    expect(await isSetupSession(own.database, 'x'.repeat(32), start)).toBe(false);
    await open(await print());
    expect(await lasts(start)).toBe(false);
  });

  it('goes on for an hour from where it is renewed, and is not where another has been opened since', async () => {
    const session = (await open(await print())) ?? '';
    const renew = (at: Date) => renewSetupSession(own.database, session, at);
    const lasts = (at: Date) => isSetupSession(own.database, session, at);
    // What came in time may have taken longer.
    expect(await renew(after(setupSeconds))).toBe(true);
    expect(await lasts(after(2 * setupSeconds - 1))).toBe(true);
    expect(await lasts(after(2 * setupSeconds))).toBe(false);
    await open(await print());
    expect(await renew(start)).toBe(false);
    expect(await lasts(start)).toBe(false);
  });

  it('makes the site’s admin of who first signs in, of nobody else, and is over', async () => {
    const [aino, bram] = [await own.addPerson('Aino'), await own.addPerson('Bram')];
    const session = (await open(await print(own.league.now()), own.league.now())) ?? '';
    const ask = async (viewer: Viewer | null, cookie: string | null) => {
      const resolve = async () => ({
        ...{ database: own.database, viewer, locale: 'en', zone: 'UTC', now: start },
      });
      const headers = cookie === null ? {} : { cookie: `${setupCookie}=${cookie}` };
      const context = await knowSetup(
        resolve,
        own.league,
      )(new Request('http://localhost:3000/setup', { headers }));
      return [context.viewer?.is_site_admin ?? null, 'sets_up' in context];
    };
    expect(await ask(null, session)).toEqual([null, true]);
    expect(await ask(null, null)).toEqual([null, false]);
    expect(await ask(null, 'wrong')).toEqual([null, false]);
    expect(await ask(bram, null)).toEqual([false, false]);
    expect(await ask(bram, 'wrong')).toEqual([false, false]);
    // Two pages of the same browser at once.
    const both = await Promise.all([ask(aino, session), ask(aino, session)]);
    expect(both).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await ask(bram, session)).toEqual([false, false]);
    expect(await ask(null, session)).toEqual([null, false]);
    expect(await own.database.query('select person_id, ladder_id from public.admins')).toEqual([
      { person_id: aino.person_id, ladder_id: null },
    ]);
    expect(await own.database.query(`select type from public.league_events`)).toEqual([
      { type: 'site_admin_granted' },
    ]);
  });
});

describe('/setup/{token}', () => {
  const asks: readonly [string | null, string, boolean, boolean][] = [
    [null, 'http://localhost:3000', true, false],
    [null, 'http://127.0.0.1:3000', true, false],
    [null, 'http://192.0.2.1:3000', false, false],
    ['http://localhost:3000', 'http://localhost:3000', true, false],
    ['http://league.example', 'http://league.example', false, false],
    ['http://league.example', 'http://localhost:3000', false, false],
    ['https://league.example', 'http://127.0.0.1:3000', true, true],
  ];
  it.each(asks)(
    'of a league at %s, asked for at %s, opens: %s',
    async (siteUrl, origin, isOpened, isSecure) => {
      const site = new Hono().all('*', (context) => context.text('nothing', 404));
      const app = new Hono();
      mountDoor(app, { config: { siteUrl }, database: own.database, site });
      const token = await print(new Date());
      const ask = (path: string, method = 'GET') =>
        app.request(`${origin}/setup/${path}`, { method, headers: { host: new URL(origin).host } });
      expect((await ask('x'.repeat(32))).status).toBe(404);
      const wanted = isOpened ? 303 : 404;
      const looked = await ask(token, 'HEAD');
      expect([looked.status, looked.headers.get('set-cookie')]).toEqual([wanted, null]);
      expect((await ask(token, 'POST')).status).toBe(404);
      const opened = await ask(token);
      expect([opened.status, opened.headers.get('location')]).toEqual([
        wanted,
        isOpened ? '/setup' : null,
      ]);
      const cookie = opened.headers.get('set-cookie') ?? '';
      if (isOpened) {
        expect(cookie).toMatch(
          /^muster-setup=[\w-]{32}; Max-Age=3600; Path=\/; HttpOnly;( Secure;)? SameSite=Lax$/,
        );
        expect(cookie.includes('Secure')).toBe(isSecure);
        expect((await ask(token, 'HEAD')).status).toBe(404);
      }
      expect((await ask(token)).status).toBe(404);
    },
  );
});

it.each([
  ['https://league.example', 'open https://league.example/setup/abc (good once, for an hour)'],
  ['http://localhost:3000', 'open http://localhost:3000/setup/abc (good once, for an hour)'],
  [
    'http://league.example',
    'set SITE_URL to an https address and start again to set the league up, or muster admin grant NAME',
  ],
])('the operator of a league at %s is told to %s', (url, words) => {
  expect(describeDoor(url, 'abc')).toBe(words);
});

it('a request that goes on with the set-up has its browser bear the session for another hour', async () => {
  const session = (await open(await print())) ?? '';
  const goOn = async (cookie: string, siteUrl: string | null) => {
    const app = new Hono().get('/', async (context) => {
      const parts = { config: { siteUrl }, database: own.database, now: after(setupSeconds) };
      await goOnWithSetup(context, parts);
      return context.text('');
    });
    const headers = { host: 'localhost:3000', cookie };
    return (await app.request('http://localhost:3000/', { headers })).headers.get('set-cookie');
  };
  expect(await goOn(`${setupCookie}=other`, null)).toBeNull();
  expect(await goOn('', null)).toBeNull();
  expect(await goOn(`${setupCookie}=${session}`, null)).toBe(
    `muster-setup=${session}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
  );
  expect(await goOn(`${setupCookie}=${session}`, 'https://league.example')).toContain('; Secure');
});
