import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { findPresentPath } from '../http/former-slugs.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

let own: ApiLeague;
let editor: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  editor = await own.addAdmin('Edith');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const add = (body: Record<string, unknown>) => own.send(editor, { path: '/articles', body });

it('adds an article in any one language, to a game and a ladder, as a draft', async () => {
  const answer = await add({
    slug: 'guia',
    title: { pt: 'Guia' },
    summary: { pt: 'Curto' },
    body: { pt: 'Longo' },
    game: 'battlefield6',
    ladder: 'tanks',
  });
  expect(answer).toMatchObject({ status: 200, body: { data: { slug: 'guia', revision: 1 } } });
  const [row] = await own.database.query(
    `select a.title, a.author, a.game_slug, l.slug as ladder, a.published_at, h.original_locale
     from public.articles a join public.ladders l on l.id = a.ladder_id
     join private.text_heads h on h.slug = a.slug where a.slug = 'guia'`,
  );
  expect(row).toEqual({
    title: { pt: 'Guia' },
    author: 'Edith',
    game_slug: 'battlefield6',
    ladder: 'tanks',
    published_at: null,
    original_locale: 'pt',
  });
});

it.each([
  ['the same address again', { slug: 'guia', title: { en: 'x' } }, 409, 'slug'],
  ['no title', { slug: 'no-title', title: {} }, 400, 'title'],
  ['an empty one', { slug: 'no-title', title: { en: ' ' } }, 400, 'title'],
  ['none in the original', { slug: 'no', title: { en: 'x' }, original_locale: 'fi' }, 400, 'title'],
  ['a slug with capitals', { slug: 'Guia', title: { en: 'x' } }, 400, 'slug'],
  ['a slug of 80', { slug: 's'.repeat(80), title: { en: 'x' } }, 200, null],
  ['a slug of 81', { slug: 's'.repeat(81), title: { en: 'x' } }, 400, 'slug'],
  ['a slug of one', { slug: 's', title: { en: 'x' } }, 400, 'slug'],
  ['a slug that a draft has', { slug: 'new-one', title: { en: 'x' } }, 400, 'slug'],
  ['a slug of two', { slug: 's2', title: { en: 'x' } }, 200, null],
  ['a slug with a stroke at its end', { slug: 'one-', title: { en: 'x' } }, 400, 'slug'],
  ['an author of 80', { slug: 'by', title: { en: 'x' }, author: 'x'.repeat(80) }, 200, null],
  ['one of 81', { slug: 'by-2', title: { en: 'x' }, author: 'x'.repeat(81) }, 400, 'author'],
  ['one of nothing', { slug: 'by-3', title: { en: 'x' }, author: ' ' }, 400, 'author'],
  ['a game of 81', { slug: 'of', title: { en: 'x' }, game: 'x'.repeat(81) }, 400, 'game'],
])('%s', async (_what, body, status, field) => {
  const answer = await add(body);
  expect([answer.status, answer.body.error?.field ?? null]).toEqual([status, field]);
});

it('leads on from a former address, with its revisions, and leaves that to nobody else', async () => {
  await add({ slug: 'before', title: { en: 'One' } });
  const body = { revision: 1, slug: 'after', title: { en: 'Two' } };
  const edited = await own.act(editor, { path: '/articles/before/edit', body });
  expect(edited).toEqual({ slug: 'after', revision: 2 });
  expect(await findPresentPath(own.database, '/articles/before')).toBe('/articles/after');
  const path = '/writing/articles/after/revisions';
  const { revisions } = await own.act(editor, { path, method: 'GET' });
  expect(revisions).toHaveLength(2);
  const again = await add({ slug: 'before', title: { en: 'x' } });
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'already_exists' } } });
  const back = { path: '/articles/after/edit', body: { revision: 2, slug: 'new-one' } };
  expect((await own.send(editor, back)).body.error?.field).toBe('slug');
});

it('publishes at an instant, now, and not any more; what is out keeps its instant', async () => {
  await add({ slug: 'news', title: { en: 'News' } });
  const publish = async (body: Record<string, unknown>) => {
    const data = await own.act(editor, { path: '/articles/news/publication', body });
    return data.published_at;
  };
  const now = own.league.now().toISOString();
  expect(await publish({ at: own.at(3) })).toBe(own.at(3));
  expect(await publish({})).toBe(now);
  own.moveTo(own.at(1));
  expect(await publish({})).toBe(now);
  expect(await publish({ at: null })).toBeNull();
  const acts = await own.database.query(
    `select act from private.audit_log where subject = 'news' order by id`,
  );
  expect(acts.map(({ act }) => act)).toEqual([
    'article_added',
    'article_published',
    'article_published',
    'article_withdrawn',
  ]);
});

it('knows of no article that is not there', async () => {
  for (const path of ['/articles/none/edit', '/articles/none/publication']) {
    const answer = await own.send(editor, { path, body: { revision: 0 } });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
});
