import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

export interface FakeSteam {
  url: string;
  /** Who is signed in there. */
  person: string;
  close(): Promise<void>;
}

/** The game platform as a process of its own would answer: it signs, and confirms once what it has signed. */
export async function startFakeSteam(): Promise<FakeSteam> {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const url = `http://127.0.0.1:${address.port}`;
  const signed = new Set<string>();
  const steam: FakeSteam = {
    url,
    person: '76561197960287930',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  app.get('/openid/login', (context) => {
    const id = `${url}/openid/id/${steam.person}`;
    const fields = {
      ns: 'http://specs.openid.net/auth/2.0',
      mode: 'id_res',
      op_endpoint: `${url}/openid/login`,
      claimed_id: id,
      identity: id,
      return_to: context.req.query('openid.return_to') ?? '',
      response_nonce: `${new Date().toISOString().slice(0, 19)}Z${randomUUID()}`,
      assoc_handle: '1234567890',
      signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
      sig: randomUUID(),
    };
    signed.add(fields.sig);
    const back = new URL(fields.return_to);
    for (const [name, value] of Object.entries(fields)) {
      back.searchParams.set(`openid.${name}`, value);
    }
    return context.redirect(back.href);
  });
  app.post('/openid/login', async (context) => {
    const form = await context.req.parseBody();
    const isValid =
      form['openid.mode'] === 'check_authentication' && signed.delete(String(form['openid.sig']));
    return context.text(`ns:http://specs.openid.net/auth/2.0\nis_valid:${isValid}\n`);
  });
  return steam;
}
