import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { type JWK, Provider } from 'oidc-provider';

/** What the tests tell this process; it answers each with its address once it is done. */
export type OidcProviderOrder =
  | { kind: 'register'; clients: OidcClient[]; people: Record<string, Record<string, unknown>> }
  | { kind: 'rotate' };

export interface OidcClient {
  id: string;
  secret: string;
  redirectUri: string;
  algorithm: 'RS256' | 'ES256';
}

/**
 * An OpenID Connect provider in a process of its own, for the tests that sign in at one. Its people need no
 * browser: `login_hint` says who sits there and agrees; without one, the person refuses.
 */
const state = {
  clients: [] as OidcClient[],
  people: {} as Record<string, Record<string, unknown>>,
  keys: await createKeys(),
};
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') {
  throw new Error('no port was given');
}
const url = `http://127.0.0.1:${address.port}`;
let provider = createProvider();
let answer = provider.callback();

server.on('request', (request: IncomingMessage, response: ServerResponse) => {
  const isInteraction = request.url?.startsWith('/interaction/') ?? false;
  return isInteraction ? interact(request, response) : answer(request, response);
});
process.on('message', async (order: OidcProviderOrder) => {
  if (order.kind === 'rotate') {
    state.keys = await createKeys();
  } else {
    Object.assign(state, { clients: order.clients, people: order.people });
  }
  provider = createProvider();
  answer = provider.callback();
  process.send?.(url);
});
// Its parent is gone.
process.on('disconnect', () => process.exit());
process.send?.(url);

async function createKeys(): Promise<JWK[]> {
  return Promise.all(
    ['RS256', 'ES256'].map(async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomUUID() };
    }),
  );
}

function createProvider(): Provider {
  return new Provider(url, {
    jwks: { keys: state.keys },
    clients: state.clients.map((client) => ({
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [client.redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: client.algorithm,
    })),
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'picture', 'preferred_username', 'locale'],
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...state.people[id] }),
    }),
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    cookies: { keys: [randomUUID()] },
  });
}

/** The page where a person would sign in and agree. */
async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params.login_hint ?? '');
  if (accountId === '') {
    const refusal = { error: 'access_denied', error_description: 'The person said no' };
    return provider.interactionFinished(request, response, refusal);
  }
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  // What an app asks for in the id_token itself.
  grant.addOIDCClaims(['email', 'email_verified']);
  const grantId = await grant.save();
  return provider.interactionFinished(request, response, {
    login: { accountId },
    consent: { grantId },
  });
}
