import type { Transaction } from '@muster/database';
import { keepAudit } from '../engine/audit.ts';
import { type ReceivedFile, settleFile } from '../files/stored-files.ts';

interface Change {
  transaction: Transaction;
  at: string;
  /** Null for what the host's own command brings. */
  viewer: { person_id: string } | null;
}

async function setPath(change: Change, slug: string, path: string | null): Promise<void> {
  await change.transaction.query('update public.games set picture_path = $2 where slug = $1', [
    slug,
    path,
  ]);
  const act = path === null ? 'game_picture_removed' : 'game_picture_chosen';
  await keepAudit(change, { act, kind: 'game', subject: slug });
}

/** Gives a game its picture, drawn anew in two sizes and written; returns where it is found. */
export async function setGamePicture(
  change: Change,
  { slug, small, large }: { slug: string; small: ReceivedFile; large: ReceivedFile },
): Promise<string> {
  const { transaction, at, viewer } = change;
  const key = large.sha256.slice(0, 32);
  await transaction.query(
    `insert into private.game_pictures (game_slug, key, small_id, large_id, set_by, set_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (game_slug) do update set key = excluded.key, small_id = excluded.small_id,
       large_id = excluded.large_id, set_by = excluded.set_by, set_at = excluded.set_at`,
    [
      ...[slug, key, await settleFile(transaction, small)],
      ...[await settleFile(transaction, large), viewer?.person_id ?? null, at],
    ],
  );
  const picture = `/api/game-pictures/${key}`;
  await setPath(change, slug, picture);
  return picture;
}

/** Takes a game's picture away. */
export async function removeGamePicture(change: Change, slug: string): Promise<void> {
  await change.transaction.query('delete from private.game_pictures where game_slug = $1', [slug]);
  await setPath(change, slug, null);
}
