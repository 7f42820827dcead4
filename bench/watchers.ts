import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** Opens the sockets, joins the topic where there is one, then counts what comes in. */
const { url, join, sockets } = workerData as { url: string; join: string | null; sockets: number };

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

async function open(): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', resolve);
  });
  if (join !== null) {
    const answered = new Promise<void>((resolve) => {
      socket.on('message', function wait(bytes) {
        if (!String(bytes).includes('phx_reply')) {
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
    if (join !== null && !String(bytes).includes('"hint"')) {
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
