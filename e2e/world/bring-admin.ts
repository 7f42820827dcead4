import type { Browser } from '@playwright/test';
import { setLanguage, signInByApi } from './api-person.ts';
import { openBrowserOf } from './live-match.ts';
import { makeName } from './names.ts';
import type { Person, Setting } from './person.ts';
import { setOffice } from './set-office.ts';

interface AdminOptions {
  browser: Browser;
  setting: Setting;
  dataDir: string;
  /** With what their name begins. */
  kind: string;
}

/** Somebody in office whose browser knows them from its first page on, where how one comes there is not what is tried. */
export async function bringAdmin({
  browser,
  setting,
  dataDir,
  kind,
}: AdminOptions): Promise<Person> {
  const admin = await signInByApi(setting.url, makeName(kind));
  await setLanguage(setting.url, admin, setting.texts.locale);
  await setOffice(dataDir, 'grant', admin.name);
  return openBrowserOf(browser, setting, admin);
}
