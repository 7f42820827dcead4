import type { Matter } from '../me/matter.ts';
import type { NoticeChoice, NoticeKind } from './kinds.ts';
import type { Notice } from './notice.ts';

/** A notice in the list, or several that ask for the same. */
export interface NoticeLineData extends Notice {
  /** All that the line stands for, the newest first; of several it says what they ask for. */
  ids: string[];
  created_at: string;
  /** What it asks its reader to see to, as every other page has it; null where that is nothing any more. */
  matter: Matter | null;
  /** Whether what it asks for can still be done; true also where it asks for nothing. */
  can_act: boolean;
}

/** What /account/notifications shows to its owner. */
export interface NoticesData {
  unread: NoticeLineData[];
  earlier: NoticeLineData[];
  /** How many are shown at most. */
  limit: number;
  /** How they are told of each kind, as they chose or by default. */
  choices: Record<NoticeKind, NoticeChoice>;
  /** Whether mail reaches them: there is no confirmed address, or the league sends none. */
  mail: 'yes' | 'no_address' | 'no_server';
}
