import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@muster/database/testing';
import { expect, test } from 'vitest';
import { openFunctions } from './open-functions.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

test('muster functions serve answers with what was written last, and goes on after a mistake', async () => {
  await using own = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'functions-serve-'));
  const file = join(home, 'functions', 'hello', 'index.ts');
  await mkdir(join(home, 'functions', 'hello'), { recursive: true });
  const config = join(home, 'config.toml');
  await writeFile(config, '[functions.hello]\nverify_jwt = false\n');
  await writeFile(file, `Deno.serve(() => new Response('one'));`);
  const args = [
    cli,
    'functions',
    'serve',
    '--port',
    '0',
    '--config',
    config,
    '--database-url',
    own.url,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const awaitLine = async (wanted: RegExp): Promise<string> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) {
          throw new Error(`it ended before it said ${wanted}`);
        }
        const [, found] = wanted.exec(value) ?? [];
        if (found !== undefined) {
          return found;
        }
      }
    };
    const url = await awaitLine(/ready at (http:\S+)/);
    const ask = async (path = 'hello') => (await fetch(`${url}/functions/v1/${path}`)).text();
    expect(await ask()).toBe('one');

    const answers = () => expect.poll(() => ask(), { timeout: 60_000 });
    await writeFile(file, `console.log('again'); Deno.serve(() => new Response('two'));`);
    await answers().toBe('two');
    expect(await awaitLine(/^\[hello\] info: (.*)$/)).toBe('again');

    await writeFile(file, 'this is no program');
    expect(await awaitLine(/cannot be (started): /)).toBe('started');
    await answers().toContain('BOOT_ERROR');

    await writeFile(file, `Deno.serve(() => new Response('three'));`);
    await answers().toBe('three');

    await writeFile(config, '[functions.hello]\nenabled = 7\n');
    await mkdir(join(home, 'functions', 'another'));
    await writeFile(join(home, 'functions', 'another', 'index.ts'), '');
    expect(await awaitLine(/hello\.enabled (takes true or false)/)).toBe('takes true or false');
    expect(await ask()).toBe('three');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(home, { recursive: true });
  }
});

test('a wrong setting is one line with the file and the field', async () => {
  await using own = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'functions-wrong-'));
  await mkdir(join(home, 'functions', 'hello'), { recursive: true });
  await writeFile(join(home, 'functions', 'hello', 'index.ts'), 'Deno.serve(() => new Response())');
  const config = join(home, 'config.toml');
  const rows: [text: string, said: string][] = [
    ['[functions.hello]\nverify_jwt = 1\n', 'functions.hello.verify_jwt takes true or false'],
    ['[functions.hello]\nhosts = ["https://a.org"]\n', 'functions.hello.hosts.0 takes names'],
    ['[functions.hello]\nsecrets = ["MISSING"]\n', 'functions.hello.secrets names MISSING'],
    ['[functions.gone]\n', 'functions.gone has no functions/gone/index.ts'],
    [
      '[functions.hello]\nentrypoint = "../x.ts"\n',
      'functions.hello.entrypoint takes a path beneath functions',
    ],
    ['[functions.hello\n', 'Invalid TOML document'],
  ];
  const getLeague = () => expect.fail('nothing is served');
  const onLine = () => expect.fail('nothing runs');
  for (const [text, said] of rows) {
    await writeFile(config, text);
    const opened = openFunctions({ folder: join(home, 'functions'), getLeague, onLine });
    await expect(opened).rejects.toThrow(`${config} cannot be used: ${said}`);
  }
  // What is wrong is all that the command says.
  await writeFile(config, rows[0]?.[0] ?? '');
  const args = [cli, 'backend', '--port', '0', '--config', config, '--database-url', own.url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
  }
  expect(lines).toEqual([expect.stringContaining(`${config} cannot be used: ${rows[0]?.[1]}`)]);
  await rm(home, { recursive: true });
});
