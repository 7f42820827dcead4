import type { Database, Transaction } from '@muster/database';
import { type Listed, type Outcome, shownSql } from './listed.ts';
import { missesOfSilence } from './silence.ts';
import { hintServers } from './topic.ts';

export interface Heard {
  server: Listed;
  outcome: Outcome;
}

/** Of a day, in steps of so long; kept a little longer than is shown. */
export const historyStep = '10 minutes';
const historyKept = '25 hours';

/** SQL: whether a server `s` is listed and asked still as it was when it was asked, of which `r` has how and where. */
const isAskedStill = `s.retired_at is null and s.protocol = r.protocol
  and (select a.host || ' ' || a.query_port from private.game_server_addresses a where a.game_server_id = s.id)
    is not distinct from r.host || ' ' || r.port`;

const toAsked = ({ id, protocol, host, port }: Listed) => ({ id, protocol, host, port });
const askedColumns = 'id uuid, protocol text, host text, port int';

/** What servers said, on their rows. One that was retired or moved meanwhile is left alone. */
async function writeAnswers(
  transaction: Transaction,
  heard: readonly Heard[],
  at: Date,
): Promise<void> {
  const rows = heard.flatMap(({ server, outcome }) =>
    outcome.kind === 'answered'
      ? [{ ...toAsked(server), ping: outcome.ping, ...outcome.claim }]
      : [],
  );
  await transaction.query(
    `update public.game_servers s set players = r.players, max_players = r.max_players, bots = r.bots,
       map = r.map, has_password = r.has_password, version = r.version, game_port = r.game_port,
       people = case when r.people is null then null else array(select jsonb_array_elements_text(r.people)) end,
       ping = r.ping, seen_at = $2, asked_at = $2, misses = 0, silent_since = null, fault = null
     from jsonb_to_recordset($1::jsonb) as r (${askedColumns}, players int, max_players int, bots int, map text,
       has_password boolean, version text, game_port int, people jsonb, ping int)
     where s.id = r.id and ${isAskedStill}`,
    [JSON.stringify(rows), at],
  );
  await transaction.query(
    `insert into private.game_server_history (game_server_id, at, players)
     select s.id, date_bin('${historyStep}', $2::timestamptz, 'epoch'), r.players
     from jsonb_to_recordset($1::jsonb) as r (${askedColumns}, players int)
     join public.game_servers s on s.id = r.id and ${isAskedStill}
     on conflict (game_server_id, at) do update
       set players = greatest(private.game_server_history.players, excluded.players)`,
    [JSON.stringify(rows), at],
  );
}

/** Those that were not heard; while nobody is, none of them has missed anything. */
async function writeMisses(
  transaction: Transaction,
  { heard, at, isBlind }: { heard: readonly Heard[]; at: Date; isBlind: boolean },
): Promise<void> {
  const rows = heard.flatMap(({ server, outcome }) =>
    outcome.kind === 'missed' ? [{ ...toAsked(server), fault: outcome.fault }] : [],
  );
  await transaction.query(
    `update public.game_servers s set asked_at = $2, fault = r.fault,
       misses = case when $3 then s.misses else least(s.misses + 1, 1000000) end,
       silent_since = case when $3 then s.silent_since else coalesce(s.silent_since, $2) end
     from jsonb_to_recordset($1::jsonb) as r (${askedColumns}, fault text)
     where s.id = r.id and ${isAskedStill}`,
    [JSON.stringify(rows), at, isBlind],
  );
}

/**
 * Whether nobody at all was heard in a round, of two or more of which that was not known: then the way out is
 * more likely to be gone than all of them at once. What this machine itself answers says nothing of it.
 */
export function isBlindRound(heard: readonly Heard[]): boolean {
  const outward = heard.filter(
    ({ server, outcome }) =>
      !server.is_demo && !(outcome.kind === 'missed' && outcome.fault === 'not_allowed'),
  );
  const expected = outward.filter(
    ({ server }) => server.seen_at !== null && server.misses < missesOfSilence,
  );
  return expected.length > 1 && outward.every(({ outcome }) => outcome.kind === 'missed');
}

/** Keeps what a round has heard, and tells the pages on which something is new. */
export async function keepHeard(
  database: Database,
  heard: readonly Heard[],
  { at, isRound }: { at: Date; isRound: boolean },
): Promise<void> {
  const isBlind = isRound && isBlindRound(heard);
  await database.transaction(async (transaction) => {
    await writeAnswers(transaction, heard, at);
    await writeMisses(transaction, { heard, at, isBlind });
    const isTurned = isRound && (await writeBlindness(transaction, isBlind, at));
    const rows = await transaction.query<{ id: string; shown: string }>(
      `select s.id, ${shownSql('s')} as shown from public.game_servers s where s.id = any($1::uuid[])`,
      [heard.map(({ server }) => server.id)],
    );
    const shown = new Map(rows.map((row) => [row.id, row.shown]));
    const changed = heard.filter(({ server }) => isTurned || shown.get(server.id) !== server.shown);
    await hintServers(
      transaction,
      changed.map(({ server }) => server.page),
      at,
    );
  });
}

/** Returns whether it is another than before. */
async function writeBlindness(
  transaction: Transaction,
  isBlind: boolean,
  at: Date,
): Promise<boolean> {
  const rows = await transaction.query(
    `update private.server_watch set blind_since = $1 where (blind_since is null) <> ($1::timestamptz is null)
     returning id`,
    [isBlind ? at : null],
  );
  return rows.length > 0;
}

/** Forgets what is older than the day that is shown. */
export async function sweepHistory(database: Database, now: Date): Promise<void> {
  await database.query(
    `delete from private.game_server_history where at < $1::timestamptz - interval '${historyKept}'`,
    [now],
  );
}
