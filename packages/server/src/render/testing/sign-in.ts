import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../context.ts';
import type { ApiLeague } from '../../testing/api-league.ts';

/** The cookie of a session of somebody's, as the auth service leaves it; `readToken` knows whose it is. */
export async function signIn({ database }: ApiLeague, { user_id }: Viewer): Promise<string> {
  const id = randomUUID();
  await database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, user_id]);
  const claims = { sub: user_id, session_id: id, exp: Date.now() };
  const access = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const stored = JSON.stringify({ access_token: access, refresh_token: 'r' });
  return `muster-auth-token=base64-${Buffer.from(stored).toString('base64url')}`;
}

/** What a token of `signIn` says, for `createTestSite`: nothing is signed here. */
export const readToken = async (token: string) =>
  JSON.parse(Buffer.from(token, 'base64url').toString());
