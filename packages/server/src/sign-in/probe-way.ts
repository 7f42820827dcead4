import { randomBytes } from 'node:crypto';
import { withoutEndSlashes } from '@muster/backend';
import type { WayFault } from '@muster/site/pages/sign-in-ways/data.ts';
import * as v from 'valibot';
import type { StoredProvider } from './stored-ways.ts';

const timeout = 5000;
const mostBytes = 262_144;

/** Our client at a provider. */
export interface ProbedClient {
  provider: StoredProvider;
  clientId: string;
  clientSecret: string;
  /** Of OpenID Connect alone. */
  issuer: string | null;
}

interface Endpoints {
  token: string;
  /** Null where the page is the same for every client, so that it says nothing. */
  authorize: string | null;
}

const known: Readonly<Record<'discord' | 'github', Endpoints>> = {
  discord: { token: 'https://discord.com/api/oauth2/token', authorize: null },
  github: { token: 'https://github.com/login/oauth/access_token', authorize: null },
};
const googleIssuer = 'https://accounts.google.com';

const Description = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
});

interface Answer {
  status: number;
  /** What it says in JSON; null for anything else. */
  body: unknown;
}

async function readBody(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > mostBytes) {
      return '';
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Asks a provider; null where nobody answers in time. */
async function ask(address: string, init: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const text = await readBody(response);
    return { status: response.status, body: parseJson(text) };
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const toHost = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
const unreachable = (address: string): WayFault => ({
  code: 'unreachable',
  params: { host: toHost(address) },
});

async function discover(issuer: string): Promise<Endpoints | WayFault> {
  const base = withoutEndSlashes(issuer);
  const address = `${base}/.well-known/openid-configuration`;
  const answer = await ask(address, {});
  if (answer === null) {
    return unreachable(address);
  }
  const described = v.safeParse(Description, answer.body);
  if (answer.status !== 200 || !described.success) {
    return { code: 'no_description', params: { address } };
  }
  const { authorization_endpoint, token_endpoint, issuer: named } = described.output;
  return withoutEndSlashes(named) === base
    ? { token: token_endpoint, authorize: authorization_endpoint }
    : { code: 'other_issuer', params: { issuer: named } };
}

const ErrorBody = v.object({ error: v.string() });
const clientErrors = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'];
const codeErrors = ['invalid_grant', 'bad_verification_code'];

/** Offers a code that nobody gave: who refuses the code, and not the client, knows the client. */
async function tryClient(
  { clientId, clientSecret }: ProbedClient,
  endpoint: string,
  redirectAddress: string,
): Promise<WayFault | null> {
  const answer = await ask(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: randomBytes(16).toString('hex'),
      code_verifier: randomBytes(32).toString('hex'),
      redirect_uri: redirectAddress,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (answer === null) {
    return unreachable(endpoint);
  }
  const host = toHost(endpoint);
  const said = v.safeParse(ErrorBody, answer.body);
  const error = said.success ? said.output.error : '';
  if (codeErrors.includes(error)) {
    return null;
  }
  if (error === 'redirect_uri_mismatch') {
    return { code: 'redirect_refused', params: { host } };
  }
  return clientErrors.includes(error) || answer.status === 401
    ? { code: 'client_refused', params: { host } }
    : { code: 'unclear', params: { host, status: answer.status } };
}

/** Goes where a browser would be led: a provider that does not know the address back says so before anybody signs in. */
async function tryAddress(
  { clientId }: ProbedClient,
  endpoint: string,
  redirectAddress: string,
): Promise<WayFault | null> {
  const url = new URL(endpoint);
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectAddress,
    scope: 'openid',
    state: randomBytes(16).toString('hex'),
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) {
    url.searchParams.set(name, value);
  }
  const answer = await ask(url.href, {});
  if (answer === null) {
    return unreachable(endpoint);
  }
  return answer.status >= 400
    ? { code: 'redirect_refused', params: { host: toHost(endpoint) } }
    : null;
}

/** Tries a client at its provider, without anybody signing in; null where nothing is wrong that can be seen from here. */
export async function probeWay(
  client: ProbedClient,
  redirectAddress: string,
): Promise<WayFault | null> {
  const { provider } = client;
  const found =
    provider === 'discord' || provider === 'github'
      ? known[provider]
      : await discover(provider === 'google' ? googleIssuer : (client.issuer ?? ''));
  if ('code' in found) {
    return found;
  }
  const fault = await tryClient(client, found.token, redirectAddress);
  if (fault !== null || found.authorize === null) {
    return fault;
  }
  return tryAddress(client, found.authorize, redirectAddress);
}
