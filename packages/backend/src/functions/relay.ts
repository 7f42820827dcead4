import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { FunctionCall } from './call.ts';
import { answerTooLarge, crashed, FunctionFailure, tooLarge } from './failure.ts';
import type { FunctionLimits } from './limits.ts';

/** What the league alone reads and writes, and what is said of one connection or one body. */
const keptBack = new Set([
  'apikey',
  'authorization',
  'connection',
  'content-length',
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
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-relay-error',
]);
const smallBytes = 64 * 1024;

type BodyLimits = Pick<FunctionLimits, 'requestBytes' | 'responseBytes'>;

/** Hands a call to a function's process; resolves once it is answered, and rejects with why it was not. */
export function relay(process: Dispatcher, call: FunctionCall, limits: BodyLimits): Promise<void> {
  return new Promise((resolve, reject) => {
    new Relay(call, limits, { resolve, reject }).send(process);
  });
}

interface RelayEnds {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** One call on its way to the process and back. The caller may leave at any moment, and its time be over. */
class Relay implements Dispatcher.DispatchHandler {
  readonly #call: FunctionCall;
  readonly #limits: BodyLimits;
  readonly #ends: RelayEnds;
  #bytes = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #isOver = false;

  constructor(call: FunctionCall, limits: BodyLimits, ends: RelayEnds) {
    this.#call = call;
    this.#limits = limits;
    this.#ends = ends;
  }

  send(process: Dispatcher): void {
    const { incoming } = this.#call;
    this.#call.onBreak((reason) => this.#breakOff(reason));
    if (!hasBody(incoming)) {
      this.#dispatch(process, null);
    } else if (isSmall(incoming.headers['content-length'])) {
      // Whole: a stream costs more than all the rest of a small call.
      readWhole(incoming, (body) => this.#dispatch(process, body));
    } else {
      this.#dispatch(process, Readable.from(bound(incoming, this.#limits.requestBytes)));
    }
  }

  #dispatch(process: Dispatcher, body: Buffer | Readable | null): void {
    if (this.#isOver) {
      return;
    }
    const { incoming, path } = this.#call;
    const headers = toHeaders(this.#call);
    const length = incoming.headers['content-length'];
    if (body instanceof Readable && length !== undefined) {
      headers['content-length'] = length;
    }
    process.dispatch({ path, method: incoming.method ?? 'GET', headers, body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#call.reason !== null) {
      controller.abort(this.#call.reason);
    }
  }

  onResponseStart(_: unknown, status: number, given: IncomingHttpHeaders): void {
    if (status >= 200) {
      this.#call.outgoing.writeHead(status, toAnswerHeaders(given, this.#call));
    }
  }

  /** No more is read of the answer than its caller takes. */
  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const { outgoing } = this.#call;
    const { responseBytes } = this.#limits;
    this.#bytes += piece.byteLength;
    if (this.#bytes > responseBytes) {
      controller.abort(answerTooLarge(responseBytes));
    } else if (!outgoing.write(piece)) {
      controller.pause();
      outgoing.once('drain', () => controller.resume());
    }
  }

  onResponseEnd(): void {
    this.#isOver = true;
    this.#call.outgoing.end();
    this.#ends.resolve();
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    const { outgoing, reason } = this.#call;
    if (outgoing.headersSent) {
      outgoing.destroy();
    }
    this.#ends.reject(reason ?? (error instanceof FunctionFailure ? error : crashed()));
  }

  #breakOff(reason: Error): void {
    if (this.#controller === null) {
      this.onResponseError(null, reason);
    } else {
      this.#controller.abort(reason);
    }
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  const isSent = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
  return isSent && method !== 'GET' && method !== 'HEAD';
}

function isSmall(length: string | undefined): boolean {
  return length !== undefined && Number(length) <= smallBytes;
}

/** Reads a body that says how small it is; where it breaks off, so does its call. */
function readWhole(incoming: IncomingMessage, onBody: (body: Buffer) => void): void {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.once('end', () => onBody(Buffer.concat(pieces)));
}

/** A body up to a limit, and a failure for one byte more. */
async function* bound(incoming: IncomingMessage, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  // Its connection stays, by which its caller hears why.
  for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
    bytes += piece.byteLength;
    if (bytes > most) {
      throw tooLarge(most);
    }
    yield piece;
  }
}

function toHeaders({ incoming, authorization, host, requestId }: FunctionCall) {
  const headers: OutgoingHttpHeaders = {};
  for (const name in incoming.headers) {
    if (!keptBack.has(name)) {
      headers[name] = incoming.headers[name];
    }
  }
  if (authorization !== null) {
    headers.authorization = authorization;
  }
  headers.host = host;
  headers['sb-request-id'] = requestId;
  return headers;
}

function toAnswerHeaders(given: IncomingHttpHeaders, { ownHeaders, requestId }: FunctionCall) {
  const headers: OutgoingHttpHeaders = {};
  for (const name in given) {
    if (!keptFrom.has(name)) {
      headers[name] = given[name];
    }
  }
  headers['sb-request-id'] = requestId;
  return Object.assign(headers, ownHeaders);
}
