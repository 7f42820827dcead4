import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** An OpenID Connect provider on a port of its own; whoever comes there is `person`, and agrees. */
export interface LoopbackIssuer {
  url: string;
  person: string;
  /** The addresses that it leads back to. */
  redirects: Set<string>;
  close(): Promise<void>;
}

const client = { id: 'league', secret: 'never-shown-again' };

export async function startLoopbackIssuer(): Promise<LoopbackIssuer> {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const url = `http://127.0.0.1:${address.port}`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, string>();
  const issuer: LoopbackIssuer = {
    url,
    person: 'Owner',
    redirects: new Set(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const sign = (claims: object) => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  };
  app.get('/.well-known/openid-configuration', (context) =>
    context.json({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
    }),
  );
  app.get('/keys', (context) =>
    context.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] }),
  );
  app.get('/authorize', (context) => {
    const { redirect_uri = '', state = '' } = context.req.query();
    if (!issuer.redirects.has(redirect_uri)) {
      return context.text('redirect_uri did not match', 400);
    }
    const code = randomUUID();
    codes.set(code, issuer.person);
    return context.redirect(`${redirect_uri}?code=${code}&state=${state}`);
  });
  app.post('/token', async (context) => {
    const form = await context.req.parseBody();
    if (form.client_id !== client.id || form.client_secret !== client.secret) {
      return context.json({ error: 'invalid_client' }, 401);
    }
    const person = codes.get(String(form.code));
    if (person === undefined) {
      return context.json({ error: 'invalid_grant' }, 400);
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: url,
      aud: client.id,
      sub: person,
      name: person,
      iat: now,
      exp: now + 300,
    };
    return context.json({ access_token: randomUUID(), id_token: sign(claims) });
  });
  return issuer;
}
