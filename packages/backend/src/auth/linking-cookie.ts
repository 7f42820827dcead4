import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Auth, AuthEnv } from './context.ts';
import { badRequest } from './errors.ts';
import { isSameText } from './flow-state.ts';
import { getExternalUrl } from './origins.ts';

const name = 'muster-linking';

/**
 * Marks the browser in which a linking begins. Without that, somebody could begin one, hand its address
 * to another person, and so get that person's account elsewhere into their own: the next sign-in with
 * it would lead there.
 */
export async function bindToBrowser(
  auth: Auth,
  context: Context<AuthEnv>,
  flowId: string,
): Promise<void> {
  const url = new URL(getExternalUrl(auth.config, context));
  setCookie(context, name, toMark(auth, flowId), {
    path: url.pathname,
    httpOnly: true,
    // Lax, since the provider sends the browser back from another site.
    sameSite: 'Lax',
    secure: url.protocol === 'https:',
    maxAge: auth.config.external.flowStateExpirySeconds,
  });
}

/** Refuses to finish a linking in a browser in which it did not begin. */
export function requireSameBrowser(auth: Auth, context: Context<AuthEnv>, flowId: string): void {
  if (!auth.config.security.bindLinkingToBrowser) {
    return;
  }
  if (isSameText(getCookie(context, name) ?? '', toMark(auth, flowId))) {
    return;
  }
  throw badRequest(
    'bad_oauth_state',
    'An account can only be linked in the browser in which that was begun',
  );
}

function toMark(auth: Auth, flowId: string): string {
  return createHmac('sha256', auth.keys.secret).update(`linking:${flowId}`).digest('base64url');
}
