import type { Database } from '@muster/database';
import { parseConfig } from '../packages/server/src/config.ts';
import type { Viewer } from '../packages/server/src/context.ts';
import { createFixedSettings } from '../packages/server/src/page/settings.ts';
import { createShellLoader } from '../packages/server/src/page/shell.ts';
import { loaders } from '../packages/server/src/pages.ts';
import { createSite } from '../packages/server/src/render/create-site.ts';
import {
  createContextResolver,
  toStranger,
} from '../packages/server/src/render/request-context.ts';
import type { SiteOptions } from '../packages/server/src/render/site-options.ts';
import { loadPin } from '../packages/server/src/waiting/pin.ts';

interface Asking extends Pick<SiteOptions, 'visitorCache'> {
  /** Who asks, on the day after the ladder was filled; without one, a visitor asks. */
  viewer?: Viewer;
  now?: Date;
  /** Whether they have a match within the hour, which stands above every page. */
  hasPin?: boolean;
}

const dayAfter = new Date('2026-11-03T12:00:00.000Z');

/** The site over a database, as the server has it; given requests by its own fetch handler. */
export async function openSite(
  database: Database,
  { viewer, now = dayAfter, hasPin = false, ...more }: Asking = {},
) {
  const config = parseConfig({});
  const settings = createFixedSettings(config);
  const resolveContext = createContextResolver({
    config,
    database,
    settings,
    verify: async () => null,
  });
  const site = await createSite({
    config,
    settings,
    loaders,
    resolveContext: async (request) => ({
      ...(await resolveContext(request)),
      ...(viewer === undefined ? {} : { viewer, hasSession: true, now }),
      ...(viewer !== undefined && hasPin
        ? { readPin: () => loadPin(database, viewer.person_id, now) }
        : {}),
    }),
    toStranger: (request) => toStranger(request, { database, settings }),
    loadShell: createShellLoader(),
    hasChatSignIn: async () => true,
    anonKey: 'none',
    mayUseDevelopmentPages: () => false,
    onError: (error) => {
      throw error;
    },
    ...more,
  });
  return (request: Request) => site.fetch(request);
}

/** All bytes of an answer; making text of them again is the browser's work, not the server's. */
export async function readPage(
  fetch: (request: Request) => Response | Promise<Response>,
  url: string,
) {
  const answer = await fetch(new Request(url));
  if (answer.status !== 200) {
    throw new Error(`${url}: ${answer.status}`);
  }
  return new Uint8Array(await answer.arrayBuffer());
}
