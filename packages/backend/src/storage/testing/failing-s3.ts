import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type S3Server, startS3 } from './s3-server.ts';

/** What an S3 does in place of what it was asked for. */
export type Fault =
  /** Answers 503 and does nothing. */
  | 'refuses'
  /** Takes half of what is sent, or gives half of what it has, and is gone. */
  | 'is cut off'
  /** Does it, and is gone before it says so. */
  | 'does not say so'
  /** Says that it has done it, and has not. */
  | 'lies'
  /** Keeps or gives one byte less, and says that it was all. */
  | 'is short'
  /** Says nothing, for as long as anybody waits. */
  | 'is silent';

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE';

/** An S3 of which some calls fail. */
export interface FailingS3 extends S3Server {
  /** From now on, and after so many of its calls, each call by this method fails; null: none does. */
  fail(fault: { method: Method; fault: Fault; after?: number; times?: number } | null): void;
  /** Waits until all that was asked is done, also what nobody waits for any more. */
  settle(): Promise<void>;
}

/** Starts one. Names and signatures are looked at by the S3 that does the work. */
export async function startFailingS3(): Promise<FailingS3> {
  const s3 = await startS3();
  const behind = new URL(s3.url);
  let planned: { method: string; fault: Fault; after: number; times: number } | null = null;

  function findFault(method: string | undefined): Fault | null {
    if (planned === null || planned.method !== method) {
      return null;
    }
    if (planned.after > 0) {
      planned.after -= 1;
      return null;
    }
    planned.times -= 1;
    const { fault } = planned;
    planned = planned.times > 0 ? planned : null;
    return fault;
  }

  /** Sends a call on as it came, with another body where one is given. */
  function sendOn({ method, url, headers }: IncomingMessage, body: Buffer): ClientRequest {
    const { hostname, port } = behind;
    const sent = request({
      ...{ hostname, port, method, path: url },
      headers: { ...headers, 'content-length': String(body.length) },
    });
    sent.end(body);
    return sent;
  }

  async function answer(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const fault = findFault(asked.method);
    if (fault === 'is cut off' && asked.method === 'PUT') {
      await once(asked, 'data');
      asked.socket.destroy();
      return;
    }
    const body = await buffer(asked);
    if (fault === 'is silent') {
      return;
    }
    if (fault === 'refuses') {
      answered.writeHead(503).end();
      return;
    }
    if (fault === 'lies') {
      answered.writeHead(asked.method === 'DELETE' ? 204 : 200).end();
      return;
    }
    const isShortened = fault === 'is short' && asked.method === 'PUT';
    const [done] = await once(sendOn(asked, isShortened ? body.subarray(1) : body), 'response');
    const given = await buffer(done as IncomingMessage);
    const { statusCode = 500, headers } = done as IncomingMessage;
    if (fault === 'does not say so') {
      asked.socket.destroy();
      return;
    }
    if (fault === 'is short' && asked.method === 'GET') {
      answered.writeHead(statusCode, { ...headers, 'content-length': String(given.length - 1) });
      answered.end(given.subarray(1));
      return;
    }
    answered.writeHead(statusCode, headers);
    if (fault === 'is cut off') {
      answered.write(given.subarray(0, given.length / 2), () => asked.socket.destroy());
      return;
    }
    answered.end(given);
  }

  const underWay = new Set<Promise<void>>();
  const server = createServer((asked, answered) => {
    const work = answer(asked, answered)
      .catch(() => void asked.socket.destroy())
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(s3.url);
  url.port = String((server.address() as AddressInfo).port);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await s3.close();
  };
  return {
    url: url.href,
    listIds: s3.listIds,
    fail(given) {
      planned = given && { after: 0, times: Number.POSITIVE_INFINITY, ...given };
    },
    async settle() {
      await Promise.all(underWay);
    },
    close,
    async [Symbol.asyncDispose]() {
      await close();
      await s3[Symbol.asyncDispose]();
    },
  };
}
