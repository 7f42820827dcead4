import type { Locator } from '@playwright/test';

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
