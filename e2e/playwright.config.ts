import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  // Node itself takes the types out of a thousand sources in a quarter of the time; the site's build needs nothing of the
  // kind, and Babel was five seconds at it in each process that renders pages.
  build: { external: ['**/*.ts', '**/*.js'] },
  testMatch: '*.spec.ts',
  globalSetup: './server/global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  // Limits end what hangs; none is a measure of the machine, however many others are on it.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [['dot'], ['json']],
  use: {
    ...{ actionTimeout: 120_000, navigationTimeout: 120_000 },
    ...(process.env.MUSTER_URL === undefined ? {} : { baseURL: process.env.MUSTER_URL }),
    // A trace costs a fifteenth of the tests' time and is kept where nobody looks for it; who seeks a fault has one with
    // `--trace on`. What all pages held at the end stands beside each failure without it (`world/test.ts`).
    locale: 'en-US',
    timezoneId: 'Europe/Helsinki',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
