import { type HomesConfig, ownBucket } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { type KeptFile, listKeptFiles, readKeptFile } from '../league-file/kept-files.ts';

const address = /\/api\/(logos|game-pictures|league-logos|pictures)\/([0-9a-f]{32})\b/g;

/** Where the file keeps what the league serves under that address: beside the page, so that no server is asked. */
export function mendPictures(json: string, keys: Set<string>): string {
  return json.replaceAll(address, (_whole, kind: string, key: string) => {
    keys.add(`${kind}/${key}`);
    return `pictures/${kind}/${key}`;
  });
}

interface Picture {
  /** In the file. */
  path: string;
  id: string;
}

/** $1 kinds with keys, as `logos/0123…`. */
const sql = `
  with picture as (
    select 'logos/' || key as key, '64.webp' as name, small_id as id from private.team_logos
    union select 'logos/' || key, '256.webp', large_id from private.team_logos
    union select 'game-pictures/' || key, '64.webp', small_id from private.game_pictures
    union select 'game-pictures/' || key, '256.webp', large_id from private.game_pictures
    union select 'league-logos/' || key, 'bar.webp', bar_id from private.league_logos
    union select 'league-logos/' || key, 'icon.png', icon_id from private.league_logos
    union select 'pictures/' || key, width || 'x' || height || '.webp', file_id from private.pictures
  )
  select 'pictures/' || key || '/' || name as path, id from picture where key = any ($1::text[])
  order by 1`;

/** The pictures that pages of the file show, each with its bytes. */
export async function* readPictures(
  transaction: Transaction,
  homes: HomesConfig,
  keys: ReadonlySet<string>,
): AsyncGenerator<{ path: string; bytes: AsyncGenerator<Uint8Array> }> {
  const pictures = await transaction.query<Picture>(sql, [[...keys]]);
  if (pictures.length === 0) {
    return;
  }
  const files = await listFiles(transaction);
  for (const { path, id } of pictures) {
    const file = files.get(id);
    if (file !== undefined) {
      yield { path, bytes: readKeptFile(transaction, homes, file) };
    }
  }
}

/** Files by the id that the league's tables know them by: that of their row, or the name of the stored object. */
async function listFiles(transaction: Transaction): Promise<Map<string, KeptFile>> {
  const kept = await listKeptFiles(transaction);
  const byId = new Map(kept.map((file) => [file.id, file]));
  const objects = await transaction.query<{ name: string; version: string }>(
    'select name, version from storage.objects where bucket_id = $1 and version is not null',
    [ownBucket],
  );
  for (const { name, version } of objects) {
    const file = byId.get(version);
    if (file !== undefined) {
      byId.set(name, file);
    }
  }
  return byId;
}
