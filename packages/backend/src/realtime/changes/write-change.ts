import type { Scope } from '@muster/database';
import type { ProtocolVersion } from '../frames.ts';
import { toWireTopic } from '../topics.ts';
import { findKeyFault } from './look-up.ts';
import type { Change, Row } from './outbox.ts';
import type { Column, PublishedTable } from './tables.ts';

/** What of a record that is too large each value may have, in bytes of JSON. */
const largestOfLarge = 64;
const tooLarge = 'Error 413: Payload Too Large';

/** A change as JSON, with what a role may see of it; of it the columns that are wanted, and the key. */
export function writeChange(
  change: Change,
  table: PublishedTable,
  { role, select }: { role: Scope['role']; select: readonly string[] | null },
): string {
  const { type, at, record, oldRecord } = change;
  const fault = type === 'DELETE' ? null : findKeyFault(table, role);
  const columns =
    fault === null
      ? table.columns.filter(
          ({ name, isKey, readers }) =>
            readers.includes(role) && (select === null || isKey || select.includes(name)),
        )
      : [];
  // Nobody can be asked who could see a row that is gone: where policies guard it, its key alone is told.
  const old = columns.filter(
    ({ isKey, isIdentity }) => isIdentity && (type !== 'DELETE' || isKey || !table.isGuarded),
  );
  const errors = fault ?? (change.isLarge ? tooLarge : null);
  const parts = [
    `"type":"${type}"`,
    `"schema":${JSON.stringify(table.schema)}`,
    `"table":${JSON.stringify(table.name)}`,
    `"commit_timestamp":"${at}"`,
    `"columns":${JSON.stringify(columns.map((column) => ({ name: column.name, type: column.type })))}`,
    ...(record === null ? [] : [`"record":${writeRow(record, columns, change)}`]),
    ...(oldRecord === null ? [] : [`"old_record":${writeRow(oldRecord, old, change)}`]),
    `"errors":${errors === null ? 'null' : JSON.stringify([errors])}`,
  ];
  return `{${parts.join(',')}}`;
}

function writeRow(row: Row, columns: readonly Column[], { isLarge }: Change): string {
  const values = new Map<string, string>(row);
  const parts = columns.flatMap(({ name, type }) => {
    const value = values.get(name);
    return value === undefined || (isLarge && Buffer.byteLength(value) > largestOfLarge)
      ? []
      : [`${JSON.stringify(name)}:${type === 'bytea' ? withoutMark(value) : value}`];
  });
  return `{${parts.join(',')}}`;
}

/** Clients know bytes as hexadecimal digits alone. */
function withoutMark(json: string): string {
  return json.startsWith('"\\\\x') ? `"${json.slice('"\\\\x'.length)}` : json;
}

/** The frame in which a channel gets a change, the change as `writeChange` wrote it. */
export function writeFrame(
  version: ProtocolVersion,
  { name, ids, data }: { name: string; ids: readonly number[]; data: string },
): Buffer {
  const topic = JSON.stringify(toWireTopic(name));
  const payload = `{"ids":[${ids.join(',')}],"data":${data}}`;
  return Buffer.from(
    version === '1.0.0'
      ? `{"topic":${topic},"event":"postgres_changes","payload":${payload},"ref":null,"join_ref":null}`
      : `[null,null,${topic},"postgres_changes",${payload}]`,
  );
}
