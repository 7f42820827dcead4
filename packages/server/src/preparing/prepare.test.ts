import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OperatorError } from '../commands/command.ts';
import { prepare } from './prepare.ts';

const files = { storage: {}, supabase: null };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-prepare-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program in the place of the one that prepares; it runs once it has heard what to do. */
async function write(name: string, body: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, `process.once('message', (preparation) => {\n${body}\n});`);
  return file;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a preparation in a process of its own', () => {
  it('hears what to do, tells how it goes, and is over when it is done', async () => {
    const file = await write(
      'done',
      `process.send({ progress: preparation.work + ' ' + preparation.url });
       process.send({ done: true }, () => process.exit());`,
    );
    const lines: string[] = [];
    const onProgress = (line: string) => void lines.push(line);
    await prepare({ work: 'furnish', url: 'postgres://here', files }, { file, onProgress });
    expect(lines).toEqual(['furnish postgres://here']);
  });

  it('fails with one line that says why', async () => {
    const told = await write(
      'told',
      `process.send({ failure: 'no room left' }, () => process.exit());`,
    );
    await expect(prepare({ work: 'build' }, { file: told })).rejects.toThrow(
      new OperatorError('The site could not be built: no room left'),
    );
    const killed = await write('killed', `process.kill(process.pid, 'SIGKILL');`);
    await expect(prepare({ work: 'furnish', url: '', files }, { file: killed })).rejects.toThrow(
      new OperatorError('The league could not be furnished: its process ended by SIGKILL'),
    );
    const silent = await write('silent', 'process.exit(0);');
    await expect(prepare({ work: 'build' }, { file: silent })).rejects.toThrow('exit code 0');
  });

  it('ends when the start is given up, and says nothing of it', async () => {
    const pidFile = join(folder, 'pid');
    const file = await write(
      'given-up',
      `process.once('disconnect', () => process.exit(1));
       import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)));
       setInterval(() => {}, 1000);`,
    );
    const told = new AbortController();
    const ended = prepare({ work: 'build' }, { file, signal: told.signal });
    const pid = await vi.waitFor(
      async () => {
        const found = Number(await readFile(pidFile, 'utf8'));
        expect(found).toBeGreaterThan(0);
        return found;
      },
      { timeout: 60_000 },
    );
    told.abort();
    await ended;
    expect(isAlive(pid)).toBe(false);
  });

  it('is not begun where the start was given up before', async () => {
    const file = await write('late', `process.send({ progress: 'late' });`);
    const progress: string[] = [];
    const onProgress = (line: string) => void progress.push(line);
    await prepare({ work: 'build' }, { file, onProgress, signal: AbortSignal.abort() });
    expect(progress).toEqual([]);
  });
});

describe('the process that prepares', () => {
  it('leaves signals to who waits for it, and ends with them', async () => {
    // A database that takes the call and never answers: the work goes on for as long as it may.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const child = fork(new URL('worker.ts', import.meta.url), { execArgv: [] });
    child.send({ work: 'furnish', url: `postgres://nobody@127.0.0.1:${port}/none`, files });
    const [call] = (await once(silent, 'connection')) as [Socket];
    call.on('error', () => {});
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      child.kill(signal);
    }
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).toEqual([1, null]);
    call.destroy();
    silent.close();
  });

  it('says in one line why it failed', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    await expect(prepare({ work: 'furnish', url, files })).rejects.toThrow(
      /^The league could not be furnished: .*ECONNREFUSED[^\n]*$/,
    );
  });
});
