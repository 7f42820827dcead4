import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './server/global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [['dot'], ['json']],
  use: {
    ...(process.env.MUSTER_URL === undefined ? {} : { baseURL: process.env.MUSTER_URL }),
    // Pictures of each moment would cost a third of the time; what the page held tells as much.
    trace: { mode: 'retain-on-failure', screenshots: false },
    locale: 'en-US',
    timezoneId: 'Europe/Helsinki',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
