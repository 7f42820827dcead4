import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page or in a part of it, without what stands in frames: a line for each rule that is broken. */
export async function listViolations(page: Page, part = 'html'): Promise<string[]> {
  // Where there are no frames, axe may look at the whole page at once, in half the time.
  const hasFrames = (await page.locator('iframe').count()) > 0;
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .exclude('iframe')
    .setLegacyMode(!hasFrames)
    // What passes need not be described one by one.
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}
