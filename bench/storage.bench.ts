import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { serve } from '../packages/backend/src/testing/serve.ts';
import { withBenchDatabase } from './bench-database.ts';
import { type Contender, compare, type Figure } from './measure.ts';

const bytes = Buffer.alloc(10 * 1024 * 1024, 'Kaarna');
/** As the official client of resumable uploads sends them. */
const chunkBytes = 6 * 1024 * 1024;

interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

type Send = (asked: Asked) => Promise<IncomingMessage>;

/** Sends one request after the other by connections that stay open. */
function createSender(port: number): { send: Send; stop(): void } {
  const agent = new Agent({ keepAlive: true });
  return {
    async send({ method, path, headers = {}, body }) {
      const sent = ask({ host: '127.0.0.1', port, agent, method, path, headers });
      sent.setHeader('content-length', body?.length ?? 0).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      let received = 0;
      for await (const chunk of answer) {
        received += (chunk as Buffer).length;
      }
      const isWhole = method !== 'GET' || received === bytes.length;
      if ((answer.statusCode ?? 500) >= 300 || !isWhole) {
        throw new Error(`${method} ${path}: ${answer.statusCode}, ${received} bytes`);
      }
      return answer;
    },
    stop: () => agent.destroy(),
  };
}

/** Files of a folder, read and written as they are; what is written is safe before it says so. */
async function openStatic(folder: string) {
  const server = createServer(async (asked, answer) => {
    const path = join(folder, 'file.bin');
    if (asked.method === 'GET') {
      answer.setHeader('content-length', (await stat(path)).size);
      // Whoever asks counts what comes.
      await pipeline(createReadStream(path), answer).catch(() => undefined);
      return;
    }
    const file = await open(path, 'w');
    for await (const chunk of asked) {
      await file.write(chunk as Buffer);
    }
    await file.datasync();
    await file.close();
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { send, stop } = createSender((server.address() as AddressInfo).port);
  return {
    upload: () => send({ method: 'PUT', path: '/file.bin', body: bytes }),
    download: () => send({ method: 'GET', path: '/file.bin' }),
    stop() {
      stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openOurs(database: Database, home: 'directory' | 'database', directory: string) {
  const backend = await createBackend({
    database,
    config: { storage: { home, directory } },
    log: (message, cause) => console.error(message, cause),
  });
  const server = await serve((request) => backend.fetch(request, { clientAddress: '192.0.2.1' }));
  const { send, stop } = createSender(Number(new URL(server.url).port));
  const authorization = `Bearer ${backend.apiKeys.serviceRole}`;
  const upload = () =>
    send({
      ...{ method: 'PUT', path: '/storage/v1/object/bench/file.bin', body: bytes },
      headers: { authorization },
    });
  const resume = async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const tus = { authorization, 'tus-resumable': '1.0.0' };
    const begun = await send({
      ...{ method: 'POST', path: '/storage/v1/upload/resumable' },
      headers: {
        ...{ ...tus, 'x-upsert': 'true', 'upload-length': String(bytes.length) },
        'upload-metadata': `bucketName ${encode('bench')},objectName ${encode('resumed.bin')}`,
      },
    });
    const path = begun.headers.location ?? '';
    for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
      await send({
        ...{ method: 'PATCH', path, body: bytes.subarray(offset, offset + chunkBytes) },
        headers: {
          ...{ ...tus, 'upload-offset': String(offset) },
          'content-type': 'application/offset+octet-stream',
        },
      });
    }
  };
  return {
    upload,
    resume,
    download: () => send({ method: 'GET', path: '/storage/v1/object/public/bench/file.bin' }),
    /** Takes away what was uploaded before. */
    async clear() {
      await database.query(`delete from storage.objects`);
      await database.query(`update private.stored_bytes set unwanted_at = 'epoch'`);
      await backend.sweepStorage();
    },
    async stop() {
      stop();
      await server[Symbol.asyncDispose]();
      await backend.close();
    },
  };
}

function inTurn(work: () => Promise<unknown>, prepare?: () => Promise<void>): Contender {
  return {
    ...(prepare && { prepare }),
    async run(times) {
      for (let left = times; left > 0; left -= 1) {
        await work();
      }
    },
  };
}

async function measureHome(
  database: Database,
  home: 'directory' | 'database',
  folder: string,
): Promise<Figure[]> {
  const goal = home === 'directory' ? '0.8' : 'printed';
  const ours = await openOurs(database, home, join(folder, 'stored'));
  const floor = await openStatic(folder);
  const upload = inTurn(ours.upload, ours.clear);
  const sides = { goal, times: 8 };
  const figures = [
    await compare({
      what: `storage, uploads of 10 MiB, home ${home}; floor: a static file server that makes them safe`,
      ...{ ...sides, ours: upload },
      floor: inTurn(floor.upload),
    }),
    await compare({
      what: `storage, downloads of 10 MiB, home ${home}; floor: a static file server`,
      ...{ ...sides, ours: inTurn(ours.download) },
      floor: inTurn(floor.download),
    }),
  ];
  if (home === 'directory') {
    figures.push(
      await compare({
        what: 'storage, resumable uploads of 10 MiB, home directory; floor: plain ones',
        ...{ goal: 'printed', times: 8, floor: upload },
        ours: inTurn(ours.resume, ours.clear),
      }),
    );
  }
  floor.stop();
  await ours.stop();
  return figures;
}

/** Files by the storage service beside a server that does nothing but hand them on, one after the other. */
export async function bench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-bench-'));
  await writeFile(join(folder, 'file.bin'), bytes);
  try {
    return await withBenchDatabase(async (database) => {
      await database.query(
        `insert into storage.buckets (id, name, public) values ('bench', 'bench', true)`,
      );
      return [
        ...(await measureHome(database, 'directory', folder)),
        ...(await measureHome(database, 'database', folder)),
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
