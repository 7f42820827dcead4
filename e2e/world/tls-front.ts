import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What stands before a league in public: it speaks https for a name, and hands on to the league's own port. */
export interface TlsFront {
  url: string;
  /** Hands on to this address from now on. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

function makeCertificate(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  ];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
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
