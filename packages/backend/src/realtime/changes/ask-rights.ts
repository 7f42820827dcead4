import type { Queryable } from '@muster/database';
import { quote } from '../../rest/sql/sql-writer.ts';
import { toSetting } from '../become-caller.ts';
import type { Caller } from '../caller.ts';
import type { PublishedTable } from './tables.ts';

/** A row that somebody may be told of if they may see it. */
export interface AskedRow {
  id: string;
  /** The columns of its key, in JSON. */
  key: string;
  /** The row as it was changed, in JSON; null where a part of it is not known. */
  record: string | null;
}

/** Rows of one table that one caller asks for. */
export interface AskedRows {
  table: PublishedTable;
  rows: readonly AskedRow[];
}

/** Which rows are there for whoever asks, by their keys: of a caller, those that their policies let them see. */
export async function findRows(
  queryable: Queryable,
  { table, rows }: AskedRows,
): Promise<string[]> {
  const keys = table.columns.filter(({ isKey }) => isKey);
  const columns = keys.map(({ name, cast }) => `${quote(name)} ${cast}`);
  const equal = keys.map(({ name }) => `t.${quote(name)} = r.${quote(name)}`);
  const found = await queryable.query<{ id: string }>(
    `select v.id from unnest($1::text[], $2::text[]) as v (id, key)
     cross join lateral json_to_record(v.key::json) as r (${columns.join(', ')})
     join ${table.inSql} t on ${equal.join(' and ')}`,
    [rows.map(({ id }) => id), rows.map(({ key }) => key)],
  );
  return found.map(({ id }) => id);
}

/**
 * Which rows that are gone by now a caller would have seen: what the policies say is asked of the rows as they
 * were changed, which go by the table's name. Columns of ours have names that no policy uses.
 */
export async function judgeRows(
  queryable: Queryable,
  { table, rows }: AskedRows,
  role: Caller['role'],
): Promise<string[]> {
  const known = rows.filter(({ record }) => record !== null);
  const judged = await queryable.query<{ id: string }>(
    `select v."0_id" as id from unnest($1::text[], $2::text[]) as v ("0_id", "0_record")
     cross join lateral json_populate_record(null::${table.inSql}, v."0_record"::json) as ${quote(table.name)}
     where ${table.visible[role] ?? 'false'}`,
    [known.map(({ id }) => id), known.map(({ record }) => record)],
  );
  return judged.map(({ id }) => id);
}

/** A session that a token names, and whose it says that it is. */
export interface NamedSession {
  id: string;
  userId: string;
}

/** Of the sessions that tokens name, those that go on: where a league is, a token ends with its session. */
export async function findLiveSessions(
  queryable: Queryable,
  sessions: readonly NamedSession[],
): Promise<Set<string>> {
  if (sessions.length === 0) {
    return new Set();
  }
  const rows = await queryable.query<NamedSession>(
    `select n.id, n."userId" from unnest($1::text[], $2::text[]) as n (id, "userId")
     where not auth.has_league() or exists (
       select from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id::text = n.id and u.id::text = n."userId" and u.deleted_at is null
         and (u.banned_until is null or u.banned_until < now()))`,
    [sessions.map(({ id }) => id), sessions.map(({ userId }) => userId)],
  );
  return new Set(rows.map(toSessionKey));
}

/** The session that a caller's token names; null where it names none. */
export function findSession({ claims }: Pick<Caller, 'claims'>): NamedSession | null {
  const id = toSetting(claims.session_id).toLowerCase();
  return id === '' ? null : { id, userId: toSetting(claims.sub).toLowerCase() };
}

/** By which `findLiveSessions` names a session. */
export function toSessionKey({ id, userId }: NamedSession): string {
  return `${id} of ${userId}`;
}
