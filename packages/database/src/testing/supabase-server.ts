import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../connect.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { migrate } from '../migrate.ts';
import { backendFolder } from './migration-folders.ts';
import { handOverServices, layOutSupabase } from './supabase-layout.ts';

/** A PostgreSQL laid out as Supabase lays its own; `await using` stops it and forgets it. */
export interface SupabaseServer {
  /** The login that a project's owner gets: `postgres`, which is no superuser there. */
  url: string;
  /** The login that nobody but the services' keeper has: `supabase_admin`. */
  ownerUrl: string;
  [Symbol.asyncDispose](): Promise<void>;
}

interface SupabaseServerOptions {
  /** Whether the services have been there: their schemas belong to roles of their own. By default they are still to come. */
  hasServices?: boolean;
}

/** Starts one on a directory of its own. */
export async function startSupabaseServer({
  hasServices = false,
}: SupabaseServerOptions = {}): Promise<SupabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-supabase-'));
  const binaries = process.env.TEST_POSTGRES_BIN;
  const server = await startEmbedded({
    dataDir,
    isDurable: false,
    ...(binaries ? { binaries } : {}),
  });
  const ownerUrl = toLogin(server.url, 'supabase_admin');
  try {
    await renameSuperuser(server.url);
    const owner = connect(ownerUrl);
    try {
      await layOutSupabase(owner);
      if (hasServices) {
        await migrate(owner, [backendFolder]);
        await handOverServices(owner);
      }
    } finally {
      await owner.close();
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: server.url,
    ownerUrl,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The superuser of a new server stays one from PostgreSQL 16 on, so that it is he who gets the other name. */
async function renameSuperuser(url: string): Promise<void> {
  const first = connect({ url, maxConnections: 1 });
  await first.query('create role renamer superuser login');
  await first.close();
  const renamer = connect({ url: toLogin(url, 'renamer'), maxConnections: 1 });
  await renamer.query('alter role postgres rename to supabase_admin');
  await renamer.close();
  const owner = connect({ url: toLogin(url, 'supabase_admin'), maxConnections: 1 });
  await owner.query('drop role renamer');
  await owner.close();
}

/** The same database under another login, which the socket's directory alone keeps from others. */
export function toLogin(url: string, user: string): string {
  const address = new URL(url);
  address.username = user;
  return address.href;
}
