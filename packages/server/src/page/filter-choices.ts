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
