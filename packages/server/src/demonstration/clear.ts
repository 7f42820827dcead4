import type { Transaction } from '@muster/database';
import type { StreamName } from '@muster/league';
import { letGo } from '../account/leave-league.ts';
import { executeAsSystem, isTransient, maxAttempts } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import type { Unit } from '../engine/unit.ts';
import { closeDemoSeason } from './close-season.ts';
import { listUnopened, openFirstSeasons } from './first-seasons.ts';
import { findDemo, hasRealActs, isThere } from './found.ts';
import { clearDemoCases } from './furnish-cases.ts';
import { clearDemoServers } from './furnish-servers.ts';

/** In milliseconds: one statement drops all of the demonstration, which a small machine at work is long at. */
const statementTimeout = 300_000;

interface ClearOptions {
  /** Real people's acts in the demonstration do not keep it: they go with it. */
  everything?: boolean;
}

type Outcome = 'none' | 'dropped' | 'ended';

/** Figures that stand in what stays: on a real team, before a real team's door, or on a real ladder. */
function listTied(transaction: Transaction): Promise<{ id: string }[]> {
  return transaction.query<{ id: string }>(
    `select p.id from public.profiles p where p.is_demo and (
       exists (select from public.rosters r where r.person_id = p.id)
       or exists (select from public.entries e where e.person_id = p.id)
       or p.id::text in (select jsonb_object_keys(state -> 'requests')
         from private.stream_states where stream like 'team:%'))
     order by p.id`,
  );
}

/**
 * Nobody acts in the league from here on, and a second clearing waits for this one. Tables, in the order in which a
 * command comes to them: what goes hangs on people whom a command holds before its streams and on streams that it
 * holds before the log, so that no order of rows is one for both.
 */
async function lockLeague(transaction: Transaction): Promise<void> {
  await transaction.query('lock table private.commands in share row exclusive mode');
  await transaction.query('lock table public.stream_heads in exclusive mode');
}

async function endSeasons(unit: Unit): Promise<void> {
  const seasons = await unit.transaction.query<{ stream: StreamName<'ladder'> }>(
    `select stream from public.seasons where is_demo and status <> 'closed'`,
  );
  for (const { stream } of seasons) {
    await unit.hold([stream]);
    await closeDemoSeason(unit, stream, null);
  }
}

async function drop(unit: Unit): Promise<void> {
  const { transaction } = unit;
  const ladders = await transaction.query<{ id: string }>(
    'select distinct ladder_id as id from public.seasons where is_demo',
  );
  await clearDemoCases(transaction);
  await transaction.query('select private.clear_demo()');
  for (const { id } of await listTied(transaction)) {
    await letGo(unit, id);
  }
  await transaction.query('select private.drop_demo_people()');
  await unit.hold(['site']);
  const ladder_ids = ladders.map(({ id }) => id);
  await unit.decideSite({ type: 'clear_demo', ladder_ids }, { isSystem: true });
}

async function clear(unit: Unit, now: Date, { everything = false }: ClearOptions) {
  const { transaction } = unit;
  await lockLeague(transaction);
  const found = await findDemo(transaction);
  const isKept = hasRealActs(found) && !everything;
  if (!isThere(found)) {
    return 'none';
  }
  const unopened = await listUnopened(transaction, { afterDemo: true });
  if (isKept && found.running === 0 && unopened.length === 0) {
    return 'none';
  }
  await clearDemoServers(transaction, now);
  await (isKept ? endSeasons(unit) : drop(unit));
  await openFirstSeasons(unit, unopened);
  return isKept ? 'ended' : 'dropped';
}

/**
 * Takes the demonstration away and opens the real seasons by the ladders' own rules, all in one transaction. It is
 * dropped whole; where real people have acted in it, it is ended and kept instead, unless `everything` is to go.
 * Returns what became of it; `none` where nothing was to be done.
 */
export async function clearDemo(league: League, options: ClearOptions = {}): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await executeAsSystem(league, (unit) => clear(unit, league.now(), options), {
        statementTimeout,
      });
    } catch (error) {
      // Commands of a running server were in its way: it has changed nothing.
      if (tries === maxAttempts || !isTransient(error)) {
        throw error;
      }
    }
  }
}
