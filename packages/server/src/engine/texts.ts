import type { Transaction } from '@muster/database';
import { type TextReference, toHash } from '@muster/league';
import { createId, createSalt } from './ids.ts';

interface NewText {
  text: string;
  authorId: string | null;
  matchId: string | null;
  /** When it was written: the instant of the command. */
  at: string;
}

/** Keeps what somebody wrote beside the log and gives what stands in the event: an id and a salted hash. */
export async function keepText(
  transaction: Transaction,
  { text, authorId, matchId, at }: NewText,
): Promise<TextReference> {
  const salt = createSalt();
  const id = createId();
  await transaction.query(
    'insert into private.event_texts (id, salt, text, author_id, match_id, created_at) values ($1, $2, $3, $4, $5, $6)',
    [id, salt, text, authorId, matchId, at],
  );
  return { text_id: id, hash: toHash(salt + text) };
}
