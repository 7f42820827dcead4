import { connect } from '@muster/database';
import { pino } from 'pino';
import { startMailQueue } from './start-mail-queue.ts';

/** A process of its own that sends mail, for tests that kill it or run it beside another. */
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const database = connect(databaseUrl);
const queue = startMailQueue(database, { smtpUrl, log: pino({ level: 'silent' }) });
process.once('SIGTERM', () => void queue.stop().then(() => process.exit(0)));
process.stdout.write('ready\n');
