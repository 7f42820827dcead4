import { connect } from '@muster/database';
import { runDueClocks } from '../../league/clock.ts';
import { createLeague } from '../../league/league.ts';
import { runDueReminders } from '../reminders.ts';

/** A process of its own that runs the clock and the reminders for an instant, several times over. */
const [url = '', now = ''] = process.argv.slice(2);
const database = connect(url);
const league = createLeague(database, () => new Date(now));
for (let turn = 0; turn < 5; turn += 1) {
  await Promise.all([runDueClocks(league), runDueReminders(league)]);
}
await database.close();
