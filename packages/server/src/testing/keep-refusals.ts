import type { MiddlewareHandler } from 'hono';
import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    refusals?: string[];
  }
}

/** Keeps with the test that runs what the API has refused: `npm test` asks for each of the server's codes. */
export const keepRefusals: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  const test = TestRunner.getCurrentTest();
  const isJson = res.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (res.status < 400 || !isJson || test === undefined) {
    return;
  }
  const { error } = (await res.clone().json()) as { error?: { code?: string } };
  if (error?.code !== undefined) {
    test.meta.refusals = [...new Set([...(test.meta.refusals ?? []), error.code])];
  }
};
