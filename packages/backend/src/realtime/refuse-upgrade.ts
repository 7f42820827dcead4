import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why a connection is not taken over. */
export interface Refusal {
  status: number;
  message: string;
  /** When the caller may try again, in seconds. */
  retryAfter?: number;
}

/** Says why, and closes: a caller that goes on holding its end would keep the connection open. */
export function refuseUpgrade(socket: Duplex, { status, message, retryAfter }: Refusal): void {
  if (socket.destroyed) {
    return;
  }
  const body = JSON.stringify({ message });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  socket.resume().end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
