import type { Database } from '@muster/database';
import { combineChunks } from '@supabase/ssr';
import { parse } from 'hono/utils/cookie';
import type { Viewer } from '../context.ts';
import { toIsAtHandSql } from '../page/at-hand.ts';
import { toDeskCountSql } from '../page/desk-items.ts';
import { type PresentSanction, toPresentSanctionSql } from '../page/sanction-line.ts';

/** The name under which the browser keeps its session, in `@supabase/ssr`'s chunks. */
export const sessionCookie = 'muster-auth-token';

/** A token that runs out within this many milliseconds counts as expired (specification §9). */
const expiryMargin = 10_000;
const base64Prefix = 'base64-';

/** Verifies an access token's signature and expiry and gives its claims, or null. */
export type VerifyAccessToken = (
  token: string,
) => Promise<Readonly<Record<string, unknown>> | null>;

export interface RequestSession {
  viewer: Viewer | null;
  /** How many of their notices are new. */
  unread: number;
  /** How much waits on their desk; null for who has no office, or one that rests. */
  desk: number | null;
  /** The hardest sanction that holds against them now. */
  sanction: PresentSanction | null;
  /** Whether a match of theirs begins within the hour or is under way. */
  isAtHand: boolean;
  /** The person's own language and zone, where they have set them. */
  locale: string | null;
  zone: string | null;
  /** The account of somebody who owes the second step: they count as a visitor until then. */
  firstStep: string | null;
  /** True also when only the refresh token is still good: the guard lets the page through and the browser refreshes. */
  hasSession: boolean;
}

interface StoredSession {
  access_token: string;
  refresh_token: string;
}

const noSession: RequestSession = {
  viewer: null,
  unread: 0,
  desk: null,
  sanction: null,
  isAtHand: false,
  locale: null,
  zone: null,
  firstStep: null,
  hasSession: false,
};

/** The cookies of a request by their names, decoded; the first of a name wins. */
export const readCookies = ({ headers }: Request) => parse(headers.get('cookie') ?? '');

async function readStoredSession(request: Request): Promise<StoredSession | null> {
  const cookies = readCookies(request);
  const value = await combineChunks(sessionCookie, (name) => cookies[name] ?? null);
  if (typeof value !== 'string' || value === '') {
    return null;
  }
  const text = value.startsWith(base64Prefix)
    ? Buffer.from(value.slice(base64Prefix.length), 'base64url').toString('utf8')
    : value;
  try {
    const parsed: unknown = JSON.parse(text);
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'access_token' in parsed &&
      'refresh_token' in parsed &&
      typeof parsed.access_token === 'string' &&
      typeof parsed.refresh_token === 'string'
    ) {
      return { access_token: parsed.access_token, refresh_token: parsed.refresh_token };
    }
  } catch {
    // A cookie that is not a session is no session: whoever wrote it is a visitor.
  }
  return null;
}

interface ViewerRow {
  person_id: string;
  username: string;
  locale: string;
  zone: string | null;
  is_site_admin: boolean;
  is_editor: boolean;
  unread: number;
  desk: number | null;
  sanction: PresentSanction | null;
  is_at_hand: boolean;
  aal: string | null;
  has_second_factor: boolean;
}

const viewerStatement = `
  select p.id as person_id, p.username, p.locale, s.zone, session.aal::text as aal,
    (select count(*)::integer from private.notices n
      where n.person_id = p.id and n.in_page and n.read_at is null) as unread,
    ${toDeskCountSql({ person: 'p.id', now: 'now()' })} as desk,
    ${toPresentSanctionSql({ person: 'p.id', now: 'now()' })} as sanction,
    ${toIsAtHandSql({ person: 'p.id', now: '$3' })} as is_at_hand,
    exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_factor,
    exists (select 1 from public.admins a where a.person_id = p.id and a.ladder_id is null) as is_site_admin,
    exists (select 1 from public.editors e where e.person_id = p.id) as is_editor
  from public.profiles p
  join auth.sessions session on session.id = $2 and session.user_id = p.user_id
  join auth.users u on u.id = p.user_id and (u.banned_until is null or u.banned_until < now())
  left join private.person_settings s on s.person_id = p.id
  where p.user_id = $1`;

/**
 * Finds out who asks: from the session cookie, or from a bearer token. One statement; the session must
 * still exist, so that signing out everywhere takes effect at once.
 */
export function createSessionReader(database: Database, verify: VerifyAccessToken) {
  return async (request: Request): Promise<RequestSession> => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    const stored = bearer === undefined ? await readStoredSession(request) : null;
    const token = bearer ?? stored?.access_token;
    if (token === undefined) {
      return noSession;
    }
    const hasSession = stored !== null && stored.refresh_token !== '';
    const claims = await verify(token);
    const expiresAt = typeof claims?.exp === 'number' ? claims.exp * 1000 : 0;
    if (claims === null || expiresAt - expiryMargin <= Date.now()) {
      return { ...noSession, hasSession };
    }
    const [row] = await database.query<ViewerRow>(viewerStatement, [
      ...[claims.sub, claims.session_id],
      new Date(),
    ]);
    if (row === undefined) {
      return noSession;
    }
    const { person_id, username, is_site_admin } = row;
    const is_editor = row.is_editor || is_site_admin;
    const userId = String(claims.sub);
    if (row.has_second_factor && (claims.aal !== 'aal2' || row.aal !== 'aal2')) {
      return { ...noSession, firstStep: userId };
    }
    const sessionId = String(claims.session_id);
    return {
      viewer: {
        user_id: userId,
        person_id,
        username,
        is_site_admin,
        is_editor,
        session_id: sessionId,
      },
      unread: row.unread,
      desk: row.desk,
      sanction: row.sanction,
      isAtHand: row.is_at_hand,
      locale: row.locale,
      zone: row.zone,
      firstStep: null,
      hasSession: true,
    };
  };
}
