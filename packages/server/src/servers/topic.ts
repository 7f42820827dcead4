import { createHash } from 'node:crypto';
import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';

function toTopicId(page: string): string {
  const hex = createHash('sha256').update(`servers ${page}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** The topic on which a page of servers is said to have changed. */
export const toServersTopic = (page: string) => `servers:${toTopicId(page)}`;

/** The topic of all pages of servers together, for whoever looks after them. */
export const allServersTopic = toServersTopic('');

/** Says of pages of servers that there is something new on them. */
export async function hintServers(
  transaction: Transaction,
  pages: Iterable<string>,
  at: Date,
): Promise<void> {
  const named = new Set(pages);
  if (named.size > 0) {
    named.add('');
  }
  for (const page of named) {
    const hint = { topic: toServersTopic(page), id: toTopicId(page), version: at.getTime() };
    await transaction.notify(hintChannel, toHintPayload(hint));
  }
}
