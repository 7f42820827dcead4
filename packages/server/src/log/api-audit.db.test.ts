import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const { own, home, people } = cast;
  steward = people['site admin'] ?? home.captain;
  own.moveTo('2026-11-06T12:00:00.000Z');
  const told = { reason: 'Rude.', hides: true };
  await own.act(steward, {
    path: `/moderation/teams/${home.slug}/name`,
    body: { ...told, name: 'Nicer', tag: 'NICE' },
  });
  own.moveTo('2026-11-07T12:00:00.000Z');
  await own.act(steward, {
    path: '/sanctions',
    body: { person: home.player.person_id, kind: 'mute', reason: 'Said what must not be said.' },
  });
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const toCall = (query: string) => ({ path: `/audit${query}`, method: 'GET' as const });

interface Told {
  acts: { act: string; subject: { name: string; href: string | null } | null }[];
  older: string | null;
  has_masks: boolean;
}

async function read(who: Viewer | null, query = '') {
  const { status, body, headers } = await cast.own.send(who, toCall(query));
  const told = body.data as unknown as Told;
  return { status, told, text: JSON.stringify(body), headers };
}

const listActs = async (who: Viewer | null, query = '') =>
  (await read(who, query)).told.acts.map(({ act }) => act);

it('is read by everybody in its public part, and whole by who has an office', async () => {
  const open = await askAll(cast, toCall(''));
  expect(new Set(Object.values(open))).toEqual(new Set(['obeyed']));
  const whole = await askAll(cast, toCall('?whole'));
  const offices = ['site admin', "the ladder's admin", "another ladder's admin", 'editor'];
  expect(whole).toEqual(onlyTo(offices, 'not_admin')(whole));
  const everybody = await read(null);
  expect(everybody.text).toContain('sanction_given');
  for (const secret of ['must not be said', '"Home"']) {
    expect([secret, everybody.text.includes(secret)]).toEqual([secret, false]);
  }
  expect(await listActs(null, '?act=team_renamed')).toEqual(['team_renamed']);
  const own = await read(steward, '?whole');
  expect(own.headers.get('cache-control')).toBe('private, no-store');
  expect(own.text).toContain('must not be said');
  expect(await listActs(steward, '?whole&act=team_renamed')).toEqual(['team_renamed']);
  expect(await listActs(cast.people.editor ?? null, '?whole&act=team_renamed')).toEqual([]);
});

it('is searched, narrowed and paged as its page is', async () => {
  const renamed = await read(steward, '?whole&q=nicer');
  expect(renamed.told.acts).toMatchObject([
    { act: 'team_renamed', subject: { name: 'Nicer', href: '/teams/nicer' } },
  ]);
  expect(await listActs(null, '?kind=people&from=2026-11-07&to=2026-11-07')).toEqual([
    'sanction_given',
  ]);
  expect(await listActs(null, '?kind=people&to=2026-11-06')).toEqual(['team_renamed']);
  expect(await listActs(null, '?kind=people&to=2026-11-05')).toEqual([]);
  await cast.own.database.query(
    `insert into private.audit_log (id, at, person_id, act, kind, subject)
     select gen_random_uuid(), timestamptz '2026-11-08T00:00:00Z' + n * interval '1 second', null, 'menus_edited', 'menus', 'menus'
     from generate_series(1, 51) n`,
  );
  const first = await read(null, '?act=menus_edited');
  expect(first.told.acts).toHaveLength(50);
  const before = encodeURIComponent(first.told.older ?? '');
  const last = await read(null, `?act=menus_edited&before=${before}`);
  expect([last.told.acts.length, last.told.older]).toEqual([1, null]);
  expect(await listActs(null, '?act=%00&before=never&from=x&kind=y&ladder=none')).toEqual([]);
});

it('masks a name that was hidden, and tells it by one word more', async () => {
  const masked = await read(steward, '?whole&act=team_renamed');
  expect([masked.told.has_masks, masked.text.includes('"Home"')]).toEqual([true, false]);
  const exact = await read(steward, '?whole&act=team_renamed&exact');
  expect([exact.told.has_masks, exact.text.includes('"Home"')]).toEqual([false, true]);
});
