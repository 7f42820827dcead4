import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadScrim } from './page.ts';

let cast: Cast;
let scrim: string;

const officers = ['captain', 'co-captain', "the other side's captain"];
const members = [...officers, 'player', 'substitute', "the other side's player"];
const others = members.filter((name) => !officers.includes(name));

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  scrim = await addScrim(24);
});

/** A scrim of both teams that begins in so many hours. */
async function addScrim(hours: number): Promise<string> {
  const { own, home, away } = cast;
  const id = randomUUID();
  const starts = new Date(own.league.now().getTime() + hours * 3_600_000);
  await own.database.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values ($1, 'battlefield6', $2, $3, $4, 'UTC', $5)`,
    [id, home.id, away.id, starts, own.league.now()],
  );
  return id;
}

async function look(viewer: Viewer | null, id = scrim) {
  const { database, league } = cast.own;
  const about = { database, viewer, locale: 'en', zone: 'UTC', now: league.now() };
  const url = new URL(`http://localhost:3000/scrims/${id}`);
  return loadScrim({ ...about, params: { id }, url });
}

it('is talked of by both teams', async () => {
  const call = { path: `/scrims/${scrim}/messages`, body: { text: 'Hello' } };
  const answers = await askAll(cast, call);
  expect(answers).toEqual(onlyTo(members, 'not_member')(answers));
  const { room } = (await look(cast.away.player)) ?? {};
  expect(room?.messages).toHaveLength(members.length);
});

it('has its server named by who leads one of them', async () => {
  const body = { address: 'lobby 7', password: 'secret' };
  const answers = await askAll(cast, { path: `/scrims/${scrim}/server`, body });
  expect(answers).toEqual(onlyTo(officers, 'not_member', { not_captain: others })(answers));
  expect((await look(cast.home.player))?.room?.server).toEqual(body);
  expect((await look(cast.people.stranger))?.room).toBeNull();
});

it('is called off by who leads one of them, once, with the reason; the other team is told', async () => {
  const { own, home, away, people } = cast;
  const call = { path: `/scrims/${scrim}/cancellation`, body: { reason: 'Two are ill' } };
  const without = Object.entries(people).filter(([name]) => !officers.includes(name));
  const refused = await askAll({ own, people: Object.fromEntries(without) }, call);
  expect(refused).toEqual(onlyTo([], 'not_member', { not_captain: others })(refused));
  await own.act(people['co-captain'] ?? home.captain, call);
  expect(await look(null)).toMatchObject({
    cancelled: { at: own.league.now().toISOString(), by: 'Home', reason: 'Two are ill' },
  });
  expect((await own.send(away.captain, call)).body.error?.code).toBe('scrim_over');
  const server = { path: `/scrims/${scrim}/server`, body: { address: 'too late' } };
  expect((await own.send(home.captain, server)).body.error?.code).toBe('scrim_over');
  const { username } = away.captain;
  expect(await listTold()).toEqual([{ username, team: 'Away', opponent: 'Home' }]);
});

const listTold = () =>
  cast.own.database.query<{ username: string; team: string; opponent: string }>(
    `select p.username, n.data ->> 'team' as team, n.data ->> 'opponent' as opponent
     from private.notices n join public.profiles p on p.id = n.person_id
     where n.kind = 'scrim_off' and n.data ->> 'scrim' = $1 order by p.username`,
    [scrim],
  );

it('is called off by who leads both teams without a word to themselves', async () => {
  const { own, home, away, people } = cast;
  const both = people['co-captain'] ?? home.captain;
  await own.database.query(
    `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
     select $1, id, user_id, 'co_captain', now() from public.profiles where id = $2`,
    [away.id, both.person_id],
  );
  const heard: string[] = [];
  const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
  await own.act(both, { path: `/scrims/${scrim}/cancellation` });
  // Both teams' pages show it, and whoever has its room open.
  for (const topic of [`team:${home.id}`, `team:${away.id}`, `match:${scrim}`]) {
    await expect.poll(() => heard.filter((one) => one.includes(`"${topic}"`))).toHaveLength(1);
  }
  await stop();
  const told = (await listTold()).map(({ username }) => username);
  await own.database.query('delete from public.rosters where team_id = $1 and person_id = $2', [
    away.id,
    both.person_id,
  ]);
  expect(told).toHaveLength(1);
  expect(told).not.toContain(both.username);
});

it('is arranged by who leads one of its teams, though they play for the other', async () => {
  const { own, home, away } = cast;
  const captains = [home.captain, away.captain];
  const play = (person: Viewer, team: string) =>
    own.database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select $1, id, user_id, 'player', now() from public.profiles where id = $2`,
      [team, person.person_id],
    );
  await play(home.captain, away.id);
  await play(away.captain, home.id);
  const call = { path: `/scrims/${scrim}/server`, body: { address: 'lobby 7' } };
  const answers = await Promise.all(captains.map((captain) => own.send(captain, call)));
  await own.database.query(
    `delete from public.rosters where role = 'player' and person_id = any ($1)`,
    [captains.map(({ person_id }) => person_id)],
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

it.each([
  ['a moment before two hours are over', -2 + 1 / 3600, 200],
  ['once they are', -2, 422],
  ['a moment later', -2 - 1 / 3600, 422],
])('is arranged, and counts as one to come, %s: %i', async (_when, hours, status) => {
  const { own, home } = cast;
  const id = await addScrim(hours);
  const isOpen = status === 200;
  const room = { may_arrange: isOpen };
  expect(await look(home.captain, id)).toMatchObject({ is_over: !isOpen, room });
  const server = { path: `/scrims/${id}/server`, body: { address: 'lobby' } };
  expect((await own.send(home.captain, server)).status).toBe(status);
  const path = `/scrims/${id}/cancellation`;
  expect((await own.send(home.captain, { path })).status).toBe(status);
  expect(await look(home.captain, id)).toMatchObject({ room: { may_arrange: false } });
});

it('is closed to who is muted, and to who is suspended', async () => {
  const { own, home, people } = cast;
  const talk = { path: `/scrims/${scrim}/messages`, body: { text: 'But' } };
  const server = { path: `/scrims/${scrim}/server`, body: { address: 'lobby' } };
  const steward = people['site admin'] ?? home.captain;
  for (const [kind, said, named] of [
    ['mute', 'muted', undefined],
    ['suspension', 'suspended', 'suspended'],
  ] as const) {
    const sanction = { person: people['co-captain']?.person_id, kind, until: own.at(3) };
    const body = { ...sanction, reason: 'Insults.' };
    const { sanction: given } = await own.act(steward, { path: '/sanctions', body });
    const codes = [talk, server].map(async (call) => {
      const answer = await own.send(people['co-captain'] ?? null, call);
      return answer.body.error?.code;
    });
    expect(await Promise.all(codes)).toEqual([said, named]);
    const room = { may_arrange: named === undefined };
    expect(await look(people['co-captain'] ?? null)).toMatchObject({ room });
    const lift = { path: `/sanctions/${given}`, method: 'DELETE' as const, body: { reason: 'x' } };
    await own.act(steward, lift);
  }
});

it('takes five hundred messages of a person, and not one more', async () => {
  const { own, home, away } = cast;
  const write = (person: Viewer, count: number) =>
    own.database.query(
      `insert into private.scrim_messages (id, scrim_id, person_id, text, sent_at)
       select gen_random_uuid(), $1, $2, 'x', now() from generate_series(1, $3)`,
      [scrim, person.person_id, count],
    );
  await write(home.player, 499);
  await write(away.player, 10);
  await own.database.query(
    `insert into private.scrim_messages (id, scrim_id, person_id, text, sent_at)
     select gen_random_uuid(), $1, $2, 'x', now()`,
    [await addScrim(48), home.player.person_id],
  );
  const say = { path: `/scrims/${scrim}/messages`, body: { text: 'One more' } };
  expect((await own.send(home.player, say)).status).toBe(200);
  expect((await own.send(home.player, say)).body.error).toEqual({
    code: 'limit_reached',
    params: { limit: 500 },
  });
  expect((await own.send(away.player, say)).status).toBe(200);
});

it.each<[string, string, object, object, string]>([
  ['a message', 'messages', { text: 'x'.repeat(1000) }, { text: 'x'.repeat(1001) }, 'text'],
  ['a message that says something', 'messages', { text: ' x ' }, { text: '  ' }, 'text'],
  ['an address', 'server', { address: 'x'.repeat(200) }, { address: 'x'.repeat(201) }, 'address'],
  [
    ...(['a password', 'server', { address: 'x', password: 'x'.repeat(100) }] as const),
    ...([{ address: 'x', password: 'x'.repeat(101) }, 'password'] as const),
  ],
  ['a reason', 'cancellation', { reason: 'x'.repeat(300) }, { reason: 'x'.repeat(301) }, 'reason'],
])('has room for %s, and for no more', async (_what, path, most, over, field) => {
  const { own, home } = cast;
  const send = async (body: object) =>
    (await own.send(home.captain, { path: `/scrims/${scrim}/${path}`, body: { ...body } })).body
      .error;
  expect(await send(over)).toMatchObject({ code: 'field_invalid', field });
  expect(await send(most)).toBeUndefined();
});

it('keeps what is said and where it is played without the room around it', async () => {
  const { own, home } = cast;
  const path = `/scrims/${scrim}`;
  await own.act(home.captain, { path: `${path}/messages`, body: { text: ' Which map? ' } });
  await own.act(home.captain, { path: `${path}/server`, body: { address: ' lobby 7 ' } });
  const { room } = (await look(home.captain)) ?? {};
  expect(room?.messages.map(({ text }) => text)).toEqual(['Which map?']);
  expect(room?.server).toEqual({ address: 'lobby 7', password: '' });
});
