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
