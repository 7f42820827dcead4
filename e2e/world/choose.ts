import { expect, type Locator } from '@playwright/test';
import { holdRequests } from './hold-requests.ts';

/** Looks for one of the league's things by its name, or a part of it, in the field that offers them, and chooses it. */
export async function chooseNamed(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await field.page().locator('.finder-option').filter({ hasText: name }).first().click();
}

/** Chooses by place, counted from 0, among what such a field offers before anything is typed. */
export async function chooseAt(field: Locator, place: number): Promise<void> {
  await field.click();
  await field.page().locator('.finder-option').nth(place).click();
}

/** The same by keys alone: Escape leaves what was chosen, the arrows go round, Enter takes what they stand on. */
export async function chooseByKeys(field: Locator, name: string): Promise<void> {
  const before = await field.inputValue();
  await field.focus();
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toHaveValue(before);
  await field.pressSequentially(name);
  const options = field.page().locator('.finder-option');
  // Typed slowly it has asked for the first letters too: only the last answer is chosen from.
  await expect(field.page().locator('.finder-list:not([hidden])')).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(options).toHaveCount(1);
  await expect(options).toContainText(name);
  await expect(options).toHaveClass(/finder-active/);
  // Of one the next and the one before are itself.
  await field.press('ArrowDown');
  await field.press('ArrowUp');
  await field.press('Enter');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue(name);
}

/** By somebody quicker than the answer: it is asked for only when what was typed has been gone on from by this key. */
export async function chooseInHurry(
  field: Locator,
  name: string,
  key: 'Enter' | 'Tab',
): Promise<void> {
  const page = field.page();
  const answered = '**/api/choices/**';
  const release = await holdRequests(page, answered);
  await field.fill(name);
  await field.press(key);
  release();
  await expect(field).toHaveAttribute('placeholder', name);
  await expect(field).toHaveValue(name);
  await page.unroute(answered);
}
