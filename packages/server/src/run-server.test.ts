import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const runServer = new URL('run-server.ts', import.meta.url).href;

/** A process that runs a server of these lines, is sent the signals once it says `now`, and ends. */
async function run(compose: string, ...signals: NodeJS.Signals[]) {
  const script = `
    import { runServer } from ${JSON.stringify(runServer)};
    setInterval(() => undefined, 1000).unref();
    process.exitCode = await runServer(async (parts, { stop, pause }) => {
      const alive = setInterval(() => undefined, 1000);
      parts.defer(async () => { clearInterval(alive); console.log('closed'); });
      ${compose}
      return [];
    }).catch((error) => {
      console.error(error);
      return 1;
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    if (chunk.toString('utf8').includes('now')) {
      for (const signal of signals) {
        child.kill(signal);
      }
    }
  });
  const [code] = await once(child, 'close');
  return { code, closed: output.split('closed').length - 1, errors, output };
}

const sayNow = `setImmediate(() => console.log('now'));`;

test.each([
  ['SIGTERM', ['SIGTERM']],
  ['SIGINT', ['SIGINT']],
  ['SIGHUP', ['SIGHUP']],
  ['all of them, twice', ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGTERM', 'SIGINT', 'SIGHUP']],
] as const)('%s stops it once, in order', async (_name, signals) => {
  expect(await run(sayNow, ...signals)).toMatchObject({ code: 0, closed: 1, errors: '' });
});

test('a part of it can tell it to stop', async () => {
  expect(await run('setImmediate(stop);')).toMatchObject({ code: 0, closed: 1, errors: '' });
});

test('told in the middle of the start it closes what is open and ends', async () => {
  const neverReady = `console.log('now'); await new Promise(() => undefined);`;
  expect(await run(neverReady, 'SIGTERM')).toMatchObject({ code: 0, closed: 1, errors: '' });
});

test('a start that fails closes what is open and says why', async () => {
  const { code, closed, errors } = await run(`throw new Error('no such port');`);
  expect([code, closed]).toEqual([1, 1]);
  expect(errors).toContain('no such port');
});

test.each([
  ['an exception', `setImmediate(() => { throw new Error('unforeseen'); });`],
  ['a rejection', `void Promise.reject(new Error('unforeseen'));`],
])('%s that nobody catches ends it at once, by a code of its own', async (_name, compose) => {
  const { code, errors } = await run(compose);
  expect(code).toBe(70);
  expect(errors).toContain('muster: the server ends by an error that nobody caught');
  expect(errors).toContain('unforeseen');
});

test('a pause ends what is served, does its work, and serves anew', async () => {
  const { code, closed, errors, output } = await run(
    `globalThis.times = (globalThis.times ?? 0) + 1;
    if (globalThis.times === 2) { setImmediate(stop); return []; }
    setImmediate(() => pause(async () => console.log('paused after', globalThis.times)));`,
  );
  expect({ code, closed, errors }).toEqual({ code: 0, closed: 2, errors: '' });
  expect(output.indexOf('closed')).toBeLessThan(output.indexOf('paused after 1'));
});

test('told to stop in a pause it has the work end first, and serves no more', async () => {
  const { code, closed, output } = await run(
    `setImmediate(() => pause(async (signal) => {
      const alive = setInterval(() => undefined, 1000);
      console.log('now');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      clearInterval(alive);
      console.log('work ended');
    }));`,
    'SIGTERM',
  );
  expect([code, closed]).toEqual([0, 1]);
  expect(output).toContain('work ended');
});

test('the launcher knows that it is ready before anybody reads so', async () => {
  const script = `
    import { runServer } from ${JSON.stringify(runServer)};
    console.log = () => process.kill(process.pid, 'SIGKILL');
    await runServer(async () => ['ready']);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const heard: unknown[] = [];
  child.on('message', (message) => heard.push(message));
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(heard).toEqual(['ready']);
});
