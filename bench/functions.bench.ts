import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { openFunctions } from '../packages/server/src/functions/open-functions.ts';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, quantile, runTenAtOnce } from './measure.ts';

const file = `
Deno.serve({ port: 0, hostname: '127.0.0.1' }, async (request) => {
  const { name, scores } = await request.json();
  return Response.json({ name, best: Math.max(...scores), sum: scores.reduce((a, b) => a + b, 0) });
});`;
const body = JSON.stringify({ name: 'Kaarna', scores: Array.from({ length: 100 }, (_, at) => at) });
const coldStarts = 9;

/** The same file on Deno alone, asked over connections that stay open. */
async function openBare(program: string, path: string) {
  const child = spawn(program, ['run', '--no-config', '--allow-net', path], {
    env: { NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let port = 0;
  for await (const line of createInterface(child.stderr)) {
    const [, found] = /127\.0\.0\.1:(\d+)/.exec(line) ?? [];
    if (found !== undefined) {
      port = Number(found);
      break;
    }
  }
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return {
    call: async () => {
      const asked = ask({ host: '127.0.0.1', port, agent, method: 'POST', headers }).end(body);
      const [answer] = await once(asked, 'response');
      return text(answer);
    },
    stop: async () => {
      agent.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function openOurs(database: Database, folder: string, idleMs: number) {
  const functions = await openFunctions({
    folder,
    getLeague: () => ({ url: 'http://localhost:1', host: '127.0.0.1', port: 1 }),
    onLine: (_, { text }) => console.error(text),
  });
  if (functions === null) {
    throw new Error('There is no Deno here');
  }
  const backend = await createBackend({
    database,
    config: { functions: { ...functions, limits: { idleMs, failureHoldsMs: 0 } } },
  });
  await backend.prepareFunctions();
  const headers = {
    authorization: `Bearer ${backend.apiKeys.anon}`,
    'content-type': 'application/json',
    // As it comes over HTTP from whoever knows the length.
    'content-length': String(Buffer.byteLength(body)),
  };
  const call = async () => {
    const request = new Request('http://localhost/functions/v1/best', {
      method: 'POST',
      body,
      headers,
    });
    const answer = await backend.fetch(request, { clientAddress: '192.0.2.1' });
    if (answer.status !== 200) {
      throw new Error(`${answer.status} ${await answer.text()}`);
    }
    return answer.text();
  };
  return { call, close: backend.close, program: functions.deno.program };
}

/** Calls that find no process, each in a server of its own. */
async function measureCold(database: Database, folder: string): Promise<Figure> {
  const times: number[] = [];
  for (let at = 0; at < coldStarts; at += 1) {
    const ours = await openOurs(database, folder, 60_000);
    const started = performance.now();
    await ours.call();
    times.push(performance.now() - started);
    await ours.close();
  }
  times.sort((a, b) => a - b);
  return {
    what: 'function, a cold call: its process starts',
    ours: quantile(times, 0.5).toFixed(0),
    floor: '–',
    unit: 'ms',
    ratio: '–',
    spread: `± ${((quantile(times, 0.75) - quantile(times, 0.25)) / 2).toFixed(0)}`,
    goal: 'printed',
  };
}

/** A warm call as the server answers it beside the same file on Deno alone, and a cold one. */
export async function bench(): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'functions-bench-'));
  const folder = join(home, 'supabase', 'functions');
  const path = join(folder, 'best', 'index.ts');
  await mkdir(join(folder, 'best'), { recursive: true });
  await writeFile(path, file);
  try {
    return await withBenchDatabase(async (database) => {
      const cold = await measureCold(database, folder);
      const ours = await openOurs(database, folder, 600_000);
      const bare = await openBare(ours.program, path);
      const warm = await compare({
        what: 'function, a warm call, ten at once; floor: the same file on a bare Deno',
        goal: '0.7',
        times: 1_000,
        ours: { run: (times) => runTenAtOnce(times, ours.call) },
        floor: { run: (times) => runTenAtOnce(times, bare.call) },
      });
      await bare.stop();
      await ours.close();
      return [warm, cold];
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
