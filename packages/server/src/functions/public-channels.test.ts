import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAllowsPublic } from './open-functions.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-channels-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['', false],
  ['[realtime]\nenabled = true', false],
  ['[realtime]\nallow_public = false', false],
  ['[realtime]\nallow_public = true', true],
])('what %j says of public channels', async (text, isAllowed) => {
  await writeFile(join(folder, 'config.toml'), text);
  expect(await readAllowsPublic(join(folder, 'functions'))).toBe(isAllowed);
});

test.each(['[realtime]\nallow_public = "yes"', 'realtime = 1\n[realtime.more]\nx = 1'])(
  '%j is refused',
  async (text) => {
    await writeFile(join(folder, 'config.toml'), text);
    await expect(readAllowsPublic(join(folder, 'functions'))).rejects.toThrow('cannot be used');
  },
);

test('no file allows nothing', async () => {
  expect(await readAllowsPublic(join(folder, 'elsewhere', 'functions'))).toBe(false);
});

test('the league that is shipped allows nothing', async () => {
  expect(await readAllowsPublic(null)).toBe(false);
});
