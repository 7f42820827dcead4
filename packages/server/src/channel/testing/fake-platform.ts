import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A post as the chat platform got it. */
export interface ReceivedPost {
  path: string;
  search: string;
  body: {
    embeds: { title: string; url: string; description: string }[];
    allowed_mentions: unknown;
  };
}

/** The chat platform's webhooks on loopback: answers as it is told, and keeps what it takes. */
export interface FakePlatform {
  /** The address of a channel's webhook. */
  url: string;
  received: ReceivedPost[];
  /** Every request, taken or not. */
  tries: number;
  /** What it answers from now on. `hang`: takes the post and says nothing. */
  mood: { status: number; headers?: Record<string, string>; body?: unknown } | 'hang';
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startFakePlatform(): Promise<FakePlatform> {
  const server = createServer((request, response) => {
    void (async () => {
      platform.tries += 1;
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
      const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.1');
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const { mood } = platform;
      if (mood === 'hang' || mood.status < 300) {
        platform.received.push({ path: pathname, search, body });
      }
      if (mood === 'hang') {
        request.socket.destroy();
        return;
      }
      response.writeHead(mood.status, { 'content-type': 'application/json', ...mood.headers });
      response.end(JSON.stringify(mood.body ?? {}));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const platform: FakePlatform = {
    url: `http://127.0.0.1:${port}/api/webhooks/123456789012345678/abcDEF_ghi-jkl0123456789`,
    received: [],
    tries: 0,
    mood: { status: 200, body: { id: '1' } },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return platform;
}
