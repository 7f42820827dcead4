import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js';
import { build } from 'vite';

declare global {
  interface Window {
    supabase: typeof import('@supabase/supabase-js');
    client: SupabaseClient;
  }
}

let bundled: Promise<string> | null = null;

/** The official client as one script, of the same version as the site's own parts of it. */
function bundleClient(): Promise<string> {
  bundled ??= build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: createRequire(import.meta.url).resolve('@supabase/supabase-js'),
        formats: ['iife'],
        name: 'supabase',
      },
    },
  }).then((outputs) => {
    const [output] = Array.isArray(outputs) ? outputs : [outputs];
    const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
    if (chunk === undefined) {
      throw new Error('The official client could not be bundled.');
    }
    // What an init script declares stays in it unless it is put where the page looks.
    return `${chunk.code};globalThis.supabase = supabase;`;
  });
  return bundled;
}

interface TabOptions {
  /** What stands behind the address's path: a callback's answer, for instance. */
  ending?: string;
  auth?: NonNullable<SupabaseClientOptions<'public'>['auth']>;
}

/** Opens a tab of the same origin in which the official client stands as `client`, beside the site's own. */
export async function openOfficialTab(
  context: BrowserContext,
  url: string,
  { ending = '', auth = {} }: TabOptions = {},
): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript({ content: await bundleClient() });
  await tab.goto(`${url}/healthz${ending}`);
  await tab.evaluate(
    ([address, options]) => {
      const kept = new Map<string, string>();
      window.client = window.supabase.createClient(address, 'anon', {
        auth: {
          storageKey: 'muster-auth-token',
          autoRefreshToken: false,
          // Not the cookies: the site's own tab keeps those.
          storage: {
            getItem: (key) => kept.get(key) ?? null,
            setItem: (key, value) => void kept.set(key, value),
            removeItem: (key) => void kept.delete(key),
          },
          ...options,
        },
      });
    },
    [url, auth] as const,
  );
  return tab;
}
