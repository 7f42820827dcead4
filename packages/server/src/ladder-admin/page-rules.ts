import type { Rules } from '@muster/league';
import type { RulesEditData } from '@muster/site/pages/rules-edit/data.ts';
import type { Loader } from '../context.ts';
import { toLadderName, toLadderSeason } from '../ladder/names.ts';
import { type LadderRow, ladderAndSeason, ladderColumns } from '../ladder/query.ts';
import { loadRulePeople } from '../page/rule-people.ts';
import { type AccessRow, ladderAccess } from './query.ts';

interface RulesEditRow extends LadderRow, AccessRow {
  next: { rules: Rules; version: number } | null;
}

/** $1 slug, $2 the viewer's person, $3 now. */
const rulesEdit = `${ladderAndSeason}, access as (${ladderAccess})
  select ${ladderColumns}, access.*,
    (select s.state -> 'next_rules' from private.stream_states s
      where s.stream = 'ladder:' || ladder.id and s.state -> 'next_rules' <> 'null') as next
  from ladder, access`;

/** The rules of the next season beside those of the present one, for the ladder's admins. */
export const loadRulesEdit: Loader<RulesEditData> = async ({ database, params, viewer, now }) => {
  const values = [params.slug, viewer?.person_id ?? null, now];
  const [row] = await database.query<RulesEditRow>(rulesEdit, values);
  if (row === undefined) {
    return null;
  }
  return {
    ladder: toLadderName(row),
    season: row.season === null ? null : toLadderSeason(row.season),
    next: row.may_enter ? row.next : null,
    people: await loadRulePeople(database, [
      row.season?.rules,
      row.may_enter ? row.next?.rules : undefined,
    ]),
    may_edit: row.may_enter,
    is_held: row.is_held,
  };
};
