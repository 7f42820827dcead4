import type { FilterChoices } from '../../client/form/find-choices.ts';
import type { PageHead, Translate } from '../../page-head.ts';
import type { LogLine, Names, PersonName } from '../match/log-line.ts';

/** What the audit log keeps of people in office: each act has its sentence, or it cannot be kept. */
export type AuditAct = keyof typeof import('../../locales/en/office-log.json', { with: {
  type: 'json',
}})['acts'];

/** What a reader of the log of offices may choose from. */
export type OfficeActGroup = 'rulings' | 'ladders' | 'offices' | 'people' | 'texts' | 'site';
export const officeActGroups = [
  'rulings',
  'ladders',
  'offices',
  'people',
  'texts',
  'site',
] as const satisfies readonly OfficeActGroup[];

/** A field that an act changed; `changed` where it was too long to be kept. */
export interface ActChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Something that somebody in office did. */
export interface OfficeAct {
  id: string;
  at: string;
  /** Null: the host's own command, or the server itself. */
  who: PersonName | null;
  act: string;
  ladder: { slug: string; name: string } | null;
  /** An event of a league's log; its sentence needs the names. */
  line: LogLine | null;
  /** The person whom an office or a sanction concerns. */
  person: PersonName | null;
  /** What the audit log names: its kind, and what it is called, else its address word or id. */
  subject: { kind: string; name: string; href: string | null } | null;
  changes: ActChange[];
  reason: string | null;
}

/** What was asked for, as the form shows it again; empty where nothing was. */
export interface OfficeLogFilter {
  q: string;
  who: string;
  act: string;
  kind: OfficeActGroup | '';
  ladder: string;
  from: string;
  to: string;
}

/** What /admins/log and /log show. */
export interface OfficeLogData {
  acts: OfficeAct[];
  names: Names;
  filter: OfficeLogFilter;
  /** Those that may be chosen. */
  ladders: FilterChoices;
  /** The cursor of what is older; null at the end. */
  older: string | null;
  is_latest: boolean;
  /** The part that everybody may read. */
  is_public: boolean;
  /** Whether names are masked that admins hid. */
  has_masks: boolean;
}

/** What /admins/log shows to who has no office. */
export interface AdminLogData {
  log: OfficeLogData | null;
}

export const toOfficeLogHead = (_data: unknown, translate: Translate): PageHead => ({
  title: translate('office-log.public_title'),
});
export const toAdminLogHead = (_data: unknown, translate: Translate): PageHead => ({
  title: translate('office-log.title'),
  isPrivate: true,
});
