import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from '@playwright/test';
import { startServer, type TestServer } from './server/start-server.ts';
import { countDocuments, openAlive } from './shell/open.ts';
import { test } from './world/test.ts';

const root = join(import.meta.dirname, '..');

/** Leads to every package in `from`; the folder itself is our own, as tools keep their caches in it. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@muster' || name.startsWith('.')) {
      continue;
    }
    symlinkSync(join(from, name), join(to, name));
  }
}

/**
 * Changes a file as one write, to a text that is no shorter. Emptied first and filled later, the server may read it
 * in between; put in its place under another name, a busy one takes it for gone. Both load the whole page anew.
 */
function overwrite(file: string, text: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, text);
  closeSync(handle);
}

/** A tree of our own to work on: the sources copied, what is installed only led to. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'muster-checkout-'));
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  cpSync(join(root, 'content'), join(copy, 'content'), { recursive: true });
  cpSync(join(root, 'supabase'), join(copy, 'supabase'), { recursive: true });
  cpSync(join(root, 'packages'), join(copy, 'packages'), {
    recursive: true,
    filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
  });
  const installed = join(copy, 'node_modules');
  linkPackages(join(root, 'node_modules'), installed);
  mkdirSync(join(installed, '@muster'));
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(installed, '@muster', name));
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) {
      linkPackages(own, join(copy, 'packages', name, 'node_modules'));
    }
  }
  return copy;
}

test.describe('npm run dev', () => {
  let checkout: string;
  let server: TestServer;
  test.beforeAll(async () => {
    checkout = copyCheckout();
    // On a machine that says 'production' everywhere it is development all the same.
    const env = { NODE_ENV: 'production' };
    server = await startServer({ root: checkout, command: 'dev', env });
  });
  test.afterAll(async () => {
    await server.stop();
    rmSync(checkout, { recursive: true, force: true });
  });

  test('shows a change of a page at once, and keeps what was typed and opened', async ({
    page,
  }) => {
    const file = join(checkout, 'packages/site/src/pages/pieces/pieces.tsx');
    const source = readFileSync(file, 'utf8');
    const changed = source.replace('kicker="Muster"', 'kicker="Changed while it runs"');
    expect(changed).not.toBe(source);
    await openAlive(page, `${server.url}/dev/pieces`);
    await page.getByRole('textbox').first().fill('typed before the change');
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const documents = countDocuments(page);
    expect(Buffer.byteLength(changed)).toBeGreaterThanOrEqual(Buffer.byteLength(source));
    overwrite(file, changed);
    await expect(page.getByText('Changed while it runs')).toBeAttached();
    expect(documents()).toBe(0);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('textbox', { includeHidden: true }).first()).toHaveValue(
      'typed before the change',
    );
    await page.reload();
    await expect(page.getByText('Changed while it runs')).toBeAttached();
  });
});
