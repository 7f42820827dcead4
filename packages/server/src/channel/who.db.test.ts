import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
const url = 'https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz';

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

it.each([
  ['/teams/home/webhook', ['captain'], 'not_captain'],
  ['/ladders/tanks/webhook', ["the ladder's admin", 'site admin'], 'not_admin'],
])('%s: set, seen and taken away by %s', async (path, may, code) => {
  for (const call of [
    { path, body: { url, locale: 'en' } },
    { path, method: 'GET' as const },
    { path, method: 'DELETE' as const },
  ]) {
    const answers = await askAll(cast, call);
    expect([call.method, answers]).toEqual([call.method, onlyTo(may, code)(answers)]);
  }
});

it('is one for each team and ladder: the new one takes the place of the old, and of no other', async () => {
  const { own, home, away } = cast;
  const set = (who: Viewer, slug: string, last: string) =>
    own.act(who, { path: `/teams/${slug}/webhook`, body: { url: `${url}${last}`, locale: 'en' } });
  await set(home.captain, 'home', 'a');
  await set(away.captain, 'away', 'b');
  await set(home.captain, 'home', 'c');
  const list = async () => {
    const rows = await own.database.query<{ last: string }>(
      'select right(url, 1) as last from private.webhooks where team_id is not null order by 1',
    );
    return rows.map(({ last }) => last);
  };
  expect(await list()).toEqual(['b', 'c']);
  await own.act(home.captain, { path: '/teams/home/webhook', method: 'DELETE' });
  expect(await list()).toEqual(['b']);
});

it('is set by nobody who is suspended on its ladder', async () => {
  const { own, people, home } = cast;
  const [ladder] = await own.database.query<{ id: string }>(
    `select id from public.ladders where slug = 'tanks'`,
  );
  const judge = people["the ladder's admin"] ?? home.captain;
  const given = { person: judge.person_id, kind: 'suspension', ladder: ladder?.id };
  const body = { ...given, until: own.at(3), reason: 'Insults.' };
  await own.act(people['site admin'] ?? judge, { path: '/sanctions', body });
  const set = { path: '/ladders/tanks/webhook', body: { url, locale: 'en' } };
  expect((await own.send(judge, set)).body.error?.code).toBe('suspended');
});
