import { expect, it } from 'vitest';
import { toDay } from './import-rows.ts';
import { readImport, withoutOuterBreaks } from './read-import.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const names = async (bytes: Uint8Array) =>
  (await readImport(bytes)).rows.map(({ content }) => content.name);

const sheet = [
  'row;place;name;wins;losses;date;one;other;score_one;score_other',
  'standing;1;"Kärnä; the ""old"" ones";3;0;;;;;',
  'standing;zwei;Dust;2;1;;;;;',
  '',
  'standing;2;"Two',
  'lines";1;2;;;;;',
  'match;;;;;31.5.2019;Kärnä;Dust;2;0',
].join('\r\n');

it('takes what a spreadsheet writes, and says of the wrong row where and why', async () => {
  const read = await readImport(Buffer.from(sheet, 'latin1'));
  expect(read).toMatchObject({
    format: 'csv',
    encoding: 'windows-1252',
    separator: ';',
    faulty: 1,
    faults: [{ line: 3, field: 'place', rule: 'number', value: 'zwei' }],
  });
  expect(read.rows.map(({ line, section }) => [line, section])).toEqual([
    [2, 'standing'],
    [5, 'standing'],
    [7, 'match'],
  ]);
  expect(read.rows[0]?.content).toMatchObject({ name: 'Kärnä; the "old" ones', place: 1, wins: 3 });
  expect(read.rows[1]?.content.name).toBe('Two\nlines');
  expect(read.rows[1]?.raw).toBe('standing;2;"Two\nlines";1;2;;;;;');
  expect(read.rows[2]?.content).toMatchObject({
    challenger: { name: 'Kärnä', score: 2 },
    defender: { name: 'Dust', score: 0 },
    winner: 'challenger',
    ended_at: '2019-05-31',
  });
});

it.each([
  ['utf-8', utf8('row,name\nstanding,Kärnä'), ','],
  ['utf-8', utf8('\uFEFFrow\tname\nstanding\tKärnä'), '\t'],
  ['utf-16le', utf16('\uFEFFrow\tname\nstanding\tKärnä'), '\t'],
  ['utf-16le', utf16('row,name\nstanding,Kärnä'), ','],
  ['utf-16be', utf16('\uFEFFrow;name\nstanding;Kärnä').swap16(), ';'],
  ['utf-16be', utf16('row;name\nstanding;Kärnä').swap16(), ';'],
  ['windows-1252', Buffer.from('row;name\nstanding;Kärnä', 'latin1'), ';'],
])('reads %s with its separator', async (encoding, bytes, separator) => {
  expect(await readImport(bytes)).toMatchObject({ encoding, separator, faulty: 0 });
  expect(await names(bytes)).toEqual(['Kärnä']);
});

it('takes JSON, with what it says of itself', async () => {
  const rows = [{ row: 'standing', name: 'A', place: 1 }, 7, { row: 'other' }, { one: 'A' }];
  const read = await readImport(utf8(JSON.stringify({ title: 'Old', origin: 'there', rows })));
  expect(read).toMatchObject({
    format: 'json',
    facts: { title: 'Old', origin: 'there' },
    rows: [{ section: 'standing', line: 1, content: { name: 'A', place: 1 } }],
    faulty: 3,
    faults: [
      { line: 2, rule: 'not_a_row' },
      { line: 3, field: 'row', rule: 'one_of', value: 'other' },
      { line: 4, field: 'other', rule: 'required' },
    ],
  });
  expect((await readImport(utf8('[{"row":"standing","name":"B"}]'))).rows).toHaveLength(1);
  expect((await readImport(utf8('{"rows":'))).faults).toMatchObject([{ rule: 'not_json' }]);
  expect((await readImport(utf8('{}'))).faults).toMatchObject([{ rule: 'no_rows' }]);
});

it('leaves out of JSON what it can name and nothing can hold', async () => {
  const text = String.raw`{"title":"O\u0000ld","rows":[{"row":"standing","name":"A\u0000b\ud800c"}]}`;
  const { facts, rows } = await readImport(utf8(text));
  expect([facts.title, rows[0]?.content.name]).toEqual(['Old', 'Ab\ufffdc']);
});

it('brings the players of a team together', async () => {
  const read = await readImport(utf8('row,name,player\nroster,A,Ann\nroster,B,Ben\nroster,A,Cid'));
  expect(read.rows.map(({ content }) => content)).toEqual([
    { name: 'A', players: [{ name: 'Ann' }, { name: 'Cid' }] },
    { name: 'B', players: [{ name: 'Ben' }] },
  ]);
  expect(read.rows[0]?.raw).toBe('roster,A,Ann\nroster,A,Cid');
});

const toStanding = (fields: string) => utf8(`row,name,place,title,value\n${fields}`);
const findRule = async (bytes: Uint8Array) => (await readImport(bytes)).faults[0]?.rule ?? null;

it.each([
  ['a name', 'standing,{}', 80, 'too_long'],
  ['a record’s words', 'record,A,,{},1', 200, 'too_long'],
] as const)('takes %s up to its length', async (_what, row, most, rule) => {
  const of = (length: number) => toStanding(row.replace('{}', 'x'.repeat(length)));
  expect(await findRule(of(most))).toBeNull();
  expect(await findRule(of(most + 1))).toBe(rule);
});

it.each([
  ['1000000000', null],
  ['1000000001', 'number'],
  ['0', null],
  ['-1', 'number'],
  ['1.5', 'number'],
  ['1e3', 'number'],
])('reads %s as a number or says that it is none', async (place, rule) => {
  expect(await findRule(toStanding(`standing,A,${place}`))).toBe(rule);
});

it.each([
  ['2019-05-31', '2019-05-31'],
  ['2019-05-31 20:00', '2019-05-31'],
  ['1.5.2019', '2019-05-01'],
  ['2019-02-29', null],
  ['2020-02-29', '2020-02-29'],
  ['05/06/2019', null],
  ['1969-12-31', null],
  ['1970-01-01', '1970-01-01'],
  ['2999-12-31', '2999-12-31'],
  ['3000-01-01', null],
])('reads the day %s', (text, day) => {
  expect(toDay(text)).toBe(day);
});

it('asks that winner and score agree, but where nobody played', async () => {
  const ask = (row: string) =>
    findRule(utf8(`one,other,score_one,score_other,winner,forfeit\n${row}`));
  expect(await ask('A,B,2,1,one,')).toBeNull();
  expect(await ask('A,B,2,1,other,')).toBe('winner');
  expect(await ask('A,B,2,1,other,yes')).toBeNull();
  expect(await ask('A,B,1,1,draw,no')).toBeNull();
  expect(await ask('A,B,1,1,one,')).toBe('winner');
  expect(await ask('A,B,,,nobody,')).toBe('one_of');
});

it('reads as many rows and fields as may be, and says where it stops', async () => {
  const rows = (count: number) => utf8(`row,name\n${'standing,A\n'.repeat(count)}`);
  expect(await readImport(rows(20_000))).toMatchObject({ faulty: 0 });
  const more = await readImport(rows(20_001));
  expect(more.rows).toHaveLength(20_000);
  expect(more.faults).toMatchObject([{ line: 20_002, rule: 'too_many_rows' }]);
  const wide = (count: number) => utf8(`row,name\nstanding,A${','.repeat(count - 2)}`);
  expect(await findRule(wide(40))).toBeNull();
  expect(await findRule(wide(41))).toBe('fields');
});

it('says of a quote that never ends where it began to be wrong, and keeps what came before', async () => {
  const read = await readImport(utf8('row,name\nstanding,A\nstanding,"B\nstanding,C'));
  expect(read.rows).toHaveLength(1);
  expect(read.faults).toMatchObject([{ rule: 'quote' }]);
  const long = await readImport(utf8(`row,name\nstanding,A\nstanding,"${'x'.repeat(20_000)}"`));
  expect(long.rows).toHaveLength(1);
  expect(long.faults).toMatchObject([{ rule: 'row_too_long' }]);
  expect(await findRule(utf8('who,what\nA,B'))).toBe('no_columns');
  expect(await findRule(utf8(''))).toBe('no_rows');
});

it('keeps the breaks inside a row, and looks at a run of them once', () => {
  expect(withoutOuterBreaks('\n\na\n\nb\n\n')).toBe('a\n\nb');
  expect(withoutOuterBreaks('\n\n')).toBe('');
  // Looked at again from each break it would be 500,000,000,000 steps.
  const inner = `a${'\n'.repeat(1_000_000)}b`;
  expect(withoutOuterBreaks(`\n${inner}\n`)).toBe(inner);
});

it('names no more than two hundred faults, and counts them all', async () => {
  const read = await readImport(utf8(`row,name\n${'standing,\n'.repeat(201)}`));
  expect(read.faults).toHaveLength(200);
  expect(read.faulty).toBe(201);
});
