import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLeague } from '../engine/league.ts';
import type { Content } from './content-kinds.ts';
import { importContent } from './import-content.ts';
import { layContent } from './lay-content.ts';
import { readLeagueContent } from './league-content.ts';
import { describeImport } from './plan-import.ts';
import { readNamedContent } from './read-content.ts';
import { writeContent } from './write-content.ts';

const now = new Date('2026-11-01T18:00:00Z');
let test: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;

beforeEach(async () => {
  test = await createTestDatabase();
  await layContent(test.database);
  await test.database.query(
    `insert into public.game_servers (id, page, name, protocol, position, note)
     values ('018f4e7a-0000-7000-8000-000000000000', 'bf2042', 'Ours', 'a2s', 1, '{"en": "On Fridays."}');
     insert into private.game_server_addresses values ('018f4e7a-0000-7000-8000-000000000000', 'game.example', 27015)`,
  );
  folder = mkdtempSync(join(tmpdir(), 'muster-import-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await test[Symbol.asyncDispose]();
});

const read = () => test.database.transaction(readLeagueContent);
const bring = (isDryRun = false) =>
  importContent(createLeague(test.database), readNamedContent(folder), { now, isDryRun }).then(
    describeImport,
  );
const readAudit = () =>
  test.database.query(
    'select act, kind, subject, changes from private.audit_log order by kind, subject',
  );

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(path, edited);
}

const nothing: Content = {
  games: [],
  ladders: [],
  articles: [],
  pages: [],
  archives: [],
  servers: [],
  menus: { casual: [], competitions: [], servers: [] },
};

/** A folder that holds one article, and no menus. */
function writeArticle(article: Partial<Content['articles'][number]>): void {
  const whole = {
    ...{ slug: 'news', game: null, ladder: null, original_locale: null },
    ...{ author: null, published_at: null },
  };
  const texts = { title: {}, summary: {}, body: {} };
  writeContent(folder, { ...nothing, articles: [{ ...whole, ...texts, ...article }] });
  rmSync(join(folder, 'menus.toml'));
}

/** A game and a ladder that are retired, and an article of that ladder, written in Portuguese first. */
async function retireSome(): Promise<void> {
  await test.database.query(
    `update public.games set retired_at = '2026-10-01T18:00:00Z' where slug = 'aqtion';
     update public.ladders set retired_at = '2026-10-02T18:00:00Z' where slug = 'mw-2v2-na';
     update public.articles set ladder_id = (select id from public.ladders where slug = 'mw-2v2-na')
       where slug = 'welcome';
     insert into private.text_heads (id, kind, slug, original_locale)
       values ('018f4e7a-0000-7000-8000-000000000001', 'articles', 'welcome', 'pt')`,
  );
}

describe('a league as files', () => {
  it('is, brought back as it is, the same league', async () => {
    await retireSome();
    const before = await read();
    writeContent(folder, before);
    expect(await bring()).toEqual([]);
    expect(await read()).toEqual(before);
    expect(before.servers).toMatchObject([
      { address: { host: 'game.example', query_port: 27_015 } },
    ]);
  });

  it('leaves a text alone that differs only in the blank lines around it', async () => {
    writeContent(folder, await read());
    await test.database.query(
      `update public.articles set body = jsonb_set(body, '{en}', to_jsonb(E'\n' || (body ->> 'en') || E'\r\n\n')) where slug = 'welcome'`,
    );
    expect(await bring()).toEqual([]);
    edit('articles/welcome/en.md', /$/, 'One more line.\n');
    expect(await bring()).toEqual(['articles/welcome: body.en']);
  });

  it('makes the same league of another', async () => {
    await retireSome();
    const before = await read();
    writeContent(folder, before);
    await using other = await createTestDatabase();
    await importContent(createLeague(other.database), readNamedContent(folder), {
      now,
      isDryRun: false,
    });
    const rules = (ladders: Content['ladders']) =>
      ladders.map((ladder) => ({ ...ladder, rules: {} }));
    const after = await other.database.transaction(readLeagueContent);
    const pick = <Thing extends { slug: string }>(things: Thing[], slug: string) =>
      things.find((thing) => thing.slug === slug);
    expect(pick(after.games, 'aqtion')).toMatchObject({ retired_at: '2026-10-01T18:00:00.000Z' });
    expect(pick(after.ladders, 'mw-2v2-na')).toMatchObject({
      retired_at: '2026-10-02T18:00:00.000Z',
    });
    expect(pick(after.articles, 'welcome')).toMatchObject({
      ladder: 'mw-2v2-na',
      original_locale: 'pt',
    });
    expect({ ...after, ladders: rules(after.ladders) }).toEqual({
      ...before,
      ladders: rules(before.ladders),
    });
  });
});

describe('an import', () => {
  it('changes what the files name, in the languages that they have, and nothing beside', async () => {
    const before = await read();
    writeContent(folder, before);
    edit('articles/welcome/pt.md', /^title = .*$/m, 'title = "A nossa liga"');
    edit('games/aqtion/game.toml', /^name = .*$/m, 'name = "Action"');
    edit('games/aqtion/game.toml', /^maps = .*\n/m, '');
    edit('menus.toml', 'label = "AQtion"', 'label = "Action"');
    for (const file of ['articles/welcome/fi.md', 'ladders', 'archives']) {
      rmSync(join(folder, file), { recursive: true });
    }
    const lines = ['games/aqtion: name', 'articles/welcome: title.pt', 'menus.toml: casual'];
    expect(await bring(true)).toEqual(lines);
    expect(await read()).toEqual(before);
    expect(await readAudit()).toEqual([]);
    expect(await bring()).toEqual(lines);
    const after = await read();
    const renamed = <Thing extends { slug: string }>(
      things: Thing[],
      slug: string,
      change: (thing: Thing) => Thing,
    ) => things.map((thing) => (thing.slug === slug ? change(thing) : thing));
    expect(after).toEqual({
      ...before,
      games: renamed(before.games, 'aqtion', (game) => ({ ...game, name: 'Action' })),
      articles: renamed(before.articles, 'welcome', (article) => ({
        ...article,
        title: { ...article.title, pt: 'A nossa liga' },
      })),
      menus: {
        ...before.menus,
        casual: before.menus.casual.map((item) =>
          item.label === 'AQtion' ? { ...item, label: 'Action' } : item,
        ),
      },
    });
    expect(await readAudit()).toEqual([
      {
        act: 'content_edited',
        kind: 'articles',
        subject: 'welcome',
        changes: { 'title.pt': { from: 'Boas-vindas à liga', to: 'A nossa liga' } },
      },
      {
        act: 'content_edited',
        kind: 'games',
        subject: 'aqtion',
        changes: { name: { from: 'AQtion', to: 'Action' } },
      },
      { act: 'content_edited', kind: 'menus', subject: 'casual', changes: {} },
    ]);
    expect(await bring()).toEqual([]);
  });

  it('keeps a text that it changes as a revision', async () => {
    writeContent(folder, await read());
    edit('pages/privacy/pt.md', /^title = .*$/m, 'title = "O que guardamos"');
    expect(await bring()).toEqual(['pages/privacy: title.pt']);
    const rows = await test.database.query(
      `select r.texts ->> 'title' as title, h.kind, h.slug from private.text_revisions r
       join private.text_heads h on h.id = r.text_id where r.locale = 'pt'`,
    );
    expect(rows).toEqual([{ kind: 'pages', slug: 'privacy', title: 'Privacidade' }]);
  });

  it('adds what is not there, in one language and unpublished if the files have no more', async () => {
    writeArticle({ title: { fi: 'Uutisia' }, body: { fi: 'Teksti.' } });
    expect(await bring()).toEqual(['articles/news: new']);
    const { articles } = await read();
    expect(articles.find(({ slug }) => slug === 'news')).toEqual({
      ...{ slug: 'news', game: null, ladder: null, original_locale: 'fi' },
      ...{ author: null, published_at: null },
      ...{ title: { fi: 'Uutisia' }, summary: {}, body: { fi: 'Teksti.' } },
    });
    expect(await bring()).toEqual([]);
  });

  it('leaves the original of an article that has revisions, and says so', async () => {
    await retireSome();
    writeContent(folder, await read());
    edit('articles/welcome/article.toml', 'original_locale = "pt"', 'original_locale = "fi"');
    edit('articles/welcome/pt.md', /^title = .*$/m, 'title = "A nossa liga"');
    expect(await bring()).toEqual([
      'articles/welcome: title.pt',
      'articles/welcome: its original stays the one that its translations were made of',
    ]);
    const { articles } = await read();
    expect(articles.find(({ slug }) => slug === 'welcome')).toMatchObject({
      original_locale: 'pt',
    });
  });

  it.each([
    ['ladder = "nowhere"', 'ladder is "nowhere", which is no ladder'],
    ['original_locale = "sv"', 'original_locale is "sv"; it takes'],
    ['retired_at = 2026-10-01T18:00:00Z', 'retired_at is no field of it'],
  ])('takes no article with %s', async (line, mistake) => {
    writeContent(folder, await read());
    edit('articles/welcome/article.toml', /^original_locale = .*$/m, line);
    expect(() => readNamedContent(folder)).toThrow(mistake);
  });

  it('passes over an original in which an article is not written', async () => {
    writeArticle({ title: { fi: 'Uutisia' }, original_locale: 'pt' });
    expect(await bring()).toEqual(['articles/news: new']);
    const { articles } = await read();
    expect(articles.find(({ slug }) => slug === 'news')).toMatchObject({ original_locale: 'fi' });
  });

  it('leaves the rules of a ladder to its admins, and says so', async () => {
    writeContent(folder, await read());
    edit('ladders/mw-2v2-na/ladder.toml', /$/, '\n[rules.team]\nsize = 3\n');
    const note =
      'ladders/mw-2v2-na: rules stay as they are; its admins change them for the next season';
    expect(await bring()).toEqual([note]);
  });

  it('changes nothing where one file is at fault', async () => {
    const before = await read();
    writeContent(folder, before);
    edit('games/aqtion/game.toml', /^name = .*$/m, 'name = "Action"');
    edit('articles/welcome/article.toml', /$/, '\ncolour = "red"\n');
    expect(() => readNamedContent(folder)).toThrow(
      `${folder}/articles/welcome/article.toml: colour is no field of it`,
    );
    expect(await read()).toEqual(before);
  });
});
