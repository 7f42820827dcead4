import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

let own: ApiLeague;
let ann: Viewer;
let ben: Viewer;
let articles = 0;

beforeAll(async () => {
  own = await createApiLeague();
  ann = await own.addAdmin('Ann');
  ben = await own.addAdmin('Ben');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

type Body = Record<string, unknown>;

/** An article of its own for a test, with texts in these languages. */
async function add(body: Body = { title: { en: 'First' }, body: { en: 'one' } }): Promise<string> {
  articles += 1;
  const slug = `article-${articles}`;
  await own.act(ann, { path: '/articles', body: { slug, ...body } });
  return slug;
}

const edit = (who: Viewer, slug: string, body: Body) =>
  own.send(who, { path: `/articles/${slug}/edit`, body });

const list = async (slug: string, query = '') => {
  const path = `/writing/articles/${slug}/revisions${query}`;
  const { revisions } = await own.act(ann, { path, method: 'GET' });
  return revisions as { number: number; locale: string; by: string | null; of: number | null }[];
};

const read = async (slug: string) => {
  const [row] = await own.database.query(
    'select title, summary, body from public.articles where slug = $1',
    [slug],
  );
  return row;
};

it('keeps each language that changes as a revision, the original first, and what is not named as it is', async () => {
  const slug = await add({ title: { pt: 'Um', en: 'One' }, body: { pt: 'um', en: 'one' } });
  expect(await list(slug)).toMatchObject([
    { number: 2, locale: 'pt', by: 'Ann', of: 1 },
    { number: 1, locale: 'en', by: 'Ann', of: null },
  ]);
  const answer = await edit(ben, slug, { revision: 2, body: { pt: 'dois', en: 'one' } });
  expect(answer.body.data).toEqual({ slug, revision: 3 });
  expect(await list(slug, '?locale=pt')).toMatchObject([
    { number: 3, by: 'Ben', of: 1 },
    { number: 2 },
  ]);
  expect(await read(slug)).toEqual({
    title: { pt: 'Um', en: 'One' },
    summary: {},
    body: { pt: 'dois', en: 'one' },
  });
  const one = await own.act(ann, { path: `/writing/articles/${slug}/revisions/3`, method: 'GET' });
  expect(one).toMatchObject({
    texts: { title: 'Um', body: 'dois' },
    before: { title: 'Um', body: 'um' },
  });
});

it('makes no revision of what is the same, and one where only what it renders is another', async () => {
  const slug = await add({ title: { en: 'One', fi: 'Yksi' } });
  await edit(ann, slug, { revision: 2, title: { en: 'Two' } });
  expect((await edit(ben, slug, { revision: 3, title: { fi: 'Yksi' } })).body.data).toEqual({
    slug,
    revision: 3,
  });
  expect((await edit(ben, slug, { revision: 3, title: { fi: 'Yksi' }, of: 3 })).body.data).toEqual({
    slug,
    revision: 4,
  });
  expect((await list(slug, '?locale=fi')).map(({ of }) => of)).toEqual([3, 1]);
});

it('lets a translation that is saved with its original render that', async () => {
  const slug = await add({ title: { en: 'One', fi: 'Yksi' } });
  await edit(ann, slug, { revision: 2, title: { fi: 'Kaksi', en: 'Two' } });
  expect(await list(slug)).toMatchObject([
    { number: 4, locale: 'fi', of: 3 },
    { number: 3, locale: 'en', of: null },
    { number: 2, of: 1 },
    { number: 1 },
  ]);
});

it('refuses to write over what has not been read, and takes another language meanwhile', async () => {
  const slug = await add({ title: { en: 'One', fi: 'Yksi' } });
  await edit(ann, slug, { revision: 2, title: { en: 'Anns' } });
  const late = await edit(ben, slug, { revision: 2, title: { en: 'Bens' }, author: 'Ben' });
  expect(late).toMatchObject({
    status: 409,
    body: { error: { code: 'revision_stale', params: { revision: 3, locale: 'en' } } },
  });
  expect(await read(slug)).toMatchObject({ title: { en: 'Anns', fi: 'Yksi' } });
  expect((await edit(ben, slug, { revision: 2, title: { fi: 'Benin' } })).status).toBe(200);
  expect((await edit(ben, slug, { revision: 3, title: { en: 'Both' } })).status).toBe(200);
});

it('lets one of two win that save at once; the other hears of it, and nothing is lost', async () => {
  const slug = await add();
  const answers = await Promise.all(
    [ann, ben].map((who) => edit(who, slug, { revision: 1, body: { en: `by ${who.username}` } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? 'Ann' : 'Ben';
  expect(await read(slug)).toMatchObject({ body: { en: `by ${winner}` } });
  expect(await list(slug)).toHaveLength(2);
  const lost = answers.find(({ status }) => status === 409)?.body.error;
  expect(lost).toMatchObject({ code: 'revision_stale', params: { revision: 2 } });
});

it('makes a revision of what came by another way, so that nobody writes over it unread', async () => {
  const slug = await add({ title: { en: 'One', pt: 'Um' } });
  await own.database.query(
    `update public.articles set title = '{"en": "Laid", "pt": "Um"}' where slug = $1`,
    [slug],
  );
  expect(await edit(ann, slug, { revision: 2, title: { en: 'Two' } })).toMatchObject({
    body: { error: { code: 'revision_stale', params: { revision: 3 } } },
  });
  expect((await list(slug))[0]).toMatchObject({ number: 3, locale: 'en', by: null });
  expect((await edit(ann, slug, { revision: 3, title: { en: 'Two' } })).status).toBe(200);
});

it('takes a translation away with its last text, and never the original', async () => {
  const slug = await add({ title: { en: 'One', pt: 'Um' } });
  expect((await edit(ann, slug, { revision: 2, title: { pt: '' } })).status).toBe(200);
  expect(await read(slug)).toMatchObject({ title: { en: 'One' } });
  expect(await edit(ann, slug, { revision: 3, title: { en: '' } })).toMatchObject({
    status: 400,
    body: { error: { code: 'field_invalid', field: 'title.en' } },
  });
});

it.each<[string, Body, string | null]>([
  ['a title of 200', { title: { en: 'x'.repeat(200) } }, null],
  ['a title of 201', { title: { en: 'x'.repeat(201) } }, 'title.en'],
  ['a title of two lines', { title: { en: 'a\nb' } }, 'title.en'],
  ['a title that goes back to its beginning', { title: { en: 'a\rb' } }, 'title.en'],
  ['a title with the sign of another line', { title: { en: 'a\u2028b' } }, 'title.en'],
  ['a title with that of a paragraph', { title: { en: 'a\u2029b' } }, 'title.en'],
  ['a summary of 300', { summary: { en: 'x'.repeat(300) } }, null],
  ['a summary of 301', { summary: { en: 'x'.repeat(301) } }, 'summary.en'],
  ['a body of 20,000', { body: { en: 'x'.repeat(20_000) } }, null],
  ['a body of 20,001', { body: { en: 'x'.repeat(20_001) } }, 'body.en'],
  ['a body in no language of ours', { body: { xx: 'x' } }, 'body.xx'],
  ['a translation without a title', { body: { fi: 'x' } }, 'title.fi'],
  ['a revision that is still to come', { revision: 2, title: { en: 'x' } }, 'revision'],
  ['no revision', { revision: undefined }, 'revision'],
  ['a rendered revision that is there', { title: { fi: 'x' }, of: 1 }, null],
  ['a rendered revision that is not', { title: { fi: 'x' }, of: 2 }, 'of'],
  ['a game that is not there', { game: 'none' }, 'game'],
  ['a ladder that is not there', { ladder: 'none' }, 'ladder'],
  ['no game', { game: null }, null],
])('%s', async (_what, body, field) => {
  const slug = await add();
  const { status, body: answer } = await edit(ann, slug, { revision: 1, ...body });
  expect([status, answer.error?.field ?? null]).toEqual([field === null ? 200 : 400, field]);
});

it('takes marks out of titles that would turn round what stands beside them', async () => {
  const slug = await add({ title: { en: 'a\u202Eb' }, summary: { en: '\u2066c' } });
  expect(await read(slug)).toMatchObject({ title: { en: 'ab' }, summary: { en: 'c' } });
});

it('says in the audit log who changed what', async () => {
  const slug = await add();
  await edit(ben, slug, { revision: 1, title: { en: 'Two' }, author: 'Others' });
  const rows = await own.database.query(
    `select act, kind, changes, person_id from private.audit_log where subject = $1 order by id`,
    [slug],
  );
  expect(rows).toMatchObject([
    { act: 'article_added', person_id: ann.person_id },
    {
      act: 'article_edited',
      kind: 'article',
      person_id: ben.person_id,
      changes: { 'title.en': { from: 'First', to: 'Two' }, author: { from: 'Ann', to: 'Others' } },
    },
  ]);
});
