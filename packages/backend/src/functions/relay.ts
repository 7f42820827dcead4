import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { crashed, FunctionFailure, tookTooLong, tooLarge } from './failure.ts';
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
  'transfer-encoding',
  'x-relay-error',
]);
const smallBytes = 64 * 1024;
const bodiless = [204, 205, 304];

/** What of a request a function is asked by; its body is looked at only where there is one. */
export interface FunctionRequest
  extends Pick<Request, 'method' | 'url' | 'headers' | 'body' | 'signal' | 'arrayBuffer'> {
  /** In place of the header of that name: the token that the caller's key stands for, or the caller's own. */
  authorization: string | null;
}

/** The time that a call has; who works for it says how it is broken off. */
export interface CallTime {
  isOver: boolean;
  breakOff: () => void;
}

export interface RelayedCall {
  request: FunctionRequest;
  host: string;
  /** The function's name and what follows it, with the query. */
  path: string;
  requestId: string;
  time: CallTime;
  limits: Pick<FunctionLimits, 'requestBytes' | 'responseBytes'>;
}

/** Hands a request to a function's process; `onEnd` is called once nothing of the call is left. */
export function relay(
  process: Dispatcher,
  call: RelayedCall,
  onEnd: () => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    new Relay(call, { resolve, reject, onEnd }).send(process);
  });
}

interface RelayEnds {
  resolve: (answer: Response) => void;
  reject: (error: Error) => void;
  onEnd: () => void;
}

/** One call on its way to the process and back. The caller may leave at any moment, and its time be over. */
class Relay implements Dispatcher.DispatchHandler {
  readonly #call: RelayedCall;
  readonly #ends: RelayEnds;
  readonly #onLeave = () => this.#breakOff(new DOMException('The caller left', 'AbortError'));
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #start: { status: number; headers: Record<string, string> } | null = null;
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  #reason: Error | null = null;
  #isOver = false;

  constructor(call: RelayedCall, ends: RelayEnds) {
    this.#call = call;
    this.#ends = ends;
    call.time.breakOff = () => this.#breakOff(tookTooLong());
    call.request.signal.addEventListener('abort', this.#onLeave);
  }

  send(process: Dispatcher): void {
    const { request, limits } = this.#call;
    const length = request.headers.get('content-length');
    const dispatch = (body: Uint8Array | Readable | null) => this.#dispatch(process, body, length);
    if (request.signal.aborted) {
      this.#onLeave();
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      dispatch(null);
    } else if (isSmall(length)) {
      request.arrayBuffer().then(
        (body) => dispatch(new Uint8Array(body)),
        (error: Error) => this.#breakOff(error),
      );
    } else {
      const { body } = request;
      dispatch(body === null ? null : Readable.from(bound(body, limits.requestBytes)));
    }
  }

  #dispatch(process: Dispatcher, body: Uint8Array | Readable | null, length: string | null): void {
    if (this.#isOver) {
      return;
    }
    const { request, path } = this.#call;
    const headers = toHeaders(this.#call);
    if (body instanceof Readable && length !== null) {
      headers['content-length'] = length;
    }
    process.dispatch({ path, method: request.method, headers, body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason !== null) {
      controller.abort(this.#reason);
    }
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    given: IncomingHttpHeaders,
  ): void {
    if (status < 200) {
      return;
    }
    const start = { status, headers: toAnswerHeaders(given, this.#call.requestId) };
    this.#start = start;
    // What is small and says so is read whole: a stream of the web costs more than all the rest of a call.
    if (!bodiless.includes(status) && !isSmall(given['content-length'])) {
      this.#ends.resolve(new Response(this.#open(controller), start));
    }
  }

  #open(controller: Dispatcher.DispatchController): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (stream) => {
          this.#stream = stream;
        },
        pull: () => controller.resume(),
        cancel: () => this.#onLeave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: smallBytes }),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const { responseBytes } = this.#call.limits;
    this.#bytes += piece.byteLength;
    if (this.#bytes > responseBytes) {
      this.#breakOff(new Error(`The function's answer is larger than ${responseBytes} bytes`));
    } else if (this.#stream === null) {
      this.#pieces.push(piece);
    } else {
      this.#stream.enqueue(piece);
      if ((this.#stream.desiredSize ?? 0) <= 0) {
        controller.pause();
      }
    }
  }

  onResponseEnd(): void {
    const { status, headers } = this.#start ?? { status: 502, headers: {} };
    if (this.#stream === null) {
      const body = bodiless.includes(status) ? null : Buffer.concat(this.#pieces);
      this.#ends.resolve(new Response(body, { status, headers }));
    } else {
      this.#stream.close();
    }
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) {
      return;
    }
    const failure = toFailure(this.#reason ?? error);
    this.#stream?.error(failure);
    this.#ends.reject(failure);
    this.#end();
  }

  #breakOff(reason: Error): void {
    this.#reason ??= reason;
    if (this.#controller === null) {
      this.onResponseError(null, reason);
    } else {
      this.#controller.abort(reason);
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#call.request.signal.removeEventListener('abort', this.#onLeave);
    this.#ends.onEnd();
  }
}

function toHeaders({ request, requestId, host }: RelayedCall): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (!keptBack.has(name)) {
      headers[name] = value;
    }
  }
  if (request.authorization !== null) {
    headers.authorization = request.authorization;
  }
  headers.host = host;
  headers['sb-request-id'] = requestId;
  return headers;
}

function toAnswerHeaders(given: IncomingHttpHeaders, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !keptFrom.has(name)) {
      headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
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

function isSmall(length: string | null | undefined): boolean {
  return length != null && Number(length) <= smallBytes;
}

function toFailure(error: Error): Error {
  return error instanceof FunctionFailure || error.name === 'AbortError' ? error : crashed();
}
