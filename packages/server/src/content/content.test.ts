import { locales } from '@muster/site';
import { gameEmblems } from '@muster/site/emblem/game-emblems.ts';
import { describe, expect, it } from 'vitest';
import { contentKinds } from './content-kinds.ts';
import { getStartingContent } from './starting-content.ts';

type Translated = Readonly<Record<string, string>>;

const content = getStartingContent();
const texts = (['games', 'ladders', 'articles', 'pages', 'archives'] as const).flatMap((kind) =>
  content[kind].flatMap((thing) =>
    [...contentKinds[kind].texts, contentKinds[kind].body].map((field): [string, Translated] => [
      `${kind}/${thing.slug} ${field}`,
      Object.fromEntries(Object.entries(thing))[field],
    ]),
  ),
);

describe('the content that a league begins with', () => {
  it('is there', () => {
    expect(texts.length).toBeGreaterThan(40);
  });

  it.each(texts)('%s is written in every language, each in its own words', (_name, text) => {
    const written = locales.map(({ code }) => text[code]?.trim() ?? '');
    expect(written.every((words) => words.length > 3)).toBe(true);
    expect(new Set(written).size).toBe(locales.length);
  });

  it('names the league in its pages, and no other', () => {
    const pages = texts.filter(([name]) => name.startsWith('pages/') && !name.endsWith(' title'));
    const bodies = pages.flatMap(([, text]) => Object.values(text));
    expect(bodies.filter((words) => words.includes('{league}')).length).toBeGreaterThan(30);
    expect(bodies.flatMap((words) => words.match(/\{(?!league\})/g) ?? [])).toEqual([]);
  });

  it('calls the league by its own name: Muster is the program that the imprint names', () => {
    const naming = texts.filter(([, text]) => /muster/i.test(Object.values(text).join()));
    expect(naming.map(([name]) => name)).toEqual(['pages/imprint body']);
  });

  it.each(texts)('%s has as many paragraphs in every language', (_name, text) => {
    const counts = locales.map(({ code }) => text[code]?.split('\n\n').length);
    expect(new Set(counts).size).toBe(1);
  });

  it('has an emblem of its own for each game', () => {
    const names = content.games.map(({ name }) => name.toLowerCase());
    expect(names.filter((name) => !gameEmblems.has(name))).toEqual([]);
    expect(gameEmblems.size).toBe(names.length);
  });

  it('has a page behind each menu entry', () => {
    const addresses = new Set([
      ...content.games.filter((game) => game.has_casual_page).map((game) => `/games/${game.slug}`),
      ...content.ladders.map((ladder) => `/ladders/${ladder.slug}`),
      '/servers/bf2042',
      '/servers/space-engineers',
    ]);
    const items = Object.values(content.menus).flat();
    expect(items.length).toBeGreaterThan(10);
    expect(items.filter((item) => !addresses.has(item.path))).toEqual([]);
  });
});
