import { tryAdvisoryLock } from '@muster/database';
import type { StreamName } from '@muster/league';
import { executeAsSystem } from './execute.ts';
import type { League } from './league.ts';

const clockLock = 'muster.clock';
const batch = 50;
/** A longer silence than this counts as an outage (domain: time). */
const outageMilliseconds = 10 * 60_000;

/** Only ladders are ever due. */
async function listDue(league: League): Promise<StreamName<'ladder'>[]> {
  const rows = await league.database.query<{ stream: StreamName<'ladder'> }>(
    'select stream from private.stream_states where due_at <= $1 order by due_at limit $2',
    [league.now(), batch],
  );
  return rows.map(({ stream }) => stream);
}

/**
 * Decides every overdue deadline, ladder by ladder, each in a transaction of its own. One process of
 * the database does it at a time; the others return at once. Returns how many steps the clock took.
 */
export async function runDueClocks(league: League): Promise<number> {
  const steps = await tryAdvisoryLock(league.database, clockLock, async () => {
    let taken = 0;
    for (let due = await listDue(league); due.length > 0; due = await listDue(league)) {
      for (const stream of due) {
        taken += await executeAsSystem(league, async (unit) => {
          await unit.hold([stream]);
          return unit.runClock(stream);
        });
      }
    }
    return taken;
  });
  return steps ?? 0;
}

/** Leaves the server's sign of life. */
export async function beatHeart(league: League): Promise<void> {
  await league.database.query(
    `insert into private.heartbeats (id, beat_at) values (true, $1)
     on conflict (id) do update set beat_at = greatest(private.heartbeats.beat_at, excluded.beat_at)`,
    [league.now()],
  );
}

/**
 * Finds out how long nobody served the league. After more than ten minutes every open deadline, start
 * and check-in window that the silence touched moves by its length: an outage forfeits nobody.
 * To be called before the clock runs for the first time.
 */
export async function forgiveOutage(league: League): Promise<void> {
  await tryAdvisoryLock(league.database, clockLock, async () => {
    const [last] = await league.database.query<{ beat_at: Date }>(
      'select beat_at from private.heartbeats',
    );
    const now = league.now();
    if (last !== undefined && now.getTime() - last.beat_at.getTime() > outageMilliseconds) {
      const ladders = await league.database.query<{ stream: StreamName<'ladder'> }>(
        `select stream from public.seasons where status = 'open'`,
      );
      for (const { stream } of ladders) {
        await executeAsSystem(league, async (unit) => {
          await unit.hold([stream]);
          // What was due while the server still lived stays due; the rest moves.
          await unit.runClock(stream, undefined, last.beat_at.toISOString());
          await unit.decideUnclocked(stream, {
            type: 'extend_deadlines',
            from: last.beat_at.toISOString(),
            until: now.toISOString(),
          });
        });
      }
    }
    await beatHeart(league);
  });
}
