import { afterAll, beforeAll, expect, it } from 'vitest';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;

beforeAll(async () => {
  cast = await createCast();
  await cast.own.database.query(
    `insert into public.games (slug, name, short_name, position, tagline, about, retired_at) values
       ('pebolim', 'Pebolim', 'PB', 20, '{}', '{}', null), ('old', 'Old pebolim', 'OP', 19, '{}', '{}', now()),
       ('per-cent', '100% football', 'F%', 21, '{}', '{}', null)`,
  );
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const find = async (path: string) => {
  const viewer = cast.people.editor ?? null;
  const { body } = await cast.own.send(viewer, { path: `/choices/${path}`, method: 'GET' });
  // The route's own answer.
  const { choices, total } = body.data as { choices: { slug: string }[]; total: number };
  expect(total).toBe(choices.length);
  return choices.map(({ slug }) => slug);
};

it('offers games that are kept, in their order, and those first whose name begins with what is typed', async () => {
  expect(await find('games')).toEqual(['battlefield6', 'pebolim', 'per-cent']);
  expect(await find('games?q=BOL')).toEqual(['pebolim']);
  expect(await find('games?q=PB')).toEqual(['pebolim']);
  expect(await find('games?q=per-cent')).toEqual(['per-cent']);
  expect(await find('games?q=%25')).toEqual(['per-cent']);
  expect(await find('games?q=nothing')).toEqual([]);
});

it('offers retired games where they are meant too, behind the others, an exact name before a longer one', async () => {
  expect(await find('games?q=pebolim&retired')).toEqual(['pebolim', 'old']);
  expect(await find('games?q=o&retired')).toEqual(['pebolim', 'per-cent', 'old']);
});

it('offers ladders by their own name and their game’s, of one format, and whose admin somebody is', async () => {
  expect(await find('ladders')).toEqual(['golf', 'tanks']);
  expect(await find('ladders?q=BF6%20golf')).toEqual(['golf']);
  expect(await find('ladders?q=Battlefield')).toEqual(['golf', 'tanks']);
  expect(await find('ladders?format=rung')).toEqual(['golf', 'tanks']);
  expect(await find('ladders?format=rating')).toEqual([]);
  expect(await find('ladders?own')).toEqual([]);
  const own = async (name: 'site admin' | "the ladder's admin") => {
    const path = '/choices/ladders?own';
    const { body } = await cast.own.send(cast.people[name], { path, method: 'GET' });
    return body.data;
  };
  expect(await own("the ladder's admin")).toMatchObject({ total: 1, choices: [{ slug: 'tanks' }] });
  expect(await own('site admin')).toMatchObject({ total: 2 });
});

it('offers none as their own to somebody in office who is banned, until the ban is over', async () => {
  const judge = cast.people["the ladder's admin"];
  const count = async () => {
    const call = { path: '/choices/ladders?own', method: 'GET' } as const;
    return (await cast.own.send(judge, call)).body.data;
  };
  const ban = (starts: string, ends: string | null) =>
    cast.own.database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, ends_at, text_id)
       values (gen_random_uuid(), $1, 'ban', $2, $3, gen_random_uuid())`,
      [judge?.person_id, starts, ends],
    );
  const now = cast.own.league.now().getTime();
  const toInstant = (by: number) => new Date(now + by).toISOString();
  await ban(toInstant(-2000), toInstant(0));
  await ban(toInstant(1), null);
  expect(await count()).toMatchObject({ total: 1 });
  await ban(toInstant(-1000), toInstant(1));
  expect(await count()).toEqual({ choices: [], total: 0 });
});

it('offers those alone that readers find something under, where that is asked', async () => {
  const now = cast.own.league.now();
  await cast.own.database.query(
    `insert into public.articles (slug, title, summary, body, game_slug, ladder_id, published_at, hidden_at)
     select slug, '{}', '{}', '{}', game, (select id from public.ladders where slug = ladder), published_at, hidden_at
     from (values ('out', 'old', 'golf', $1::timestamptz, null::timestamptz), ('ahead', 'pebolim', 'tanks', $2, null),
       ('away', 'per-cent', 'tanks', $1, $1)) a (slug, game, ladder, published_at, hidden_at)`,
    [now, new Date(now.getTime() + 1)],
  );
  expect(await find('games?with=articles')).toEqual([]);
  expect(await find('games?with=articles&retired')).toEqual(['old']);
  expect(await find('games?with=articles&retired&q=peb')).toEqual(['old']);
  expect(await find('ladders?with=articles')).toEqual(['golf']);
  expect(await find('games?with=archives')).toEqual([]);
  await cast.own.database.query(
    `insert into public.imported_archives (id, slug, title, origin, ladder_name, game_slug, ended_on, imported_at,
       file_name, file_hash, counts, content_hash, raw_hash)
     values (gen_random_uuid(), 'past', 'Past', 'Elsewhere', 'tanks', 'pebolim', '2014-01-01', $1, 'f', 'h', '{}', 'c', 'r')`,
    [now],
  );
  expect(await find('games?with=archives')).toEqual(['pebolim']);
  expect(await find('ladders?with=archives')).toEqual(['tanks']);
  const path = '/choices/games?with=x';
  const { body } = await cast.own.send(null, { path, method: 'GET' });
  expect(body.error).toMatchObject({ code: 'field_invalid', field: 'with' });
});

it('gives nothing of games by what ladders alone have, and refuses a format that there is not', async () => {
  expect(await find('games?own')).toEqual([]);
  const path = '/choices/ladders?format=x';
  const { body } = await cast.own.send(cast.home.captain, { path, method: 'GET' });
  expect(body.error).toMatchObject({ code: 'field_invalid', field: 'format' });
});

it('is for everybody, but for what is one’s own; so often a minute', async () => {
  const call = { path: '/choices/games', method: 'GET' } as const;
  const answers = await askAll(cast, call);
  expect(answers).toEqual(onlyTo(Object.keys(cast.people), '')(answers));
  const own = await askAll(cast, { path: '/choices/ladders?own', method: 'GET' });
  expect(own).toEqual(onlyTo(Object.keys(cast.people).slice(0, -1), '')(own));
  const asked = [];
  for (let count = 0; count < 119; count += 1) {
    const { status } = await cast.own.send(cast.away.captain, call);
    asked.push(status);
  }
  expect([asked.at(-2), asked.at(-1)]).toEqual([200, 429]);
  expect((await cast.own.send(null, call)).status).toBe(200);
});
