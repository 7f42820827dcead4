import type { PageHead, Translate } from '../../page-head.ts';

/** What /account shows. */
export type AccountData = Record<string, never>;

export function toAccountHead(_data: AccountData, translate: Translate): PageHead {
  return { title: translate('shell.titles.account') };
}
