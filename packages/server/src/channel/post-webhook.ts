import type { Database, Transaction } from '@muster/database';
import { isLocaleCode } from '@muster/site';
import type { ChannelFacts, ChannelKind } from '@muster/site/pages/notices/channel-kinds.ts';
import type { Logger } from 'pino';
import type { NoticePlan } from '../notice/plan.ts';
import { writeNotices } from '../notice/write.ts';
import { loadAhead } from './ahead.ts';
import { type ChannelMessage, toChannelMessage } from './message.ts';
import { enqueuePost } from './write-posts.ts';

interface ClaimedPost {
  id: string;
  webhook_id: string;
  kind: ChannelKind;
  data: { match_id: string | null; facts: ChannelFacts };
  attempts: number;
  url: string;
  locale: string;
  zone: string;
  ladder: { slug: string; name: string };
  not_before: Date | null;
  /** How often posting has failed since it last went well. */
  failures: number;
  is_stale: boolean;
}

interface PostOptions {
  database: Database;
  siteUrl: string;
  log: Logger;
  /** The league's own clock: what still lies ahead is said. */
  now: () => Date;
  fetch?: typeof fetch;
}

/** What became of posting: gone, not wanted, later (perhaps from a moment on), nobody there any more, or nobody knows. */
type Outcome =
  | { kind: 'posted' }
  | { kind: 'refused' | 'unsure' | 'gone'; answer: string }
  | { kind: 'later'; answer: string; seconds: number };

const timeoutMilliseconds = 10_000;
const mostAttempts = 20;
const longestPause = 3600;
/** Failures before a connection was made: nothing can have arrived. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

async function claim(transaction: Transaction, id: string): Promise<ClaimedPost | null> {
  const [post] = await transaction.query<ClaimedPost>(
    `select p.id, p.webhook_id, p.kind, p.data, p.attempts, w.url, w.locale, w.not_before, w.failures,
       p.created_at < now() - interval '1 day' as is_stale,
       coalesce(t.zone, l.zone) as zone,
       jsonb_build_object('slug', l.slug, 'name', l.name) as ladder
     from private.webhook_posts p
     join private.webhooks w on w.id = p.webhook_id and w.disabled_reason is null
     join public.ladders l on l.id = (p.data ->> 'ladder_id')::uuid
     left join public.teams t on t.id = w.team_id
     where p.id = $1 and p.state = 'waiting' for update of p`,
    [id],
  );
  return post ?? null;
}

/** Whoever has posted knows best, also where another has taken them for dead meanwhile. */
async function settle(database: Database, id: string, state: string): Promise<void> {
  await database.query(
    `update private.webhook_posts set state = $2 where id = $1 and state in ('posting', 'unsure')`,
    [id, state],
  );
}

/** Takes the post for this attempt; puts it off while the channel is to be left alone. */
async function take(database: Database, id: string): Promise<ClaimedPost | null> {
  return database.transaction(async (transaction) => {
    const post = await claim(transaction, id);
    if (post === null) {
      // A worker died while it posted: nobody knows whether it went, so it is left at that.
      await transaction.query(
        `update private.webhook_posts set state = 'unsure' where id = $1 and state = 'posting'`,
        [id],
      );
      return null;
    }
    const { not_before } = post;
    if (not_before !== null && not_before > new Date()) {
      await enqueuePost(transaction, id, not_before);
      return null;
    }
    await transaction.query(
      `update private.webhook_posts set state = 'posting', attempts = attempts + 1 where id = $1`,
      [id],
    );
    return post;
  });
}

async function readRetryAfter(response: Response): Promise<number> {
  const body: unknown = await response.json().catch(() => null);
  const fromBody =
    typeof body === 'object' && body !== null && 'retry_after' in body ? body.retry_after : null;
  const seconds = Number(response.headers.get('retry-after') ?? fromBody);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 1;
}

async function toOutcome(response: Response, failures: number): Promise<Outcome> {
  const answer = `HTTP ${response.status}`;
  if (response.ok) {
    return { kind: 'posted' };
  }
  if (response.status === 429) {
    return { kind: 'later', answer, seconds: await readRetryAfter(response) };
  }
  if ([401, 403, 404].includes(response.status)) {
    return { kind: 'gone', answer };
  }
  if (response.status < 500) {
    return { kind: 'refused', answer };
  }
  return { kind: 'later', answer, seconds: toPause(failures) };
}

/** Half a minute after the first failure, an hour at most. */
function toPause(failures: number): number {
  return Math.min(30 * 2 ** failures, longestPause);
}

async function send(
  { siteUrl, fetch: post = fetch }: PostOptions,
  { url, message, failures }: { url: string; message: ChannelMessage; failures: number },
): Promise<Outcome> {
  try {
    const response = await post(`${url}?wait=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `DiscordBot (${siteUrl}, 1)` },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return await toOutcome(response, failures);
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : null;
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
    const answer = String(code || (error instanceof Error ? error.name : 'failed'));
    return unreached.has(String(code))
      ? { kind: 'later', answer, seconds: toPause(failures) }
      : { kind: 'unsure', answer };
  }
}

/** Posts to a channel that is gone end here; who set it is told. */
async function disable(database: Database, webhookId: string, answer: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [hook] = await transaction.query<{
      ladder_id: string | null;
      team_id: string | null;
      set_by: string | null;
      team: string | null;
    }>(
      `update private.webhooks w set disabled_reason = $2 where id = $1 and disabled_reason is null
       returning ladder_id, team_id, set_by,
         (select name from public.teams t where t.id = w.team_id) as team`,
      [webhookId, answer],
    );
    if (hook === undefined || hook.set_by === null) {
      return;
    }
    const plan: NoticePlan = {
      kind: hook.team_id === null ? 'ladder_webhook_disabled' : 'team_webhook_disabled',
      origin: `webhook:${webhookId}`,
      to: { of: 'person', id: hook.set_by },
      except: null,
      ladder_id: hook.ladder_id,
      match_id: null,
      team_id: hook.team_id,
      other_id: null,
      facts: hook.team === null ? {} : { team: hook.team },
    };
    await writeNotices(transaction, [plan], new Date().toISOString());
  });
}

/** Leaves the channel alone for a while, this post and all others, and tries again then. */
async function postpone(
  database: Database,
  post: ClaimedPost,
  { seconds, isOurFault }: { seconds: number; isOurFault: boolean },
): Promise<void> {
  const runAt = new Date(Date.now() + seconds * 1000);
  await database.transaction(async (transaction) => {
    await transaction.query(
      `update private.webhooks set not_before = greatest(not_before, $2),
         failures = failures + case when $3 then 0 else 1 end where id = $1`,
      [post.webhook_id, runAt, isOurFault],
    );
    await transaction.query(
      `update private.webhook_posts set state = 'waiting' where id = $1 and state in ('posting', 'unsure')`,
      [post.id],
    );
    await enqueuePost(transaction, post.id, runAt);
  });
}

/**
 * Posts one piece of news, at most once. The channel's own pace is kept in the database, so that all
 * processes keep it; no match ever waits for a channel.
 */
export async function postWebhook(options: PostOptions, id: string): Promise<void> {
  const { database, siteUrl, log, now } = options;
  const post = await take(database, id);
  if (post === null) {
    return;
  }
  // News of yesterday is none.
  if (post.is_stale || post.attempts >= mostAttempts) {
    return settle(database, id, 'refused');
  }
  const { kind } = post;
  const { facts, match_id: matchId } = post.data;
  const message = toChannelMessage({
    kind,
    facts,
    ahead: await loadAhead(database, { kind, matchId }, now()),
    matchId,
    ladder: post.ladder,
    locale: isLocaleCode(post.locale) ? post.locale : 'en',
    zone: post.zone,
    siteUrl,
  });
  const outcome = await send(options, { url: post.url, message, failures: post.failures });
  if (outcome.kind === 'posted') {
    await settle(database, id, 'posted');
    await database.query(
      'update private.webhooks set failures = 0, not_before = null where id = $1',
      [post.webhook_id],
    );
    return;
  }
  // The address stays out of the log: whoever has it can write there.
  log.warn({ post: id, outcome: outcome.kind, answer: outcome.answer }, 'news was not taken');
  if (outcome.kind === 'later') {
    const isOurFault = outcome.answer === 'HTTP 429';
    await postpone(database, post, { seconds: outcome.seconds, isOurFault });
    return;
  }
  await settle(database, id, outcome.kind === 'unsure' ? 'unsure' : 'refused');
  if (outcome.kind === 'gone') {
    await disable(database, post.webhook_id, outcome.answer);
  }
}
