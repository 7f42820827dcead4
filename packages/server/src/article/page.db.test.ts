import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { createFixedSettings } from '../page/settings.ts';
import { loaders } from '../pages.ts';
import { readSitePage } from '../site-page/page.ts';
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
  await own.addLadder('golf');
  editor = await own.addAdmin('Edith');
  const config = parseConfig({ SITE_URL: 'https://league.example', LEAGUE_NAME: 'Tank & Co' });
  const site = createFeeds({
    config,
    settings: createFixedSettings(config),
    resolveContext: async () => ({ database: own.database, now: own.league.now() }),
  });
  feeds = new Hono().route('/articles', site);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await own.database.query('delete from public.articles; delete from private.text_heads');
});

type Body = Record<string, unknown>;

async function publish(
  slug: string,
  body: Body,
  at: string | null = own.league.now().toISOString(),
) {
  await own.act(editor, { path: '/articles', body: { slug, ...body } });
  await own.act(editor, { path: `/articles/${slug}/publication`, body: { at } });
}
const edit = (path: string, body: Body) => own.act(editor, { path: `${path}/edit`, body });
const input = (more: Parameters<typeof toInput>[1] = {}, address = '/') => ({
  ...toInput(own.database, more),
  url: new URL(address, 'https://league.example'),
  now: own.league.now(),
});
const list = async (address = '/articles', locale = 'en') =>
  loadArticles({ ...input({}, address), locale });
const read = (slug: string, locale: string, address = '/') =>
  loadArticle({ ...input({ params: { slug } }, address), locale });
const fetchFeed = (path: string, headers: Record<string, string> = {}) =>
  feeds.fetch(new Request(`https://league.example/articles/${path}`, { headers }));
const readJsonFeed = async (query = '') => (await fetchFeed(`feed.json${query}`)).json();

it('comes out on every page and in the feeds at its instant', async () => {
  const now = own.league.now().getTime();
  const out = new Date(now + 60_000).toISOString();
  await publish('news', { title: { en: 'News' }, game: 'battlefield6' }, out);
  const look = async () => [
    (await list())?.articles.length,
    (await readJsonFeed()).items.length,
    (await loaders.home?.(input()))?.articles.length,
    (await loaders.about?.(input()))?.articles.length,
    (await loaders.game?.(input({ params: { game: 'battlefield6' } })))?.articles.length,
    (await read('news', 'en')) === null ? 0 : 1,
  ];
  own.moveTo(new Date(now + 59_999).toISOString());
  expect(await look()).toEqual([0, 0, 0, 0, 0, 0]);
  own.moveTo(out);
  expect(await look()).toEqual([1, 1, 1, 1, 1, 1]);
  await own.act(editor, { path: '/articles/news/publication', body: { at: null } });
  expect(await look()).toEqual([0, 0, 0, 0, 0, 0]);
});

it('is listed newest first, by game and ladder, twenty a page, in the reader’s language where it has it', async () => {
  const days = (count: number) => own.at(-count);
  await publish('of-tanks', { title: { en: 'T', fi: 'Tankit' }, ladder: 'tanks' }, days(2));
  await publish(
    'of-golf',
    { title: { pt: 'Golfe' }, ladder: 'golf', game: 'battlefield6' },
    days(1),
  );
  await publish('draft', { title: { en: 'x' }, ladder: 'tanks' }, null);
  expect(await list('/articles', 'fi')).toMatchObject({
    total: 2,
    articles: [
      { slug: 'of-golf', title: 'Golfe', locale: 'pt', ladder: 'golf', game: 'Battlefield 6' },
      { slug: 'of-tanks', title: 'Tankit', locale: 'fi', ladder: 'tanks', game: null },
    ],
    games: { is_long: false, list: [{ slug: 'battlefield6' }], chosen: null },
    ladders: { list: [{ slug: 'golf' }, { slug: 'tanks' }] },
  });
  const slugsOf = async (address: string) =>
    (await list(address))?.articles.map(({ slug }) => slug);
  expect(await slugsOf('/articles?ladder=tanks')).toEqual(['of-tanks']);
  expect(await slugsOf('/articles?game=battlefield6')).toEqual(['of-golf']);
  expect(await slugsOf('/articles?game=battlefield6&ladder=tanks')).toEqual([]);
  expect(await slugsOf(`/articles?game=${'x'.repeat(500)}%00`)).toEqual(['of-golf', 'of-tanks']);
  await own.database.query(
    `insert into public.articles (slug, title, body, published_at)
     select 'more-' || n, '{"en":"x"}', '{}', $1 from generate_series(1, 19) n`,
    [days(3)],
  );
  expect(await slugsOf('/articles')).toHaveLength(20);
  expect(await slugsOf('/articles?from=21')).toHaveLength(1);
});

it('says in which languages it is, and where a translation is older than its original', async () => {
  await publish('news', { title: { pt: 'Um', fi: 'Yksi', en: 'One' }, original_locale: 'pt' });
  expect(await read('news', 'fi')).toMatchObject({
    title: 'Yksi',
    reading: { locale: 'fi', others: ['en', 'pt'], stale: null },
  });
  const translated = own.league.now().toISOString();
  own.moveTo(new Date(own.league.now().getTime() + 60_000).toISOString());
  await edit('/articles/news', { revision: 3, title: { pt: 'Dois' } });
  const stale = { locale: 'fi', original: 'pt', translated_at: translated };
  const changed_at = own.league.now().toISOString();
  expect((await read('news', 'fi'))?.reading).toMatchObject({ stale: { ...stale, changed_at } });
  expect(await read('news', 'fi', '/articles/news?in=pt')).toMatchObject({
    title: 'Dois',
    reading: { locale: 'pt', stale: null },
  });
  expect((await read('news', 'de'))?.title).toBe('Dois');
  await edit('/articles/news', { revision: 4, title: { fi: 'Kaksi' }, of: 4 });
  expect((await read('news', 'fi'))?.reading.stale).toBeNull();
});

it('leads to the languages that the league offers, and is read in another where an address asks for it', async () => {
  const settings = {
    ...createFixedSettings(parseConfig({})),
    current: { ...createFixedSettings(parseConfig({})).current, locales: ['pt', 'es'] as const },
  };
  await publish('news', { title: { pt: 'Um', fi: 'Yksi', de: 'Eins', en: 'One' } });
  await own.database.query('delete from private.text_heads');
  const look = async (locale: string, address = '/articles/news') =>
    loadArticle({ ...input({ params: { slug: 'news' } }, address), locale, settings });
  expect(await look('pt')).toMatchObject({ title: 'Um', reading: { locale: 'pt', others: [] } });
  // Of those there are, the league's first comes before English.
  expect(await look('es')).toMatchObject({ title: 'Um', reading: { locale: 'pt' } });
  expect(await look('pt', '/articles/news?in=fi')).toMatchObject({
    title: 'Yksi',
    reading: { locale: 'fi', others: ['pt'] },
  });
});

it('gives way to its original where people are judged by it, unless the older one is asked for', async () => {
  const look = async (address = '/conduct', locale = 'fi') =>
    loaders.conduct?.({ ...input({}, address), locale });
  expect(await look()).toBeNull();
  await edit('/pages/conduct', { revision: 0, title: { en: 'Conduct', fi: 'Säännöt' } });
  expect(await look()).toMatchObject({ title: 'Säännöt', reading: { stale: null } });
  await edit('/pages/conduct', { revision: 2, title: { en: 'New conduct' } });
  expect(await look()).toMatchObject({
    title: 'New conduct',
    reading: { locale: 'en', stale: { locale: 'fi', original: 'en' } },
  });
  expect(await look('/conduct?in=fi')).toMatchObject({
    title: 'Säännöt',
    reading: { locale: 'fi', stale: { locale: 'fi' } },
  });
  expect(await look('/conduct', 'de')).toMatchObject({ title: 'New conduct' });
});

it.each([
  ['conduct', true],
  ['terms', true],
  ['privacy', true],
  ['imprint', false],
  ['about', false],
] as const)('of %s people are judged by the original alone: %s', async (slug, isBinding) => {
  await own.database.query('delete from public.pages');
  await edit(`/pages/${slug}`, { revision: 0, title: { en: 'One', fi: 'Yksi' } });
  await edit(`/pages/${slug}`, { revision: 2, title: { en: 'Two' } });
  const page = await readSitePage(own.database, slug, { ...input(), locale: 'fi' });
  expect(page).toMatchObject({ slug, title: isBinding ? 'Two' : 'Yksi' });
  expect(page?.reading.stale).toMatchObject({ locale: 'fi', original: 'en' });
});

it('knows no page but those that it has, and of these none without a title', async () => {
  for (const slug of ['rules', 'Terms', 'toString']) {
    const body = { revision: 0, title: { en: 'x' } };
    const answer = await own.send(editor, { path: `/pages/${slug}/edit`, body });
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
  }
  await own.database.query(
    `delete from public.pages; insert into public.pages (slug) values ('terms')`,
  );
  expect(await readSitePage(own.database, 'terms', input())).toBeNull();
});

it('stands in an Atom and a JSON feed, in one language, as text that can do nothing there', async () => {
  const body = `{league} <b>x</b> [rules](/about) ]]> \u0007![a "b"](/api/pictures/${'a'.repeat(32)}/6x4.webp)`;
  await publish('news', {
    title: { en: 'A & B', pt: 'A <e> B' },
    summary: { en: 'About {league}' },
    body: { en: body },
    author: null,
  });
  const { items, ...feed } = await readJsonFeed('?in=pt');
  expect(feed).toMatchObject({
    title: 'Tank & Co',
    feed_url: 'https://league.example/articles/feed.json?in=pt',
  });
  expect(items).toMatchObject([
    {
      url: 'https://league.example/articles/news',
      title: 'A <e> B',
      summary: 'About Tank & Co',
      language: 'pt-BR',
      authors: [{ name: 'Tank & Co' }],
    },
  ]);
  expect(items[0].content_html).toBe(
    '<p>Tank &amp; Co &lt;b&gt;x&lt;/b&gt; <a href="https://league.example/about">rules</a> ]]&gt; ' +
      `<img src="https://league.example/api/pictures/${'a'.repeat(32)}/6x4.webp" alt="a &quot;b&quot;" width="6" height="4"></p>`,
  );
  const atom = await (await fetchFeed('feed.atom')).text();
  expect(atom).toContain('<title>A &amp; B</title>');
  expect(atom).toContain('&lt;p&gt;Tank &amp;amp; Co &amp;lt;b&amp;gt;x');
  expect(atom).not.toContain('\u0007');
});

it('is not sent again to whoever has it, until something changes', async () => {
  await publish('news', { title: { en: 'News' } });
  for (const path of ['feed.atom', 'feed.json']) {
    const first = await fetchFeed(path);
    const tag = first.headers.get('etag') ?? '';
    expect((await fetchFeed(path, { 'If-None-Match': tag })).status).toBe(304);
    await edit('/articles/news', { revision: path === 'feed.atom' ? 1 : 2, title: { en: path } });
    expect((await fetchFeed(path, { 'If-None-Match': tag })).status).toBe(200);
  }
});

it('has thirty entries in a feed, whatever is asked', async () => {
  await own.database.query(
    `insert into public.articles (slug, title, body, published_at)
     select 'more-' || n, '{"en":"x"}', '{}', $1 from generate_series(1, 31) n`,
    [own.league.now()],
  );
  expect((await readJsonFeed('?in=klingon')).items).toHaveLength(30);
});
