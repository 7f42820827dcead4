import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** What the sockets of a thread do. */
export interface WatcherOptions {
  url: string;
  /** What each says first, in turn; nothing where there is none. */
  joins: readonly string[];
  sockets: number;
  /** What stands in the answer after which a socket hears all, and in the messages that count. */
  answer: string;
  counted: string;
}

/** Opens the sockets, joins the topic where there is one, then counts what comes in. */
const { url, joins, sockets, answer, counted } = workerData as WatcherOptions;

let received = 0;
let wanted = Number.POSITIVE_INFINITY;

function check(): void {
  if (received < wanted) {
    return;
  }
  received -= wanted;
  wanted = Number.POSITIVE_INFINITY;
  parentPort?.postMessage('done');
}

let opened = 0;

async function open(): Promise<void> {
  const join = joins[opened % joins.length];
  opened += 1;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', resolve);
  });
  if (join !== undefined) {
    const answered = new Promise<void>((resolve) => {
      socket.on('message', function wait(bytes) {
        if (!String(bytes).includes(answer)) {
          return;
        }
        socket.off('message', wait);
        resolve();
      });
    });
    socket.send(join);
    await answered;
  }
  socket.on('message', (bytes) => {
    if (join !== undefined && !String(bytes).includes(counted)) {
      return;
    }
    received += 1;
    check();
  });
}

for (let count = 0; count < sockets; count += 50) {
  await Promise.all(Array.from({ length: Math.min(50, sockets - count) }, open));
}
parentPort?.on('message', (messages: number) => {
  wanted = messages;
  check();
});
parentPort?.postMessage('open');
