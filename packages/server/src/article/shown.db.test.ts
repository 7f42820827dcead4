import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { createFixedSettings } from '../page/settings.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadArticle } from './page.ts';
import { loadArticles } from './page-list.ts';
import { createFeeds } from './serve-feeds.ts';

let own: ApiLeague;
let editor: Viewer;
let feeds: Hono;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  editor = await own.addAdmin('Edith');
  const config = parseConfig({ SITE_URL: 'https://league.example', LEAGUE_NAME: 'Tanks' });
  const site = createFeeds({
    config,
    settings: createFixedSettings(config),
    resolveContext: async () => ({ database: own.database, now: own.league.now() }),
  });
  feeds = new Hono().route('/articles', site);
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(() => own.database.query('delete from public.articles; delete from private.text_heads'));

const later = (seconds: number) =>
  new Date(own.league.now().getTime() + seconds * 1000).toISOString();
const add = (body: object) => own.send(editor, { path: '/articles', body: { ...body } });
const act = (path: string, body: object) =>
  own.act(editor, { path: `/articles/${path}`, body: { ...body } });

/** Articles that came out so many seconds from now; of equal ones the first word comes first. */
async function lay(articles: Record<string, number>): Promise<void> {
  for (const [slug, at] of Object.entries(articles)) {
    await own.database.query(
      `insert into public.articles (slug, title, summary, body, published_at)
       values ($1, jsonb_build_object('en', $1::text, 'fi', 'Suomeksi'), '{"en":"About","fi":"Siitä"}', '{"en":"x"}', $2)`,
      [slug, later(at)],
    );
  }
}

const input = (params: Record<string, string> = {}, locale = 'en') => ({
  ...toInput(own.database, { params }),
  ...{ locale, now: own.league.now() },
});
const fetchFeed = (path: string) =>
  feeds.fetch(new Request(`https://league.example/articles/feed.${path}`));

it('belongs to a game and a ladder that are there, to which it may be given and from which taken', async () => {
  const made = { slug: 'one', title: { en: 'One' }, author: ' Ghost ' };
  for (const field of ['game', 'ladder']) {
    const answer = await add({ ...made, [field]: 'none' });
    expect([answer.status, answer.body.error?.field]).toEqual([400, field]);
  }
  await add(made);
  const read = async () => {
    const [row] = await own.database.query(
      `select a.author, a.game_slug as game, l.slug as ladder from public.articles a
       left join public.ladders l on l.id = a.ladder_id`,
    );
    return row;
  };
  expect(await read()).toEqual({ author: 'Ghost', game: null, ladder: null });
  await act('one/edit', { revision: 1, game: 'battlefield6', ladder: 'tanks' });
  await act('one/edit', { revision: 1, author: null });
  expect(await read()).toEqual({ author: null, game: 'battlefield6', ladder: 'tanks' });
  await act('one/edit', { revision: 1, ladder: null });
  await act('one/edit', { revision: 1, game: null });
  expect(await read()).toEqual({ author: null, game: null, ladder: null });
  const edits = await own.database.query<{ changes: object }>(
    `select changes from private.audit_log where act = 'article_edited' and subject = 'one' order by id`,
  );
  expect(edits.map(({ changes }) => Object.keys(changes))).toEqual([
    ...[['game_slug', 'ladder_id'], ['author'], ['ladder_id'], ['game_slug']],
  ]);
});

it.each([
  ['feed', 400],
  ['new', 400],
  ['feeds', 200],
  ['news', 200],
])('has the address %s or not: %i', async (slug, status) => {
  expect((await add({ slug, title: { en: 'x' } })).status).toBe(status);
});

it.each([
  ['english first', { fi: 'x', en: 'x' }, undefined, 'en'],
  ['the one it has', { fi: 'x' }, undefined, 'fi'],
  ['what is said', { fi: 'x', en: 'x' }, 'fi', 'fi'],
])('is translated from %s', async (_what, title, original_locale, locale) => {
  const said = original_locale === undefined ? {} : { original_locale };
  await add({ slug: 'one', title, ...said });
  const [row] = await own.database.query('select original_locale from private.text_heads');
  expect(row).toEqual({ original_locale: locale });
});

it('keeps in the audit log from when to when it was to come out', async () => {
  await add({ slug: 'dated', title: { en: 'Dated' } });
  const [first, then] = [later(60), later(120)];
  for (const at of [first, then, then, null]) {
    await act('dated/publication', { at });
  }
  const kept = await own.database.query<{ act: string; changes: object }>(
    `select act, changes from private.audit_log where subject = 'dated' and act <> 'article_added' order by id`,
  );
  const toLine = (word: string, from: string | null, to: string | null) => ({
    ...{ act: `article_${word}`, changes: { published_at: { from, to } } },
  });
  expect(kept).toEqual([
    ...[toLine('published', null, first), toLine('published', first, then)],
    toLine('withdrawn', then, null),
  ]);
});

it('is listed with what it is about, page after page, of one instant by its address', async () => {
  await lay({ bb: -1, aa: -1, cc: -2, dd: 1 });
  const list = async (from: number, locale = 'en') => {
    const url = new URL(`https://league.example/articles?from=${from}`);
    return (await loadArticles({ ...input({}, locale), url })) ?? expect.fail();
  };
  const first = await list(1);
  expect([first.total, first.from, first.limit]).toEqual([3, 1, 20]);
  expect(first.articles.map(({ slug }) => slug)).toEqual(['aa', 'bb', 'cc']);
  expect((await list(2)).articles.map(({ slug }) => slug)).toEqual(['bb', 'cc']);
  expect((await list(1, 'fi')).articles[2]).toEqual({
    ...{ slug: 'cc', title: 'Suomeksi', summary: 'Siitä', locale: 'fi', game: null, ladder: null },
    published_at: later(-2),
  });
  const one = async (locale: string) => loadArticle(input({ slug: 'cc' }, locale));
  expect((await one('fi'))?.others).toEqual([
    { slug: 'aa', title: 'Suomeksi', summary: 'Siitä' },
    { slug: 'bb', title: 'Suomeksi', summary: 'Siitä' },
  ]);
  expect(await one('en')).toMatchObject({ author: null, published_at: later(-2) });
});

it('names on its page its game, its ladder and its author', async () => {
  await add({ slug: 'of', title: { en: 'Of' }, game: 'battlefield6', ladder: 'tanks' });
  await act('of/publication', {});
  const read = () => loadArticle(input({ slug: 'of' }));
  expect(await read()).toMatchObject({
    author: 'Edith',
    game: { slug: 'battlefield6', name: 'Battlefield 6', has_page: true },
    ladder: { slug: 'tanks', name: 'tanks' },
  });
  await own.database.query('update public.games set has_casual_page = false');
  expect((await read())?.game?.has_page).toBe(false);
  await own.database.query('update public.games set has_casual_page = true');
});

it('stands in the feeds newest first, as old as what was written of it since it came out', async () => {
  const begun = own.league.now().toISOString();
  await add({ slug: 'first', title: { en: 'First', pt: 'Um' } });
  own.moveTo(later(60));
  await act('first/publication', {});
  const out = own.league.now().toISOString();
  await lay({ second: -1, hidden: -1, zz: -90, yy: -90 });
  await own.database.query(`update public.articles set hidden_at = now() where slug = 'hidden'`);
  const read = async () => (await fetchFeed('json')).json();
  const dates = async () => {
    const { items } = await read();
    const [item] = items;
    return [item.date_published, item.date_modified];
  };
  expect((await read()).items.map(({ title }: { title: string }) => title)).toEqual([
    ...['First', 'second', 'yy', 'zz'],
  ]);
  // Written before it came out.
  expect([begun < out, await dates()]).toEqual([true, [out, out]]);
  own.moveTo(later(60));
  const changed = own.league.now().toISOString();
  await act('first/edit', { revision: 2, title: { en: 'First again' } });
  expect(await dates()).toEqual([out, changed]);
  const atom = await (await fetchFeed('atom')).text();
  expect(/<updated>(.*?)<\/updated>/.exec(atom)?.[1]).toBe(changed);
  expect(atom).toContain(
    '<link rel="self" href="https://league.example/articles/feed.atom?in=en"/>',
  );
});

it('may be fetched from anywhere and kept, as what it is', async () => {
  for (const [path, type] of [
    ['atom', 'atom+xml'],
    ['json', 'feed+json'],
  ]) {
    const { headers } = await fetchFeed(path ?? '');
    expect(headers.get('content-type')).toBe(`application/${type}; charset=utf-8`);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
  const empty = await (await fetchFeed('atom')).text();
  expect(empty).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});
