import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadMatch } from './page.ts';

let cast: Cast;
let people: Record<string, Viewer | null>;
let match: string;

const officers = ['captain', 'co-captain', "the other side's captain"];
const members = [...officers, 'player', 'substitute', "the other side's player", 'who has played'];
const admins = ["the ladder's admin", 'site admin'];

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away } = cast;
  ({ match } = await scheduleMatch(own, 'tanks', [home, away]));
  const gone = await own.addPerson('Gone');
  await own.database.query(
    `insert into private.match_lineups (match_id, side, person_id, ladder_id)
     select id, 'challenger', $2, ladder_id from public.matches where id = $1`,
    [match, gone.person_id],
  );
  people = { ...cast.people, 'who has played': gone };
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const server = { address: 'lobby 7' };

describe('the room of a match', () => {
  it.each([
    ['reads the talk', { path: '/messages', method: 'GET' as const }],
    ['talks', { path: '/messages', body: { text: 'Hello' } }],
    ['reads where to play', { path: '/server', method: 'GET' as const }],
  ])('who %s: both sides, who has played, and the admins of this ladder', async (_what, call) => {
    const answers = await askAll(
      { ...cast, people },
      { ...call, path: `/matches/${match}${call.path}` },
    );
    expect(answers).toEqual(onlyTo([...members, ...admins], 'not_member')(answers));
  });

  it.each([
    ['names the server', { path: '/server', body: server }],
    ['sees who is free when', { path: '/hours', method: 'GET' as const }],
  ])('who %s: the captains of both sides, and the admins of this ladder', async (_what, call) => {
    const answers = await askAll(
      { ...cast, people },
      { ...call, path: `/matches/${match}${call.path}` },
    );
    const others = members.filter((name) => !officers.includes(name));
    const expected = onlyTo([...officers, ...admins], 'not_member', { not_captain: others });
    expect(answers).toEqual(expected(answers));
  });

  it('counts five hundred messages of a person in a match, and not those of others', async () => {
    const { own, home, away } = cast;
    const write = (person: Viewer, count: number) =>
      own.database.query(
        `insert into private.match_messages (id, match_id, person_id, text)
         select gen_random_uuid(), $1, $2, 'x' from generate_series(1, $3)`,
        [match, person.person_id, count],
      );
    const say = { path: `/matches/${match}/messages`, body: { text: 'One more' } };
    // Each has said one thing above.
    await write(away.player, 498);
    await write(home.player, 20);
    expect((await own.send(away.player, say)).status).toBe(200);
    expect((await own.send(away.player, say)).body.error).toEqual({
      code: 'limit_reached',
      params: { limit: 500 },
    });
    expect((await own.send(home.player, say)).status).toBe(200);
  });

  it('gives what was said after a message, or the last two hundred, the oldest first', async () => {
    const { own, home } = cast;
    const path = `/matches/${match}/messages`;
    await own.database.query('delete from private.match_messages where match_id = $1', [match]);
    const ids = await own.database.query<{ id: string }>(
      `insert into private.match_messages (id, match_id, person_id, text, sent_at)
       select lpad(to_hex(n), 32, '0')::uuid, $1, $2, n::text, timestamptz '2026-11-01' + n / 2 * interval '1 minute'
       from generate_series(1, 203) n returning id`,
      [match, home.player.person_id],
    );
    const read = async (after = '') => {
      const { body } = await own.send(home.captain, { path: `${path}${after}`, method: 'GET' });
      return (body.data as { messages: { text: string }[] }).messages.map(({ text }) => text);
    };
    const last = Array.from({ length: 200 }, (_none, index) => String(index + 4));
    expect(await read()).toEqual(last);
    // Two were said in the same instant: the second is not lost, the first is not said again.
    expect(await read(`?after=${ids[199]?.id}`)).toEqual(['201', '202', '203']);
    expect(await read(`?after=${ids[200]?.id}`)).toEqual(['202', '203']);
    expect(await read(`?after=${ids[202]?.id}`)).toEqual([]);
  });
});

describe('the page of a match', () => {
  it('says of each what they are there, offers what the room takes of them, and reads it to nobody else', async () => {
    const { own } = cast;
    const look = async (viewer: Viewer | null) => {
      const data = await loadMatch({
        ...{ database: own.database, viewer, locale: 'en', zone: 'UTC', now: own.league.now() },
        ...{ params: { id: match }, url: new URL(`http://localhost:3000/matches/${match}`) },
      });
      const { side = null, may_act = false, may_rule = false } = data?.viewer ?? {};
      const enters = data?.room !== null && data?.evidence !== null;
      const talks = data?.room?.may_talk === true;
      const brings = data?.evidence?.may_bring === true;
      return [side, may_act && 'acts', may_rule && 'rules', enters && 'enters']
        .concat(talks && 'talks', brings && 'brings')
        .filter((word) => word !== false && word !== null)
        .join(' ');
    };
    const seen = await Promise.all(
      Object.entries(people).map(async ([name, viewer]) => [name, await look(viewer)]),
    );
    expect(Object.fromEntries(seen)).toEqual({
      captain: 'challenger acts enters talks brings',
      'co-captain': 'challenger acts enters talks brings',
      player: 'challenger enters talks brings',
      substitute: 'challenger enters talks brings',
      "the other side's captain": 'defender acts enters talks brings',
      "the other side's player": 'defender enters talks brings',
      "another team's captain": '',
      "the ladder's admin": 'rules enters talks',
      "another ladder's admin": '',
      'site admin': 'rules enters talks',
      editor: '',
      stranger: '',
      visitor: '',
      'who has played': 'enters talks brings',
    });
  });
});
