import { connect } from '@muster/database';
import { runDueReminders } from '../../notice/reminders.ts';
import { runDueClocks } from '../clock.ts';
import { createLeague } from '../league.ts';

/**
 * A process of its own that decides the overdue deadlines of a database at an instant, for tests that
 * kill it; with a number of turns it reminds people beside it, and does both so often.
 */
const [url = '', now = '', turns] = process.argv.slice(2);
const database = connect(url);
const league = createLeague(database, () => new Date(now));
if (turns === undefined) {
  await runDueClocks(league);
}
for (let turn = 0; turn < Number(turns ?? 0); turn += 1) {
  await Promise.all([runDueClocks(league), runDueReminders(league)]);
}
await database.close();
