import { connect } from '@muster/database';
import { createAuth } from '../create-auth.ts';
import { loadAuthKeys } from '../keys.ts';

/** A process of its own that refreshes one token ten times at once and prints what it got. */
const [url = '', token = ''] = process.argv.slice(2);
const database = connect(url);
const auth = createAuth({
  database,
  keys: await loadAuthKeys({ database }),
  config: { rateLimits: { enabled: false } },
});
const answers = await Promise.all(
  Array.from({ length: 10 }, async () => {
    const response = await auth.request('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: token }),
    });
    const body = await response.json();
    return String(body.refresh_token ?? body.msg);
  }),
);
process.stdout.write(JSON.stringify(answers));
await database.close();
