import { createTestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleOffered } from '../writing/offered.ts';
import type { Content } from './content-kinds.ts';
import { layContent } from './lay-content.ts';
import { getStartingContent } from './starting-content.ts';

const shipped = getStartingContent();
let test: Awaited<ReturnType<typeof createTestDatabase>>;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test[Symbol.asyncDispose]());

const count = async (table: string) => {
  const [row] = await test.database.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  );
  return row?.count;
};

async function readTitle(locale: string): Promise<string | undefined> {
  const [row] = await test.database.query<{ title: string }>(
    "select title ->> $1 as title from public.articles where slug = 'welcome'",
    [locale],
  );
  return row?.title;
}

async function readOffers(): Promise<object[]> {
  return test.database.query(
    'select kind, slug, locale, offered from private.laid_texts where offered is not null',
  );
}

/** An editor's own title of an article that shipped. */
async function editTitle(locale: string, title: string): Promise<void> {
  await test.database.query(
    "update public.articles set title = title || jsonb_build_object($1::text, $2::text) where slug = 'welcome'",
    [locale, title],
  );
}

/** What ships after an update: an article's title in one language is another. */
function update(locale: string, title: string): Content {
  const articles = shipped.articles.map((article) =>
    article.slug === 'welcome'
      ? { ...article, title: { ...article.title, [locale]: title } }
      : article,
  );
  return { ...shipped, articles };
}

describe('the starting content', () => {
  it('is laid whole into an empty league', async () => {
    await layContent(test.database);
    expect(await count('public.games')).toBe(shipped.games.length);
    expect(await count('public.ladders')).toBe(shipped.ladders.length);
    expect(await count('public.articles')).toBe(shipped.articles.length);
    expect(await count('public.archives')).toBe(shipped.archives.length);
    expect(await count('public.menu_items')).toBe(Object.values(shipped.menus).flat().length);
    expect(await readTitle('pt')).toBe('Boas-vindas à liga');
  });

  it('is never laid over what a league has made of it, nor what it took away brought back', async () => {
    await layContent(test.database);
    await test.database.query(
      "update public.ladders set name = 'Ours' where slug = 'bf6-2v2-tanks'",
    );
    await test.database.query("update public.games set maps = '{ours}' where slug = 'aqtion'");
    await test.database.query("delete from public.articles where slug = 'welcome'");
    await test.database.query('delete from public.menu_items');
    await layContent(test.database);
    expect(await count("public.ladders where name = 'Ours'")).toBe(1);
    expect(await count("public.games where maps = '{ours}'")).toBe(1);
    expect(await count("public.articles where slug = 'welcome'")).toBe(0);
    expect(await count('public.menu_items')).toBe(0);
  });

  it('brings the pages to a league that is older than pages, and never again', async () => {
    await layContent(test.database);
    await test.database.query(
      "delete from public.pages; delete from private.laid_texts where kind = 'pages'",
    );
    await layContent(test.database);
    expect(await count('public.pages')).toBe(shipped.pages.length);
    await test.database.query(
      "update public.pages set title = '{}', body = '{}' where slug = 'terms'",
    );
    await layContent(test.database);
    expect(await count("public.pages where title <> '{}'")).toBe(shipped.pages.length - 1);
  });

  it('leaves a league alone that began with its own', async () => {
    await test.database.query(
      "insert into public.games (slug, name, short_name, position) values ('chess', 'Chess', 'Chess', 1)",
    );
    await layContent(test.database);
    expect(await count('public.games')).toBe(1);
    expect(await count('public.articles')).toBe(0);
    expect(await count("private.laid_texts where kind <> 'pages'")).toBe(0);
  });

  it('is laid once by two processes that start together', async () => {
    await Promise.all([layContent(test.database), layContent(test.database)]);
    expect(await count('public.games')).toBe(shipped.games.length);
  });
});

describe('a newer text that ships', () => {
  it('takes the place of one that nobody touched, in its language alone', async () => {
    await layContent(test.database);
    await layContent(test.database, update('pt', 'Bem-vindos'));
    expect(await readTitle('pt')).toBe('Bem-vindos');
    expect(await readTitle('en')).toBe('Welcome to the league');
    expect(await readOffers()).toEqual([]);
    await layContent(test.database, update('pt', 'Olá'));
    expect(await readTitle('pt')).toBe('Olá');
  });

  it('is kept beside one that somebody changed', async () => {
    await layContent(test.database);
    await editTitle('pt', 'A nossa liga');
    await layContent(test.database);
    expect(await readOffers()).toEqual([]);
    await layContent(test.database, update('pt', 'Bem-vindos'));
    expect(await readTitle('pt')).toBe('A nossa liga');
    expect(await readOffers()).toMatchObject([
      { kind: 'articles', slug: 'welcome', locale: 'pt', offered: { title: 'Bem-vindos' } },
    ]);
    await layContent(test.database, update('pt', 'Olá'));
    expect(await readOffers()).toMatchObject([{ offered: { title: 'Olá' } }]);
  });

  it('is offered no more once the league has it, or once the older one ships again', async () => {
    await layContent(test.database);
    await editTitle('pt', 'A nossa liga');
    await layContent(test.database, update('pt', 'Bem-vindos'));
    await layContent(test.database);
    expect(await readOffers()).toEqual([]);
    await layContent(test.database, update('pt', 'Bem-vindos'));
    await editTitle('pt', 'Bem-vindos');
    await layContent(test.database, update('pt', 'Bem-vindos'));
    expect(await readOffers()).toEqual([]);
    await layContent(test.database, update('pt', 'Olá'));
    expect(await readTitle('pt')).toBe('Olá');
  });

  it('is offered no more to who kept their own, until a still newer one ships', async () => {
    await layContent(test.database);
    await editTitle('pt', 'A nossa liga');
    await layContent(test.database, update('pt', 'Bem-vindos'));
    const [offer] = await test.database.query<{ offered: Record<string, string> }>(
      'select offered from private.laid_texts where offered is not null',
    );
    const subject = { kind: 'articles', slug: 'welcome', locale: 'pt' } as const;
    await test.database.transaction((transaction) =>
      settleOffered(transaction, { ...subject, texts: offer?.offered ?? {} }),
    );
    await layContent(test.database, update('pt', 'Bem-vindos'));
    expect(await readOffers()).toEqual([]);
    expect(await readTitle('pt')).toBe('A nossa liga');
    await layContent(test.database, update('pt', 'Olá'));
    expect(await readOffers()).toMatchObject([{ offered: { title: 'Olá' } }]);
  });

  it('comes to a league that was there before texts knew their version', async () => {
    await layContent(test.database);
    await test.database.query('delete from private.laid_texts');
    await layContent(test.database, update('fi', 'Tervetuloa'));
    expect(await readTitle('fi')).toBe('Tervetuloa');
    await editTitle('fi', 'Meidän');
    await layContent(test.database, update('fi', 'Hei'));
    expect(await readTitle('fi')).toBe('Meidän');
  });
});
