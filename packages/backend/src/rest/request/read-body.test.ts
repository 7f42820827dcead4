import { expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const read = (
  text: string,
  { type = 'application/json', columns = null as string[] | null, whenEmpty = '' } = {},
) =>
  readBody(
    new Request('http://localhost/', {
      method: 'POST',
      body: text,
      headers: { 'content-type': type },
    }),
    columns,
    whenEmpty,
  );

const refused = (message: string) =>
  expect.objectContaining({
    status: 400,
    body: expect.objectContaining({ code: 'PGRST102', message }),
  });

test.each([
  ['{"a":1,"b":2}', ['a', 'b'], true],
  ['[{"a":1,"b":2},{"b":3,"a":4}]', ['a', 'b'], false],
  ['{}', [], true],
  ['[]', [], false],
  ['[{},{}]', [], false],
])('%s has the members %j', async (text, keys, isObject) => {
  expect(await read(text)).toEqual({
    kind: 'json',
    contentType: 'application/json',
    text,
    isObject,
    keys,
  });
});

test.each(['1', '"a"', 'null', 'true'])('%s is no rows', async (text) => {
  expect(await read(text)).toMatchObject({ text: '[]', isObject: false, keys: [] });
});

test.each([
  '[{"a":1},{"b":1}]',
  '[{"a":1},{"a":1,"b":2}]',
  '[{"a":1,"b":2},{"a":1}]',
  '[{"a":1},2]',
  '[1]',
  '[null]',
  '[[]]',
])('the rows of %s differ, which only named columns allow', async (text) => {
  await expect(read(text)).rejects.toThrow(refused('All object keys must match'));
  expect(await read(text, { columns: ['a'] })).toMatchObject({
    text,
    keys: ['a'],
    isObject: false,
  });
});

test('named columns are those of an object too', async () => {
  const body = await read('{"b":1}', { columns: ['a'] });
  expect(body).toMatchObject({ keys: ['a'], isObject: true });
});

test.each(['', '{', '{"a":1}}', 'a=1'])('%j is no JSON', async (text) => {
  await expect(read(text)).rejects.toThrow(refused('Empty or invalid json'));
});

test('an empty body is what stands for it, and nothing else is', async () => {
  expect(await read('', { whenEmpty: '{}' })).toMatchObject({ text: '{}', isObject: true });
  expect(await read('[]', { whenEmpty: '{}' })).toMatchObject({ text: '[]', isObject: false });
});

test.each([
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
  'application/vnd.pgrst.object',
])('%s is read as JSON', async (type) => {
  expect(await read('{"a":1}', { type })).toMatchObject({ kind: 'json', keys: ['a'] });
});

test('a body that says nothing of itself is read as JSON', async () => {
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: new Uint8Array([123, 125]),
  });
  expect(await readBody(request, null)).toMatchObject({ kind: 'json', isObject: true });
});

test('a form is one object of texts', async () => {
  const type = 'application/x-www-form-urlencoded';
  expect(await read('a=1&b=x+y', { type })).toEqual({
    kind: 'form',
    contentType: type,
    text: '{"a":"1","b":"x y"}',
    isObject: true,
    keys: ['a', 'b'],
  });
});

test.each(['text/plain', 'text/xml'])('%s is taken as it is', async (type) => {
  const body = { kind: 'plain', contentType: type, text: '{"a":1}', isObject: false, keys: [] };
  expect(await read('{"a":1}', { type })).toEqual(body);
  await expect(read('a\0b', { type })).rejects.toThrow(
    refused('A text cannot hold the character of code zero'),
  );
});

test.each([
  ['a,b\n1,2\n3,NULL', '[{"a":"1","b":"2"},{"a":"3","b":null}]'],
  ['a\n', '[]'],
])('a table of text is rows: %j', async (text, json) => {
  expect(await read(text, { type: 'text/csv' })).toMatchObject({ text: json, isObject: false });
});

test('a table with a line too long is none', async () => {
  await expect(read('a,b\n1,2,3', { type: 'text/csv' })).rejects.toThrow(
    refused('All lines must have same number of fields'),
  );
});

test('nothing else is read', async () => {
  await expect(read('{}', { type: 'image/png' })).rejects.toThrow(
    refused('Content-Type not acceptable: image/png'),
  );
});

const most = 64;
const nest = (depth: number) => `${'['.repeat(depth - 1)}{}${']'.repeat(depth - 1)}`;
const inside = (text: string) => `[{"a":${text}}]`;

test.each([
  ['arrays', inside(nest(most - 3)), inside(nest(most - 2)), inside(nest(most - 1))],
  [
    'objects',
    `${'{"a":'.repeat(most - 1)}1${'}'.repeat(most - 1)}`,
    `${'{"a":'.repeat(most)}1${'}'.repeat(most)}`,
    `${'{"a":'.repeat(most + 1)}1${'}'.repeat(most + 1)}`,
  ],
])('%s stand in each other so far and no further', async (_what, before, at, after) => {
  expect(await read(before)).toMatchObject({ text: before });
  expect(await read(at)).toMatchObject({ text: at });
  await expect(read(after)).rejects.toThrow(expect.objectContaining({ status: 400 }));
});

test.each([
  [
    'beside each other',
    `[${Array(most * 2)
      .fill('{"a":[]}')
      .join()}]`,
  ],
  ['in a text', JSON.stringify({ a: '[{'.repeat(most) })],
  ['in a text with quotes', JSON.stringify({ a: `"${'['.repeat(most + 1)}` })],
  ['in a text that ends in a backslash', JSON.stringify({ a: '\\', b: `[${'['.repeat(most)}` })],
])('brackets %s are not in each other', async (_where, text) => {
  expect(await read(text)).toMatchObject({ text });
});
