import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadWriting } from './page.ts';
import { loadWritingList } from './page-list.ts';

let cast: Cast;
let ann: Viewer;
let ben: Viewer;

beforeAll(async () => {
  cast = await createCast();
  ann = await cast.own.addAdmin('Ann');
  ben = await cast.own.addAdmin('Ben');
  await cast.own.act(ann, {
    path: '/articles',
    body: { slug: 'news', title: { en: 'News', fi: 'Uutisia' }, body: { en: 'one' } },
  });
  await cast.own.database.query(
    `insert into public.articles (slug, title, body, ladder_id, game_slug) values
      ('cup', '{"en": "Cup"}', '{}', (select id from public.ladders where slug = 'tanks'), null),
      ('of-game', '{"en": "Of a game"}', '{}', null, 'battlefield6')`,
  );
});
afterAll(() => cast.own[Symbol.asyncDispose]());

const input = (viewer: Viewer | null, address: string, params: Record<string, string> = {}) => ({
  ...toInput(cast.own.database, { params }),
  viewer: viewer === null ? null : { ...viewer, is_editor: isEditor(viewer) },
  url: new URL(address, 'https://league.example'),
  now: cast.own.league.now(),
});
const isEditor = (viewer: Viewer) =>
  [ann, ben, cast.people.editor, cast.people['site admin']].includes(viewer);
const open = (viewer: Viewer | null, kind: string, slug: string, query = '') =>
  loadWriting(input(viewer, `/admins/writing/${kind}/${slug}${query}`, { kind, slug }));
const list = (viewer: Viewer | null, query = '') =>
  loadWritingList(input(viewer, `/admins/writing${query}`));

it.each([
  ['articles', 'news', ['site admin', 'editor']],
  [
    'articles',
    `new-${randomUUID()}`,
    ["the ladder's admin", "another ladder's admin", 'site admin', 'editor'],
  ],
  ['articles', 'cup', ["the ladder's admin", 'site admin', 'editor']],
  ['articles', 'of-game', ['site admin', 'editor']],
  ['pages', `new-${randomUUID()}`, []],
  ['games', 'battlefield6', ['site admin', 'editor']],
  ['ladders', 'tanks', ["the ladder's admin", 'site admin', 'editor']],
  ['articles', 'none', []],
  ['articles', 'new-x', []],
  ['cats', 'news', []],
])('%s/%s opens for %s', async (kind, slug, may) => {
  const opened: string[] = [];
  for (const [name, person] of Object.entries(cast.people)) {
    if ((await open(person, kind, slug)) !== null) {
      opened.push(name);
    }
  }
  expect(opened).toEqual(may);
});

it('lists all to editors, to a ladder’s admin theirs, to others nothing', async () => {
  const seen: Record<string, string[]> = {};
  for (const [name, person] of Object.entries(cast.people)) {
    const data = await list(person);
    if (data !== null) {
      seen[name] = data.things.map(({ kind, slug }) => `${kind}/${slug}`);
    }
  }
  const all = [
    ...['articles/cup', 'articles/news', 'articles/of-game', 'games/battlefield6'],
    ...['ladders/golf', 'ladders/tanks'],
  ];
  expect(seen).toEqual({
    "the ladder's admin": ['articles/cup', 'ladders/tanks'],
    "another ladder's admin": ['ladders/golf'],
    'site admin': all,
    editor: all,
  });
});

it('shows nobody who is suspended what they may not write', async () => {
  const { own, people } = cast;
  for (const person of [people.editor, people["the ladder's admin"]]) {
    const body = {
      person: person?.person_id,
      kind: 'suspension',
      until: own.at(3),
      reason: 'Absent.',
    };
    const { sanction } = await own.act(ann, { path: '/sanctions', body });
    expect(await list(person ?? null)).toBeNull();
    expect(await open(person ?? null, 'articles', 'cup')).toBeNull();
    const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const };
    await own.act(ann, { ...lift, body: { reason: 'Back.' } });
    expect(await list(person ?? null)).not.toBeNull();
  }
});

it('offers whoever is no editor their own ladders to choose among, and the kinds of which they write', async () => {
  const { own, people } = cast;
  const judge = people["the ladder's admin"] ?? ann;
  const look = async (person: Viewer) => {
    const pages = [`new-${randomUUID()}`, 'cup'].map((slug) => open(person, 'articles', slug));
    return (await Promise.all(pages)).map((data) => data?.own_ladders);
  };
  const [tanks, golf] = ['tanks', 'golf'].map((slug) => ({ slug, name: slug }));
  expect(await look(ann)).toEqual([null, null]);
  expect(await look(people.editor ?? ann)).toEqual([null, null]);
  expect(await look(judge)).toEqual([[tanks], [tanks]]);
  const second = { path: '/ladders/golf/admins', body: { person: judge.person_id } };
  await own.act(ann, second);
  expect(await look(judge)).toEqual([
    [golf, tanks],
    [golf, tanks],
  ]);
  const path = `${second.path}/${judge.person_id}`;
  await own.act(ann, { path, method: 'DELETE' });
  expect((await list(ann))?.kinds).toEqual(['articles', 'pages', 'games', 'ladders']);
  expect((await list(judge))?.kinds).toEqual(['articles', 'ladders']);
});

it('opens a text with what its editor needs, and marks a translation that is older', async () => {
  const { own } = cast;
  const edit = (body: Record<string, unknown>) =>
    own.act(ann, { path: '/articles/news/edit', body });
  await edit({ revision: 2, body: { en: 'two' } });
  await edit({ revision: 3, body: { en: 'three' } });
  const draft = { locale: 'fi', revision: 4, texts: { body: 'kolme' } };
  await own.act(ann, { path: '/writing/articles/news/draft', body: draft });
  await own.act(ben, { path: '/writing/articles/news/presence', body: { locale: 'fi' } });
  expect(await open(ann, 'articles', 'news', '?locale=fi')).toMatchObject({
    path: '/articles/news',
    locale: 'fi',
    original_locale: 'en',
    languages: [
      { locale: 'en', revision: 4, by: 'Ann', is_stale: false, behind: 0 },
      { locale: 'fi', revision: 2, is_stale: true, behind: 2 },
    ],
    texts: { title: 'Uutisia' },
    original: { revision: 4, texts: { body: 'three' }, since: { body: 'one' } },
    revision: 4,
    draft: { texts: { body: 'kolme' }, revision: 4 },
    published_at: null,
    is_published: false,
    open: [{ username: 'Ben', locale: 'fi' }],
    offered: null,
    place: { game: null, ladder: null, author: 'Ann' },
    limits: { title: 200, summary: 300, body: 20_000 },
    may_publish: true,
  });
  expect(await open(ben, 'articles', 'news')).toMatchObject({
    locale: 'en',
    original: null,
    draft: null,
    open: [],
  });
  const listed = await list(ann, '?kind=articles&q=news');
  expect(listed?.things).toMatchObject([
    { slug: 'news', title: 'News', languages: ['en', 'fi'], stale: 1, open: ['Ben'] },
  ]);
  expect(listed?.things[0]?.draft_at).toBe(own.league.now().toISOString());
});

it('makes no revision by being opened twice, and one of what was there before any', async () => {
  await cast.own.database.query(
    `update public.games set about = '{"en": "About", "pt": "Sobre"}' where slug = 'battlefield6'`,
  );
  const look = async () => (await open(ann, 'games', 'battlefield6'))?.revision;
  expect([await look(), await look()]).toEqual([2, 2]);
});

it('finds things by kind and by what stands in their title or address', async () => {
  const find = async (query: string) => (await list(ann, query))?.things.map(({ slug }) => slug);
  expect(await find('?q=uutis')).toEqual(['news']);
  expect(await find('?q=GOL')).toEqual(['golf']);
  expect(await find('?q=%25')).toEqual([]);
  expect(await find('?kind=games')).toEqual(['battlefield6']);
  expect(await find('?from=2')).toHaveLength(5);
});

it('lists a person’s articles that are not made yet', async () => {
  const slug = `new-${randomUUID()}`;
  const draft = { locale: 'pt', revision: 0, texts: { title: 'Rascunho' } };
  await cast.own.act(ann, { path: `/writing/articles/${slug}/draft`, body: draft });
  expect((await list(ann))?.new_drafts).toMatchObject([{ slug, title: 'Rascunho' }]);
  expect((await list(ben))?.new_drafts).toEqual([]);
  // Without a language asked for it is the draft's, for whoever has none their own.
  expect(await open(ann, 'articles', slug)).toMatchObject({ locale: 'pt', original_locale: 'pt' });
  expect(await open(ben, 'articles', slug)).toMatchObject({ locale: 'en', draft: null });
  expect(await open(ann, 'articles', slug, '?locale=pt')).toMatchObject({
    revision: 0,
    locale: 'pt',
    draft: { texts: { title: 'Rascunho' } },
    place: null,
  });
});

it('opens what nothing is written of in one’s own language, in which its original is then', async () => {
  const { own } = cast;
  const steward = cast.people['site admin'] ?? ann;
  const names = { slug: 'bocha', name: 'Bocha de praia', short_name: 'Bocha' };
  await own.act(steward, { path: '/games', body: names });
  const look = async (query = '') => {
    const asked = input(ann, `/x${query}`, { kind: 'games', slug: 'bocha' });
    return loadWriting({ ...asked, locale: 'pt' });
  };
  const listed = async () => (await list(ann, '?q=bocha'))?.things.map((one) => one.languages);
  expect(await look()).toMatchObject({
    name: 'Bocha de praia',
    locale: 'pt',
    original_locale: 'pt',
    languages: [],
    original: null,
  });
  expect(await listed()).toEqual([[]]);
  const path = '/games/bocha/edit';
  await own.act(ann, { path, body: { revision: 0, tagline: { pt: 'Na areia' } } });
  await own.act(ann, { path, body: { revision: 1, tagline: { en: 'On the sand' } } });
  expect(await look()).toMatchObject({ locale: 'pt', original_locale: 'pt', original: null });
  expect(await look('?locale=en')).toMatchObject({
    locale: 'en',
    original: { texts: { tagline: 'Na areia' } },
  });
  expect(await listed()).toEqual([['en', 'pt']]);
  // The first change of the original makes its translations older.
  const listStale = async () =>
    (await look())?.languages.map(({ locale, behind, is_stale }) => [locale, behind, is_stale]);
  const fresh = ['pt', 0, false];
  expect(await listStale()).toEqual([['en', 0, false], fresh]);
  await own.act(ann, { path, body: { revision: 2, tagline: { pt: 'Na areia fofa' } } });
  expect(await listStale()).toEqual([['en', 1, true], fresh]);
  // A translation whose every field is empty again is none.
  await own.act(ann, { path, body: { revision: 3, tagline: { en: '' } } });
  expect(await listStale()).toEqual([fresh]);
});

it('has the draft and the offer of this text in this language, and an article’s instant alone', async () => {
  const { own } = cast;
  const at = new Date(own.league.now().getTime() - 1).toISOString();
  for (const slug of ['battlefield6', 'tanks']) {
    await own.act(ann, {
      path: '/articles',
      body: { slug, title: { en: slug }, body: { en: 'x' } },
    });
  }
  await own.database.query('update public.articles set published_at = $1 where slug = any($2)', [
    at,
    ['battlefield6', 'tanks'],
  ]);
  // Whatever is like the one that is asked for but in one thing.
  const keys = [
    ['games', 'battlefield6', 'es'],
    ['games', 'battlefield6', 'fr'],
    ['games', 'golf', 'es'],
    ['ladders', 'battlefield6', 'es'],
  ];
  for (const [kind, slug, locale] of keys) {
    const name = { name: [kind, slug, locale].join() };
    for (const person of [ann, ben]) {
      await own.database.query(
        `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at)
         values ($1, $2, $3, $4, $5, 0, now())`,
        [person.person_id, kind, slug, locale, { ...name, by: person.username }],
      );
    }
    await own.database.query(
      `insert into private.laid_texts (kind, slug, locale, hash, offered) values ($1, $2, $3, '', $4)
       on conflict (kind, slug, locale) do update set offered = excluded.offered`,
      [kind, slug, locale, name],
    );
  }
  const name = 'games,battlefield6,es';
  expect(await open(ann, 'games', 'battlefield6', '?locale=es')).toMatchObject({
    draft: { texts: { name, by: 'Ann' } },
    offered: { texts: { name } },
    published_at: null,
    is_published: true,
    place: null,
  });
  expect(await open(ann, 'articles', 'battlefield6')).toMatchObject({
    ...{ published_at: at, is_published: true, draft: null, offered: null },
  });
});

it('says what an article belongs to', async () => {
  const edit = (body: object) =>
    cast.own.act(ann, { path: '/articles/news/edit', body: { revision: 4, ...body } });
  await edit({ game: 'battlefield6', ladder: 'tanks', author: 'Somebody' });
  expect(await open(ann, 'articles', 'news')).toMatchObject({
    place: {
      game: { slug: 'battlefield6', name: 'Battlefield 6' },
      ladder: { slug: 'tanks', name: 'tanks' },
      author: 'Somebody',
    },
  });
  await edit({ game: null, ladder: null, author: null });
  expect(await open(ann, 'articles', 'news')).toMatchObject({
    place: { game: null, ladder: null, author: null },
  });
});

it('lists articles that are not out before the others, the newest first, fifty at a time', async () => {
  const { database, league } = cast.own;
  await database.query(
    `insert into public.articles (slug, title, summary, body, published_at)
     select 'zz-' || n, '{"en": "Many"}', '{}', '{}', $1::timestamptz - n * interval '1 day' from generate_series(1, 50) n`,
    [league.now()],
  );
  await database.query(
    `insert into public.articles (slug, title, summary, body) values ('zz-b', '{"en": "B"}', '{}', '{}'),
       ('zz-a', '{"en": "A"}', '{}', '{}')`,
  );
  const places = Array.from({ length: 50 }, (_, place) => `zz-${place + 1}`);
  const data = await list(ann, '?q=zz-');
  expect(data).toMatchObject({ query: 'zz-', total: 52, from: 1, limit: 50, kind: null });
  expect(data?.things.map(({ slug }) => slug)).toEqual(['zz-a', 'zz-b', ...places.slice(0, 48)]);
  const day = new Date(league.now().getTime() - 86_400_000).toISOString();
  expect(data?.things.slice(1, 3).map((thing) => thing.published_at)).toEqual([null, day]);
  const rest = await list(ann, '?q=zz-&from=51');
  expect(rest?.things.map(({ slug }) => slug)).toEqual(places.slice(48));
  await database.query(`delete from public.articles where slug like 'zz-%'`);
});

it('says in which languages a text is that nobody has opened, in their order', async () => {
  await cast.own.database.query(
    `update public.ladders set summary = '{"fi": "Golfia"}', description = '{"pt": "x", "en": "y"}' where slug = 'golf'`,
  );
  const found = async (query: string) => (await list(ann, query))?.things[0];
  expect(await found('?kind=ladders&q=golf')).toMatchObject({
    languages: ['en', 'fi', 'pt'],
    stale: 0,
    draft_at: null,
    open: [],
  });
});

it('says who else has a text open for a minute, by name, and since when one’s own draft of it is', async () => {
  const { own, people } = cast;
  const steward = people['site admin'] ?? ann;
  for (const who of [steward, ben, ann]) {
    await own.act(who, { path: '/writing/ladders/golf/presence', body: { locale: 'en' } });
  }
  const opened = own.league.now().getTime();
  const look = async (later: number) => {
    const asked = { ...input(ann, '/x?kind=ladders&q=golf'), now: new Date(opened + later) };
    return (await loadWritingList(asked))?.things[0];
  };
  expect((await look(60_000))?.open).toEqual(['Ben', 'Steward']);
  expect((await look(60_001))?.open).toEqual([]);
  const keep = (who: Viewer, locale: string, minutes: number, slug = 'golf') =>
    own.database.query(
      `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at)
       values ($1, 'ladders', $2, $3, '{}', 0, $4)`,
      [who.person_id, slug, locale, new Date(opened - minutes * 60_000)],
    );
  await keep(ann, 'en', 9);
  await keep(ann, 'fi', 8);
  await keep(ben, 'en', 1);
  await keep(ann, 'fi', 1, 'tanks');
  expect((await look(0))?.draft_at).toBe(new Date(opened - 8 * 60_000).toISOString());
});

it('lists of each article that is not made yet the last draft, the newest first, to who wrote it', async () => {
  const judge = cast.people["the ladder's admin"] ?? ann;
  const at = (minutes: number) => new Date(cast.own.league.now().getTime() - minutes * 60_000);
  const keep = (who: Viewer, slug: string, locale: string, minutes: number, kind = 'articles') =>
    cast.own.database.query(
      `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at)
       values ($1, $2, $3, $4, $5, 0, $6)`,
      [who.person_id, kind, slug, locale, { title: `${slug} ${locale}` }, at(minutes)],
    );
  await cast.own.database.query('delete from private.drafts');
  await keep(ann, 'new-a', 'en', 9);
  await keep(ann, 'new-a', 'fi', 7);
  await keep(ann, 'new-b', 'en', 5);
  await keep(ann, 'news', 'en', 1);
  await keep(ann, 'new-c', 'en', 1, 'pages');
  await keep(judge, 'new-d', 'en', 1);
  expect((await list(ann))?.new_drafts).toEqual([
    { slug: 'new-b', title: 'new-b en', at: at(5).toISOString() },
    { slug: 'new-a', title: 'new-a fi', at: at(7).toISOString() },
  ]);
  expect((await list(judge))?.new_drafts).toEqual([
    { slug: 'new-d', title: 'new-d en', at: at(1).toISOString() },
  ]);
  expect((await list(ben))?.new_drafts).toEqual([]);
});
