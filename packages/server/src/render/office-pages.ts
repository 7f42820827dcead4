import { type LocaleCode, pages } from '@muster/site';
import type { PageName } from '@muster/site/page-data.ts';
import type { Viewer } from '../context.ts';
import { toTimeWords } from '../notice/words.ts';
import { isBarred } from '../page/sanction-line.ts';
import { getTranslator } from '../translate.ts';
import type { SiteContext } from './site-options.ts';

/** Addresses of what only people in office see, or see more of. */
const ofOffices = /^\/(?:admins|setup|archives\/import)(?:\/|$)|\/admin(?:\/|$)|\/ruling$/;

/** As whom a page is read: where only an office lets people in, whoever is suspended or banned is nobody while it lasts. */
export function toReader(
  page: PageName,
  { viewer, sanction }: Pick<SiteContext, 'viewer' | 'sanction'>,
): Viewer | null {
  return isBarred(sanction) && ofOffices.test(pages[page].path) ? null : viewer;
}

/** Why such a page is closed to them, as its calls would answer; absent where no sanction closes it. */
export function findClosedHint(
  page: PageName,
  context: Pick<SiteContext, 'viewer' | 'sanction' | 'zone'>,
  locale: LocaleCode,
): { hint?: string } {
  const { viewer, sanction, zone } = context;
  if (viewer === null || sanction == null || toReader(page, context) !== null) {
    return {};
  }
  const until = sanction.until === null ? 'none' : toTimeWords(sanction.until, locale, zone);
  return { hint: getTranslator(locale, 'refusals')('suspended', { until }) };
}
