import { parseRules } from '@muster/league';
import { locales } from '@muster/site';
import { describe, expect, it } from 'vitest';
import { content, type Translated } from './index.ts';

const texts: [name: string, text: Translated][] = [
  ...content.games.flatMap((game): [string, Translated][] => [
    [`games/${game.slug} tagline`, game.tagline],
    [`games/${game.slug} about`, game.about],
  ]),
  ...content.ladders.flatMap((ladder): [string, Translated][] => [
    [`ladders/${ladder.slug} summary`, ladder.summary],
    [`ladders/${ladder.slug} description`, ladder.description],
  ]),
  ...[...content.articles, ...content.archives].flatMap((page): [string, Translated][] => [
    [`${page.slug} title`, page.title],
    [`${page.slug} summary`, page.summary],
    [`${page.slug} body`, page.body],
  ]),
];

describe('the league’s content', () => {
  it.each(texts)('%s is written in every language, each in its own words', (_name, text) => {
    const written = locales.map(({ code }) => text[code].trim());
    expect(written.every((words) => words.length > 3)).toBe(true);
    expect(new Set(written).size).toBe(locales.length);
  });

  it.each(texts)('%s has as many paragraphs in every language', (_name, text) => {
    const counts = locales.map(({ code }) => text[code].split('\n\n').length);
    expect(new Set(counts).size).toBe(1);
  });

  it.each(content.ladders.map((ladder) => [ladder.slug, ladder] as const))(
    '%s has rules that the league accepts',
    (_slug, ladder) => {
      expect(parseRules(ladder.rules)).toMatchObject({ ok: true });
    },
  );

  it('names only games that it has', () => {
    const games = new Set(content.games.map((game) => game.slug));
    for (const { game_slug } of [...content.ladders, ...content.articles, ...content.archives]) {
      expect(game_slug === null || games.has(game_slug)).toBe(true);
    }
  });

  it('has a page behind each menu entry', () => {
    const addresses = new Set([
      ...content.games.filter((game) => game.has_casual_page).map((game) => `/games/${game.slug}`),
      ...content.ladders.map((ladder) => `/ladders/${ladder.slug}`),
      '/servers/bf2042',
      '/servers/space-engineers',
    ]);
    expect(content.menuItems.filter((item) => !addresses.has(item.path))).toEqual([]);
  });

  it('gives every ladder a zone that exists and a place of its own', () => {
    for (const { zone } of content.ladders) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
    }
    expect(new Set(content.ladders.map((ladder) => ladder.position)).size).toBe(
      content.ladders.length,
    );
  });
});
