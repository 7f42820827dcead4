import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { Auth, AuthEnv } from './context.ts';
import { badRequest } from './errors.ts';
import { captchaEntry, getClientInfo, parseBody } from './request.ts';

/** Grants by which somebody shows what a program cannot guess anyway. */
const exemptGrants = new Set(['refresh_token', 'pkce', 'id_token']);

/** Asks for a captcha's solution while captchas are on. */
export function requireCaptcha(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    await checkCaptcha(auth, context);
    await next();
  };
}

async function checkCaptcha(auth: Auth, context: Context<AuthEnv>): Promise<void> {
  if (!auth.config.security.captchaEnabled) {
    return;
  }
  if (exemptGrants.has(context.req.query('grant_type') ?? '')) {
    return;
  }
  const body = await parseBody(context, v.object(captchaEntry));
  const solution = body.gotrue_meta_security?.captcha_token ?? '';
  const isSolved =
    solution !== '' && (await auth.verifyCaptcha(solution, getClientInfo(context).address));
  if (isSolved) {
    return;
  }
  const reason = solution === '' ? 'no captcha_token found' : 'the solution is wrong';
  throw badRequest('captcha_failed', `captcha protection: request disallowed (${reason})`);
}
