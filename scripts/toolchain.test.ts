import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { root, run } from './run.ts';

/** What a program that the launcher runs finds of its settings. */
async function readSettings(env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-launcher-'));
  const file = join(folder, 'tell.mjs');
  await writeFile(
    file,
    `const { MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ } = process.env;
     console.log(JSON.stringify({ flags: process.execArgv, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ }));`,
  );
  const program = `import('./bin/toolchain.js').then(({ runPinned }) => runPinned(${JSON.stringify(relative(root, file))}, []))`;
  const { output } = await run(process.execPath, ['-e', program], { env, quiet: true });
  await rm(folder, { recursive: true });
  return JSON.parse(output) as Record<string, unknown>;
}

it('runs things with settings that give memory back, which the environment may overrule', async () => {
  const usual = await readSettings({
    MALLOC_ARENA_MAX: undefined,
    MALLOC_TRIM_THRESHOLD_: undefined,
  });
  expect(usual.flags).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^--max-semi-space-size=\d+$/),
      expect.stringMatching(/^--heap-growing-percent=\d+$/),
      '--expose-gc',
    ]),
  );
  expect(usual).toMatchObject({ MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' });
  expect(await readSettings({ MALLOC_ARENA_MAX: '7' })).toMatchObject({ MALLOC_ARENA_MAX: '7' });
});
