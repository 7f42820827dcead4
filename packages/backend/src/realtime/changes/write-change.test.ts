import { describe, expect, test } from 'vitest';
import type { Change } from './outbox.ts';
import type { PublishedTable } from './tables.ts';
import { writeChange, writeFrame } from './write-change.ts';

type Column = PublishedTable['columns'][number];

const column = (name: string, more: Partial<Column> = {}): Column => ({
  ...{ name, type: 'text', cast: 'text', isKey: false, isIdentity: true },
  readers: ['anon', 'authenticated', 'service_role'],
  ...more,
});

const id = column('id', { type: 'int8', isKey: true });
const table: PublishedTable = {
  ...{ entity: 1, schema: 'public', name: 'notes', inSql: 'public.notes' },
  ...{ types: ['INSERT', 'UPDATE', 'DELETE'], condition: null, isGuarded: false },
  ...{ visible: {}, seesAll: [] },
  columns: [
    id,
    column('body', { isIdentity: false }),
    column('word'),
    column('secret', { readers: ['service_role'] }),
  ],
};

const row = (...pairs: [string, unknown][]) =>
  pairs.map(([name, value]) => [name, JSON.stringify(value)] as const);
const whole = row(['id', 1], ['body', 'b'], ['word', 'w'], ['secret', 's']);

const change = (more: Partial<Change>): Change => ({
  ...{ id: '1', xid: '9', entity: 1, type: 'INSERT', at: '2026-01-02T03:04:05.678Z' },
  ...{ isLarge: false, record: whole, oldRecord: null },
  ...more,
});
const write = (
  given: Partial<Change>,
  more: { of?: Partial<PublishedTable>; role?: 'anon' | 'service_role'; select?: string[] } = {},
) =>
  JSON.parse(
    writeChange(
      change(given),
      { ...table, ...more.of },
      { role: more.role ?? 'anon', select: more.select ?? null },
    ),
  );

test('a change says what it is, when it was, and all that its reader may see', () => {
  expect(write({})).toEqual({
    ...{ type: 'INSERT', schema: 'public', table: 'notes', errors: null },
    commit_timestamp: '2026-01-02T03:04:05.678Z',
    columns: [
      { name: 'id', type: 'int8' },
      { name: 'body', type: 'text' },
      { name: 'word', type: 'text' },
    ],
    record: { id: 1, body: 'b', word: 'w' },
  });
  expect(write({}, { role: 'service_role' }).record).toEqual({
    ...{ id: 1, body: 'b', word: 'w', secret: 's' },
  });
});

test('of the columns that are wanted come those that may be read, and the key', () => {
  expect(write({}, { select: ['word', 'secret'] })).toMatchObject({
    columns: [{ name: 'id' }, { name: 'word' }],
    record: { id: 1, word: 'w' },
  });
  expect(write({}, { select: ['word'] }).record).not.toHaveProperty('body');
});

describe('of the row that it was', () => {
  const gone = { type: 'DELETE', record: null, oldRecord: whole } as const;

  test.each([
    ['changed', { type: 'UPDATE', oldRecord: whole } as const, false, { id: 1, word: 'w' }],
    ['changed, guarded', { type: 'UPDATE', oldRecord: whole } as const, true, { id: 1, word: 'w' }],
    ['gone', gone, false, { id: 1, word: 'w' }],
    // Nobody can be asked who could see it.
    ['gone, guarded', gone, true, { id: 1 }],
  ])('that is %s comes what says which it was', (_how, given, isGuarded, old) => {
    const written = write(given, { of: { isGuarded } });
    expect(written.old_record).toEqual(old);
    expect('record' in written).toBe(given.type === 'UPDATE');
  });

  test('nothing comes of a row that is new', () => {
    expect(write({})).not.toHaveProperty('old_record');
  });
});

describe('of a table whose key its reader cannot know', () => {
  const hidden = [column('id', { isKey: true, readers: [] }), column('word')];
  test.each([
    ['without a key', [column('word')], 'Error 400: Bad Request, no primary key'],
    ['with one that they may not read', hidden, 'Error 401: Unauthorized'],
  ])('%s it is told that something changed, and nothing else', (_what, columns, fault) => {
    for (const type of ['INSERT', 'UPDATE'] as const) {
      expect(write({ type, oldRecord: whole }, { of: { columns } })).toMatchObject({
        ...{ errors: [fault], columns: [], record: {}, old_record: {} },
      });
    }
    const gone = write({ type: 'DELETE', record: null, oldRecord: whole }, { of: { columns } });
    expect(gone).toMatchObject({ errors: null, old_record: { word: 'w' } });
  });
});

describe('of a record that is too large', () => {
  // With its quotes.
  const text = (bytes: number) => 'é'.repeat((bytes - 2) / 2);

  test('values come that are small, in bytes', () => {
    const record = row(['id', 1], ['body', text(64)], ['word', text(66)]);
    const written = write({ isLarge: true, record });
    expect(written.errors).toEqual(['Error 413: Payload Too Large']);
    expect(written.record).toEqual({ id: 1, body: text(64) });
    expect(written.columns).toHaveLength(3);
    expect(write({ record }).record).toEqual({ id: 1, body: text(64), word: text(66) });
  });

  test('the key comes first among what is wrong', () => {
    expect(write({ isLarge: true }, { of: { columns: [column('word')] } }).errors).toEqual([
      'Error 400: Bad Request, no primary key',
    ]);
  });
});

test('bytes are digits, and texts that look so are left as they are', () => {
  const of = { columns: [id, column('body', { type: 'bytea' }), column('word')] };
  const record = row(['id', 1], ['body', '\\x00ff'], ['word', '\\x00ff']);
  expect(write({ record }, { of }).record).toEqual({ id: 1, body: '00ff', word: '\\x00ff' });
  expect(write({ record: row(['id', 1], ['body', null]) }, { of }).record).toEqual({
    ...{ id: 1, body: null },
  });
});

test('numbers keep every digit', () => {
  const record = [['id', '9007199254740993']] as const;
  const text = writeChange(change({ record }), table, { role: 'anon', select: null });
  expect(text).toContain('"record":{"id":9007199254740993}');
});

test('a frame has the change for all who wanted it, in the form of each protocol', () => {
  const frame = (version: '1.0.0' | '2.0.0') =>
    JSON.parse(writeFrame(version, { name: 'a "b"', ids: [1, 2], data: '{"x":1}' }).toString());
  const payload = { ids: [1, 2], data: { x: 1 } };
  expect(frame('1.0.0')).toEqual({
    ...{ topic: 'realtime:a "b"', event: 'postgres_changes', payload },
    ...{ ref: null, join_ref: null },
  });
  expect(frame('2.0.0')).toEqual([null, null, 'realtime:a "b"', 'postgres_changes', payload]);
});
