import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import type { CrowdTask } from './crowd.ts';

const { url, sockets } = workerData as { url: string; sockets: number };
const open: WebSocket[] = [];
let marker = Buffer.from('');
let left = Number.POSITIVE_INFINITY;

function count(bytes: Buffer): void {
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1)) {
    left -= 1;
  }
  if (left <= 0) {
    left = Number.POSITIVE_INFINITY;
    parentPort?.postMessage('done');
  }
}

async function openOne(): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', resolve);
  });
  socket.on('message', (bytes) => count(bytes as Buffer));
  open.push(socket);
}

for (let number = 0; number < sockets; number += 50) {
  await Promise.all(Array.from({ length: Math.min(50, sockets - number) }, openOne));
}

parentPort?.on('message', (task: CrowdTask) => {
  marker = Buffer.from(task.marker);
  left = task.times;
  for (const [index, socket] of open.entries()) {
    const say = () => {
      for (const frame of task.frames) {
        socket.send(frame);
      }
    };
    if (task.withinMs === 0) {
      say();
    } else {
      setTimeout(say, (task.withinMs * index) / open.length);
    }
  }
});
parentPort?.postMessage('open');
