import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installFromDebian } from './debian.ts';
import { run, tool } from './run.ts';

/** The first takes a third of a whole Chromium's processor time: it has no windows. */
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const knownFirefoxes = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

function findBrowser(): string | null {
  const given = process.env.CHROMIUM_PATH;
  return (
    [...(given === undefined ? [] : [given]), ...known].find((path) => existsSync(path)) ?? null
  );
}

async function downloadFromPlaywright(): Promise<string | null> {
  console.log("Downloading Playwright's Chromium for the browser tests (60 s at most) ...");
  const bounded = process.platform === 'win32' ? [] : ['timeout', '60'];
  const [command = '', ...args] = [...bounded, tool('playwright'), 'install', 'chromium'];
  const { code } = await run(command, args);
  if (code !== 0) {
    return null;
  }
  const require = createRequire(new URL('../e2e/package.json', import.meta.url));
  const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } };
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** The path of a Chromium: one that is there, else Debian's package (as root), else Playwright's download; null when none can be had. */
export async function getBrowser(): Promise<string | null> {
  const present = findBrowser();
  if (present !== null) {
    return present;
  }
  // Not every release has the lighter package.
  await installFromDebian('the browser tests', ['chromium-headless-shell', 'chromium']);
  return findBrowser() ?? (await downloadFromPlaywright());
}

const findFirefox = () =>
  [process.env.FIREFOX_PATH ?? '', ...knownFirefoxes].find((path) => existsSync(path)) ?? null;

/** The path of a Firefox, in which the public file is opened too: one that is there, else Debian's (as root); null when none can be had. */
export async function getFirefox(): Promise<string | null> {
  if (findFirefox() === null) {
    await installFromDebian('the browser tests', ['firefox-esr']);
  }
  return findFirefox();
}
