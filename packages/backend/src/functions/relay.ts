import { Agent, request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { crashed, FunctionFailure, tooLarge } from './failure.ts';
import type { FunctionLimits } from './limits.ts';

/** Connections to functions, kept between calls. */
const agent = new Agent({
  keepAlive: true,
  maxSockets: Number.POSITIVE_INFINITY,
  maxFreeSockets: 16,
});

/** What the league alone reads and writes, and what is said of one connection. */
const keptBack = new Set([
  'connection',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-door-token',
]);
const keptFrom = new Set([
  'connection',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'x-relay-error',
]);
const smallBytes = 64 * 1024;
const bodiless = [101, 204, 205, 304];

/** What of a request a function is asked by; its body is looked at only where there is one. */
export type FunctionRequest = Pick<
  Request,
  'method' | 'url' | 'headers' | 'body' | 'signal' | 'arrayBuffer'
>;

export interface RelayedCall {
  request: FunctionRequest;
  host: string;
  /** The function's name and what follows it, with the query. */
  path: string;
  requestId: string;
  /** Ends the call wherever it is, by its reason; the caller's own signal does so too. */
  timer: AbortSignal;
  limits: Pick<FunctionLimits, 'requestBytes' | 'responseBytes'>;
}

/** Hands a request to the process that listens on a socket; `onEnd` is called once nothing of the call is left. */
export function relay(socketPath: string, call: RelayedCall, onEnd: () => void): Promise<Response> {
  const { request, path, requestId, limits } = call;
  return new Promise((resolve, reject) => {
    const asked = ask({
      socketPath,
      agent,
      path,
      method: request.method,
      headers: toHeaders(call),
    });
    const follow = followSignals(asked, call);
    asked.once('error', (error) =>
      reject(error instanceof FunctionFailure ? error : toFailure(error)),
    );
    asked.once('close', () => {
      follow.end();
      onEnd();
    });
    asked.once('response', (answer) =>
      resolve(toResponse(answer, requestId, limits.responseBytes)),
    );
    sendBody(asked, request, limits.requestBytes);
  });
}

/** Breaks off what is asked when the call's time is over or its caller has left. Node's own way costs as much as the call. */
function followSignals(
  asked: ClientRequest,
  { timer, request }: Pick<RelayedCall, 'timer' | 'request'>,
): { end: () => void } {
  const { signal } = request;
  const onTime = () => asked.destroy(timer.reason);
  const onLeave = () => asked.destroy(new DOMException('The caller left', 'AbortError'));
  if (signal.aborted) {
    onLeave();
  }
  timer.addEventListener('abort', onTime);
  signal.addEventListener('abort', onLeave);
  return {
    end: () => {
      timer.removeEventListener('abort', onTime);
      signal.removeEventListener('abort', onLeave);
    },
  };
}

function sendBody(asked: ClientRequest, request: FunctionRequest, most: number): void {
  const length = request.headers.get('content-length');
  if (isSmall(length)) {
    request.arrayBuffer().then(
      (body) => asked.end(new Uint8Array(body)),
      (error: Error) => asked.destroy(error),
    );
    return;
  }
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) {
    asked.end();
    return;
  }
  const body = Readable.from(bound(request.body, most));
  body.once('error', (error) => asked.destroy(error)).pipe(asked);
  asked.once('close', () => body.destroy());
}

function toHeaders({ request, requestId, host }: RelayedCall): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (!keptBack.has(name)) {
      headers[name] = value;
    }
  }
  headers.host = host;
  headers['sb-request-id'] = requestId;
  return headers;
}

/** A body up to a limit, and a failure for one byte more. */
async function* bound(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > most) {
      throw tooLarge(most);
    }
    yield piece;
  }
}

async function toResponse(
  answer: IncomingMessage,
  requestId: string,
  most: number,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!keptFrom.has(name)) {
      headers.set(name, String(value));
    }
  }
  headers.set('sb-request-id', requestId);
  const status = answer.statusCode ?? 502;
  if (bodiless.includes(status)) {
    answer.resume();
    return new Response(null, { status: status === 101 ? 502 : status, headers });
  }
  if (isSmall(answer.headers['content-length'])) {
    return new Response(await readWhole(answer), { status, headers });
  }
  let bytes = 0;
  answer.on('data', (piece: Buffer) => {
    bytes += piece.byteLength;
    if (bytes > most) {
      answer.destroy(new Error(`The function's answer is larger than ${most} bytes`));
    }
  });
  answer.pause();
  return new Response(toWeb(answer), { status, headers });
}

function readWhole(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.once('end', () => resolve(new Uint8Array(Buffer.concat(pieces))));
    answer.once('error', () => reject(crashed()));
  });
}

/** What is small and says so is read whole: a stream of the web costs more than all the rest of a call. */
function isSmall(length: string | null | undefined): boolean {
  return length != null && Number(length) <= smallBytes;
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  // Node's own type of a web stream is another one than the global's.
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}

function toFailure(error: Error): Error {
  return error.name === 'AbortError' ? error : crashed();
}
