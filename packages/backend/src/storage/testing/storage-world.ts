import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { type Backend, createBackend } from '../../create-backend.ts';
import { serve } from '../../testing/serve.ts';
import { createWorld, type World } from '../../testing/world.ts';
import type { StorageConfig } from '../create-storage.ts';

type Who = 'service' | 'anon' | 'ann' | 'bob';
type Client = ReturnType<typeof createClient>;

/** The storage service behind its gateway and a real listener, as each client finds it. */
export interface StorageWorld {
  world: World;
  backend: Backend;
  url: string;
  /** Where the bytes lie, of the home `directory`. */
  directory: string;
  /** Failures that were ours. */
  errors: unknown[];
  storage(who: Who): Client['storage'];
  token(who: Who): string;
  /** A request as it is written; the path stands behind `/storage/v1/`. */
  send(who: Who | 'nobody', path: string, init?: RequestInit): Promise<Response>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Buckets as a league has them: `pictures`, which everybody reads; `papers`, of which each person has a folder of
 * their own by policies; `vault`, without policies.
 */
const buckets = `
  insert into storage.buckets (id, name, public) values
    ('pictures', 'pictures', true), ('papers', 'papers', false), ('vault', 'vault', false);
  create policy "own folder, written" on storage.objects for insert to authenticated
    with check (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "own folder, read" on storage.objects for select to authenticated
    using (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "own folder, changed" on storage.objects for update to authenticated
    using (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "own folder, emptied" on storage.objects for delete to authenticated
    using (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "drop box" on storage.objects for insert to anon, authenticated
    with check (bucket_id = 'vault' and name like 'drop/%');`;

export async function createStorageWorld(config: StorageConfig = {}): Promise<StorageWorld> {
  const world = await createWorld();
  await world.database.query(buckets);
  const directory = await mkdtemp(join(tmpdir(), 'muster-storage-'));
  const errors: unknown[] = [];
  const backend = await createBackend({
    database: world.database,
    config: { storage: { directory, ...config } },
    log: (message, cause) => errors.push(cause ?? message),
  });
  const server = await serve((request, bindings) => backend.fetch(request, bindings));
  const token = (who: Who) =>
    ({
      service: world.apiKeys.serviceRole,
      anon: world.apiKeys.anon,
      ann: world.ann.token,
      bob: world.bob.token,
    })[who];
  return {
    world,
    backend,
    url: server.url,
    directory,
    errors,
    token,
    storage: (who) =>
      createClient(server.url, world.apiKeys.anon, {
        auth: { persistSession: false, autoRefreshToken: false },
        accessToken: async () => token(who),
      }).storage,
    send: (who, path, init = {}) => {
      const headers = new Headers(init.headers);
      if (who !== 'nobody') {
        headers.set('authorization', `Bearer ${token(who)}`);
      }
      return fetch(`${server.url}/storage/v1/${path}`, { ...init, headers });
    },
    [Symbol.asyncDispose]: async () => {
      await backend.close();
      await server[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
