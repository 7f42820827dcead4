import type { Queryable, Transaction } from '@muster/database';
import { quote } from '../../rest/sql/sql-writer.ts';
import { becomeCaller, toSetting } from '../become-caller.ts';
import type { Caller } from '../caller.ts';
import type { Change, Row } from './outbox.ts';
import type { PublishedTable } from './tables.ts';

/** A row that somebody may be told of if they may see it. */
interface AskedRow {
  id: string;
  /** The columns of its key, in JSON. */
  key: string;
  /** The row as it was changed, in JSON; null where a part of it is not known. */
  record: string | null;
}

/** Rows of one table that one caller asks for. */
interface AskedRows {
  table: PublishedTable;
  rows: readonly AskedRow[];
}

/** What is asked for a caller, and which of the rows are known to be gone: null where that is to be looked for. */
interface Question {
  asked: AskedRows;
  gone: ReadonlySet<string> | null;
}

/** A changed row of a guarded table, as it is asked for. */
export function toAskedRow({ id, record, isLarge }: Change, { columns }: PublishedTable): AskedRow {
  const keys = new Set(columns.filter(({ isKey }) => isKey).map(({ name }) => name));
  const values = record ?? [];
  return {
    id,
    key: toObject(values.filter(([name]) => keys.has(name))),
    record: isLarge ? null : toObject(values),
  };
}

function toObject(row: Row): string {
  return `{${row.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** Which of the rows that are there a caller's policies let them see. The transaction speaks for them from here on. */
export async function findSeen(
  transaction: Transaction,
  caller: Caller,
  { asked: { table, rows }, gone }: Question,
): Promise<string[]> {
  const there = rows.filter(({ id }) => !gone?.has(id));
  return there.length === 0
    ? []
    : askAs(transaction, caller, () => findRows(transaction, { table, rows: there }));
}

/** Which of the rows that are gone a caller would have seen. The transaction speaks for them from here on. */
export async function judgeGone(
  transaction: Transaction,
  caller: Caller,
  { asked: { table, rows }, gone }: Question,
): Promise<string[]> {
  const known = gone ?? new Set(await findGone(transaction, { table, rows }));
  const lost = rows.filter(({ id }) => known.has(id));
  return lost.length === 0
    ? []
    : askAs(transaction, caller, () => judgeRows(transaction, { table, rows: lost }, caller.role));
}

/** Both go out in one piece, the caller's role first. */
async function askAs(
  transaction: Transaction,
  caller: Caller,
  ask: () => Promise<string[]>,
): Promise<string[]> {
  const [, seen] = await Promise.all([becomeCaller(transaction, caller), ask()]);
  return seen;
}

/** Which rows are there for whoever asks, by their keys: of a caller, those that their policies let them see. */
async function findRows(queryable: Queryable, { table, rows }: AskedRows): Promise<string[]> {
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

/** Which of these rows are not there any more, asked with the rights of the owner. */
export async function findGone(queryable: Queryable, asked: AskedRows): Promise<string[]> {
  const there = new Set(await findRows(queryable, asked));
  return asked.rows.map(({ id }) => id).filter((id) => !there.has(id));
}

/**
 * Which rows that are gone by now a caller would have seen: what the policies say is asked of the rows as they
 * were changed, which go by the table's name. Columns of ours have names that no policy uses.
 */
async function judgeRows(
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
