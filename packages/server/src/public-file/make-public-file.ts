import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import { openObjects } from '../files/open-objects.ts';
import { createSettingsReader } from '../page/settings.ts';
import { countWithheld, keepPublicFile } from './kept-public-file.ts';
import { writePublicFile } from './write-public-file.ts';

/** What of the settings a public file is made by. */
export type PublicFileConfig = Pick<
  Config,
  'storage' | 'supabase' | 'leagueName' | 'leagueTitleSuffix' | 'forumUrl' | 'chatInviteUrl'
>;

interface MakeOptions {
  signal: AbortSignal;
  /** Its own place unless a test has another. */
  siteFolder?: string;
}

/** Makes the public file anew and hands it out. */
export async function makePublicFile(
  database: Database,
  config: PublicFileConfig,
  options: MakeOptions,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-public-made-'));
  try {
    const path = join(folder, 'public.zip');
    const settings = await createSettingsReader(database, config);
    const withheld = await countWithheld(database);
    const manifest = await writePublicFile(database, path, {
      ...{ homes: config.storage, settings, progress: () => undefined },
      ...options,
    });
    const store = { database, objects: openObjects(config, database) };
    await keepPublicFile(store, path, { ...manifest, withheld });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
