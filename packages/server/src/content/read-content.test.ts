import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Content } from './content-kinds.ts';
import { readContent } from './read-content.ts';
import { writeContent } from './write-content.ts';

let folder = '';
const say = (words: string) =>
  Object.fromEntries(
    ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'].map((code) => [code, `${words} (${code})`]),
  );

/** A small league of somebody else's, with one thing of each kind and two of those that have an order. */
const league: Content = {
  games: ['chess', 'go'].map((slug, index) => ({
    slug,
    name: 'The "game" of kings',
    short_name: slug,
    position: index + 1,
    identity_kinds: ['steam'],
    has_casual_page: index === 0,
    facts: [{ key: 'released', value: '1475' }],
    maps: ['board'],
    modes: [],
    sides: [],
    retired_at: index === 0 ? null : '2026-10-01T18:00:00.000Z',
    tagline: say('Old = good'),
    about: say('First paragraph.\n\n+++ is no line of ours\n\n- and a list'),
  })),
  ladders: [
    {
      slug: 'chess-blitz',
      game: 'chess',
      name: 'Blitz',
      format: 'rating',
      region: 'EU',
      zone: 'Europe/Helsinki',
      is_test: false,
      position: 1,
      retired_at: '2026-10-02T18:00:00.000Z',
      rules: { team: { size: 1 }, schedule: { hoursFrom: '18:00' } },
      summary: say('Five minutes'),
      description: say('By the clock.'),
    },
  ],
  articles: [
    {
      slug: 'news',
      game: null,
      ladder: 'chess-blitz',
      original_locale: 'pt',
      author: 'Ann',
      published_at: '2026-10-01T18:00:00.000Z',
      title: say('News'),
      summary: say('What is new'),
      body: say('# Heading\n\nText.'),
    },
  ],
  pages: [{ slug: 'privacy', title: say('Privacy'), summary: say('In short'), body: say('All.') }],
  archives: [
    {
      slug: 'old',
      game: 'chess',
      closed_at: '2024-01-31T00:00:00.000Z',
      content: { kind: 'history', leagues: [{ name: 'One', from: 1997 }] },
      title: say('Old'),
      summary: say('It was'),
      body: say('Once.'),
    },
  ],
  servers: [
    {
      slug: 'ours',
      id: '018f4e7a-0000-7000-8000-000000000000',
      page: 'bf2042',
      game: 'chess',
      name: 'Ours',
      protocol: 'a2s',
      region: 'EU',
      position: 1,
      address: { host: 'game.example', query_port: 65_535 },
      note: say('On Fridays.'),
    },
  ],
  menus: {
    casual: [{ id: 'chess', label: 'Chess', path: '/games/chess' }],
    competitions: [],
    servers: [],
  },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-content-'));
  writeContent(folder, league);
});
afterEach(() => rmSync(folder, { recursive: true }));

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(path, edited);
}

describe('a folder of content', () => {
  it('is read as it was written', () => {
    expect(readContent(folder)).toEqual(league);
  });

  it('may be saved by an editor of Windows', () => {
    edit('articles/news/de.md', /\n/g, '\r\n');
    expect(readContent(folder)).toEqual(league);
  });

  it('has its fields on top of a text, with empty lines above them at most', () => {
    edit('articles/news/de.md', /^/, '\uFEFF\n');
    expect(readContent(folder)).toEqual(league);
    edit('articles/news/de.md', /^/, 'Above.\n');
    expect(() => readContent(folder)).toThrow(
      /articles\/news\/de\.md: has text above its first \+\+\+$/,
    );
  });

  it('may be empty, and leave out what a thing need not have', () => {
    rmSync(folder, { recursive: true });
    writeContent(folder, {
      ...league,
      games: [],
      ladders: [],
      articles: [],
      pages: [],
      archives: [],
      servers: [],
      menus: { casual: [], competitions: [], servers: [] },
    });
    expect(readContent(folder).games).toEqual([]);
    writeContent(folder, league);
    edit('games/go/game.toml', /^(maps|modes|has_casual_page|identity_kinds) = .*\n/gm, '');
    expect(readContent(folder).games[1]).toMatchObject({ maps: [], has_casual_page: false });
  });

  it.each([
    [
      'ladders/chess-blitz/ladder.toml',
      '"rating"',
      '"rungs"',
      /ladder\.toml: format is "rungs"; it takes \("rung" \| "rating" \| "time_attack"\)$/,
    ],
    [
      'ladders/chess-blitz/ladder.toml',
      '"Blitz"',
      `"${'x'.repeat(81)}"`,
      /name is "x{59}…; it takes 80 characters at most$/,
    ],
    [
      'ladders/chess-blitz/ladder.toml',
      'Helsinki',
      'Helsingfors',
      /zone is "Europe\/Helsingfors"; it takes a time zone, as Europe\/London$/,
    ],
    [
      'ladders/chess-blitz/ladder.toml',
      'game = "chess"',
      'game = "dice"',
      /ladders\/chess-blitz\/ladder\.toml: game is "dice", which is no game$/,
    ],
    ['ladders/chess-blitz/ladder.toml', 'game = "chess"\n', '', /game is missing$/],
    [
      'ladders/chess-blitz/ladder.toml',
      'size = 1',
      'size = 0',
      /rules\.team\.size is not possible: it takes 1 to 64$/,
    ],
    [
      'ladders/chess-blitz/ladder.toml',
      '[rules.team]',
      '[rules.teams]',
      /rules\.teams is not possible$/,
    ],
    [
      'ladders/chess-blitz/ladder.toml',
      'region = "EU"',
      'region = "EU',
      /ladders\/chess-blitz\/ladder\.toml:4: /,
    ],
    [
      'ladders/chess-blitz/ladder.toml',
      'region',
      'regoin',
      /(region is missing|regoin is no field of it)$/,
    ],
    [
      'ladders/chess-blitz/fi.md',
      'summary',
      'sumary',
      /ladders\/chess-blitz\/fi\.md: sumary is no field of it$/,
    ],
    [
      'ladders/chess-blitz/fi.md',
      /^summary.*$/m,
      'summary = " "',
      /ladders\/chess-blitz\/fi\.md: summary is " "; it takes some words$/,
    ],
    ['ladders/chess-blitz/fi.md', 'summary = "', 'summary = ', /ladders\/chess-blitz\/fi\.md:2: /],
    [
      'articles/news/article.toml',
      /published_at = .*/,
      'published_at = "soon"',
      /published_at is "soon"; it takes /,
    ],
    [
      'games/go/game.toml',
      'position = 2',
      'position = 2.5',
      /position is 2\.5; it takes a whole number$/,
    ],
    ['games/go/game.toml', '"released"', '"painted"', /facts\.0\.key is "painted"; it takes /],
    ['servers/ours/server.toml', '65535', '65536', /address\.query_port is 65536; it takes /],
    ['servers/ours/server.toml', /id = .*/, 'id = "one"', /id is "one"; it takes a UUID$/],
    [
      'menus.toml',
      '"/games/chess"',
      '"//example.org"',
      /menus\.toml: casual\.0\.path is "\/\/example\.org"; it takes a path/,
    ],
    [
      'menus.toml',
      '[[casual]]',
      '[[casual]]\nid = "chess"\nlabel = "Go"\npath = "/games/go"\n\n[[casual]]',
      /menus\.toml: chess is there twice$/,
    ],
  ] as const)('%s with %s as %s is refused in one line', (file, from, to, line) => {
    edit(file, from, to);
    expect(() => readContent(folder)).toThrow(line);
    // In one line, by the file as somebody finds it: in the folder that they named.
    expect(() => readContent(folder)).toThrow(new RegExp(`^${folder}/${file}[^\\n]+$`));
  });

  it.each([
    [
      'articles/news',
      'articles/News',
      /articles\/News\/article\.toml: slug is "News"; it takes 2 to 80/,
    ],
    [
      'pages/privacy',
      'pages/rules',
      /pages\/rules\/page\.toml: slug is "rules"; it takes \("about" /,
    ],
    [
      'archives/old',
      'archives/debug',
      /archives\/debug\/archive\.toml: slug is "debug"; it takes any other name$/,
    ],
    [
      'articles/news/fi.md',
      'articles/news/sv.md',
      /articles\/news\/sv\.md: is no language of the site$/,
    ],
  ])('%s called %s is refused', (from, to, line) => {
    cpSync(join(folder, from), join(folder, to), { recursive: true });
    expect(() => readContent(folder)).toThrow(line);
  });

  it('may be written in one language, and say little', () => {
    const locales = ['en', 'es', 'fr', 'de', 'pl', 'pt'];
    for (const path of locales.map((locale) => join(folder, `articles/news/${locale}.md`))) {
      rmSync(path);
    }
    edit('articles/news/fi.md', /^summary.*\n/m, '');
    edit('articles/news/fi.md', /^# Heading[\s\S]*$/m, '');
    expect(readContent(folder).articles[0]).toMatchObject({
      title: { fi: 'News (fi)' },
      summary: {},
      body: {},
    });
    rmSync(join(folder, 'articles/news/fi.md'));
    expect(() => readContent(folder)).toThrow(
      /articles\/news\/article\.toml: title is .*; it takes a text in one language at least$/,
    );
  });

  it('says what is missing', () => {
    expect(() => readContent(join(folder, 'nowhere'))).toThrow(`${folder}/nowhere: is missing`);
    rmSync(join(folder, 'games/go/game.toml'));
    expect(() => readContent(folder)).toThrow(/games\/go\/game\.toml: is missing$/);
  });
});
