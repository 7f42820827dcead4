import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** As much of an OpenID Connect provider as says whether it knows a client (`league`, `secret`), on a port of its own. */
export interface LoopbackProvider {
  url: string;
  /** The addresses that it leads back to. */
  redirects: Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createLoopbackProvider(): Promise<LoopbackProvider> {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const url = `http://127.0.0.1:${address.port}`;
  const redirects = new Set(['http://localhost:3000/auth/v1/callback']);
  const describe = (issuer: string, token: string) => ({
    issuer,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}${token}`,
    jwks_uri: `${url}/keys`,
  });
  const name = '.well-known/openid-configuration';
  app.get(`/${name}`, (context) => context.json(describe(url, '/token')));
  app.get(`/other/${name}`, (context) => context.json(describe(url, '/token')));
  app.get(`/odd/${name}`, (context) => context.json(describe(`${url}/odd`, '/broken')));
  app.post('/broken', (context) => context.text('broken', 500));
  app.post('/token', async (context) => {
    const form = await context.req.parseBody();
    const isKnown = form.client_id === 'league' && form.client_secret === 'secret';
    return isKnown
      ? context.json({ error: 'invalid_grant' }, 400)
      : context.json({ error: 'invalid_client' }, 401);
  });
  app.get('/authorize', (context) =>
    redirects.has(context.req.query('redirect_uri') ?? '')
      ? context.html('Sign in')
      : context.text('redirect_uri did not match', 400),
  );
  return {
    url,
    redirects,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
