import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { getEvidenceRoom } from './rights.ts';

let cast: Cast;
let people: Record<string, Viewer | null>;
let match: string;

const home = ['captain', 'co-captain', 'player', 'substitute', 'who has played'];
const away = ["the other side's captain", "the other side's player"];

beforeAll(async () => {
  cast = await createCast();
  const { own } = cast;
  ({ match } = await scheduleMatch(own, 'tanks', [cast.home, cast.away]));
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

it('knows the sides, who has played, and the admins of this ladder and of the site alone', async () => {
  const rooms = await Promise.all(
    Object.entries(people).map(async ([name, viewer]) => {
      const person = viewer?.person_id ?? null;
      const { side, is_admin } = await getEvidenceRoom(cast.own.database, match, person);
      return [name, is_admin ? 'admin' : side] as const;
    }),
  );
  const isAdmin = (name: string) => name === "the ladder's admin" || name === 'site admin';
  const toPart = (name: string) => {
    const side = home.includes(name) ? 'challenger' : away.includes(name) ? 'defender' : null;
    return isAdmin(name) ? 'admin' : side;
  };
  expect(Object.fromEntries(rooms)).toEqual(
    Object.fromEntries(Object.keys(people).map((name) => [name, toPart(name)])),
  );
});

it('is brought by those of a side, and by nobody else', async () => {
  const call = { path: `/matches/${match}/evidence/links`, body: { url: 'https://clips.test/1' } };
  const answers = await askAll({ ...cast, people }, call);
  expect(answers).toEqual(onlyTo([...home, ...away], 'not_member')(answers));
  // Nobody contests the match: there is nothing to tell anybody of.
  const told = `select 1 from private.notices where kind like 'evidence%'`;
  expect(await cast.own.database.query(told)).toEqual([]);
});

it('is asked to be brought by a link twenty times a minute by each', async () => {
  const call = { path: `/matches/${match}/evidence/links`, body: { url: 'https://clips.test/2' } };
  const ask = async (who: Viewer) => (await cast.own.send(who, call)).status;
  const { player, captain } = cast.third;
  const answers: number[] = [];
  for (let time = 0; time < 21; time += 1) {
    answers.push(await ask(player));
  }
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
  expect(await ask(captain)).toBe(403);
});

it('is taken back by who brought it, while nobody has ruled', async () => {
  const { own } = cast;
  const body = { url: 'https://clips.test/mine' };
  const { id } = await own.act(cast.home.player, {
    path: `/matches/${match}/evidence/links`,
    body,
  });
  const call = { path: `/matches/${match}/evidence/${id}`, method: 'DELETE' as const };
  const { player: _player, ...others } = people;
  const answers = await askAll({ own, people: others }, call);
  expect(answers).toEqual(onlyTo([], 'not_found')(answers));
});

it('is taken back in its own match alone: another, on which nobody has ruled, is no way to it', async () => {
  const { own, home, third } = cast;
  const url = 'https://clips.test/elsewhere';
  const { id } = await own.act(home.player, { path: links(), body: { url } });
  const { match: other } = await scheduleMatch(own, 'tanks', [
    await own.addTeam('Fourth', 'tanks'),
    third,
  ]);
  const take = async (from: string) =>
    (await own.send(home.player, { path: `/matches/${from}/evidence/${id}`, method: 'DELETE' }))
      .status;
  expect([await take(other), await take(match), await take(match)]).toEqual([404, 200, 404]);
});

const links = () => `/matches/${match}/evidence/links`;

it('is of the side for which somebody plays who is on the roster of both', async () => {
  const { own } = cast;
  const seen: (string | null)[] = [];
  for (const team of [cast.home, cast.away]) {
    const { person_id, user_id } = await own.addPerson(`On both for ${team.name}`);
    await own.database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select unnest($1::uuid[]), $2, $3, 'player', now()`,
      [[cast.home.id, cast.away.id], person_id, user_id],
    );
    await own.database.query(
      `insert into public.entry_players (season_id, entry_id, person_id, eligible_from)
       select season_id, id, $2, now() from public.entries where id = $1`,
      [team.entry, person_id],
    );
    seen.push((await getEvidenceRoom(own.database, match, person_id)).side);
  }
  expect(seen).toEqual(['challenger', 'defender']);
});

it('has room for an address of five hundred characters and a note of three hundred', async () => {
  const toUrl = (length: number) => 'https://clips.test/'.padEnd(length, 'x');
  const send = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await cast.own.send(cast.home.captain, {
      path: links(),
      body,
    });
    return answer.error?.field ?? status;
  };
  expect([await send({ url: toUrl(500) }), await send({ url: toUrl(501) })]).toEqual([200, 'url']);
  const url = 'https://clips.test/noted';
  expect(await send({ url, note: 'x'.repeat(301) })).toBe('note');
  expect(await send({ url, note: 'x'.repeat(300) })).toBe(200);
});

it('is brought by nobody who is muted', async () => {
  const { own } = cast;
  const muted = cast.away.player;
  const steward = people['site admin'] ?? cast.home.captain;
  const until = own.at(3);
  const body = { person: muted.person_id, kind: 'mute', until, reason: 'Shouts.' };
  const { sanction } = await own.act(steward, { path: '/sanctions', body });
  const bring = { path: links(), body: { url: 'https://clips.test/muted' } };
  expect((await own.send(muted, bring)).body.error).toEqual({ code: 'muted', params: { until } });
  const reason = 'Sorry said.';
  await own.act(steward, { path: `/sanctions/${sanction}`, method: 'DELETE', body: { reason } });
  expect((await own.send(muted, bring)).status).toBe(200);
});

it('makes whoever shows the match look again, when it comes and when it goes', async () => {
  const { own } = cast;
  const heard: string[] = [];
  const stop = await own.database.listen('muster_hints', (payload) => {
    if (payload.includes(`match:${match}`)) {
      heard.push(payload);
    }
  });
  const { id } = await own.act(cast.away.captain, {
    path: links(),
    body: { url: 'https://clips.test/hint' },
  });
  await expect.poll(() => heard).toHaveLength(1);
  await own.act(cast.away.captain, { path: `/matches/${match}/evidence/${id}`, method: 'DELETE' });
  await expect.poll(() => heard).toHaveLength(2);
  await stop();
});
