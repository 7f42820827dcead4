import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerLeft, tookTooLong } from './failure.ts';

interface CallOptions {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The function's name and what follows it, with the query. */
  path: string;
  host: string;
  /** In place of the header of that name: the token that the caller's key stands for, or the caller's own. */
  authorization: string | null;
  requestId: string;
  /** What every answer says, whatever the function does; names in small letters. */
  ownHeaders: Readonly<Record<string, string>>;
}

/** One call of a function, until it is answered or broken off: by its time, or since its caller left. */
export class FunctionCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly path: string;
  readonly host: string;
  readonly authorization: string | null;
  readonly requestId: string;
  readonly ownHeaders: Readonly<Record<string, string>>;
  /** Why it was broken off; null while it was not. */
  reason: Error | null = null;
  /** Its time was over. */
  isLate = false;
  #stop: (reason: Error) => void = () => undefined;

  constructor(options: CallOptions) {
    this.incoming = options.incoming;
    this.outgoing = options.outgoing;
    this.path = options.path;
    this.host = options.host;
    this.authorization = options.authorization;
    this.requestId = options.requestId;
    this.ownHeaders = options.ownHeaders;
    this.outgoing.once('close', () => this.#breakOff(callerLeft()));
  }

  /** Lets it have so many milliseconds; returns what lets go of the clock. */
  limit(milliseconds: number): () => void {
    const late = setTimeout(() => {
      this.isLate = true;
      this.#breakOff(tookTooLong());
    }, milliseconds);
    return () => clearTimeout(late);
  }

  /** Whoever works for it now says how that is broken off. */
  onBreak(stop: (reason: Error) => void): void {
    this.#stop = stop;
    if (this.reason !== null) {
      stop(this.reason);
    }
  }

  /** Waits for something, at most until it is broken off. */
  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onBreak(reject);
      work.then(resolve, reject);
    });
  }

  #breakOff(reason: Error): void {
    if (this.reason === null) {
      this.reason = reason;
      this.#stop(reason);
    }
  }
}
