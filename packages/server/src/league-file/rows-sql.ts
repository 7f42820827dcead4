import { type Column, quote, type TableHere } from './catalogue.ts';

/** How PostgreSQL is to write values, whatever its own settings are. */
export const valueSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/** A value for `format` and how it stands there; `to_json` takes several times as long as writing it out. */
function toValue(column: string, kind: Column['kind']): { mark: string; value: string } {
  switch (kind) {
    case 'uuid':
      return { mark: '"%s"', value: column };
    case 'integer':
    case 'jsonb':
      return { mark: '%s', value: column };
    case 'json':
      // It keeps its white space: only between tokens can that break a line.
      return { mark: '%s', value: `translate(${column}::text, e'\\r\\n', '  ')` };
    default:
      return { mark: '%s', value: `to_json(${column})` };
  }
}

interface Member {
  mark: string;
  value: string;
}

/** A column as the place between two others has it: with the comma that it brings along. */
function toMember(
  { name, kind, is_required }: Column,
  [before, behind]: readonly string[],
): Member {
  const { mark, value } = toValue(`r.${quote(name)}`, kind);
  const label = `${before}${JSON.stringify(name)}:`;
  if (is_required) {
    return { mark: `${label}${mark}${behind}`, value };
  }
  const [open = '', shut = ''] = mark.split('%s');
  const end = `${shut}${behind}`;
  // SQL's null makes nothing of all of it.
  const whole = `'${label}${open}' || (${value})::text${end === '' ? '' : ` || '${end}'`}`;
  return { mark: '%s', value: whole };
}

/**
 * A table's rows as lines of JSON, ordered by its primary key, text by its bytes. A member that is missing is SQL's
 * null, so that a null of JSON's own is told from it. Rows are ordered before they are made longer.
 */
export function toLinesSql({ name, columns, where = 'true' }: TableHere): string {
  const keys = columns
    .filter(({ key_place }) => key_place !== null)
    .sort((one, other) => Number(one.key_place) - Number(other.key_place))
    .map(({ name: key, kind }) => `r.${quote(key)}${kind === 'text' ? ' collate "C"' : ''}`);
  const own = columns.map((column) => `r.${quote(column.name)}`);
  // Some column of the key is always there: the others bring their commas on its side.
  const first = columns.findIndex(({ is_required }) => is_required);
  const members = columns.map((column, at) =>
    toMember(column, [at > first ? ',' : '', at < first ? ',' : '']),
  );
  return `select format('{${members.map(({ mark }) => mark).join('')}}',
      ${members.map(({ value }) => value).join(', ')})
    from (select ${own.join(', ')} from ${quote(name)} r where ${where} order by ${keys.join(', ')}) r`;
}

const orNull = (column: string) => `coalesce('"' || ${column} || '"', 'null')`;

/** Each member of a line as `format` takes it. What stands in quotes as it is, constraints keep from needing more. */
const logMembers: readonly (readonly [name: string, mark: string, value: string])[] = [
  ['id', '"%s"', 'id'],
  ['stream', '%s', 'to_json(stream)'],
  ['sequence', '%s', 'sequence'],
  ['ladder_id', '%s', orNull('ladder_id')],
  ['match_id', '%s', orNull('match_id')],
  ['type', '%s', 'to_json(type)'],
  ['version', '%s', 'version'],
  ['actor_id', '%s', orNull('actor_id')],
  // `to_json` leaves out zeros at the end: one more microsecond keeps the milliseconds, and `to_char` takes far longer.
  ['at', '%sZ"', `left(to_json(at + interval '1 microsecond')::text, 24)`],
  ['data', '%s', 'data'],
  ['previous_hash', '"%s"', 'previous_hash'],
  ['hash', '"%s"', 'hash'],
];

/**
 * A stream's events lie in the order of its index. PostgreSQL does not know that, and would read the whole log for each
 * stream and sort finished lines on the disk.
 */
export const streamSettings = 'set local enable_sort = off';

/** The log of the stream that the setting `muster.stream` names, as the lines that are hashed. */
export const streamLinesSql = `
  select format('{${logMembers.map(([name, mark]) => `"${name}":${mark}`).join(',')}}',
    ${logMembers.map(([, , value]) => value).join(', ')})
  from public.league_events where stream = current_setting('muster.stream') order by sequence`;
