import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { AuthClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { TestRunner } from 'vitest';
import type { AuthConfigInput } from '../config.ts';
import type { AuthEnv } from '../context.ts';
import { type CreateAuthOptions, createAuth } from '../create-auth.ts';
import { type AuthKeys, createApiKey, loadAuthKeys } from '../keys.ts';
import type { AuthMail, AuthSms } from '../messages.ts';
import { createFakeProvider, type FakeProvider } from './fake-provider.ts';

/** The official client. */
export type Client = InstanceType<typeof AuthClient>;

/** The auth service over real HTTP on a database of its own, with the official client beside it. */
export interface AuthHarness {
  database: Database;
  databaseUrl: string;
  keys: AuthKeys;
  /** The service's base address. */
  url: string;
  origin: string;
  provider: FakeProvider;
  mails: AuthMail[];
  texts: AuthSms[];
  /** Moves the service's clock. */
  advance(seconds: number): void;
  /** Has the service's clock go on only when it is moved: what is counted must not depend on the machine. */
  stopClock(): void;
  now(): Date;
  createClient(): Client;
  /** The official client with the rights of the service's key. */
  createAdmin(): Promise<Client>;
  /** The service's key. */
  serviceRoleKey(): Promise<string>;
  /** A request as it is, for what the client would not send. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>;
  [Symbol.asyncDispose](): Promise<void>;
}

const newErrors = '2024-01-01';

/** The header that stands in for where a request comes from, as a composition states it. */
export const clientAddress = 'x-client-address';

export async function createAuthHarness(
  config: AuthConfigInput = {},
  options: Partial<CreateAuthOptions> = {},
): Promise<AuthHarness> {
  const own = await createTestDatabase();
  const keys = options.keys ?? (await loadAuthKeys({ database: own.database }));
  const provider = createFakeProvider();
  const mails: AuthMail[] = [];
  const texts: AuthSms[] = [];
  let offset = 0;
  let stoppedAt: number | null = null;
  const now = () => new Date((stoppedAt ?? Date.now()) + offset);
  const auth = createAuth({
    database: own.database,
    keys,
    clock: now,
    sendMail: async (mail) => {
      mails.push(mail);
    },
    sendSms: async (sms) => {
      texts.push(sms);
      return `message-${texts.length}`;
    },
    ...options,
    config: withFakeProvider(config),
  });
  const server = await listen(auth, provider);
  return {
    ...server,
    database: own.database,
    databaseUrl: own.url,
    keys,
    provider,
    mails,
    texts,
    now,
    stopClock: () => {
      stoppedAt = Date.now();
    },
    advance: (seconds) => {
      offset += seconds * 1000;
    },
    createClient: () => createClient(server.url, {}),
    createAdmin: async () =>
      createClient(server.url, {
        Authorization: `Bearer ${await createApiKey(keys, 'service_role')}`,
      }),
    serviceRoleKey: () => createApiKey(keys, 'service_role'),
    request: (path, { json, ...init } = {}) =>
      fetch(`${server.url}${path}`, {
        redirect: 'manual',
        ...init,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        headers: { 'X-Supabase-Api-Version': newErrors, ...init.headers },
      }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await own[Symbol.asyncDispose]();
    },
  };
}

function withFakeProvider(config: AuthConfigInput): AuthConfigInput {
  const fake = { clientIds: ['league'], clientSecret: 'secret', url: '/fake' };
  const providers = config.external?.providers ?? {};
  return {
    // A busy machine may take its time; the limit itself is asked where it is set.
    requestTimeoutSeconds: 300,
    ...config,
    rateLimits: { enabled: false, countLoopback: true, ...config.rateLimits },
    // The official client keeps no cookies outside a browser.
    security: { bindLinkingToBrowser: false, evenAnswerMilliseconds: 0, ...config.security },
    external: {
      ...config.external,
      providers: { github: fake, ...providers, discord: { ...fake, ...providers.discord } },
    },
  };
}

declare module 'vitest' {
  interface TaskMeta {
    codes?: string[];
  }
}

/** Keeps with the test that runs which failure the service has answered: `npm test` asks for each of them. */
function keepCode({ headers }: Response): void {
  const location = headers.get('location') ?? '';
  const code = headers.get('x-sb-error-code') ?? /\berror_code=(\w+)/.exec(location)?.[1];
  const test = TestRunner.getCurrentTest();
  if (code === undefined || test === undefined) {
    return;
  }
  test.meta.codes = [...new Set([...(test.meta.codes ?? []), code])];
}

/** Serves the auth service under the path that it has everywhere, and the provider beside it. */
async function listen(auth: Hono<AuthEnv>, provider: FakeProvider) {
  const app = new Hono<AuthEnv>();
  app.mount('/auth/v1', async (request, env) => {
    const stated = request.headers.get(clientAddress);
    const bindings = stated === null ? env : { ...env, clientAddress: stated };
    const answer = await auth.fetch(request, bindings);
    keepCode(answer);
    return answer;
  });
  app.mount('/fake', (request) => provider.app.fetch(request));
  const server = createServer(getRequestListener((request, env) => app.fetch(request, env)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    url: `${origin}/auth/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let clients = 0;

function createClient(url: string, headers: Record<string, string>): Client {
  const kept = new Map<string, string>();
  clients += 1;
  return new AuthClient({
    url,
    headers,
    storageKey: `client-${clients}`,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value);
      },
      removeItem: (key) => {
        kept.delete(key);
      },
    },
  });
}

/** Follows redirects until one leads out of the service and the provider, and returns that address. */
export async function followToSite(address: string): Promise<URL> {
  let next = new URL(address);
  for (let step = 0; step < 5; step += 1) {
    const response = await fetch(next, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(`${next} answered ${response.status}, no redirect`);
    }
    next = new URL(location, next);
    if (!/^\/(auth\/v1|fake)\//.test(next.pathname)) {
      return next;
    }
  }
  throw new Error('too many redirects');
}

/** Signs somebody in at the fake provider with the official client. */
export async function signInWithProvider(harness: AuthHarness, client: Client, person: string) {
  const { data, error } = await client.signInWithOAuth({
    provider: 'discord',
    options: {
      redirectTo: `${harness.origin}/confirm`,
      skipBrowserRedirect: true,
      queryParams: { person },
    },
  });
  if (error || !data.url) {
    throw error ?? new Error('no address');
  }
  const back = await followToSite(data.url);
  const code = back.searchParams.get('code');
  if (code === null) {
    throw new Error(`came back with ${back.search}${back.hash}`);
  }
  const exchanged = await client.exchangeCodeForSession(code);
  if (exchanged.error) {
    throw exchanged.error;
  }
  return exchanged.data;
}
