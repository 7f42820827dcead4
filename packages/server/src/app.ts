import { isBrokenOff } from '@muster/backend';
import { type Database, shares } from '@muster/database';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { toFailureRefusal } from './engine/refusal.ts';
import { getOwnHeaders } from './http/origin.ts';
import { getPeerAddress, mayUseDevelopmentPages } from './http/peer.ts';
import { logFailure } from './log-failure.ts';
import { mountDoor } from './setup/open-setup.ts';

/** Supabase's services, as one of the server's parts. */
interface BackendPart {
  fetch(request: Request, bindings: { clientAddress: string }): Response | Promise<Response>;
}

export interface AppParts {
  config: Config;
  database: Database;
  log: Logger;
  /** `/auth/v1`, `/rest/v1`, `/realtime/v1`, `/storage/v1`; and `/functions/v1` where there are none to call */
  backend: BackendPart;
  /** `/api`, what only reads and what writes: they have shares of their own of the database's connections. */
  api: { reads: Hono; writes: Hono };
  /** `/dev`, where this machine alone may look. */
  development: Hono;
  /** Everything else: pages, payloads, builds and files. */
  site: Hono;
  /** Whether the server is going down and should get no new visitors. */
  isStopping(): boolean;
}

const backendPaths = ['/auth/v1', '/rest/v1', '/realtime/v1', '/storage/v1', '/functions/v1'];

/**
 * The whole server as one pure `fetch`. The order of what follows is the order in which a request
 * meets it.
 */
export function createApp(parts: AppParts): Hono {
  const { config, database, log, backend, api, development, site, isStopping } = parts;
  const app = new Hono();
  const ownHeaders = Object.entries(getOwnHeaders(config));

  app.onError((error, context) => {
    const { method, path } = context.req;
    if (!isBrokenOff(error)) {
      logFailure(log, error, 'request failed', { method, path });
    }
    const { refusal, status, headers } = toFailureRefusal(error);
    return context.json({ error: refusal }, status, headers);
  });

  app.use(async (context, next) => {
    const started = performance.now();
    await next();
    // By the answer's own headers: `context.header` makes the answer anew each time, and its body a stream.
    const { headers } = context.res;
    for (const [name, value] of ownHeaders) {
      // A page of this machine's own may say that it shows itself in a frame.
      if (name !== 'x-frame-options' || !headers.has(name)) {
        headers.set(name, value);
      }
    }
    const milliseconds = Math.round(performance.now() - started);
    log.debug(
      {
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        milliseconds,
      },
      'request',
    );
  });

  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    if (isStopping()) {
      return context.text('stopping', 503);
    }
    try {
      await database.query('select 1 from public.ladders limit 1');
      return context.text('ready');
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return context.text('database unreachable', 503);
    }
  });

  for (const path of backendPaths) {
    app.all(`${path}/*`, (context) =>
      backend.fetch(context.req.raw, {
        clientAddress: getPeerAddress(context.req.raw, context.env, config),
      }),
    );
  }
  const reads = new Hono().route('/api', api.reads);
  const writes = new Hono().route('/api', api.writes);
  app.all('/api/*', (context) => {
    const isRead = context.req.raw.method === 'GET' || context.req.raw.method === 'HEAD';
    return (isRead ? reads : writes).fetch(context.req.raw, context.env);
  });

  app.use('/dev/*', async (context, next) =>
    mayUseDevelopmentPages(context.req.raw, context.env, config)
      ? next()
      : site.fetch(context.req.raw, context.env),
  );
  app.route('/dev', development);

  mountDoor(app, { config, database: database.share(shares.pages), site });

  app.all('*', (context) => site.fetch(context.req.raw, context.env));
  return app;
}
