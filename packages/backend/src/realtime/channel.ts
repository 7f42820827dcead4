import type { Frame, ProtocolVersion } from './frames.ts';

/** One topic that a client has joined. */
export interface Channel {
  readonly joinRef: string | null;
  /** What the join is answered. */
  readonly welcome: Readonly<Record<string, unknown>>;
  /** When the token that opened it runs out, in milliseconds; null where it does not. */
  readonly until: number | null;
  /** Told once the join has been answered. */
  start(): void;
  /** Does what the client asks of a topic that it has joined, but for leaving it. */
  handle(frame: Frame): Promise<void>;
  /** What the client is told when the token has run out. */
  toExpiryMessage(now: number): string;
  /** The client has left, or is gone. */
  close(): void;
}

/** A join that was refused, with the reason that the client reads. */
export interface RefusedJoin {
  reason: string;
}

/** What a channel may do with the connection on which it lies. */
export interface Line {
  readonly version: ProtocolVersion;
  /** The token of the key by which the client named itself as it connected; null where it brought none. */
  readonly token: string | null;
  /** From where the client connects. */
  readonly address: string;
  reply(frame: Frame, status: 'ok' | 'error', response: Readonly<Record<string, unknown>>): void;
  /** @param name the topic's own, without its prefix */
  push(
    name: string,
    event: string,
    payload: Readonly<Record<string, unknown>>,
    joinRef: string | null,
  ): void;
  send(bytes: Buffer, isBinary: boolean): void;
  /** The client has perhaps missed something on the channel: it must join again. */
  restart(name: string): void;
  /** Ends the channel and says why. */
  end(name: string, message: string): void;
}

/** Clients put their API key where a token is wanted while nobody is signed in; it names no person. */
export function toToken(value: unknown): string | null {
  return typeof value === 'string' && !value.startsWith('sb_') ? value : null;
}
