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

it('gives nothing of games by what ladders alone have, and refuses a format that there is not', async () => {
  expect(await find('games?own')).toEqual([]);
  const path = '/choices/ladders?format=x';
  const { body } = await cast.own.send(cast.home.captain, { path, method: 'GET' });
  expect(body.error).toMatchObject({ code: 'field_invalid', field: 'format' });
});

it('is for everybody who is signed in, so often a minute', async () => {
  const call = { path: '/choices/games', method: 'GET' } as const;
  const answers = await askAll(cast, call);
  expect(answers).toEqual(onlyTo(Object.keys(cast.people).slice(0, -1), '')(answers));
  const asked = [];
  for (let count = 0; count < 120; count += 1) {
    const { status } = await cast.own.send(cast.away.captain, call);
    asked.push(status);
  }
  expect([asked.at(-2), asked.at(-1)]).toEqual([200, 429]);
});
