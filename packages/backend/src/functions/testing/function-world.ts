import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type Backend, createBackend } from '../../create-backend.ts';
import { serve } from '../../testing/serve.ts';
import { type FunctionTable, parseFunctionTables } from '../config.ts';
import type { FunctionsConfig } from '../create-functions.ts';
import type { FunctionLine } from '../function-process.ts';
import { listFunctions } from '../list-functions.ts';
import { openDeno } from '../open-deno.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** A function for a test: its file, and what `config.toml` says of it. */
interface TestFunction {
  file: string;
  table?: Record<string, unknown>;
}

/** Functions that are served over HTTP, beside the services that they call. */
export interface FunctionWorld {
  url: string;
  backend: Backend;
  database: Database;
  /** With the key that browsers have. */
  client: SupabaseClient;
  lines: (FunctionLine & { name: string })[];
  /** Where the files lie. */
  folder: string;
  call(path: string, init?: RequestInit): Promise<Response>;
  [Symbol.asyncDispose](): Promise<void>;
}

type Options = Partial<Pick<FunctionsConfig, 'limits' | 'resolve' | 'isPublic'>> & {
  environment?: Record<string, string>;
};

/** Deno's program, fetched by the first test that needs it. */
export function openTestDeno(): Promise<string> {
  return openDeno({ directory: join(root, 'node_modules', '.muster') });
}

/** Serves functions that stand in a folder of the test's own, on the real Deno. */
export async function createFunctionWorld(
  functions: Record<string, TestFunction>,
  { environment = {}, ...options }: Options = {},
): Promise<FunctionWorld> {
  const program = await openTestDeno();
  const test = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'functions-test-'));
  const folder = join(home, 'supabase', 'functions');
  for (const [name, { file }] of Object.entries(functions)) {
    const path = name.endsWith('.ts') ? join(folder, name) : join(folder, name, 'index.ts');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file);
  }
  const tables: Record<string, FunctionTable> = parseFunctionTables({
    functions: Object.fromEntries(
      Object.entries(functions).map(([name, { table = {} }]) => [name, table]),
    ),
  });
  const lines: FunctionWorld['lines'] = [];
  let port = 0;
  const backend = await createBackend({
    database: test.database,
    config: {
      functions: {
        specs: await listFunctions({ folder, tables, environment }),
        folder,
        deno: { program, cache: join(root, 'node_modules', '.muster', 'cache') },
        getLeague: () => ({ url: `http://localhost:${port}`, host: '127.0.0.1', port }),
        isPublic: () => false,
        onLine: (name, line) => lines.push({ name, ...line }),
        ...options,
      },
    },
  });
  const server = await serve(
    (request, bindings) => backend.fetch(request, bindings),
    0,
    (incoming, outgoing) => backend.handleCall(incoming, outgoing, { clientAddress: '192.0.2.1' }),
  );
  port = Number(new URL(server.url).port);
  const headers = { authorization: `Bearer ${backend.apiKeys.anon}` };
  return {
    ...{ url: server.url, backend, lines, folder, database: test.database },
    client: createClient(server.url, backend.apiKeys.anon),
    call: (path, init = {}) =>
      fetch(`${server.url}/functions/v1/${path}`, {
        ...init,
        headers: { ...headers, ...init.headers },
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await backend.close();
      await test[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}
