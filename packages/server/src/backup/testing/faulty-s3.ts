import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startS3 } from '@muster/backend/testing';

/** What becomes of a request: it goes through, is answered so, or never; `headers` are laid over the true answer's. */
type Fate =
  | 'through'
  | 'silence'
  | { status: number; body?: string }
  | { headers: Record<string, string> }
  | { more: string };

export interface FaultyS3 {
  /** As `BACKUP_DIR` names it. */
  url: string;
  /** The same S3 without faults. */
  soundUrl: string;
  /** Decides on each request from now on; until then all go through. */
  meet(decide: (request: IncomingMessage) => Fate): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An S3 that checks signatures behind a line that fails as a test says. */
export async function startFaultyS3(): Promise<FaultyS3> {
  const s3 = await startS3();
  let decide: (request: IncomingMessage) => Fate = () => 'through';
  const { port: behind } = new URL(s3.url);
  const server = createServer((asked, answer) => {
    const fate = decide(asked);
    if (fate === 'silence') {
      asked.resume();
    } else if (fate !== 'through' && 'status' in fate) {
      asked.resume();
      answer.writeHead(fate.status).end(fate.body);
    } else {
      hand(asked, answer, { port: behind, fate });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // What a server listens on over IP is an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: s3.url.replace(`:${behind}/`, `:${port}/`),
    soundUrl: s3.url,
    meet(next) {
      decide = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await s3[Symbol.asyncDispose]();
    },
  };
}

interface Line {
  port: string;
  fate: 'through' | { headers: Record<string, string> } | { more: string };
}

function hand(asked: IncomingMessage, answer: ServerResponse, { port, fate }: Line): void {
  const { method, url, headers } = asked;
  // With the host that was signed for.
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (got) => {
    const laid = fate !== 'through' && 'headers' in fate ? fate.headers : {};
    const isLonger = fate !== 'through' && 'more' in fate;
    const { 'content-length': length, ...others } = got.headers;
    const sized = isLonger || length === undefined ? {} : { 'content-length': length };
    answer.writeHead(got.statusCode ?? 500, { ...others, ...sized, ...laid });
    got.pipe(answer, { end: !isLonger });
    got.on('end', () => {
      if (fate !== 'through' && 'more' in fate) {
        answer.end(fate.more);
      }
    });
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
