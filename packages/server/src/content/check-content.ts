import { isZone, parseRules } from '@muster/league';
import { locales } from '@muster/site';
import * as v from 'valibot';
import { ContentError } from './content-error.ts';
import type { content } from './index.ts';

type Content = typeof content;

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
const translated = v.strictObject(
  Object.fromEntries(locales.map(({ code }) => [code, words])),
  `a text in each of ${locales.map(({ code }) => code).join(', ')}`,
);
const position = v.pipe(v.number(), v.integer('a whole number'));
const instant = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'an instant, as 2026-10-08T18:00:00Z'),
);
const uuid = v.pipe(v.string(), v.uuid('a UUID'));
const zone = v.pipe(v.string(), v.check(isZone, 'a time zone, as Europe/London'));

const Game = v.strictObject({
  slug: slug(40),
  name: words,
  short_name: words,
  position,
  identity_kinds: v.array(words),
  has_casual_page: v.boolean(),
  tagline: translated,
  about: translated,
  facts: v.array(
    v.strictObject({
      key: v.picklist(['developer', 'publisher', 'released', 'engine', 'players', 'platforms']),
      value: words,
    }),
  ),
  maps: v.array(words),
  modes: v.array(words),
});

const Ladder = v.strictObject({
  slug: slug(60),
  game_slug: v.string(),
  name: v.pipe(
    words,
    v.check((text) => text.trim().length <= 80, '80 characters at most'),
  ),
  format: v.picklist(['rung', 'rating', 'time_attack']),
  region: v.string(),
  zone,
  is_test: v.boolean(),
  position,
  summary: translated,
  description: translated,
  rules: v.record(v.string(), v.unknown()),
});

const MenuItem = v.strictObject({
  id: words,
  menu: v.picklist(['casual', 'competitions', 'servers']),
  position,
  label: words,
  path: v.pipe(
    v.string(),
    v.check((text) => text.startsWith('/'), 'a path, as /ladders/name'),
  ),
});

const texts = { slug: slug(80), title: translated, summary: translated, body: translated };
const Article = v.strictObject({
  ...texts,
  game_slug: v.nullable(v.string()),
  published_at: instant,
});
const Archive = v.strictObject({
  ...texts,
  // The address that shows an archive's raw content.
  slug: v.pipe(slug(80), v.notValue('debug', 'any other name')),
  game_slug: v.nullable(v.string()),
  content: v.record(v.string(), v.unknown()),
  closed_at: instant,
});

const GameServer = v.strictObject({
  id: uuid,
  page: v.picklist(['bf2042', 'space-engineers']),
  game_slug: v.nullable(v.string()),
  name: words,
  protocol: v.picklist(['a2s', 'quake2', 'portal', 'manual']),
  region: v.string(),
  note: translated,
  position,
  address: v.nullable(
    v.strictObject({
      host: words,
      query_port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    }),
  ),
});

const kinds = {
  games: Game,
  ladders: Ladder,
  menuItems: MenuItem,
  articles: Article,
  archives: Archive,
  gameServers: GameServer,
};
type Kind = keyof typeof kinds;
type Thing = Content[Kind][number];

const toName = (thing: Thing, index: number): string => {
  const name: unknown = 'slug' in thing ? thing.slug : thing?.id;
  return typeof name === 'string' && name !== '' ? name : `number ${index + 1}`;
};

/** @throws ContentError */
function refuse(kind: Kind, name: string, mistake: string): never {
  throw new ContentError(`content: ${kind} ${name}: ${mistake}`);
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? 'it';
  if (issue.expected === 'never') {
    return `${field} is no field of it`;
  }
  if (issue.input === undefined) {
    return `${field} is missing`;
  }
  const takes = issue.kind === 'schema' ? issue.expected : issue.message;
  return `${field} is ${shorten(issue.received)}; it takes ${takes}`;
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function checkThing(kind: Kind, thing: Thing, index: number): void {
  const { issues } = v.safeParse(kinds[kind], thing);
  if (issues !== undefined) {
    refuse(kind, toName(thing, index), describeIssue(issues[0]));
  }
}

/** No two of a kind by one name. */
function checkNames(kind: Kind, things: readonly Thing[]): void {
  const names = things.map(toName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    refuse(kind, twice, 'is there twice');
  }
}

function checkRules({ ladders }: Pick<Content, 'ladders'>): void {
  for (const { slug: name, rules } of ladders) {
    const parsed = parseRules(rules);
    if (parsed.ok) {
      continue;
    }
    const { path, minimum, maximum } = parsed.fault;
    const limits = maximum === null ? '' : `: it takes ${minimum ?? ''} to ${maximum}`;
    const mistake =
      parsed.by === 'limits' ? `is not possible${limits}` : 'contradicts another rule';
    refuse('ladders', name, `rules.${path} ${mistake}`);
  }
}

function checkGames(content: Content): void {
  const games = new Set(content.games.map(({ slug: name }) => name));
  for (const kind of ['ladders', 'articles', 'archives', 'gameServers'] as const) {
    for (const [index, thing] of content[kind].entries()) {
      if (thing.game_slug !== null && !games.has(thing.game_slug)) {
        refuse(kind, toName(thing, index), `game_slug is "${thing.game_slug}", which is no game`);
      }
    }
  }
}

/** The menus' places, each taken once. */
function checkMenus({ menuItems }: Pick<Content, 'menuItems'>): void {
  const places = menuItems.map((item) => `${item.menu} ${item.position}`);
  const twice = places.findIndex((place, index) => places.indexOf(place) !== index);
  const item = menuItems[twice];
  if (item !== undefined) {
    refuse('menuItems', item.id, `position is ${item.position}, where another item stands`);
  }
}

/**
 * Looks over the league's content before any of it is laid, whoever wrote it.
 * @throws ContentError with one line that names the kind, the thing, the field and what it takes.
 */
export function checkContent(content: Content): void {
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const [index, thing] of content[kind].entries()) {
      checkThing(kind, thing, index);
    }
    checkNames(kind, content[kind]);
  }
  checkGames(content);
  checkMenus(content);
  checkRules(content);
}
