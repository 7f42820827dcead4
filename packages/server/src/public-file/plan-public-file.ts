import type { FileStore } from '../files/file-store.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { removePublicFile } from './kept-public-file.ts';

/**
 * What the league's tables have been through, by what PostgreSQL counts of them. Game servers are asked all the time and
 * do not count: what changes of them comes with the rest.
 */
const seenSql = `(
  select concat_ws('.', (select sum(sequence) from public.stream_heads), (select count(*) from private.audit_log),
    sum(n_tup_ins + n_tup_upd + n_tup_del))
  from pg_catalog.pg_stat_user_tables where schemaname = 'public' and relname <> 'game_servers')`;

/**
 * Has the public file made anew where the league has changed since the last one was begun, at most once an hour over
 * all processes; takes it away where the league offers none. The first is made an hour after the league was first served.
 */
export async function planPublicFile(store: FileStore, isOffered: boolean): Promise<void> {
  const { database } = store;
  await database.query('insert into private.public_file default values on conflict do nothing');
  if (!isOffered) {
    await removePublicFile(store);
    return;
  }
  await database.transaction(async (transaction) => {
    const taken = await transaction.query(
      `update private.public_file set begun_at = now(), seen = now_seen
       from ${seenSql} s (now_seen)
       where begun_at <= now() - interval '1 hour' and (seen is distinct from now_seen or made_of < withheld)
       returning 1`,
    );
    if (taken.length > 0) {
      await enqueue(transaction, {
        ...{ name: 'make_public_file', payload: {}, key: 'public_file', attempts: 3 },
      });
    }
  });
}
