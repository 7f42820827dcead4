import { join } from 'node:path';
import type { EmergencySheet } from '@muster/site/pages/health/data.ts';
import type { EmergencyFacts, HostFacts } from '../context.ts';
import type { PartsRow } from './health-query.ts';

/** Where no backup has been made yet. */
const someName = 'league-….zip';

/** What a shell takes as one word. */
function quote(word: string): string {
  return /^[\w./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function toLine(name: string, { place, s3, keys }: EmergencyFacts): string {
  const identity = keys.length === 0 ? '' : ' --identity KEYFILE';
  return s3 === null
    ? `npx muster restore ${quote(join(place, name))}${identity}`
    : `BACKUP_DIR='${s3}' npx muster restore ${name}${identity}`;
}

/** The sheet by which somebody brings the league back; null where no backups are made. */
export function toSheet(
  { backup_name: name, backup_hash: sha256 }: PartsRow,
  { emergency, muster }: HostFacts,
  now: Date,
): EmergencySheet | null {
  if (emergency === null) {
    return null;
  }
  const { league, place, s3, keys } = emergency;
  return {
    ...{ league, place, keys: [...keys], muster, is_s3: s3 !== null },
    newest: name === null || sha256 === null ? null : { name, sha256 },
    line: toLine(name ?? someName, emergency),
    printed_at: now.toISOString(),
  };
}
