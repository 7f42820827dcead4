import { expect } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { test } from './world/test.ts';

const lists = [
  { what: 'home', path: '/', of: /^\/emblems\/(?:ladder|game|team)\.svg/ },
  { what: 'a ladder', path: '/ladders/bf6-2v2-tanks', of: /^\/emblems\/(?:ladder|team)\.svg/ },
  { what: 'teams', path: '/teams', of: /^\/emblems\/team\.svg/ },
  { what: 'a game', path: '/games/battlefield6', of: /^\/emblems\/(?:game|ladder)\.svg/ },
];

for (const { what, path, of } of lists) {
  test(`emblems of ${what} load under the page's policy, and say nothing beside a name`, async ({
    page,
  }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) {
        refused.push(message.text());
      }
    });
    await openAlive(page, path);
    const emblems = page.locator('main .emblem');
    const count = await emblems.count();
    expect(count).toBeGreaterThan(1);
    for (let index = 0; index < count; index += 1) {
      const emblem = emblems.nth(index);
      // Those of a folded part are not loaded until somebody opens it.
      if (!(await emblem.isVisible())) {
        continue;
      }
      await emblem.scrollIntoViewIfNeeded();
      await expect(emblem).toHaveAttribute('src', of);
      await expect(emblem).toHaveAttribute('alt', '');
      await expect
        .poll(() => emblem.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
    expect(refused).toEqual([]);
  });
}
