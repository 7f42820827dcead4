import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const module = join(import.meta.dirname, 'content-error.ts');

/** Has Node itself read a file as one of the content, and gives what is said of the error. */
async function read(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-content-'));
  try {
    await mkdir(join(folder, 'content'));
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, name), text);
    const script = `
      import { describeUnreadable } from ${JSON.stringify(module)};
      const error = await import(${JSON.stringify(join(folder, name))}).catch((error) => error);
      console.log(String(describeUnreadable(error)));`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    return stdout.trimEnd().replaceAll(folder, '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

it.each([
  ['content/a.ts', 'export const a = { b: 1\n  c: 2 };', /^content: \/content\/a\.ts:2: Expected/],
  ['content/a.ts', "import './b.ts';", /^content: \/content\/a\.ts: Cannot find module/],
  [
    'content/a.ts',
    "import { x } from 'node:path';\nexport { x };",
    /^content: \/content\/a\.ts:1: .*'x'$/,
  ],
  [
    'content/a.ts',
    'export const a = missing.length;',
    /^content: \/content\/a\.ts:1: missing is not defined$/,
  ],
  ['content/a.ts', 'export const a = 1;', /^null$/],
  ['other/a.ts', 'export const a = missing.length;', /^null$/],
  ['content/load-content.ts', 'throw new Error("ours");', /^null$/],
])('%s that is %j', async (name, text, line) => {
  expect(await read(name, text)).toMatch(line);
});
