import type { Browser } from '@playwright/test';
import { type ApiPerson, setLanguage, signInByApi } from './api-person.ts';
import { openBrowserOf } from './live-match.ts';
import { makeName } from './names.ts';
import type { Person, Setting } from './person.ts';
import { setOffice } from './set-office.ts';

/** Somebody in office who speaks to the league's API without a browser. */
export async function bringApiAdmin(
  { url, dataDir }: { url: string; dataDir: string },
  kind: string,
): Promise<ApiPerson> {
  const admin = await signInByApi(url, makeName(kind));
  await setOffice(dataDir, 'grant', admin.name);
  return admin;
}

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
  const admin = await bringApiAdmin({ url: setting.url, dataDir }, kind);
  await setLanguage(setting.url, admin, setting.texts.locale);
  return openBrowserOf(browser, setting, admin);
}
