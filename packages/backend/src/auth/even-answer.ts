import { setTimeout as delay } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import type { Auth, AuthEnv } from './context.ts';

/**
 * Answers no sooner than after a fixed time, whatever was found: where the words do not say whether an
 * account exists, how long they took must not either.
 */
export function answerEvenly(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (_context, next) => {
    const earliest = delay(auth.config.security.evenAnswerMilliseconds);
    await next();
    await earliest;
  };
}
