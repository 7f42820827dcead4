import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An issuer's description and keys on a port of its own, for the tokens that no true one would sign. */
export interface FakeIssuer {
  url: string;
  /** Signs a token as this issuer does, with whatever claims. */
  sign(claims: Record<string, unknown>): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `alg`: what it signs by. */
export async function createFakeIssuer(clientId: string, alg = 'ES256'): Promise<FakeIssuer> {
  const key = { kid: randomUUID(), ...(await generateKeyPair(alg)) };
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const url = `http://127.0.0.1:${address.port}`;
  const inFiveMinutes = () => Math.floor(Date.now() / 1000) + 300;
  const issuer: FakeIssuer = {
    url,
    sign: (claims) =>
      new SignJWT({ iss: url, aud: clientId, exp: inFiveMinutes(), ...claims })
        .setProtectedHeader({ alg, kid: key.kid })
        .setIssuedAt()
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
    context.json({ keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg }] }),
  );
  return issuer;
}
