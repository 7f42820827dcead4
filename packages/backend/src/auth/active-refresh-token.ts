import type { Queryable, Transaction } from '@muster/database';
import type { Auth } from './context.ts';
import { createRefreshKey, findRefreshKey } from './refresh-key.ts';
import { encodeRefreshToken } from './refresh-token.ts';
import type { ClientInfo } from './request.ts';
import type { Session } from './rows.ts';
import { retireV1Tokens } from './v1-refresh-token.ts';

/**
 * The active refresh token of a session whose lock the caller holds, after so many steps: none gives the
 * one that is active already; one makes it the parent of the next; two leave a gap, so that the one
 * before is nobody's parent.
 */
export async function activateRefreshToken(
  auth: Auth,
  transaction: Transaction,
  input: { session: Session; client: ClientInfo; step: 0 | 1 | 2 },
): Promise<{ refreshToken: string; counter: number }> {
  const { session, client, step } = input;
  const now = auth.clock();
  const stored = findRefreshKey(auth, session);
  const active = session.refresh_token_counter;
  if (stored === null || active === null) {
    // A session that was moved here: the tokens it came with stand for the one before the first.
    const counter = Math.max(0, step - 1);
    const { key, sealed } = createRefreshKey(auth, session.id);
    await retireV1Tokens(transaction, session.id, now);
    await transaction.query(
      `update auth.sessions set refresh_token_hmac_key = $2, refresh_token_counter = $3
       where id = $1`,
      [session.id, sealed, counter],
    );
    await markRefreshed(transaction, { session, client, now });
    return { refreshToken: encodeRefreshToken(key, { sessionId: session.id, counter }), counter };
  }
  const counter = active + step;
  if (step === 0) {
    await markRefreshed(transaction, { session, client, now });
  } else {
    const reuseSeconds = auth.config.security.refreshTokenReuseIntervalSeconds;
    await advanceCounter(transaction, { session, to: counter, client, now, reuseSeconds });
  }
  return { refreshToken: encodeRefreshToken(stored, { sessionId: session.id, counter }), counter };
}

async function markRefreshed(
  transaction: Transaction,
  input: { session: Session; client: ClientInfo; now: Date },
): Promise<void> {
  await transaction.query(
    `update auth.sessions
     set refreshed_at = $2::timestamptz at time zone 'UTC', updated_at = $2, user_agent = $3, ip = $4
     where id = $1`,
    [input.session.id, input.now, input.client.userAgent, input.client.address],
  );
}

/**
 * Makes another refresh token of a session the active one; the caller holds the session's lock. What
 * came before it is remembered for as long as somebody may present it who was a moment late: not every
 * ancestor, but those from a counter on, all of which were replaced no sooner than at one instant.
 */
async function advanceCounter(
  queryable: Queryable,
  input: { session: Session; to: number; client: ClientInfo; now: Date; reuseSeconds: number },
): Promise<void> {
  const { session, to, client, now, reuseSeconds } = input;
  await queryable.query(
    `with advanced as (
       update auth.sessions set refresh_token_counter = $2, updated_at = $4,
         refreshed_at = $4::timestamptz at time zone 'UTC', user_agent = $6, ip = $7
       where id = $1
     )
     insert into private.auth_refresh_windows as known (session_id, first_counter, since)
     values ($1, $3, $4)
     on conflict (session_id) do update set
       first_counter = case when known.since < $4::timestamptz - make_interval(secs => $5)
         then excluded.first_counter else known.first_counter end,
       since = case when known.since < $4::timestamptz - make_interval(secs => $5)
         then excluded.since else known.since end`,
    [
      session.id,
      to,
      session.refresh_token_counter ?? 0,
      now,
      reuseSeconds,
      client.userAgent,
      client.address,
    ],
  );
}

/** Whether a refresh token was replaced so lately that somebody may not have heard of it yet. */
export async function isLatelyReplaced(
  queryable: Queryable,
  input: { sessionId: string; counter: number; now: Date; reuseSeconds: number },
): Promise<boolean> {
  const rows = await queryable.query(
    `select from private.auth_refresh_windows
     where session_id = $1 and first_counter <= $2
       and since >= $3::timestamptz - make_interval(secs => $4)`,
    [input.sessionId, input.counter, input.now, input.reuseSeconds],
  );
  return rows.length > 0;
}
