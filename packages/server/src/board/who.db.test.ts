import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import type { ApiAnswer } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadBoards } from './page.ts';

let cast: Cast;

const officers = ['captain', 'co-captain'];
const about = {
  ...{ game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [], languages: ['en'] },
  text: 'We look.',
};

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
// Ten a minute may be written: each test has minutes of its own.
beforeEach(async () => {
  const { own } = cast;
  own.moveTo(new Date(own.league.now().getTime() + 120_000).toISOString());
  await own.database.query('delete from public.board_posts');
});

async function putUp(who: Viewer, kind: string, more: object = {}): Promise<string> {
  const body = { ...about, kind, ...more };
  return String((await cast.own.act(who, { path: '/boards', body })).id);
}

const toCode = ({ status, body }: ApiAnswer) => body.error?.code ?? status;

async function look(viewer: Viewer | null, query = '') {
  const { database, league } = cast.own;
  const input = { database, viewer, locale: 'en', zone: 'UTC', now: league.now(), params: {} };
  return loadBoards({ ...input, url: new URL(`http://localhost:3000/boards${query}`) });
}

describe('a notice', () => {
  it('speaks for a team by who leads it', async () => {
    const body = { ...about, kind: 'team_seeks_player', team: cast.home.slug };
    const answers = await askAll(cast, { path: '/boards', body });
    expect(answers).toEqual(onlyTo(officers, 'not_captain')(answers));
  });

  it('of a person speaks for no team, that of a team for one', async () => {
    const { own, home } = cast;
    const send = async (body: object) =>
      (await own.send(home.captain, { path: '/boards', body: { ...about, ...body } })).body.error;
    const field = { code: 'field_invalid', field: 'team' };
    expect(await send({ kind: 'player_seeks_team', team: home.slug })).toMatchObject(field);
    expect(await send({ kind: 'scrim' })).toMatchObject(field);
    expect(await send({ kind: 'scrim', team: null })).toMatchObject(field);
    expect(await send({ kind: 'scrim', team: 'nobody' })).toMatchObject({ code: 'not_found' });
    expect(await send({ kind: 'player_seeks_team', game: 'chess' })).toMatchObject({
      code: 'not_found',
      field: 'game',
    });
    expect(await send({ kind: 'player_seeks_team', zone: 'Moon/Base' })).toMatchObject({
      code: 'zone_unknown',
    });
  });

  it('is taken down by its author and by who leads its team', async () => {
    const { own, home, people } = cast;
    const without = (names: string[]) =>
      Object.fromEntries(Object.entries(people).filter(([name]) => !names.includes(name)));
    const id = await putUp(home.captain, 'scrim', { team: home.slug });
    const call = { path: `/boards/${id}`, method: 'DELETE' as const };
    const refused = await askAll({ own, people: without(officers) }, call);
    expect(refused).toEqual(onlyTo([], 'not_found')(refused));
    expect(toCode(await own.send(people['co-captain'] ?? null, call))).toBe(200);
    expect(toCode(await own.send(home.captain, call))).toBe('not_found');
    const lone = await putUp(home.player, 'player_seeks_team');
    const other = { path: `/boards/${lone}`, method: 'DELETE' as const };
    expect(toCode(await own.send(home.captain, other))).toBe('not_found');
    expect(toCode(await own.send(home.player, other))).toBe(200);
  });

  it('names times from now on, up to the day on which it comes down', async () => {
    const { own, home } = cast;
    const now = own.league.now().getTime();
    const send = async (milliseconds: number) => {
      const times = [new Date(now + milliseconds).toISOString()];
      const body = { ...about, kind: 'scrim', team: home.slug, times };
      const answer = await own.send(home.captain, { path: '/boards', body });
      await own.database.query('delete from public.board_posts');
      return toCode(answer);
    };
    const fortnight = 14 * 24 * 3_600_000;
    expect([await send(0), await send(1)]).toEqual(['time_out_of_window', 200]);
    expect([await send(fortnight), await send(fortnight + 1)]).toEqual([200, 'time_out_of_window']);
  });

  it('that has run out is in nobody’s way, and answered by nobody', async () => {
    const { own, home, away } = cast;
    const first = await putUp(home.captain, 'scrim', { team: home.slug });
    const again = { path: '/boards', body: { ...about, kind: 'scrim', team: home.slug } };
    expect((await own.send(home.captain, again)).status).toBe(409);
    const expire = (when: Date) =>
      own.database.query(
        'update public.board_posts set created_at = $2, expires_at = $3 where id = $1',
        [first, new Date(when.getTime() - 1000), when],
      );
    const now = own.league.now();
    const body = { team: away.slug, starts_at: own.at(1) };
    const answer = () => own.send(away.captain, { path: `/boards/${first}/answers`, body });
    await expire(now);
    expect(toCode(await answer())).toBe('not_found');
    expect((await look(null))?.posts).toEqual([]);
    await expire(new Date(now.getTime() + 1));
    expect(toCode(await answer())).toBe(200);
    expect((await look(null))?.posts).toHaveLength(1);
    await expire(now);
    expect((await own.send(home.captain, again)).status).toBe(200);
  });
});

describe('an answer', () => {
  it('to a team that seeks players is given by who is not on it', async () => {
    const { home } = cast;
    const id = await putUp(home.captain, 'team_seeks_player', { team: home.slug });
    const answers = await askAll(cast, { path: `/boards/${id}/answers` });
    const own = ['captain', 'co-captain', 'player', 'substitute'];
    const rest = Object.keys(answers).filter((name) => !own.includes(name) && name !== 'visitor');
    expect(answers).toEqual(onlyTo(rest, 'already_member')(answers));
  });

  it('to a team that seeks a scrim is given by who leads another', async () => {
    const { away, own } = cast;
    const id = await putUp(away.captain, 'scrim', { team: away.slug });
    const body = { team: cast.home.slug, starts_at: own.at(1) };
    const answers = await askAll(cast, { path: `/boards/${id}/answers`, body });
    expect(answers).toEqual(onlyTo(officers, 'not_captain')(answers));
  });

  it('names an hour from now on and within two weeks', async () => {
    const { own, home, away } = cast;
    const id = await putUp(away.captain, 'scrim', { team: away.slug });
    const now = own.league.now().getTime();
    const send = async (milliseconds: number) => {
      const starts_at = new Date(now + milliseconds).toISOString();
      const body = { team: home.slug, starts_at };
      const answer = await own.send(home.captain, { path: `/boards/${id}/answers`, body });
      await own.database.query('delete from private.board_answers');
      return toCode(answer);
    };
    const fortnight = 14 * 24 * 3_600_000;
    expect([await send(0), await send(1)]).toEqual(['time_out_of_window', 200]);
    expect([await send(fortnight), await send(fortnight + 1)]).toEqual([200, 'time_out_of_window']);
  });

  it('is settled by who leads the team that was answered, and read by them alone, the first first', async () => {
    const { own, home, third, people } = cast;
    const id = await putUp(home.captain, 'team_seeks_player', { team: home.slug });
    const path = `/boards/${id}/answers`;
    const given: string[] = [];
    for (const [words, who] of [
      ['first', third.player],
      ['second', third.captain],
      ['third', people.stranger],
    ] as const) {
      const answer = await own.act(who ?? home.captain, { path, body: { words } });
      given.push(String(answer.id));
      own.moveTo(new Date(own.league.now().getTime() + 1000).toISOString());
    }
    // In the order in which they came, whichever stands first in the table.
    await own.database.query('update private.board_answers set words = words where id = $1', [
      given[0],
    ]);
    for (const [name, viewer] of Object.entries(people)) {
      const [post] = (await look(viewer))?.posts ?? [];
      const seen = officers.includes(name) ? ['first', 'second', 'third'] : [];
      expect([name, post?.answers.map(({ words }) => words)]).toEqual([name, seen]);
    }
    const decline = { path: `/boards/answers/${given[1]}/decline` };
    const accept = { path: `/boards/answers/${given[1]}/acceptance` };
    const others = Object.fromEntries(
      Object.entries(people).filter(([name]) => !officers.includes(name)),
    );
    for (const call of [decline, accept]) {
      const answers = await askAll({ own, people: others }, call);
      expect(answers).toEqual(onlyTo([], 'not_captain')(answers));
    }
    await own.act(people['co-captain'] ?? home.captain, decline);
    const [post] = (await look(home.captain))?.posts ?? [];
    expect(post?.answers.map(({ words }) => words)).toEqual(['first', 'third']);
    const [own_one] = (await look(third.captain))?.posts ?? [];
    expect(own_one?.own_answer).toMatchObject({ id: given[1], status: 'declined' });
  });

  it('is given, and settled, by nobody who is suspended', async () => {
    const { own, home, third, people } = cast;
    const id = await putUp(home.captain, 'team_seeks_player', { team: home.slug });
    const call = { path: `/boards/${id}/answers` };
    const { id: waiting } = await own.act(third.player, call);
    const steward = people['site admin'] ?? home.captain;
    const both = [people['co-captain'], people.stranger];
    const body = { kind: 'suspension', until: own.at(3), reason: 'Insults.' };
    const given = await Promise.all(
      both.map((one) =>
        own.act(steward, { path: '/sanctions', body: { ...body, person: one?.person_id } }),
      ),
    );
    expect(toCode(await own.send(people.stranger, call))).toBe('suspended');
    const decline = { path: `/boards/answers/${waiting}/decline` };
    expect(toCode(await own.send(people['co-captain'] ?? null, decline))).toBe('suspended');
    for (const { sanction } of given) {
      const path = `/sanctions/${sanction}`;
      await own.act(steward, { path, method: 'DELETE', body: { reason: 'Sorry said.' } });
    }
  });
});

it('shows only what the address asks for', async () => {
  const { home, away } = cast;
  await putUp(home.captain, 'scrim', { team: home.slug, languages: ['fi'], evenings: [1] });
  await putUp(away.captain, 'team_seeks_player', { team: away.slug, region: 'INT' });
  await putUp(home.player, 'player_seeks_team', { region: 'NA', zone: 'America/New_York' });
  const ask = async (query: string) =>
    (await look(null, query))?.posts.map(({ kind }) => kind).sort();
  expect(await ask('?kind=scrim')).toEqual(['scrim']);
  expect(await ask('?language=fi')).toEqual(['scrim']);
  // Where a team plays everywhere it plays here; who named no evening plays on any.
  expect(await ask('?region=NA')).toEqual(['player_seeks_team', 'team_seeks_player']);
  expect(await ask('?day=1')).toHaveLength(3);
  expect(await ask('?day=7')).toEqual(['player_seeks_team', 'team_seeks_player']);
  expect(await ask('?day=8')).toHaveLength(3);
  expect(await ask('?day=0')).toHaveLength(3);
  expect(await ask('?zone=America/New_York')).toEqual(['player_seeks_team']);
});
