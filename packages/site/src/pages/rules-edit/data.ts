import type { Rules } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { LadderName, LadderSeason } from '../ladder/data.ts';

/** What /ladders/:slug/admin/rules shows. */
export interface RulesEditData {
  ladder: LadderName;
  /** The season whose rules stand now. */
  season: LadderSeason | null;
  /** The next season's, as its admins have left them; null while nobody has changed any. */
  next: { rules: Rules; version: number } | null;
  /** What those are called whom either rules name, by their ids. */
  people: Record<string, string>;
  may_edit: boolean;
  /** They run the ladder and a sanction keeps them from that. */
  is_held: boolean;
}

export function toRulesEditHead(data: RulesEditData, translate: Translate): PageHead {
  return { title: translate('rules-edit.title', { ladder: data.ladder.name }), isPrivate: true };
}
