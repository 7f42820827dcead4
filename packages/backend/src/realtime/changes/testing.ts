import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@muster/database/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, vi } from 'vitest';
import { signAccessToken } from '../../auth/access-token.ts';
import { loadAuthKeys } from '../../auth/keys.ts';
import { type Backend, createBackend } from '../../create-backend.ts';
import { serve } from '../../testing/serve.ts';

export const patient = { timeout: 60_000, interval: 20 };

/** What a client asks for, as it hands it to its library. */
export interface Asked {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

/** What a client got of a change. */
export interface Heard {
  eventType: string;
  schema: string;
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: unknown;
  commit_timestamp: string;
}

/** A channel of a client that listens, and everything that it got. */
export interface Ear {
  heard: Heard[];
  system: { status: string; message: string }[];
  states: string[];
  leave(): Promise<unknown>;
}

/** One process that serves clients, and its clients. */
export interface Host {
  backend: Backend;
  /** A token of somebody, with these claims beside the usual ones. */
  sign(claims?: Record<string, unknown>): Promise<string>;
  connect(options?: {
    token?: string;
    key?: 'anon' | 'serviceRole';
    vsn?: string;
    /** Told of each text frame as it came. */
    onText?: (text: string) => void;
  }): SupabaseClient;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A database of one test file, and processes that serve it. */
export async function createChangeWorld() {
  const { database, [Symbol.asyncDispose]: dispose } = await createTestDatabase();
  const hosts: Host[] = [];
  return {
    database,
    async host(): Promise<Host> {
      const made = await openHost(database);
      hosts.push(made);
      return made;
    },
    async [Symbol.asyncDispose]() {
      for (const host of hosts) {
        await host[Symbol.asyncDispose]();
      }
      await dispose();
    },
  };
}

async function openHost(database: Parameters<typeof createBackend>[0]['database']): Promise<Host> {
  const backend = await createBackend({ database, config: { realtime: { allowsPublic: true } } });
  const keys = await loadAuthKeys({ database });
  const server = await serve((request, bindings) => backend.fetch(request, bindings));
  server.server.on('upgrade', (request, socket, head) => {
    backend.handleUpgrade(request, socket, head);
  });
  const clients: SupabaseClient[] = [];
  return {
    backend,
    sign: (claims = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return signAccessToken(keys, {
        sub: randomUUID(),
        role: 'authenticated',
        aud: 'authenticated',
        iat: now,
        exp: now + 3600,
        ...claims,
      });
    },
    connect({ token, key = 'anon', vsn = '2.0.0', onText = () => undefined } = {}) {
      const client = createClient(server.url, backend.apiKeys[key], {
        realtime: { vsn, transport: toTransport(onText) },
        ...(token === undefined
          ? { auth: { persistSession: false, autoRefreshToken: false } }
          : { accessToken: async () => token }),
      });
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.removeAllChannels()));
      await backend.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A socket as the client opens them, on which somebody listens in. */
function toTransport(onText: (text: string) => void) {
  return class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') {
          onText(data);
        }
      });
    }
  };
}

/** Said of a database that is busy or away at this moment, and not of what was asked. */
const passing = 'tried again';

/** Listens, and waits until it is said whether that will be heard; what is only said of this moment is not kept. */
export async function listen(client: SupabaseClient, ...asked: Asked[]): Promise<Ear> {
  const channel = client.channel(`room ${randomUUID()}`);
  const ear: Ear = {
    heard: [],
    system: [],
    states: [],
    leave: () => client.removeChannel(channel),
  };
  for (const one of asked) {
    channel.on('postgres_changes' as 'system', one as object, (heard: unknown) =>
      ear.heard.push(heard as Heard),
    );
  }
  channel.on('system', {}, (message: Ear['system'][number]) => ear.system.push(message));
  await client.realtime.setAuth();
  channel.subscribe((state) => ear.states.push(state));
  await vi.waitFor(
    () => expect(ear.system.at(-1)?.message ?? passing).not.toContain(passing),
    patient,
  );
  ear.system.splice(0, ear.system.length - 1);
  return ear;
}
