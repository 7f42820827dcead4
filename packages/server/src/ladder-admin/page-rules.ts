import type { Rules } from '@muster/league';
import type { RulesEditData } from '@muster/site/pages/rules-edit/data.ts';
import type { Loader } from '../context.ts';
import { toLadderName, toLadderSeason } from '../ladder/names.ts';
import { type LadderRow, ladderAndSeason, ladderColumns } from '../ladder/query.ts';
import { loadRulePeople } from '../page/rule-people.ts';

interface RulesEditRow extends LadderRow {
  may_enter: boolean;
  next: { rules: Rules; version: number } | null;
}

/** $1 slug, $2 the viewer's person. */
const rulesEdit = `${ladderAndSeason}
  select ${ladderColumns},
    exists (select 1 from public.admins a
      where a.person_id = $2 and (a.ladder_id = ladder.id or a.ladder_id is null)) as may_enter,
    (select s.state -> 'next_rules' from private.stream_states s
      where s.stream = 'ladder:' || ladder.id and s.state -> 'next_rules' <> 'null') as next
  from ladder`;

/** The rules of the next season beside those of the present one, for the ladder's admins. */
export const loadRulesEdit: Loader<RulesEditData> = async ({ database, params, viewer }) => {
  const [row] = await database.query<RulesEditRow>(rulesEdit, [
    params.slug,
    viewer?.person_id ?? null,
  ]);
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
  };
};
