import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { listenBacklog, OpenShares, refuseUpgrade } from '@muster/backend';
import type { ConnectionLimits } from './connection-limits.ts';
import { toPlainAddress } from './peer.ts';

interface ListenerOptions {
  fetch: Parameters<typeof getRequestListener>[0];
  /** Takes over a request and answers it by itself; false, and untouched, for any other. */
  handleCall?(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Takes over a connection that asks for another protocol; false, and untouched, where none is spoken. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  limits: Pick<ConnectionLimits, 'connections' | 'connectionsOfOne'>;
  /** Whose connections are everybody's, so that no share of one holds for them. */
  trustedProxy: string | null;
  /** Told of failures that are ours. */
  onError(error: unknown): void;
}

const nothingThere = { status: 404, message: 'No other protocol is spoken here' };
const failed = { status: 500, message: 'Something went wrong' };

/** What Node reads and Fetch's requests, as which everything is handed on, cannot hold. */
const forbiddenMethods = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** How long a caller may take to say what it asks for, and to send all of it. */
const headersMilliseconds = 30_000;
const requestMilliseconds = 300_000;

/** How long callers are told that a connection on which nothing is asked for stays open. */
const idleMilliseconds = 5000;
/** Nobody tells a proxy: it keeps its own for as long as it is set to, nginx for a minute, Caddy for two. */
const idleBehindProxyMilliseconds = 130_000;
/** How much longer it stays: a request that is sent at the last moment by somebody slow has somebody to answer it. */
const idleGraceMilliseconds = 10_000;

/** How long requests in flight may take once the server is told to stop. */
const drainMilliseconds = 10_000;

/** How long a connection that said nothing yet may take then to say it: a request may be on its way. */
const silentMilliseconds = 1000;

/** The open connections of each server, which Node does not list. */
const openSockets = new WeakMap<Server, Set<Socket>>();

/**
 * An HTTP server for a network that may send anything: whatever comes, and wherever it breaks off, is
 * an answer or a closed connection and never an exception that nobody catches.
 */
export function createListener(options: ListenerOptions): Server {
  const { handleUpgrade, limits, trustedProxy, onError } = options;
  const server = createServer(
    {
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: trustedProxy === null ? idleMilliseconds : idleBehindProxyMilliseconds,
      keepAliveTimeoutBuffer: idleGraceMilliseconds,
    },
    guard(options),
  );
  // Those above it are closed at once, and wait for nothing.
  server.maxConnections = limits.connections;
  const shares = new OpenShares({ most: limits.connections, share: limits.connectionsOfOne });
  const sockets = new Set<Socket>();
  openSockets.set(server, sockets);
  // Before Node's own: it takes its listeners off where a connection changes its protocol.
  server.prependListener('connection', (socket) => {
    socket.on('error', ignore);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const address = toPlainAddress(socket.remoteAddress);
    if (address === trustedProxy) {
      return;
    }
    const place = shares.open(address);
    if (typeof place === 'function') {
      socket.once('close', place);
    } else {
      socket.destroy();
    }
  });
  server.on('upgrade', (request, socket, head) => {
    try {
      if (!handleUpgrade(request, socket, head)) {
        refuseUpgrade(socket, nothingThere);
      }
    } catch (error) {
      onError(error);
      refuseUpgrade(socket, failed);
    }
  });
  return server;
}

/** Listens, and resolves to the port. */
export function listen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: listenBacklog }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
}

/** Stops taking connections and waits for the requests in flight; what hangs longer is cut. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    // Node takes what said nothing yet for busy, and browsers open such connections ahead.
    const shut = setTimeout(() => closeSilent(server), silentMilliseconds);
    server.close(() => {
      clearTimeout(shut);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function closeSilent(server: Server): void {
  for (const socket of openSockets.get(server) ?? []) {
    if (socket.bytesRead === 0) {
      socket.destroy();
    }
  }
}

/** What is wrong with somebody's connection is followed by its close; there is nobody to tell. */
function ignore(): void {}

function guard({ fetch, handleCall, onError }: ListenerOptions): RequestListener {
  const answer = getRequestListener(fetch);
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    incoming.on('error', ignore);
    outgoing.on('error', ignore);
    if (forbiddenMethods.has(incoming.method ?? '')) {
      outgoing.writeHead(405, { connection: 'close' }).end();
      return;
    }
    if (handleCall?.(incoming, outgoing)) {
      return;
    }
    answer(incoming, outgoing).catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  };
}
