import { request } from 'node:http';
import { createServer } from 'node:https';
import { makeCertificate } from '../../packages/backend/src/testing/make-certificate.ts';

/** What stands before a league in public: it speaks https for a name, and hands on to the league's own port. */
export interface TlsFront {
  url: string;
  /** Hands on to this address from now on. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

export async function startTlsFront(): Promise<TlsFront> {
  // Browsers find this machine by every such name; to the league it is a public one.
  const name = 'league.localhost';
  let target = '';
  const server = createServer(makeCertificate(name), (incoming, answer) => {
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  return {
    url: `https://${name}:${address.port}`,
    leadTo: (url) => {
      target = url;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
