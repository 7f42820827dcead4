import { expect } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { bringSession, listPages } from './world/pages.ts';
import { listFaultyTargets, ofMouse } from './world/targets.ts';
import { test } from './world/test.ts';

/**
 * What a mouse must hit of what people in office find on pages that everybody may read. Of all other pages, and what a
 * thumb must hit, is asked where their look is (`reading-look.spec.ts`).
 */

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

/** `/ladders/bf6-2v2-tanks/log` is of the kind `/ladders/…/log`. */
const toKind = (path: string) => path.replace(/^(\/[^/]+\/)[^/?]+/, '$1…');

test.setTimeout(1_800_000);
test.use({ viewport: { width: 1280, height: 900 } });

test('no target is too low for an admin where everybody may read, nor lies in another', async ({
  page,
  context,
}) => {
  const { open, reader } = await listPages(url, dataDir);
  await bringSession(context, url, reader);
  const faults: string[] = [];
  const alive = open.filter((path) => path !== '/confirm');
  const ofEachKind = new Map(alive.map((path) => [toKind(path), path]));
  await openAlive(page, `${url}/account`);
  for (const path of ofEachKind.values()) {
    // By a link, as all of the bar and the footer stay then.
    await followAddress(page, path);
    await expect(page.locator('main:not([aria-busy="true"]) h1')).toBeVisible();
    expect(page.url()).toBe(url + path);
    const found = await listFaultyTargets(page, ofMouse);
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
});
