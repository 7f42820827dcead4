import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { siteFolder } from '@muster/site/built';
import type { createSiteRenderer } from '@muster/site/entry-server.tsx';
import type { LocaleRouting } from '@muster/site/routing/locale-paths.ts';
import { createViteConfig } from '@muster/site/vite-config';
import { createServer } from 'vite';
import { findFreePort } from '../dev/free-port.ts';
import { readPageSources, type ServableSite } from './built-site.ts';

interface NodeRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

const fonts = [
  '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
  '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-latin-800-normal.woff2',
];

const dependencies = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom/client',
  'use-intl',
  'use-intl/core',
  'valibot',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  '@barbapapazes/plausible-tracker',
  '@iconify/react',
  '@supabase/auth-js',
  '@supabase/postgrest-js',
  '@supabase/realtime-js',
  '@supabase/ssr',
  'altcha-lib',
  'altcha-lib/algorithms/web/pbkdf2',
];

/** Serves the site from its sources: a change shows at once, and a component keeps its state. */
export async function openDevelopmentSite(
  routing: LocaleRouting,
  stopping?: AbortSignal,
): Promise<ServableSite> {
  const base = createViteConfig();
  const vite = await createServer({
    ...base,
    // The reload's own connection; its usual port may belong to another tree that is worked on.
    server: { middlewareMode: true, hmr: { port: await findFreePort() } },
    // Known from the start, so that no dependency is found late: that loads a second React, or the whole page anew.
    optimizeDeps: { include: [...dependencies], entries: ['src/entry-client.tsx'] },
    // Outside the bundle the alias of the message formatter would not reach it.
    environments: { ssr: { resolve: { noExternal: ['use-intl'] } } },
  });
  stopping?.addEventListener('abort', () => void vite.close(), { once: true });
  const sources = await readPageSources();
  return {
    build: 'development',
    clientFolder: null,
    async renderer() {
      const module = (await vite.ssrLoadModule('/src/entry-server.tsx')) as {
        createSiteRenderer: typeof createSiteRenderer;
      };
      return module.createSiteRenderer(routing);
    },
    listFiles: (page) => ({
      scripts: ['/@vite/client', '/src/entry-client.tsx'],
      modules: [],
      styles: ['/src/ui/ui.css', ...listStyles(page === null ? undefined : sources[page])],
      fonts: fonts.map((file) => `/@fs${join(siteFolder, '../../node_modules', file)}`),
      inlineScript:
        'import{injectIntoGlobalHook}from"/@react-refresh";injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;',
    }),
    serveSource: (_request, env) => serveSource(vite.middlewares, env),
  };
}

/** The style sheets beside a page, linked so that it is never shown without them. */
function listStyles(source: string | undefined): string[] {
  if (source === undefined) {
    return [];
  }
  const folder = dirname(source);
  return readdirSync(join(siteFolder, folder))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `/${folder}/${file}`);
}

type Middlewares = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Lets Vite answer what is a source; null when it has nothing of that name. */
async function serveSource(middlewares: Middlewares, env: unknown): Promise<Response | null> {
  const { incoming, outgoing } = env as NodeRequest;
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT));
    middlewares(incoming, outgoing, () => resolve(null));
  });
}
