import type { Transaction } from '@muster/database';
import { createDefaultRules } from '@muster/league';
import { defaultLocale } from '@muster/site';
import type { Content } from './content-kinds.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of the rules is not as the defaults have it. */
function toOwnRules(rules: Json, defaults: Json): Json {
  const own: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(rules)) {
    const usual = defaults[field];
    if (isJson(value) && isJson(usual)) {
      const inner = toOwnRules(value, usual);
      if (Object.keys(inner).length > 0) {
        own[field] = inner;
      }
    } else if (JSON.stringify(value) !== JSON.stringify(usual)) {
      own[field] = value;
    }
  }
  return own;
}

const statements = {
  games: `select slug, name, short_name, position, identity_kinds, has_casual_page, facts, maps, modes, sides,
      retired_at, tagline, about
    from public.games order by position, slug`,
  ladders: `select slug, game_slug as game, name, format, region, zone, is_test, position, retired_at, summary, description,
      coalesce((select s.rules from public.seasons s where s.ladder_id = l.id
        order by s.number desc limit 1), '{}') as rules
    from public.ladders l order by position, slug`,
  articles: `select a.slug, a.game_slug as game, l.slug as ladder, a.author, a.published_at, a.title, a.summary, a.body,
      coalesce((select h.original_locale from private.text_heads h where h.kind = 'articles' and h.slug = a.slug),
        case when a.title ? '${defaultLocale}' then '${defaultLocale}'
          else (select min(locale) from jsonb_object_keys(a.title) locale) end) as original_locale
    from public.articles a left join public.ladders l on l.id = a.ladder_id order by a.slug`,
  pages: 'select slug, title, summary, body from public.pages order by slug',
  archives: `select slug, game_slug as game, closed_at, content, title, summary, body
    from public.archives order by slug`,
  servers: `select s.id, s.page, s.game_slug as game, s.name, s.protocol,
      s.region, s.position, s.note,
      (select jsonb_build_object('host', a.host, 'query_port', a.query_port)
        from private.game_server_addresses a where a.game_server_id = s.id) as address
    from public.game_servers s where not s.is_demo order by page, position, id`,
  menus: 'select menu, id, label, path from public.menu_items order by menu, position',
};

type MenuRow = Content['menus']['casual'][number] & { menu: keyof Content['menus'] };
type Row<Name extends keyof typeof statements & keyof Content> = Content[Name] extends (infer One)[]
  ? One
  : never;

/** Instants as content has them. */
function toIso<Thing extends object>(thing: Thing): Thing {
  const entries = Object.entries(thing).map(([field, value]) => [
    field,
    value instanceof Date ? value.toISOString() : value,
  ]);
  // Every instant is a string in content; nothing else changes.
  return Object.fromEntries(entries) as Thing;
}

/** A listed server has no word for an address; its folder is named by its page and id. */
export const toServerSlug = ({ page, id }: { page: string; id: string }) =>
  `${page}-${id.slice(0, 8)}`;

/** A league's content as it stands in its tables: what `writeContent` writes and `readContent` reads again. */
export async function readLeagueContent(transaction: Transaction): Promise<Content> {
  const [games, ladders, articles, pages, archives, servers, items] = [
    await transaction.query<Row<'games'>>(statements.games),
    await transaction.query<Row<'ladders'>>(statements.ladders),
    await transaction.query<Row<'articles'>>(statements.articles),
    await transaction.query<Row<'pages'>>(statements.pages),
    await transaction.query<Row<'archives'>>(statements.archives),
    await transaction.query<Row<'servers'>>(statements.servers),
    await transaction.query<MenuRow>(statements.menus),
  ];
  const listItems = (name: MenuRow['menu']) =>
    items.filter(({ menu }) => menu === name).map(({ menu: _menu, ...item }) => item);
  const defaults = { ...createDefaultRules() };
  return {
    games: games.map(toIso),
    ladders: ladders.map(toIso).map((ladder) => ({
      ...ladder,
      rules: { ...toOwnRules(ladder.rules, defaults) },
    })),
    articles: articles.map(toIso),
    // A page whose texts were taken away says nothing.
    pages: pages.filter(({ title }) => Object.keys(title).length > 0),
    archives: archives.map(toIso),
    servers: servers.map(({ address, ...server }) => ({
      ...server,
      slug: toServerSlug(server),
      ...(address === null || address === undefined ? {} : { address }),
    })),
    menus: {
      casual: listItems('casual'),
      competitions: listItems('competitions'),
      servers: listItems('servers'),
    },
  };
}
