import { expect, type Locator, type Page } from '@playwright/test';
import { listWords, measureOverflow } from './look.ts';
import { listEnglishOnly, type Texts } from './texts.ts';

export type SetupWalk = ReturnType<typeof createSetupWalk>;

/** What an owner does over and over on a phone in the set-up, in their own language. */
export function createSetupWalk(page: Page, texts: Texts) {
  const english = new Set(listEnglishOnly(texts.locale));
  /** The page fits the phone and has no word of English but what the league's content has. */
  async function expectInOrder(): Promise<void> {
    await expect.poll(() => measureOverflow(page), page.url()).toBe(0);
    const foreign = (await listWords(page)).filter((words) => english.has(words));
    expect(foreign, page.url()).toEqual([]);
  }

  const pressNamed = (words: string, within: Locator | Page = page.locator('main')) =>
    within
      .getByRole('button', { name: words, exact: true })
      .or(within.getByRole('link', { name: words, exact: true }))
      .first()
      .tap();

  const findLine = (step: string) =>
    page.locator('.setup-step', { hasText: texts.say(`setup.steps.${step}.title`) });
  const expectDone = (step: string) => expect(findLine(step)).toHaveClass(/setup-step-done/);

  async function expectOpen(step: string): Promise<void> {
    await expect(page).toHaveURL(new RegExp(`step=${step}(#step)?$`));
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
      texts.say(`setup.steps.${step}.title`),
    );
  }

  /** Opens a step from the list, skips it and goes back to it: each time it is the step as it was. */
  async function enterStep(step: string): Promise<void> {
    await findLine(step).getByRole('link').tap();
    await expectOpen(step);
    const acts = page.locator('.setup-open > .setup-acts').getByRole('link');
    const onward = acts.last();
    if ((await onward.getAttribute('href')) !== '/setup') {
      await onward.tap();
      await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(
        texts.say(`setup.steps.${step}.title`),
      );
      await pressNamed(texts.say('setup.back'), page.locator('.setup-open > .setup-acts'));
      await expectOpen(step);
    }
    await expectInOrder();
  }

  /** Saves a step that the settings keep: the document comes anew with what was saved, which can be taken back. */
  async function saveSettings(step: string): Promise<void> {
    await page.locator('.settings-form button[type="submit"]').tap();
    await expect(page.locator('.settings-saved')).toContainText(texts.say('settings.saved'));
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await expectDone(step);
    await expectInOrder();
  }

  return {
    expectInOrder,
    pressNamed,
    findLine,
    expectDone,
    expectOpen,
    enterStep,
    saveSettings,
  };
}
