import type { FilterChoices } from '@muster/site/client/find-choices.ts';

/** So many a page brings with it; of more it brings none, and they are looked for by their names. */
const most = 50;

/**
 * What a filter may be set to, as JSON: `rows` is a statement of slug, name and position, `chosen` the placeholder of
 * the slug that the address asks for, or of null.
 */
export const toFilterChoicesSql = (rows: string, chosen: string) => `(
  select json_build_object('is_long', count(*) > ${most},
    'list', case when count(*) > ${most} then '[]' else
      coalesce(json_agg(json_build_object('slug', slug, 'name', name) order by position, slug), '[]') end,
    'chosen', json_agg(json_build_object('slug', slug, 'name', name)) filter (where slug = ${chosen}) -> 0)
  from (${rows}) one)`;

/**
 * The two filters of a list, as columns `games` and `ladders`: what it has something of. `list` names its rows, which
 * bear `game_slug` and `ladder_slug`; the placeholders are of what the address asks for.
 */
export function toFiltersOfListSql(list: string, chosen: { game: string; ladder: string }): string {
  const toRows = (table: 'games' | 'ladders', column: string) =>
    `select slug, name, position from public.${table} where slug in (select ${column} from ${list})`;
  return `${toFilterChoicesSql(toRows('games', 'game_slug'), chosen.game)} as games,
    ${toFilterChoicesSql(toRows('ladders', 'ladder_slug'), chosen.ladder)} as ladders`;
}

/** The same of what has been read already. */
export function toFilterChoices(
  things: readonly { slug: string; name: string }[],
  chosen: string,
): FilterChoices {
  const list = things.map(({ slug, name }) => ({ slug, name }));
  const is_long = list.length > most;
  return {
    is_long,
    list: is_long ? [] : list,
    chosen: list.find(({ slug }) => slug === chosen) ?? null,
  };
}
