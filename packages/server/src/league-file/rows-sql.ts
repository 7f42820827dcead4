import { quote, type TableHere } from './catalogue.ts';

/** How PostgreSQL is to write values, whatever its own settings are. */
export const valueSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

function toMember({ name, kind }: TableHere['columns'][number]): string {
  const value = `r.${quote(name)}`;
  const label = `'${JSON.stringify(name)}:'`;
  // A json value keeps its white space: only between tokens can it break a line.
  return kind === 'json'
    ? `${label} || translate(${value}::text, e'\\r\\n', '  ')`
    : `${label} || to_json(${value})`;
}

/**
 * A table's rows as lines of JSON, ordered by its primary key, text by its bytes. A member that is missing is SQL's
 * null, so that a null of JSON's own is told from it.
 */
export function toLinesSql({ name, columns, where = 'true' }: TableHere): string {
  const keys = columns
    .filter(({ key_place }) => key_place !== null)
    .sort((one, other) => Number(one.key_place) - Number(other.key_place))
    .map(({ name: key, kind }) => `r.${quote(key)}${kind === 'text' ? ' collate "C"' : ''}`);
  return `select '{' || concat_ws(',', ${columns.map(toMember).join(', ')}) || '}' as line
    from ${quote(name)} r where ${where} order by ${keys.join(', ')}`;
}

const logMembers = [
  ...['id', 'stream', 'sequence', 'ladder_id', 'match_id', 'type', 'version', 'actor_id'],
  ...['at', 'data', 'previous_hash', 'hash'],
];

/** The log as the lines that are hashed, each with the stream that it stands in. */
export const logLinesSql = `
  select stream, '{' || concat_ws(',', ${logMembers
    .map((name) => {
      const value =
        name === 'at' ? `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : name;
      return `'"${name}":' || coalesce(to_json(${value})::text, 'null')`;
    })
    .join(', ')}) || '}' as line
  from public.league_events order by stream collate "C", sequence`;
