import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FunctionsServer, FunctionsServerTask } from './functions-server.ts';
import { compare, type Figure, quantile } from './measure.ts';

const file = `
Deno.serve({ port: 0, hostname: '127.0.0.1' }, async (request) => {
  const { name, scores } = await request.json();
  return Response.json({ name, best: Math.max(...scores), sum: scores.reduce((a, b) => a + b, 0) });
});`;
const body = JSON.stringify({ name: 'Kaarna', scores: Array.from({ length: 100 }, (_, at) => at) });
const coldStarts = 9;
const serverFile = fileURLToPath(new URL('functions-server.ts', import.meta.url));

/** The same file on Deno alone. */
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
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

type OpenServer = Awaited<ReturnType<typeof openServer>>;

/** A process of `functions-server.ts`. */
async function openServer(kind: 'ours' | 'proxy', where: string) {
  const child: ChildProcess = fork(serverFile, [kind, where]);
  const [told] = (await once(child, 'message')) as [FunctionsServer];
  return {
    ...told,
    /** Has it done what it understands; resolves to how much of the processor it has used, in microseconds. */
    tell: async (what: FunctionsServerTask) => {
      child.send(what);
      const [used] = (await once(child, 'message')) as [number];
      return used;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/**
 * Calls by connections that stay open, each with one call at a time. It writes and reads bytes and no more, so that of
 * two processors one is left for whoever is asked.
 */
function createCallers(port: number, { path = '/', authorization = '', connections = 10 }) {
  const request = Buffer.from(
    [
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`,
      authorization === '' ? '' : `authorization: ${authorization}\r\n`,
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ].join(''),
  );
  let sockets: Socket[] = [];
  const openOne = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    await once(socket, 'connect');
    return socket;
  };
  return {
    prepare: async () => {
      sockets = await Promise.all(Array.from({ length: connections }, openOne));
    },
    run: async (times: number) => {
      let left = times;
      const lane = async (socket: Socket) => {
        while (left > 0) {
          left -= 1;
          await callOnce(socket, request);
        }
        socket.destroy();
      };
      await Promise.all(sockets.map(lane));
    },
  };
}

function callOnce(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const onClose = () => reject(new Error(`Closed after: ${heard}`));
    const onData = (text: string) => {
      heard += text;
      const head = heard.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(heard)?.[1]);
      if (head < 0 || heard.length < head + 4 + length) {
        return;
      }
      socket.off('data', onData).off('close', onClose);
      if (heard.startsWith('HTTP/1.1 200') && heard.endsWith('"sum":4950}')) {
        resolve();
      } else {
        reject(new Error(heard));
      }
    };
    socket.on('data', onData).once('close', onClose);
    socket.write(request);
  });
}

/** Calls that find no process. */
async function measureCold(ours: OpenServer): Promise<Figure> {
  const callers = createCallers(ours.port, { ...toOurs(ours), connections: 1 });
  const times: number[] = [];
  for (let at = 0; at < coldStarts; at += 1) {
    await ours.tell('end functions');
    await callers.prepare();
    const started = performance.now();
    await callers.run(1);
    times.push(performance.now() - started);
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

function toOurs({ authorization }: FunctionsServer) {
  return { path: '/functions/v1/best', authorization };
}

interface Measured {
  callers: ReturnType<typeof createCallers>;
  server: OpenServer;
}

/**
 * What a call takes of the processor in the process between caller and Deno alone. Beside rates, which others on the
 * machine and the scheduler have a part in, this is what a call costs.
 */
async function measureUsed(ours: Measured, proxy: Measured): Promise<Figure> {
  const times = 2_000;
  const measure = async ({ callers, server }: Measured) => {
    await callers.prepare();
    const before = await server.tell('say');
    await callers.run(times);
    return ((await server.tell('say')) - before) / times;
  };
  const used: { ours: number; proxy: number }[] = [];
  for (let round = 0; round < 7; round += 1) {
    used.push({ ours: await measure(ours), proxy: await measure(proxy) });
  }
  const sort = (values: number[]) => values.sort((a, b) => a - b);
  const ratios = sort(used.map((round) => round.proxy / round.ours));
  const spread = (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / 2;
  const middle = (who: keyof (typeof used)[number]) =>
    quantile(sort(used.map((round) => round[who])), 0.5);
  return {
    what: 'function, processor time of a warm call between caller and Deno; floor: a bare node:http proxy',
    ours: middle('ours').toFixed(0),
    floor: middle('proxy').toFixed(0),
    unit: 'µs',
    ratio: quantile(ratios, 0.5).toFixed(2),
    spread: `± ${spread.toFixed(2)}`,
    goal: '0.7',
  };
}

/** A warm call by so many at once: beside a bare proxy to the same file, and beside that file on a bare Deno. */
async function measureWarm(servers: Servers, connections: number): Promise<Figure[]> {
  const callers = {
    ours: createCallers(servers.ours.port, { ...toOurs(servers.ours), connections }),
    proxy: createCallers(servers.proxy.port, { connections }),
    bare: createCallers(servers.bare.port, { connections }),
  };
  const { ours, proxy, bare } = callers;
  const isOne = connections === 1;
  const [many, goal, times] = isOne ? ['one', 'printed', 500] : ['ten', '0.7', 3_000];
  const what = `function, a warm call, ${many} at once`;
  const behind = `${what}; floor: the same file behind a bare node:http proxy`;
  const alone = `${what}; floor: the same file on a bare Deno`;
  const possible = `the bare proxy, ${many} at once; floor: the same file on a bare Deno`;
  return [
    await compare({ what: behind, goal, times, ours, floor: proxy }),
    await compare({ what: alone, goal: 'printed', times, ours, floor: bare }),
    await compare({ what: possible, goal: '–', times, ours: proxy, floor: bare }),
    ...(isOne
      ? []
      : [
          await measureUsed(
            { callers: ours, server: servers.ours },
            { callers: proxy, server: servers.proxy },
          ),
        ]),
  ];
}

interface Servers {
  ours: OpenServer;
  proxy: OpenServer;
  bare: { port: number };
}

/** Warm calls beside what a process in between costs at least and beside none, and a cold one. */
export async function bench(): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'functions-bench-'));
  const folder = join(home, 'supabase', 'functions');
  const path = join(folder, 'best', 'index.ts');
  await mkdir(join(folder, 'best'), { recursive: true });
  await writeFile(path, file);
  try {
    const ours = await openServer('ours', folder);
    const bare = await openBare(ours.program, path);
    const proxy = await openServer('proxy', String(bare.port));
    const servers = { ours, proxy, bare };
    const figures = [
      ...(await measureWarm(servers, 10)),
      ...(await measureWarm(servers, 1)),
      await measureCold(ours),
    ];
    await Promise.all([ours.stop(), proxy.stop(), bare.stop()]);
    return figures;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
