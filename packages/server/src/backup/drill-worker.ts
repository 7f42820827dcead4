import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { AsideError } from '@muster/database';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import { drill } from './drill.ts';
import type { DrillOrder, DrillWord } from './run-drill.ts';
import { toFailure } from './to-failure.ts';

/** The process of `runDrill`: takes one order by the channel, does it behind everybody else, and ends. */

const stopping = new AbortController();

/** Before the league itself, where memory runs out; a system without it has other ways. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed.
  }
}

async function work({ path, where }: DrillOrder): Promise<DrillWord> {
  try {
    const { signal } = stopping;
    await using file = await openLeagueFile(path, { identities: [], signal });
    const options = { where, forgotten: [], print: () => undefined, signal };
    return { drilled: await drill(file, options) };
  } catch (error) {
    return error instanceof AsideError && error.code !== 'busy'
      ? { impossible: error.code }
      : { failure: toFailure(error), detail: error instanceof Error ? error.message : '' };
  }
}

// A signal to the whole group is for who waits for us; we end when they do.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {});
}
process.once('disconnect', () => stopping.abort(new Error('Nobody waits for it any more.')));

process.once('message', async (order: DrillOrder) => {
  setPriority(constants.priority.PRIORITY_LOW);
  goFirst();
  const word = await work(order);
  if (process.connected) {
    process.send?.(word, () => process.exit());
  } else {
    process.exit();
  }
});
