import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { OidcClient, OidcProviderOrder } from './oidc-provider-process.ts';

/** A real OpenID Connect provider, in a process of its own. */
export interface OidcProvider {
  url: string;
  /** Makes known who may ask there and who has an account. */
  register(clients: OidcClient[], people: Record<string, Record<string, unknown>>): Promise<void>;
  /** Signs with new keys from now on and shows the old ones no more. */
  rotate(): Promise<void>;
  /** Stops its process in the middle of whatever it does, and lets it go on. */
  pause(): void;
  resume(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const child = fork(fileURLToPath(new URL('oidc-provider-process.ts', import.meta.url)), {
    // It warns of all that a test provider may do and a real one may not.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const answered = async () => {
    const [url]: unknown[] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the provider has ended'))),
    ]);
    return String(url);
  };
  const order = async (message: OidcProviderOrder) => {
    child.send(message);
    await answered();
  };
  return {
    url: await answered(),
    register: (clients, people) => order({ kind: 'register', clients, people }),
    rotate: () => order({ kind: 'rotate' }),
    pause: () => {
      child.kill('SIGSTOP');
    },
    resume: () => {
      child.kill('SIGCONT');
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Goes where redirects lead, with cookies as a browser keeps them, until an address begins with `until`. */
export async function browse(address: string, until: string): Promise<URL> {
  const jars = new Map<string, Map<string, string>>();
  let next = new URL(address);
  for (let step = 0; step < 10; step += 1) {
    if (next.href.startsWith(until)) {
      return next;
    }
    const jar = jars.get(next.origin) ?? new Map<string, string>();
    jars.set(next.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(`${next} answered ${response.status}, no redirect`);
    }
    next = new URL(location, next);
  }
  throw new Error('too many redirects');
}

/** An app that asks the provider for an id_token by itself, as one on a telephone does. */
export async function fetchIdToken(
  provider: OidcProvider,
  input: { client: OidcClient; person: string; nonce?: string },
): Promise<{ idToken: string; accessToken: string }> {
  const { client } = input;
  const verifier = randomBytes(32).toString('base64url');
  const question = new URLSearchParams({
    client_id: client.id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    claims: JSON.stringify({ id_token: { email: null, email_verified: null } }),
    login_hint: input.person,
    ...(input.nonce === undefined ? {} : { nonce: input.nonce }),
  });
  const back = await browse(`${provider.url}/auth?${question}`, client.redirectUri);
  const response = await fetch(`${provider.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: client.redirectUri,
      client_id: client.id,
      client_secret: client.secret,
      code_verifier: verifier,
    }),
  });
  const tokens = await response.json();
  return { idToken: tokens.id_token, accessToken: tokens.access_token };
}
