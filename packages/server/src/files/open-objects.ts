import { type OwnObjects, openOwnObjects } from '@muster/backend';
import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import { createHostedObjects } from './hosted-objects.ts';

/** What of the settings says where the bytes of files lie. */
export type WhereFiles = Pick<Config, 'storage' | 'supabase'>;

/** The league's own files: with our storage service, or with the Supabase that the operator names. */
export function openObjects(
  { storage, supabase }: WhereFiles,
  database: Database,
  onError?: (error: unknown) => void,
): OwnObjects {
  return supabase === null
    ? openOwnObjects(database, storage, onError)
    : createHostedObjects(supabase);
}
