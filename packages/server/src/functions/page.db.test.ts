import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '../context.ts';
import { openFunctionLog } from './function-log.ts';
import { loadFunctions } from './page.ts';

const call = '0195b1c4-0000-7000-8000-00000000000a';
const noon = new Date('2026-11-05T12:00:00.000Z');

let world: TestDatabase;
beforeAll(async () => {
  world = await createTestDatabase();
  const log = openFunctionLog(world.database, (error) => {
    throw error;
  });
  for (let at = 1; at <= 100; at += 1) {
    log.add('export', { level: 'info', text: `row ${at}`, requestId: at === 7 ? call : null });
  }
  log.add('summary', { level: 'error', text: 'first\n<b>second</b>', requestId: call });
  await log.close();
});
afterAll(() => world[Symbol.asyncDispose]());

const steward = { person_id: call, user_id: call, username: 'Aino', is_site_admin: true };

async function open(query = '', viewer: Partial<Viewer> | null = steward) {
  return loadFunctions({
    ...{ database: world.database, now: noon, locale: 'en', zone: 'UTC', params: {} },
    viewer: viewer === null ? null : { ...steward, is_editor: true, ...viewer },
    url: new URL(`http://localhost:3000/admins/functions${query}`),
  });
}
const read = async (query = '') => (await open(query)) ?? expect.fail();
const toTexts = ({ lines }: Awaited<ReturnType<typeof read>>) => lines.map(({ text }) => text);

test('opens for site admins alone', async () => {
  expect(await open('', null)).toBe(null);
  expect(await open('', { is_site_admin: false })).toBe(null);
  expect(await open()).not.toBe(null);
});

test('shows the newest first, a hundred a part, and the rest behind it', async () => {
  const first = await read();
  expect(first.functions).toEqual(['export', 'summary']);
  expect(first.lines).toHaveLength(100);
  expect(first.lines[0]).toEqual({
    ...{ id: expect.any(String), function: 'summary', request_id: call, level: 'error' },
    ...{ text: 'first\n<b>second</b>', at: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect(first).toMatchObject({ is_latest: true, older: first.lines.at(-1)?.id });
  const second = await read(`?before=${first.older}`);
  expect(toTexts(second)).toEqual(['row 1']);
  expect(second).toMatchObject({ is_latest: false, older: null });
  expect(await read('?before=1')).toMatchObject({ lines: [], older: null, is_latest: false });
});

test('narrows to a function and to a call', async () => {
  const exported = await read('?function=export');
  expect(exported.lines).toHaveLength(100);
  expect(exported).toMatchObject({ older: null, filter: { function: 'export', request: '' } });
  expect(toTexts(await read(`?request=${call}`))).toEqual(['first\n<b>second</b>', 'row 7']);
  expect(toTexts(await read(`?request=${call.toUpperCase()}&function=export`))).toEqual(['row 7']);
  expect(toTexts(await read('?function=none'))).toEqual([]);
  for (const odd of ['?function=%00', '?request=1', "?function=a'b", '?before=0', '?before=x']) {
    expect(await read(odd), odd).toEqual(await read());
  }
});
