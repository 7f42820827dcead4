import type { FunctionLine } from '@muster/backend';
import type { Database } from '@muster/database';

/** Lines of one function that are kept. */
export const keptLines = 2_000;
/** Lines that wait to be written; what a flood brings beyond them is lost, and that is said. */
const mostWaiting = 1_000;
const writeEveryMs = 500;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Waiting extends FunctionLine {
  name: string;
  at: Date;
}

/** What functions say, kept in the database so that every process and every admin sees it. */
export interface FunctionLog {
  add(name: string, line: FunctionLine): void;
  /** Writes what waits, and no more after it. */
  close(): Promise<void>;
}

/** Opens the log; lines are written together, twice a second at most. */
export function openFunctionLog(
  database: Database,
  onError: (error: unknown) => void,
): FunctionLog {
  let waiting: Waiting[] = [];
  let lost = 0;
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function flush(): Promise<void> {
    timer = undefined;
    const lines = waiting;
    const note = lost;
    [waiting, lost] = [[], 0];
    const [first] = lines;
    if (first !== undefined && note > 0) {
      lines.push({
        ...first,
        level: 'warn',
        requestId: null,
        text: `${note} more lines were lost`,
      });
    }
    writing = writing.then(() => write(database, lines)).catch(onError);
    return writing;
  }

  return {
    add: (name, line) => {
      if (waiting.length >= mostWaiting) {
        lost += 1;
        return;
      }
      waiting.push({ ...line, name, at: new Date() });
      timer ??= setTimeout(() => void flush(), writeEveryMs);
    },
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

async function write(database: Database, lines: readonly Waiting[]): Promise<void> {
  if (lines.length === 0) {
    return;
  }
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into private.function_lines (function, request_id, level, text, said_at)
       select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])`,
      [
        lines.map(({ name }) => name),
        lines.map(({ requestId }) =>
          requestId !== null && uuid.test(requestId) ? requestId : null,
        ),
        lines.map(({ level }) => level),
        // PostgreSQL has no text with a NUL.
        lines.map(({ text }) => text.replaceAll('\0', '�').slice(0, 4_000)),
        lines.map(({ at }) => at),
      ],
    );
    for (const name of new Set(lines.map((line) => line.name))) {
      await transaction.query(
        `delete from private.function_lines
          where function = $1 and id <= (select id from private.function_lines where function = $1
                                          order by id desc offset $2 limit 1)`,
        [name, keptLines],
      );
    }
  });
}

/** A line as it is kept. */
export interface KeptLine {
  id: string;
  function: string;
  request_id: string | null;
  level: FunctionLine['level'];
  text: string;
  said_at: Date;
}

interface Asked {
  /** Of all functions where it is null. */
  name: string | null;
  /** Of one call. */
  request?: string | null;
  /** Those after this one; the latest where it is null. */
  after?: string | null;
  /** Those before this one. */
  before?: string | null;
  lines: number;
}

/** The latest lines, the oldest of them first. */
export async function listLines(
  database: Database,
  { name, request = null, after = null, before = null, lines }: Asked,
): Promise<KeptLine[]> {
  const found = await database.query<KeptLine>(
    `select id, function, request_id, level, text, said_at from private.function_lines
      where ($1::text is null or function = $1) and ($2::bigint is null or id > $2)
        and ($3::bigint is null or id < $3) and ($4::uuid is null or request_id = $4)
      order by id desc limit $5`,
    [name, after, before, request, lines],
  );
  return found.toReversed();
}

/** The names of those that have said something: the first hundred, each found by one step in the index. */
export async function listSpeakers(database: Database): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    `with recursive speaker as (
       select min(function) as name from private.function_lines
       union all
       select (select min(function) from private.function_lines where function > speaker.name)
         from speaker where speaker.name is not null
     )
     select name from speaker where name is not null limit 100`,
  );
  return found.map(({ name }) => name);
}
