import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { siteFolder } from './built.ts';
import { messagesPlugin } from './src/intl/vite-messages.ts';

const formatOnly = 'use-intl/format-message/format-only';

/** What the build for the browser, the build for the server and development have in common. */
export function createViteConfig(): InlineConfig {
  return {
    root: siteFolder,
    configFile: false,
    appType: 'custom',
    publicDir: 'public',
    plugins: [react(), messagesPlugin(fileURLToPath(new URL('src/locales', import.meta.url)))],
    // The messages are compiled at build time, so the parser of ICU messages stays out of every bundle.
    resolve: {
      alias: [{ find: /^use-intl\/format-message$/, replacement: formatOnly }],
      dedupe: ['react', 'react-dom', 'use-intl'],
    },
    logLevel: 'warn',
  };
}
