import type { Transaction } from '@muster/database';
import { createId } from '../engine/ids.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { PostPlan } from './plan-posts.ts';

interface Receiver {
  n: number;
  webhook_id: string;
}

/** About a day, with pauses that grow. */
const attempts = 12;

/** Writes the news for every channel that is to get them, each once, and enqueues the posting. */
export async function writePosts(
  transaction: Transaction,
  plans: readonly PostPlan[],
): Promise<void> {
  if (plans.length === 0) {
    return;
  }
  const planned = plans.map(({ ladder_id, team_ids }, n) => ({ n, ladder_id, team_ids }));
  const receivers = await transaction.query<Receiver>(
    `select p.n, w.id as webhook_id
     from jsonb_to_recordset($1) as p (n integer, ladder_id uuid, team_ids uuid[])
     join private.webhooks w on w.disabled_reason is null
       and (w.ladder_id = p.ladder_id or w.team_id = any (p.team_ids))
     order by p.n, w.id`,
    [JSON.stringify(planned)],
  );
  for (const { n, webhook_id } of receivers) {
    const plan = plans[n];
    if (plan === undefined) {
      continue;
    }
    const { kind, origin, ladder_id, match_id, facts } = plan;
    const [post] = await transaction.query<{ id: string }>(
      `insert into private.webhook_posts (id, webhook_id, kind, origin, data, state, created_at)
       values ($1, $2, $3, $4, $5, 'waiting', now()) on conflict do nothing returning id`,
      [createId(), webhook_id, kind, origin, JSON.stringify({ ladder_id, match_id, facts })],
    );
    if (post !== undefined) {
      await enqueuePost(transaction, post.id);
    }
  }
}

/** Enqueues a post, perhaps for later; the same post is one job. */
export function enqueuePost(transaction: Transaction, id: string, runAt?: Date): Promise<void> {
  return enqueue(transaction, {
    name: 'post_webhook',
    payload: { post_id: id },
    key: `post:${id}`,
    attempts,
    ...(runAt === undefined ? {} : { runAt }),
  });
}
