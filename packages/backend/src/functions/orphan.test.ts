import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openTestDeno } from './testing/function-world.ts';

const host = fileURLToPath(new URL('testing/function-host.ts', import.meta.url));

/** Whether a process is there; one that has ended and that nobody has asked about is not. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(state);
}

const functions: Record<string, string> = {
  serves: 'Deno.serve(() => new Response());',
  'runs in a circle': 'for (;;);',
  'wants to stay': 'Deno.exit = () => {}; setInterval(() => {}, 1_000);',
};

for (const [what, file] of Object.entries(functions)) {
  test(`a function that ${what} ends with its server, though that is killed`, async () => {
    const program = await openTestDeno();
    const folder = await mkdtemp(join(tmpdir(), 'orphan-'));
    const entry = join(folder, 'index.ts');
    await writeFile(entry, `console.log('runs as ' + Deno.pid);\n${file}`);
    const server = fork(host, [entry, join(folder, 's'), program, join(folder, 'cache')]);
    const [said] = await once(server, 'message');
    const pid = Number(/^runs as (\d+)$/.exec(String(said))?.[1]);
    expect(await isAlive(pid), String(said)).toBe(true);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await expect.poll(() => isAlive(pid)).toBe(false);
    await rm(folder, { recursive: true });
  });
}
