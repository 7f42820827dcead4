import type { FilterChoices } from '@muster/site/client/form/find-choices.ts';
import { toPattern, toWords } from './list-part.ts';
import { readSlug } from './read-slug.ts';

/** So many a page brings with it; of more it brings none, and they are looked for by their names. */
const most = 50;

/** What an address asks of one filter. */
export interface AskedChoice {
  slug: string | null;
  /** A part of a name, typed where no script looks for it: what bears it is a list to choose from. */
  words: string;
  /** The words as a pattern of SQL; null for none. */
  pattern: string | null;
}

/** What an address asks of the filter of this name; words stand before what was chosen before they were typed. */
export function readChoice(url: URL, name: string): AskedChoice {
  const words = toWords(url.searchParams.get(`${name}_words`));
  return { slug: words === '' ? readSlug(url, name) : null, words, pattern: toPattern(words) };
}

/** The placeholders of a choice: of its slug and of its pattern. */
type ChoicePlaces = Record<'slug' | 'pattern', string>;

/**
 * What a filter may be set to, as JSON: `rows` is a statement of slug, name and position. Of many only those come with
 * the page whose names have the words that were typed.
 */
export const toFilterChoicesSql = (rows: string, { slug, pattern }: ChoicePlaces) => `(
  select json_build_object('is_long', count(*) > ${most},
    'list', coalesce(json_agg(json_build_object('slug', slug, 'name', name) order by position, slug)
      filter (where is_listed and place <= ${most}), '[]'),
    'chosen', json_agg(json_build_object('slug', slug, 'name', name)) filter (where slug = ${slug}) -> 0)
  from (select *, row_number() over (partition by is_listed order by position, slug) as place from (
    select *, case when ${pattern}::text is null then count(*) over () <= ${most}
      else name ilike ${pattern} or slug ilike ${pattern} end as is_listed from (${rows}) one) listed) placed)`;

/**
 * The two filters of a list, as columns `games` and `ladders`: what it has something of. `list` names its rows, which
 * bear `game_slug` and `ladder_slug`; the placeholders are of what the address asks for.
 */
export function toFiltersOfListSql(
  list: string,
  asked: Record<'game' | 'ladder', ChoicePlaces>,
): string {
  const toRows = (table: 'games' | 'ladders', column: string) =>
    `select slug, name, position from public.${table} where slug in (select ${column} from ${list})`;
  return `${toFilterChoicesSql(toRows('games', 'game_slug'), asked.game)} as games,
    ${toFilterChoicesSql(toRows('ladders', 'ladder_slug'), asked.ladder)} as ladders`;
}

/** The same of what has been read already. */
export function toFilterChoices(
  things: readonly { slug: string; name: string }[],
  { slug: chosen, words }: AskedChoice,
): FilterChoices {
  const list = things.map(({ slug, name }) => ({ slug, name }));
  const is_long = list.length > most;
  const hasWords = ({ name }: { name: string }) => name.toLowerCase().includes(words.toLowerCase());
  const listed = words === '' ? (is_long ? [] : list) : list.filter(hasWords).slice(0, most);
  return { is_long, list: listed, chosen: list.find(({ slug }) => slug === chosen) ?? null };
}
