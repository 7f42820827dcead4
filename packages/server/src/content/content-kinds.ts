import { isZone } from '@muster/league';
import { locales } from '@muster/site';
import { factKeys } from '@muster/site/pages/owner/data.ts';
import * as v from 'valibot';
import { isMenuPath } from '../page/menu-path.ts';

const slug = (longest: number) =>
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^[a-z0-9-]{2,${longest}}$`),
      `2 to ${longest} lower-case letters, digits and hyphens`,
    ),
  );
const words = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'some words'),
);
/** One text in the languages in which it is written. What ships is in all of them, see `content.test.ts`. */
const language = v.picklist(locales.map(({ code }) => code));
const translated = v.record(language, words);
/** One that must be there in some language. */
const needed = v.pipe(
  translated,
  v.check((texts) => Object.keys(texts).length > 0, 'a text in one language at least'),
);
const place = v.pipe(v.number(), v.integer('a whole number'));
const instant = v.pipe(
  v.date('an instant, as 2026-10-08T18:00:00Z'),
  v.transform((date) => new Date(date).toISOString()),
);
/** None as long as something new may begin there. */
const retirement = v.optional(v.nullable(instant), null);
const ofGame = v.optional(v.nullable(v.string()), null);
const list = v.optional(v.array(words), []);
/** A fact's key is translated by the site; its value reads the same in every language. */
const fact = v.strictObject({
  key: v.picklist(factKeys),
  value: words,
});

const game = v.strictObject({
  slug: slug(40),
  name: words,
  short_name: words,
  position: place,
  identity_kinds: list,
  has_casual_page: v.optional(v.boolean(), false),
  facts: v.optional(v.array(fact), []),
  maps: list,
  modes: list,
  /** The names of a map's two sides; none where it has none. */
  sides: list,
  retired_at: retirement,
  tagline: translated,
  about: translated,
});

const ladder = v.strictObject({
  slug: slug(60),
  game: v.string(),
  name: v.pipe(
    words,
    v.check((text) => text.trim().length <= 80, '80 characters at most'),
  ),
  format: v.picklist(['rung', 'rating', 'time_attack']),
  region: v.string(),
  /** Of the ladder's weekly windows. */
  zone: v.pipe(v.string(), v.check(isZone, 'a time zone, as Europe/London')),
  is_test: v.optional(v.boolean(), false),
  position: place,
  /** Only what differs from the rules' defaults. */
  rules: v.optional(v.record(v.string(), v.unknown()), {}),
  retired_at: retirement,
  summary: translated,
  description: translated,
});

const article = v.strictObject({
  slug: slug(80),
  game: ofGame,
  ladder: v.optional(v.nullable(v.string()), null),
  /** Of which the other languages are translations; the default one where nobody says. */
  original_locale: v.optional(v.nullable(language), null),
  author: v.optional(v.nullable(words), null),
  /** None as long as it is a draft. */
  published_at: v.optional(v.nullable(instant), null),
  title: needed,
  summary: translated,
  body: translated,
});

/** What the league says of itself, where every league says it. */
const page = v.strictObject({
  slug: v.picklist(['about', 'conduct', 'privacy', 'terms', 'imprint']),
  title: needed,
  summary: translated,
  body: translated,
});

const archive = v.strictObject({
  // The address that shows an archive's raw content.
  slug: v.pipe(slug(80), v.notValue('debug', 'any other name')),
  game: ofGame,
  closed_at: instant,
  content: v.optional(v.record(v.string(), v.unknown()), {}),
  title: needed,
  summary: translated,
  body: translated,
});

const server = v.strictObject({
  slug: slug(80),
  id: v.pipe(v.string(), v.uuid('a UUID')),
  page: slug(60),
  game: ofGame,
  name: words,
  protocol: v.picklist(['a2s', 'quake2', 'portal', 'manual']),
  region: v.optional(v.string(), ''),
  position: place,
  /** Where it is asked; none for one that is only announced. */
  address: v.optional(
    v.strictObject({
      host: words,
      query_port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    }),
  ),
  note: translated,
});

/**
 * The kinds of things that a folder of content holds. Each thing is a folder `{kind}/{slug}`: its data in one
 * file, and `{locale}.md` for each language, the short texts above and the long one as Markdown below.
 */
export const contentKinds = {
  games: { file: 'game.toml', schema: game, texts: ['tagline'], body: 'about' },
  ladders: { file: 'ladder.toml', schema: ladder, texts: ['summary'], body: 'description' },
  articles: { file: 'article.toml', schema: article, texts: ['title', 'summary'], body: 'body' },
  pages: { file: 'page.toml', schema: page, texts: ['title', 'summary'], body: 'body' },
  archives: { file: 'archive.toml', schema: archive, texts: ['title', 'summary'], body: 'body' },
  servers: { file: 'server.toml', schema: server, texts: [], body: 'note' },
} as const;

export type Kind = keyof typeof contentKinds;
export const kindNames = Object.keys(contentKinds) as Kind[];

const menuItem = v.strictObject({
  id: words,
  /** One for all languages, or one a language. */
  label: v.union([words, needed], 'a label'),
  path: v.pipe(v.string(), v.check(isMenuPath, 'a path, as /ladders/name, or an https address')),
});
const items = v.optional(v.array(menuItem), []);

/** `menus.toml`: the three lists of the bar, each in its order. */
export const menusSchema = v.strictObject({ casual: items, competitions: items, servers: items });

type Things = { [Name in Kind]: v.InferOutput<(typeof contentKinds)[Name]['schema']>[] };

/** All that a folder of content holds. */
export interface Content extends Things {
  menus: v.InferOutput<typeof menusSchema>;
}
