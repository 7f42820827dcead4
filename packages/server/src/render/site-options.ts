import type { PinnedMatch, ShellData } from '@muster/site/document-data.ts';
import type { SiteRules } from '@muster/site/routing/decide-route.ts';
import type { Config } from '../config.ts';
import type { RequestContext } from '../context.ts';
import type { PresentSanction } from '../page/sanction-line.ts';
import type { SettingsReader } from '../page/settings.ts';
import type { loaders } from '../pages.ts';
import type { VisitorCache } from './visitor-cache.ts';

/** Who asks for a page. */
export interface SiteContext extends RequestContext {
  /** True also when only the browser can renew the session. */
  hasSession: boolean;
  /** How many of the viewer's notices are new. */
  unread?: number;
  /** How much waits on the viewer's desk, where they have an office. */
  desk?: number | null;
  /** The hardest sanction that holds against the viewer now. */
  sanction?: PresentSanction | null;
  /** The match of the viewer's that is at hand. */
  pin?: PinnedMatch | null;
  /** The zone that the person has set for themselves, not the browser's. */
  chosenZone: string | null;
}

export interface SiteOptions {
  config: Pick<
    Config,
    | 'siteUrl'
    | 'analyticsHost'
    | 'localeStrategy'
    | 'localeDefaultRoutes'
    | 'devIdentity'
    | 'supabase'
    | 'host'
    | 'storageUrl'
    | 'trustedProxy'
  >;
  settings: SettingsReader;
  loaders: typeof loaders;
  resolveContext: (request: Request) => Promise<SiteContext>;
  /** What is known of a request without asking the database. */
  toStranger: (request: Request) => SiteContext;
  /** Whether the chat platform lets people in now. */
  hasChatSignIn: () => Promise<boolean>;
  /** The part of the shell that the database holds. */
  loadShell: (context: SiteContext) => Promise<Pick<ShellData, 'menus' | 'pages' | 'has_demo'>>;
  /** The key that the browser's clients of the backend send. */
  anonKey: string;
  /** Whether the peer may see the pages of development. */
  mayUseDevelopmentPages: (request: Request, env: unknown) => boolean;
  onError: (error: unknown, request: Request) => void;
  /** Keeps visitors' pages; whoever gives it clears it when the league changes. Not used in development. */
  visitorCache?: VisitorCache;
  /** Rules beside the site's own, for tests. */
  rules?: SiteRules;
  /** Where the build is, when it is not in its own place; for tests. */
  siteFolder?: string;
  /** Serves from source with hot reload instead of from the build. */
  isDevelopment?: boolean;
  /** Aborts when the server stops: what watches the sources then lets go of them. */
  stopping?: AbortSignal;
}
