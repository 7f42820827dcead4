import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { openToAll } from '../cors.ts';

/** A call that no function has answered, with its answer as Supabase's client reads it. */
export class FunctionFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly #retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.name = 'FunctionFailure';
    this.status = status;
    this.code = code;
    this.#retryAfter = retryAfter;
  }

  /** By the header `x-relay-error` the client knows that the function itself has not answered. */
  send(outgoing: ServerResponse, ownHeaders: Readonly<Record<string, string>>): void {
    const { status, message } = this;
    const body = JSON.stringify({ code: this.code, message, msg: message });
    const headers: OutgoingHttpHeaders = {
      ...openToAll,
      ...(this.#retryAfter === undefined ? {} : { 'retry-after': String(this.#retryAfter) }),
      'x-relay-error': 'true',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...ownHeaders,
    };
    outgoing.writeHead(status, headers).end(body);
  }
}

export const notFound = () =>
  new FunctionFailure(404, 'NOT_FOUND', 'Requested function was not found');

export const unauthorized = (message: string) => new FunctionFailure(401, 'UNAUTHORIZED', message);

export const notStarted = () =>
  new FunctionFailure(503, 'BOOT_ERROR', 'Function failed to start (please check logs)', 1);

export const crashed = () =>
  new FunctionFailure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');

/** Of whom a token is cannot be known now. */
export const unavailable = (retryAfter: number) =>
  new FunctionFailure(503, 'UNAVAILABLE', 'The database cannot be asked at the moment', retryAfter);

/** What failed is none of the function's. */
export const failed = () => new FunctionFailure(500, 'unexpected_failure', 'Something went wrong');

/** The status is Supabase's own. */
export const tookTooMuch = () =>
  new FunctionFailure(
    546,
    'WORKER_LIMIT',
    'Function failed due to not having enough compute resources (please check logs)',
  );

export const tookTooLong = () =>
  new FunctionFailure(504, 'IDLE_TIMEOUT', 'Function did not answer within its time');

export const tooBusy = (message: string, status: 429 | 503 = 503) =>
  new FunctionFailure(status, 'TOO_MANY_CALLS', message, 1);

export const tooLarge = (bytes: number) =>
  new FunctionFailure(413, 'REQUEST_TOO_LARGE', `The request's body is larger than ${bytes} bytes`);

/** Of an answer that has begun nothing can be said but that it breaks off. */
export const answerTooLarge = (bytes: number) =>
  new FunctionFailure(
    500,
    'ANSWER_TOO_LARGE',
    `The function's answer is larger than ${bytes} bytes`,
  );

export const noUpgrade = () =>
  new FunctionFailure(501, 'NO_UPGRADE', 'Connection Upgrade is not supported');

/** Nobody hears of it. */
export const callerLeft = () => new FunctionFailure(499, 'CALLER_LEFT', 'The caller left');
