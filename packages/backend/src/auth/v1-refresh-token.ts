import { createHash } from 'node:crypto';
import type { Queryable } from '@muster/database';

/**
 * A row of `auth.refresh_tokens`: Supabase's first kind of token, twelve characters that are stored as
 * they are. Sessions that were moved here have them; none are made here.
 */
export interface V1RefreshToken {
  id: string;
  token: string;
  revoked: boolean;
  parent: string | null;
  updated_at: Date;
  session_id: string | null;
}

const columns = 'id, token, revoked, parent, updated_at, session_id';
const hashPrefix = 'sha256:';
const length = 12;

/** Finds a token, whether it still stands as it came or only as its hash; the hash itself is no token. */
export async function findV1Token(
  queryable: Queryable,
  token: string,
): Promise<V1RefreshToken | null> {
  if (token.length !== length) {
    return null;
  }
  const [found] = await queryable.query<V1RefreshToken>(
    `select ${columns} from auth.refresh_tokens where token in ($1, $2)`,
    [token, `${hashPrefix}${createHash('sha256').update(token).digest('hex')}`],
  );
  return found ?? null;
}

export async function findV1TokenById(
  queryable: Queryable,
  id: string,
): Promise<V1RefreshToken | null> {
  const [found] = await queryable.query<V1RefreshToken>(
    `select ${columns} from auth.refresh_tokens where id = $1`,
    [id],
  );
  return found ?? null;
}

/** The last of a session's tokens: the one that is active, or was before the session had the second kind. */
export async function findNewestV1Token(
  queryable: Queryable,
  sessionId: string,
): Promise<V1RefreshToken | null> {
  const [newest] = await queryable.query<V1RefreshToken>(
    `select ${columns} from auth.refresh_tokens where session_id = $1
     order by revoked, id desc limit 1`,
    [sessionId],
  );
  return newest ?? null;
}

/** Takes a session's tokens out of use, and leaves of them what tells a late one from theft. */
export async function retireV1Tokens(
  queryable: Queryable,
  sessionId: string,
  now: Date,
): Promise<void> {
  await queryable.query(
    `update auth.refresh_tokens set
       token = '${hashPrefix}' || encode(sha256(convert_to(token, 'UTF8')), 'hex'),
       parent = case when parent = '' then '' else
         '${hashPrefix}' || encode(sha256(convert_to(parent, 'UTF8')), 'hex') end,
       updated_at = case when revoked then updated_at else $2 end,
       revoked = true
     where session_id = $1 and token not like '${hashPrefix}%'`,
    [sessionId, now],
  );
}
