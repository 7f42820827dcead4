import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseFunctionTables } from './config.ts';
import { isWithin, listFunctions } from './list-functions.ts';

let home: string;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'list-functions-'));
  folder = join(home, 'functions');
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Lays files beneath `functions`, and lists what is there by these tables. */
async function list(
  files: Record<string, string>,
  functions: Record<string, object> = {},
  environment: Record<string, string> = {},
) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return listFunctions({ folder, tables: parseFunctionTables({ functions }), environment });
}

describe('a function', () => {
  test('is each folder with a file to run, by name, and none without the folder', async () => {
    expect(await list({})).toEqual([]);
    const found = await list({
      'second/index.ts': '',
      'first/index.ts': '',
      'no-entry/other.ts': '',
      '_shared/index.ts': '',
      '1st/index.ts': '',
      'with.dot/index.ts': '',
      'Up_per-1/index.ts': '',
      'file.ts': '',
    });
    expect(found.map(({ name }) => name)).toEqual(['Up_per-1', 'first', 'second']);
    expect(found[1]).toEqual({
      ...{ name: 'first', entry: join(folder, 'first', 'index.ts'), importMap: null },
      ...{ verifyJwt: true, hosts: [], secrets: {} },
    });
  });

  test('is what its table says', async () => {
    const [found] = await list(
      { 'own/main.ts': '' },
      {
        own: { verify_jwt: false, hosts: ['a.org'], entrypoint: './functions/own/main.ts' },
        off: { enabled: false },
      },
    );
    expect(found).toMatchObject({
      ...{ name: 'own', entry: join(folder, 'own', 'main.ts'), verifyJwt: false },
      hosts: [{ name: 'a.org', port: 443 }],
    });
  });

  test('that is switched off is none', async () => {
    expect(await list({ 'own/index.ts': '' }, { own: { enabled: false } })).toEqual([]);
  });

  test.each([
    [{ own: {} }, 'functions.own has no functions/own/index.ts'],
    [
      { own: { entrypoint: 'other/a.ts' } },
      'functions.own.entrypoint takes a path beneath functions',
    ],
    [
      { own: { entrypoint: '/etc/passwd' } },
      'functions.own.entrypoint takes a path beneath functions',
    ],
    [
      { own: { entrypoint: 'functions' } },
      'functions.own.entrypoint takes a path beneath functions',
    ],
  ])('that is not there is refused: %j', async (tables, message) => {
    await expect(list({}, tables)).rejects.toThrow(message);
  });
});

describe('its secrets', () => {
  const files = { 'own/index.ts': '', '.env': 'WORD=of the file\nOTHER=not asked for\nEMPTY=' };

  test('are those that it names, of the environment before the file', async () => {
    const [own] = await list(files, { own: { secrets: ['WORD'] } });
    expect(own?.secrets).toEqual({ WORD: 'of the file' });
    const [set] = await list(files, { own: { secrets: ['WORD'] } }, { WORD: 'set', MORE: 'none' });
    expect(set?.secrets).toEqual({ WORD: 'set' });
  });

  test.each(['NOWHERE', 'EMPTY'])('are set somewhere: not %s', async (secret) => {
    await expect(list(files, { own: { secrets: [secret] } })).rejects.toThrow(
      `functions.own.secrets names ${secret}, which is set neither in the environment nor in functions/.env`,
    );
  });
});

describe('its imports', () => {
  test('go by a deno.json beside it, or by the map that its table names', async () => {
    const files = { 'own/index.ts': '', 'own/deno.json': '{}', 'map.json': '{}' };
    const [usual] = await list(files);
    expect(usual?.importMap).toBe(join(folder, 'own', 'deno.json'));
    const [named] = await list(files, { own: { import_map: 'functions/map.json' } });
    expect(named?.importMap).toBe(join(folder, 'map.json'));
  });

  test.each([
    ['functions/none.json', 'functions.own.import_map names no file'],
    ['map.json', 'functions.own.import_map takes a path beneath functions'],
  ])('do not go by %s', async (map, message) => {
    await expect(list({ 'own/index.ts': '' }, { own: { import_map: map } })).rejects.toThrow(
      message,
    );
  });
});

test.each([
  ['/a/b', '/a/b/c.ts', true],
  ['/a/b', '/a/b/c/d.ts', true],
  ['/a/b', '/a/b', false],
  ['/a/b', '/a/bc', false],
  ['/a/b', '/a', false],
  ['/a/b', '/a/b/../c', false],
])('in %s lies %s: %s', (outer, file, is) => {
  expect(isWithin(outer, file)).toBe(is);
});
