import type { Context } from 'hono';
import type { Auth, AuthEnv } from './context.ts';
import { getExternalUrl, getRedirectTo, getSiteUrl } from './origins.ts';
import { getClientInfo } from './request.ts';

/** What a link in a mail needs to know of the request that asked for it. */
export interface LinkTarget {
  externalUrl: string;
  siteUrl: string;
  redirectTo: string;
  /** Whether the link leads into the flow with a challenge. */
  isPkce: boolean;
  /** The header of that name. */
  acceptLanguage: string | null;
  /** Where the request comes from. */
  address: string;
}

export function toLinkTarget(
  auth: Auth,
  context: Context<AuthEnv>,
  input: { redirectTo?: string | null; isPkce: boolean },
): LinkTarget {
  return {
    externalUrl: getExternalUrl(auth.config, context),
    siteUrl: getSiteUrl(auth.config, context),
    redirectTo: getRedirectTo(auth.config, context, input.redirectTo ?? null),
    isPkce: input.isPkce,
    acceptLanguage: context.req.header('accept-language') ?? null,
    address: getClientInfo(context).address,
  };
}

/** The address that a mail asks to follow. */
export function toLink(target: LinkTarget, input: { token: string; type: string }): string {
  const url = new URL(`${target.externalUrl}/verify`);
  url.searchParams.set('token', input.token);
  url.searchParams.set('type', input.type);
  url.searchParams.set('redirect_to', target.redirectTo);
  return url.href;
}
