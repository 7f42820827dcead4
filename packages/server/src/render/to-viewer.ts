import type { LocaleCode } from '@muster/site';
import type { ViewerData } from '@muster/site/document-data.ts';
import { toHeld, toSanctionLine } from '../page/sanction-line.ts';
import type { SiteContext } from './site-options.ts';

/** The signed-in person as the shell of a page in a language shows them; null for a visitor. */
export function toViewer(
  { viewer, unread = 0, desk = null, sanction = null, pin = null, zone }: SiteContext,
  locale: LocaleCode,
): ViewerData | null {
  if (viewer === null) {
    return null;
  }
  const { user_id, person_id, username, is_site_admin, is_editor } = viewer;
  const note = sanction === null ? null : toSanctionLine(sanction, locale, zone);
  const held = toHeld(sanction);
  const person = { user_id, person_id, username, is_site_admin, is_editor };
  return { ...person, unread, desk, note, pin, ...(held === undefined ? {} : { held }) };
}
