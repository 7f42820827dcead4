import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

let own: ApiLeague;
let ann: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  ann = await own.addAdmin('Ann');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** An article that has been written so often, every second time in Portuguese. */
async function write(slug: string, revisions: number): Promise<void> {
  await own.act(ann, { path: '/articles', body: { slug, title: { en: 'A' }, body: { en: 'a' } } });
  await own.database.query(
    `with head as (update private.text_heads set revision = $2 where slug = $1 returning id)
     insert into private.text_revisions (text_id, number, locale, texts, at)
     select r.text_id, n, case when n % 2 = 0 then 'pt' else 'en' end,
       case when n % 2 = 0 then '{}' else r.texts end, r.at
     from head join private.text_revisions r on r.text_id = head.id, generate_series(2, $2::integer) n`,
    [slug, revisions],
  );
}

async function list(slug: string, query = '') {
  const path = `/writing/articles/${slug}/revisions${query}`;
  const answer = await own.send(ann, { path, method: 'GET' });
  const { revisions = [], has_more } = (answer.body.data ?? {}) as {
    revisions?: { number: number; locale: string }[];
    has_more?: boolean;
  };
  const numbers = revisions.map(({ number }) => number);
  return { status: answer.status, has_more, first: numbers[0], last: numbers.at(-1), revisions };
}

describe('one revision of a text', () => {
  it('comes with who wrote it, and with the one before it in its language', async () => {
    await write('single', 5);
    await write('another', 5);
    await own.database.query(
      `update private.text_revisions r set texts = jsonb_build_object('title', h.slug || ' ' || r.number),
         renders = case when r.number = 4 then 3 end
       from private.text_heads h where h.id = r.text_id and h.slug in ('single', 'another')`,
    );
    const find = async (number: number) => {
      const path = `/writing/articles/single/revisions/${number}`;
      const { status, body } = await own.send(ann, { path, method: 'GET' });
      const { at: _at, ...found } = body.data ?? {};
      return [status, found];
    };
    const title = (number: number) => ({ title: `single ${number}` });
    const nobody = { by: null, of: null };
    expect(await find(5)).toEqual([
      200,
      { ...nobody, number: 5, locale: 'en', texts: title(5), before: title(3) },
    ]);
    expect(await find(4)).toEqual([
      200,
      { ...nobody, of: 3, number: 4, locale: 'pt', texts: title(4), before: title(2) },
    ]);
    expect(await find(1)).toEqual([
      200,
      { ...nobody, by: 'Ann', number: 1, locale: 'en', texts: title(1), before: null },
    ]);
    expect((await find(60))[0]).toBe(404);
  });
});

it('a look at what is being written may be asked for 120 times a minute by each', async () => {
  const [eager, other] = [await own.addAdmin('Eager'), await own.addAdmin('Other')];
  const call = { path: '/writing/preview', body: { kind: 'pages', slug: 'terms', body: '*a*' } };
  const answers = new Map<number, number>();
  for (let time = 0; time < 121; time += 1) {
    const { status } = await own.send(eager, call);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(answers)).toEqual({ 200: 120, 429: 1 });
  expect((await own.send(other, call)).body.data?.prose).toMatchObject([{ tag: 'p' }]);
});

describe('the revisions of a text', () => {
  it.each([
    [49, 1, false],
    [50, 1, false],
    [51, 2, true],
  ])('of %i: fifty at most, the newest first', async (count, last, hasMore) => {
    await write(`often-${count}`, count);
    expect(await list(`often-${count}`)).toMatchObject({ first: count, last, has_more: hasMore });
  });

  it('go on before the last that was seen, and in one language', async () => {
    await write('long', 101);
    expect(await list('long', '?before=52')).toMatchObject({ first: 51, last: 2, has_more: true });
    expect(await list('long', '?before=51')).toMatchObject({ first: 50, last: 1, has_more: false });
    const { revisions, has_more } = await list('long', '?locale=pt');
    expect([revisions.length, has_more]).toEqual([50, false]);
    expect(new Set(revisions.map(({ locale }) => locale))).toEqual(new Set(['pt']));
    expect(await list('long', '?before=1')).toMatchObject({ revisions: [], has_more: false });
  });

  it.each(['before=0', 'before=x', 'before=1.5', 'before=2000000001', 'locale=xx', 'locale='])(
    'are none for %s',
    async (query) => {
      await own.send(ann, {
        path: '/articles',
        body: { slug: 'asked', title: { en: 'A' }, body: { en: 'a' } },
      });
      expect((await list('asked', `?${query}`)).status).toBe(400);
      expect((await list('asked', '?before=2000000000')).status).toBe(200);
    },
  );
});
