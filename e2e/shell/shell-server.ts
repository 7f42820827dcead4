import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Database } from '@muster/database';
import type { AboutData } from '@muster/site/pages/about/data.ts';
import type { LoginData } from '@muster/site/pages/login/data.ts';
import { Hono } from 'hono';
import { parseConfig } from '../../packages/server/src/config.ts';
import type { Viewer } from '../../packages/server/src/context.ts';
import { readCookies } from '../../packages/server/src/http/session.ts';
import { createFixedSettings } from '../../packages/server/src/page/settings.ts';
import { loaders } from '../../packages/server/src/pages.ts';
import { createSite } from '../../packages/server/src/render/create-site.ts';
import { toStranger } from '../../packages/server/src/render/request-context.ts';
import type { SiteOptions } from '../../packages/server/src/render/site-options.ts';
import { hasChatSignIn } from '../../packages/server/src/sign-in/providers.ts';

/** A served shell around pages that need no database, for what no league is needed to try. */
export interface ShellServer {
  url: string;
  /** The paths that were asked for, oldest first. */
  requests: string[];
  /** Answers before the site does, for services that the shell talks to. */
  services: Hono;
  /** Who the session cookie stands for. */
  people: Map<string, Viewer>;
  /** What the about page's loader gives. */
  about: () => Promise<AboutData | null>;
  close(): Promise<void>;
}

interface ShellServerOptions {
  environment?: Record<string, string>;
  overrides?: Partial<SiteOptions>;
}

const aboutData: AboutData = {
  text: null,
  figures: { teams: 28, people: 172, matches: 645, events: 11_075 },
  has_public_file: true,
  articles: [{ slug: 'welcome', title: 'Welcome to the league' }],
};

const loginData: LoginData = {
  options: {
    providers: [{ name: 'discord', label: null }],
    email: false,
    sign_up: false,
    captcha: false,
  },
  has_organisations: false,
};

const noDatabase = {
  query: async () => {
    throw new Error('This server has no database.');
  },
} as unknown as Database;

const menus = {
  casual: [
    ['aqtion', 'AQtion'],
    ['arma3', 'Arma 3'],
    ['battlefield2042', 'Battlefield 2042'],
    ['battlefield6', 'Battlefield 6'],
    ['dirt2', 'DiRT Rally 2.0'],
    ['finals', 'The Finals'],
    ['squad', 'Squad'],
  ].map(([id = '', label = '']) => ({ id, label, path: `/games/${id}` })),
  competitions: [
    ['bf6-2v2-tanks', 'BF6 2v2 Tanks'],
    ['bf6-10v10-eu', 'BF6 10v10 EU'],
    ['bf6-10v10-na', 'BF6 10v10 NA'],
    ['aqtion-4v4-teamplay', 'AQtion 4v4 Teamplay'],
    ['mw-2v2-na', 'MW 2v2 NA'],
    ['paintballers-5v5-na', 'Paintballers 5v5 NA'],
    ['test-ladder', 'Test ladder'],
    ['dirt2-intl-open-classic', 'DiRT 2 International Open Classic'],
  ].map(([id = '', label = '']) => ({ id, label, path: `/ladders/${id}` })),
  servers: [
    { id: 'bf2042', label: 'Battlefield 2042', path: '/servers/bf2042' },
    { id: 'space-engineers', label: 'Space Engineers', path: '/servers/space-engineers' },
  ],
};

export async function startShellServer({
  environment = {},
  overrides = {},
}: ShellServerOptions = {}): Promise<ShellServer> {
  const requests: string[] = [];
  const services = new Hono();
  const people = new Map<string, Viewer>();
  const server: ShellServer = {
    url: '',
    requests,
    services,
    people,
    about: async () => aboutData,
    close: async () => {},
  };
  const config = parseConfig({
    FORUM_URL: 'https://forum.example.org/',
    CHAT_INVITE_URL: 'https://chat.example.org/muster',
    ...environment,
  });
  const settings = createFixedSettings(config);
  const site = await createSite({
    config,
    settings,
    loaders: { ...loaders, about: () => server.about(), login: async () => loginData },
    resolveContext: async (request) => {
      const cookies = readCookies(request);
      const stored = cookies['muster-auth-token'];
      return {
        database: noDatabase,
        viewer: people.get(stored ?? '') ?? null,
        hasSession: stored !== undefined,
        chosenZone: null,
        locale: 'en',
        zone: cookies['muster-zone'] ?? 'UTC',
        now: new Date(),
      };
    },
    toStranger: (request) => toStranger(request, { database: noDatabase, settings }),
    hasChatSignIn: async () => hasChatSignIn(config, []),
    loadShell: async () => ({ menus, pages: [], has_demo: true }),
    anonKey: 'anon',
    mayUseDevelopmentPages: () => true,
    onError: () => {},
    ...overrides,
  });
  const app = new Hono();
  app.use(async (context, next) => {
    requests.push(new URL(context.req.url).pathname);
    const answer = await services.fetch(context.req.raw, context.env);
    if (answer.status !== 404 || answer.headers.has('x-service')) {
      return answer;
    }
    return next();
  });
  app.all('*', (context) => site.fetch(context.req.raw, context.env));
  const http = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) =>
    http.listen(Number(environment.PORT ?? 0), '127.0.0.1', resolve),
  );
  server.url = `http://localhost:${(http.address() as AddressInfo).port}`;
  server.close = () =>
    new Promise((done) => {
      http.close(() => done());
      // A browser keeps connections that it never asked anything on; they would be waited for.
      http.closeAllConnections();
    });
  return server;
}

if (import.meta.main) {
  const server = await startShellServer({
    environment: { PORT: process.env.PORT ?? '4100' },
    ...(process.env.SITE_FOLDER ? { overrides: { siteFolder: process.env.SITE_FOLDER } } : {}),
  });
  console.log(server.url);
}
