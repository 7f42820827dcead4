import type { Queryable } from '@muster/database';
import { defaultLocale, isLocaleCode } from '@muster/site';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Config } from '../config.ts';
import { getOwnOrigin } from '../http/origin.ts';
import type { SettingsReader } from '../page/settings.ts';
import { type FeedAbout, readFeed, toAtom, toJsonFeed } from './feeds.ts';

interface FeedParts {
  config: Pick<Config, 'siteUrl'>;
  settings: SettingsReader;
  resolveContext: (request: Request) => Promise<{ database: Queryable; now: Date }>;
}

/** `/feed.atom` and `/feed.json`, in the language that `?in=` names; asked again, they say that nothing has changed. */
export function createFeeds({ config, settings, resolveContext }: FeedParts): Hono {
  const read = async (context: Context) => {
    const request = context.req.raw;
    const { database, now } = await resolveContext(request);
    const asked = context.req.query('in');
    const about: FeedAbout = {
      origin: getOwnOrigin(request, config),
      league: settings.current.leagueName,
      locale: isLocaleCode(asked) ? asked : defaultLocale,
      now,
    };
    return { about, entries: await readFeed(database, about) };
  };
  const headers = (type: string) => ({
    'Content-Type': `application/${type}; charset=utf-8`,
    // Kept, and asked for again each time: most often the answer is that nothing has changed.
    'Cache-Control': 'public, no-cache',
    'Access-Control-Allow-Origin': '*',
  });
  const feeds = new Hono();
  feeds.use(etag());
  feeds.get('/feed.atom', async (context) => {
    const { about, entries } = await read(context);
    return context.body(toAtom(entries, about), 200, headers('atom+xml'));
  });
  feeds.get('/feed.json', async (context) => {
    const { about, entries } = await read(context);
    return context.body(JSON.stringify(toJsonFeed(entries, about)), 200, headers('feed+json'));
  });
  return feeds;
}
