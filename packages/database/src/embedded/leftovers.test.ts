import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest';
import { clearLeftovers, readPostmasterFile } from './leftovers.ts';
import { isSignalable } from './process-identity.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The file as PostgreSQL writes it, up to a line. */
const toText = (pid: string, status: string, lines = 8) =>
  `${[pid, '/data', '1762000000', '5432', '/tmp/muster-a', 'localhost', ' 1 2', status]
    .slice(0, lines)
    .join('\n')}\n`;

const known = { pid: 4711, socketDir: '/tmp/muster-a', isReady: false, isStopping: false };

test.each([
  ['a server that is ready', toText('4711', 'ready   '), { ...known, isReady: true }],
  ['one that is told to stop', toText('4711', 'stopping'), { ...known, isStopping: true }],
  ['one that begins', toText('4711', 'starting'), known],
  ['one that has not said so yet', toText('4711', '', 5), known],
  ['one that has said nothing but its number', '4711\n', { ...known, socketDir: '' }],
  ['the smallest number', toText('1', 'ready'), { ...known, pid: 1, isReady: true }],
  ['no number', toText('x', 'ready'), undefined],
  ['nought', toText('0', 'ready'), undefined],
  // PostgreSQL writes one so while it runs without a postmaster.
  ['a number below nought', toText('-4711', 'ready'), undefined],
  ['an empty file', '', undefined],
])('postmaster.pid of %s', async (_what, text, read) => {
  await writeFile(join(directory, 'postmaster.pid'), text);
  expect(await readPostmasterFile(directory)).toEqual(read);
});

test('there is no postmaster.pid', async () => {
  expect(await readPostmasterFile(join(directory, 'elsewhere'))).toBeUndefined();
});

/** Where processes are told by where they work, and signals are what they are there. */
describe.runIf(process.platform === 'linux')(
  'what of an earlier start still works on a directory',
  () => {
    const children: ChildProcess[] = [];
    let data: string;
    /** The clock that limits go by; it stands still but where a test moves it. */
    let now = 0;
    let clock: MockInstance<typeof Date.now>;

    beforeAll(async () => {
      data = await realpath(await mkdtemp(join(tmpdir(), 'muster-left-')));
    });
    beforeEach(() => {
      now = Date.now();
      clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    });
    afterEach(async () => {
      clock.mockRestore();
      for (const child of children.splice(0)) {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
      }
    });
    afterAll(() => rm(data, { recursive: true }));

    /** A process by the name of PostgreSQL that says which signals it gets, and ends a while after one of these. */
    async function begin(endsAt: readonly string[], { cwd = data, title = 'postgres' } = {}) {
      const program = `process.title = '${title}';
      for (const name of ['SIGINT', 'SIGQUIT']) {
        process.on(name, () => {
          console.log(name);
          if (${JSON.stringify(endsAt)}.includes(name)) setTimeout(() => process.exit(), 300);
        });
      }
      setInterval(() => undefined, 1000);
      console.log('there');`;
      const child = spawn(process.execPath, ['-e', program], {
        ...{ cwd, stdio: ['ignore', 'pipe', 'inherit'] },
      });
      children.push(child);
      const said: string[] = [];
      child.stdout?.on('data', (chunk: Buffer) => {
        said.push(...chunk.toString().trim().split('\n'));
      });
      await expect.poll(() => said).toContain('there');
      const { pid = 0 } = child;
      return { pid, signals: () => said.slice(1) };
    }
    /** What ends leaves its directory first, which is what is waited for, and its number a moment later. */
    const expectGone = (pid: number) => expect.poll(() => isSignalable(pid)).toBe(false);
    const note = (pid: number) =>
      writeFile(join(data, 'postmaster.pid'), toText(String(pid), 'ready'));

    test('is told to stop, once, and is gone with its file before anything else begins', async () => {
      const server = await begin(['SIGINT', 'SIGQUIT']);
      await note(server.pid);
      await clearLeftovers(data);
      expect(server.signals()).toEqual(['SIGINT']);
      await expectGone(server.pid);
      expect(await readdir(data)).toEqual([]);
    });

    test('is told to stop at once after half a minute, no sooner', async () => {
      const server = await begin(['SIGQUIT']);
      await note(server.pid);
      const clearing = clearLeftovers(data);
      await expect.poll(server.signals).toEqual(['SIGINT']);
      now += 30_000;
      // It looks again meanwhile.
      await begin([], { title: 'another' });
      expect(server.signals()).toEqual(['SIGINT']);
      now += 1;
      await clearing;
      expect(server.signals()).toEqual(['SIGINT', 'SIGQUIT']);
      await expectGone(server.pid);
    });

    test('is said to go on where it does not stop at all', async () => {
      const server = await begin([]);
      await note(server.pid);
      const refused = expect(clearLeftovers(data)).rejects.toThrow(`process ${server.pid}`);
      await expect.poll(server.signals).toEqual(['SIGINT']);
      now += 30_001;
      await expect.poll(server.signals).toEqual(['SIGINT', 'SIGQUIT']);
      now += 10_001;
      await refused;
      expect(isSignalable(server.pid)).toBe(true);
      expect(await readdir(data)).toEqual(['postmaster.pid']);
    });

    test('is ended where its server was killed and it does not end by itself', async () => {
      const backend = await begin([]);
      const neighbour = await begin([], { title: 'another' });
      const kill = vi.spyOn(process, 'kill');
      const isKilled = () => kill.mock.calls.some(([, signal]) => signal === 'SIGKILL');
      const clearing = clearLeftovers(data);
      await expect
        .poll(() => {
          now += isKilled() ? 0 : 10_001;
          return isKilled();
        })
        .toBe(true);
      // It dies when the machine comes to it; the clock stands still until then.
      await clearing.finally(() => kill.mockRestore());
      expect([backend.signals(), isSignalable(neighbour.pid)]).toEqual([[], true]);
    });

    test.each([
      ['of another directory', { cwd: tmpdir() }],
      ['of another name', { title: 'another' }],
    ])('is no process %s, whatever number the file has', async (_what, other) => {
      const stranger = await begin(['SIGINT'], other);
      await note(stranger.pid);
      await clearLeftovers(data);
      expect([stranger.signals(), isSignalable(stranger.pid)]).toEqual([[], true]);
      expect(await readdir(data)).toEqual([]);
    });
  },
);
