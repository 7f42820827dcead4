import type { PageHead, Translate } from '../../page-head.ts';

/** What /admins shows. */
export type AdminsData = Record<string, never>;

export function toAdminsHead(_data: AdminsData, translate: Translate): PageHead {
  return { title: translate('shell.titles.admins') };
}
