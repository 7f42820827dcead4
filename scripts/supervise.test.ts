import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { root } from './run.ts';

const supervisor = pathToFileURL(join(root, 'bin/supervise.js')).href;

interface LaunchOptions {
  /** How many ends are too many. */
  most?: number;
  /** Runs the launcher as npm does, which is then what is returned: a shell that hands no signal on. */
  isUnderNpm?: boolean;
}

/** A launcher of its own over a server that is a line of script; pauses are short. */
function launch(server: string, { most = 3, isUnderNpm = false }: LaunchOptions = {}) {
  const script = `
    import { spawn } from 'node:child_process';
    import { supervise } from ${JSON.stringify(supervisor)};
    const policy = { firstPauseMs: 10, longestPauseMs: 40, most: ${most}, withinMs: 3_600_000 };
    process.exit(await supervise((environment) => spawn(
      process.execPath, ['-e', ${JSON.stringify(server)}],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, ...environment } },
    ), policy));`;
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const args = ['--input-type=module', '-e', script];
  const launcher = isUnderNpm
    ? spawn('/bin/sh', ['-c', '"$0" "$@"; true', process.execPath, ...args], {
        stdio: [...stdio],
        env: { ...process.env, npm_lifecycle_script: 'node bin/launch.js start' },
      })
    : spawn(process.execPath, args, { stdio: [...stdio] });
  launchers.push(launcher);
  const lines: string[] = [];
  for (const stream of [launcher.stdout, launcher.stderr]) {
    createInterface(stream).on('line', (line) => lines.push(line));
  }
  const ended = once(launcher, 'close').then(([code]) => code as number | null);
  return { launcher, lines, ended };
}

const launchers: ChildProcess[] = [];
afterEach(() => {
  for (const launcher of launchers.splice(0)) {
    launcher.kill('SIGKILL');
  }
});

/**
 * Says that it is ready, and then its number and what it was told of those before it; ends when told, or with its
 * launcher. It listens before it speaks: whoever has read its number may tell it to stop, or end it, since a server
 * that was ready is brought back.
 */
const createSound = (then = '') => `
  process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
  process.on('disconnect', () => { console.log('alone'); process.exit(0); });
  process.send('ready', () => {
    console.log('server', process.pid, process.env.MUSTER_ENDS ?? 'none');
    ${then}
  });`;
const sound = createSound();

const patient = { timeout: 60_000 };
const find = (lines: readonly string[], pattern: RegExp) =>
  lines.filter((line) => pattern.test(line));

test('a server that ends by itself is brought back, told when and by what, with pauses that grow, until it is too often', async () => {
  const { lines, ended } = launch(createSound('process.exit(7);'), { most: 4 });
  expect(await ended).toBe(1);
  expect(find(lines, /^server /)).toHaveLength(4);
  expect(find(lines, /started again in/).map((line) => /again in (.*) s/.exec(line)?.[1])).toEqual([
    '0.01',
    '0.02',
    '0.04',
  ]);
  expect(lines.at(-1)).toMatch(
    /^muster: .* 4 times within 60 minutes, .*exit code 7.* not started again/,
  );
  const [, second] = find(lines, /^server /);
  expect(JSON.parse(second?.split(' ').slice(2).join(' ') ?? '')).toEqual([
    { at: expect.stringMatching(/^\d{4}-.*Z$/), reason: 'exit code 7' },
  ]);
});

test('what no server has written down yet is handed on', async () => {
  const server = `if (process.env.MUSTER_ENDS?.includes('"},{"') !== true) {
      if (process.env.MUSTER_ENDS === undefined) process.send('ready', () => process.exit(7));
      else process.exit(8);
    } else { console.log(process.env.MUSTER_ENDS); process.send('ready', () => process.exit(0)); }`;
  const { lines, ended } = launch(server, { most: 5 });
  expect(await ended).toBe(0);
  const told = JSON.parse(find(lines, /^\[/)[0] ?? '');
  expect(told).toMatchObject([{ reason: 'exit code 7' }, { reason: 'exit code 8' }]);
});

test.each([
  ['was never ready', 'process.exit(9)', 9],
  [
    'was told to stop and failed at that',
    `process.send('ready', () => process.send('stopping', () => process.exit(70)))`,
    70,
  ],
  ['refuses its settings', `process.send('ready', () => process.exit(78))`, 78],
  ['ended as it was told', `process.send('ready', () => process.exit(0))`, 0],
  [
    'got a signal that tells to stop',
    `process.send('ready', () => process.kill(process.pid, 'SIGTERM'))`,
    1,
  ],
])('a server that %s is not brought back', async (_name, server, code) => {
  const { lines, ended } = launch(server);
  expect(await ended).toBe(code);
  expect(find(lines, /started again/)).toEqual([]);
});

test('a server that is killed is brought back', async () => {
  const { launcher, lines, ended } = launch(sound);
  await expect.poll(() => find(lines, /^server /), patient).toHaveLength(1);
  const pid = Number(lines[0]?.split(' ')[1]);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => find(lines, /^server /), patient).toHaveLength(2);
  expect(find(lines, /signal SIGKILL/)).not.toEqual([]);
  launcher.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to the launcher stops the server, however often',
  async (signal) => {
    const { launcher, lines, ended } = launch(sound);
    await expect.poll(() => find(lines, /^server /), patient).toHaveLength(1);
    for (let times = 0; times < 3; times += 1) {
      launcher.kill(signal);
    }
    expect(await ended).toBe(0);
    expect(find(lines, /^told/)).not.toEqual([]);
    expect(find(lines, /started again/)).toEqual([]);
  },
);

test('a launcher that is told in a pause ends', async () => {
  const { launcher, lines, ended } = launch(
    `if (process.env.MUSTER_ENDS) process.exit(7); process.send('ready', () => process.exit(7));`,
    { most: 1000 },
  );
  await expect.poll(() => find(lines, /in 0.04 s/).length, patient).toBeGreaterThan(1);
  launcher.kill('SIGTERM');
  expect([0, 7, 1]).toContain(await ended);
});

test('a server learns that its launcher was killed', async () => {
  const { launcher, lines } = launch(sound);
  await expect.poll(() => find(lines, /^server /), patient).toHaveLength(1);
  launcher.kill('SIGKILL');
  await expect.poll(() => find(lines, /^alone/), patient).toHaveLength(1);
});

test('a launcher that npm runs ends with npm', async () => {
  const { launcher, lines } = launch(sound, { isUnderNpm: true });
  await expect.poll(() => find(lines, /^server /), patient).toHaveLength(1);
  launcher.kill('SIGKILL');
  await expect.poll(() => find(lines, /^told/), patient).toHaveLength(1);
});
