import type { Database } from '@muster/database';
import type { HomeName } from '../bytes/home.ts';
import { moveStoredBytes } from '../bytes/move.ts';
import { type HomesConfig, openStore } from '../bytes/open-store.ts';

/** What a process is told to do besides serving. */
export type Task = { move: HomeName } | 'sweep';

/** Does what the process's parent sends it, says what it came to, and ends with it. */
export function doTasks(database: Database, config: HomesConfig): void {
  async function move(to: HomeName) {
    const failures: string[] = [];
    const onFailure = (error: unknown) => {
      failures.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    };
    return { ...(await moveStoredBytes(database, config, to, { onFailure })), failures };
  }
  const store = openStore(database, config, (error) => console.error(error));
  process.on('message', async (task: Task) => {
    process.send?.(
      task === 'sweep' ? await store.sweep().then(() => 'swept') : await move(task.move),
    );
  });
  process.on('disconnect', () => process.exit());
}
