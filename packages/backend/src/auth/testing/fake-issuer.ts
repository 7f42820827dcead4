import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An OpenID Connect issuer on a port of its own. */
export interface FakeIssuer {
  url: string;
  /** What the next id_token says, beside issuer, audience and times. */
  claims: Record<string, unknown>;
  /** Signs a token as this issuer does, with whatever claims. */
  sign(claims: Record<string, unknown>): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createFakeIssuer(clientId: string): Promise<FakeIssuer> {
  const key = { kid: randomUUID(), ...(await generateKeyPair('ES256')) };
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const url = `http://127.0.0.1:${address.port}`;
  const issuer: FakeIssuer = {
    url,
    claims: {},
    sign: (claims) =>
      new SignJWT({ iss: url, aud: clientId, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .setIssuedAt()
        .setExpirationTime(typeof claims.exp === 'number' ? claims.exp : '5m')
        .sign(key.privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  app.get('/.well-known/openid-configuration', (context) =>
    context.json({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
    }),
  );
  app.get('/keys', async (context) =>
    context.json({ keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'ES256' }] }),
  );
  addFlow(app, () => issuer.sign(issuer.claims));
  return issuer;
}

function addFlow(app: Hono, signToken: () => Promise<string>): void {
  const challenges = new Map<string, string>();
  app.get('/authorize', (context) => {
    const {
      redirect_uri: redirectUri = '',
      state = '',
      code_challenge: sent = '',
    } = context.req.query();
    const code = randomUUID();
    challenges.set(code, sent);
    const back = new URL(redirectUri);
    back.searchParams.set('state', state);
    back.searchParams.set('code', code);
    return context.redirect(back.href);
  });
  app.post('/token', async (context) => {
    const form = await context.req.parseBody();
    const challenge = challenges.get(String(form.code));
    challenges.delete(String(form.code));
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(String(form.code_verifier)),
    );
    if (Buffer.from(digest).toString('base64url') !== challenge) {
      return context.json({ error: 'invalid_grant' }, 400);
    }
    return context.json({
      access_token: randomUUID(),
      token_type: 'Bearer',
      id_token: await signToken(),
    });
  });
}
