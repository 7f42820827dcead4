import { findDamage, toUnavailable } from '@muster/database';
import type { Hono } from 'hono';
import { parseConfig } from '../../config.ts';
import { createFixedSettings, type SettingsReader } from '../../page/settings.ts';
import { createShellLoader } from '../../page/shell.ts';
import { loaders } from '../../pages.ts';
import type { ApiLeague } from '../../testing/api-league.ts';
import { createSite } from '../create-site.ts';
import { createContextResolver, toStranger } from '../request-context.ts';
import type { TestBuild } from './test-build.ts';

type SiteParts = Parameters<typeof createSite>[0];
type Verify = Parameters<typeof createContextResolver>[0]['verify'];

interface TestSiteOptions {
  build: TestBuild;
  /** These instead of the league's own. */
  loaders?: Partial<SiteParts['loaders']>;
  /** Whose a token is; without it nobody is signed in. */
  verify?: Verify;
  visitorCache?: SiteParts['visitorCache'];
  /** In place of what ships. */
  settings?: SettingsReader;
  /** Variables of the host. */
  environment?: Record<string, string>;
  /** As if the peer was this machine. */
  isDevelopment?: boolean;
  /** Takes what a page failed by; what is none of the database's fails the test unless given. */
  onError?: (error: unknown) => void;
}

/** The site over a league of a test, without a server: pages of the test's build; a failure of a page that is ours is one of the test. */
export function createTestSite(
  { database }: ApiLeague,
  {
    build,
    verify,
    visitorCache,
    environment = {},
    settings = createFixedSettings(parseConfig(environment)),
    isDevelopment = false,
    onError,
    ...other
  }: TestSiteOptions,
): Promise<Hono> {
  const config = parseConfig(environment);
  return createSite({
    config,
    settings,
    loaders: { ...loaders, ...other.loaders },
    resolveContext: createContextResolver({
      config,
      database,
      settings,
      verify: verify ?? (() => Promise.reject(new Error('Nobody is signed in.'))),
    }),
    loadShell: createShellLoader(),
    hasChatSignIn: async () => true,
    anonKey: 'none',
    mayUseDevelopmentPages: () => isDevelopment,
    toStranger: (request) => toStranger(request, { database, settings }),
    onError:
      onError ??
      ((error) => {
        if (toUnavailable(error) === null && findDamage(error) === null) {
          throw error;
        }
      }),
    siteFolder: build.folder,
    ...(visitorCache ? { visitorCache } : {}),
  });
}
