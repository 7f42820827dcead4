import { expect, test } from 'vitest';
import { connect } from './connect.ts';
import { createTestDatabase } from './testing/index.ts';
import type { Database, Transaction } from './types.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Each piece is written over once the next is asked for. */
async function readAll(transaction: Transaction, select: string) {
  const pieces: Buffer[] = [];
  let rows = 0;
  for await (const piece of transaction.copyLines(select, (sofar) => {
    rows = sofar;
  })) {
    pieces.push(Buffer.from(piece));
  }
  return { pieces, rows, text: Buffer.concat(pieces).toString() };
}

async function withOne(work: (database: Database) => Promise<void>): Promise<void> {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 1 });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

test.each([0, 1, 2, 5000])('%i rows come as lines, and are counted', (count) =>
  withOne(async (database) => {
    const select = `select 'é "' || n || e'" \\\\ ' from generate_series(1, ${count}) n`;
    const { rows, text } = await database.transaction((one) => readAll(one, select));
    expect(rows).toBe(count);
    expect(text).toBe(
      Array.from({ length: count }, (_, index) => `é "${index + 1}" \\ \n`).join(''),
    );
  }),
);

test.each([
  ['one less than a piece', 262_142],
  ['a piece', 262_143],
  ['one more than a piece', 262_144],
  ['many pieces', 3_000_000],
])('a row that fills %s comes whole, what is asked behind it too', (_, length) =>
  withOne((database) =>
    database.transaction(async (one) => {
      const { pieces, rows, text } = await readAll(one, `select repeat('x', ${length})`);
      expect(rows).toBe(1);
      expect(text).toBe(`${'x'.repeat(length)}\n`);
      expect(pieces.slice(0, -1).every((piece) => piece.length === 262_144)).toBe(true);
      expect(await one.query('select 1 as one')).toEqual([{ one: 1 }]);
    }),
  ),
);

test('PostgreSQL waits for whoever takes them slowly', () =>
  withOne(async (database) => {
    const other = connect(database.url);
    const [total, length] = [1000, 99_999];
    await database.transaction(async (one) => {
      const [own] = await one.query<{ pid: number }>('select pg_backend_pid() as pid');
      let rows = 0;
      const lines = one.copyLines(
        `select repeat('x', ${length}) from generate_series(1, ${total})`,
        (sofar) => {
          rows = sofar;
        },
      );
      await lines.next();
      for (let waits = 0; waits < 20; ) {
        const [is] = await other.query<{ state: string; wait_event: string | null }>(
          'select state, wait_event from pg_stat_activity where pid = $1',
          [own?.pid],
        );
        expect(is?.state).toBe('active');
        waits = is?.wait_event === 'ClientWrite' ? waits + 1 : 0;
      }
      await lines.next();
      expect(rows).toBeLessThan(total / 10);
      let bytes = 0;
      for await (const piece of lines) {
        bytes += piece.length;
      }
      expect([rows, bytes]).toEqual([total, total * (length + 1) - 2 * 256 * 1024]);
    });
    await other.close();
  }));

test('the next are made before those asked for earlier are taken, and each come to who asked', () =>
  withOne(async (database) => {
    const other = connect(database.url);
    const [length, total] = [99_999, 100];
    const counts: Record<string, number> = {};
    await database.transaction(async (one) => {
      const ask = (word: string) =>
        one.copyLines(
          `select repeat('${word}', ${length}) from generate_series(1, ${total})`,
          (rows) => {
            counts[word] = rows;
          },
        );
      const small = one.copyLines(`select 'small'`, () => undefined);
      const held = one.copyLines(
        `select 'held' from (select pg_advisory_xact_lock(5)) l`,
        () => undefined,
      );
      const isHeld = async () => {
        const [lock] = await other.query(
          `select from pg_locks where locktype = 'advisory' and granted and objid = 5
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return lock !== undefined;
      };
      while (!(await isHeld())) {
        // Neither has been asked for a piece.
      }
      const large = ['x', 'y', 'z'].map((word) => ({ word, lines: ask(word) }));
      expect(Buffer.concat(await Array.fromAsync(small)).toString()).toBe('small\n');
      expect(Buffer.concat(await Array.fromAsync(held)).toString()).toBe('held\n');
      for (const { word, lines } of large) {
        let bytes = 0;
        for await (const piece of lines) {
          const text = piece.toString();
          expect(text.replaceAll(word, '').replaceAll('\n', '')).toBe('');
          bytes += piece.length;
        }
        expect(bytes).toBe(total * (length + 1));
      }
      expect(counts).toEqual({ x: total, y: total, z: total });
      expect(await one.query('select 1 as one')).toEqual([{ one: 1 }]);
    });
    await other.close();
  }));

test('what is asked for and never taken keeps nobody waiting', () =>
  withOne(async (database) => {
    const many = `select repeat('x', 999) from generate_series(1, 100000)`;
    const failed = database.transaction(async (one) => {
      const first = one.copyLines(`select 'a'`, () => undefined);
      one.copyLines(many, () => undefined);
      await first.next();
      throw new Error('enough');
    });
    await expect(failed).rejects.toThrow('enough');
    const forgotten = database.transaction(async (one) => {
      one.copyLines(many, () => undefined);
    });
    await expect(forgotten).rejects.toThrow('before the rows of its last COPY were taken');
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  }));

test('what fails at once or in the middle says why, and the connection lives on', () =>
  withOne(async (database) => {
    const run = (select: string) => database.transaction((one) => readAll(one, select));
    await expect(run('select nothing')).rejects.toThrow('column "nothing" does not exist');
    const late = `select (100000 / (90000 - n))::text from generate_series(1, 100000) n`;
    await expect(run(late)).rejects.toThrow('division by zero');
    const { text } = await run(`select 'a'`);
    expect(text).toBe('a\n');
  }));

test('whoever stops before the end loses the transaction, and the next gets another connection', () =>
  withOne(async (database) => {
    await database.query('create table kept (id integer)');
    const stopped = database.transaction(async (one) => {
      await one.query('insert into kept values (1)');
      for await (const _ of one.copyLines(
        `select repeat('x', 999) from generate_series(1, 100000)`,
        () => undefined,
      )) {
        throw new Error('enough');
      }
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(await database.query('select * from kept')).toEqual([]);
  }));

test('a lost connection is told as such', () =>
  withOne(async (database) => {
    const lost = database.transaction((one) =>
      readAll(one, 'select pg_terminate_backend(pg_backend_pid())::text'),
    );
    await expect(lost).rejects.toThrow(DatabaseUnavailable);
  }));

test('nothing is read once the transaction is over', () =>
  withOne(async (database) => {
    const late = await database.transaction(async (one) => one);
    await expect(readAll(late, `select 'a'`)).rejects.toThrow('The transaction is over');
  }));
