import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';

/** A process of its own for tests of several migrating at once: prints what it applied. */
const [url = '', path = ''] = process.argv.slice(2);
const database = connect(url);
const { applied } = await migrate(database, [{ label: 'test', path }]);
await database.close();
process.stdout.write(JSON.stringify(applied));
