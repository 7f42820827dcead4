import { connect } from '@muster/database';
import { runDueClocks } from '../clock.ts';
import { createLeague } from '../league.ts';

/** A process of its own that decides the overdue deadlines of a database at an instant, for tests that kill it. */
const [url = '', now = ''] = process.argv.slice(2);
const database = connect(url);
await runDueClocks(createLeague(database, () => new Date(now)));
await database.close();
