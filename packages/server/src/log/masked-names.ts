import type { Queryable } from '@muster/database';
import type { LadderState, TeamState } from '@muster/league';

/** What stands in place of a name that an admin hid. */
const mask = '***';

/** SQL: whether an admin hid the name $name of this team or this person; all are places in a statement. */
const toHiddenSql = ({ name, team, person }: Record<'name' | 'team' | 'person', string>) => `
  exists (select 1 from private.renames hidden
    where hidden.hides and hidden.undone_at is null and hidden.from_name = ${name}
      and (hidden.team_id = ${team} or hidden.person_id = ${person}))`;

/** Whose name an event `e` tells: it names them, an entry of theirs, or stands in their stream. */
const toOwner = (e: string, of: 'team' | 'person') => `coalesce((${e}.data ->> '${of}_id')::uuid,
  (select named.${of}_id from public.entries named where named.id = (${e}.data ->> 'entry_id')::uuid)
  ${of === 'team' ? `, case when ${e}.stream like 'team:%' then substr(${e}.stream, 6)::uuid end` : ''})`;

/** SQL: whether an event `e` of the log tells a name that an admin hid. */
export const toIsMaskedSql = (e: string) => `
  (${e}.type in ('entry_joined', 'entry_renamed', 'team_founded', 'team_edited') and ${toHiddenSql({
    name: `${e}.data ->> 'name'`,
    team: toOwner(e, 'team'),
    person: toOwner(e, 'person'),
  })})`;

/** SQL: what an event `e` says where it is shown: with a mask for a name that an admin hid, and the tag with it. */
export const toShownDataSql = (e: string) => `
  case when ${toIsMaskedSql(e)}
    then ${e}.data || jsonb_build_object('name', '${mask}')
      || case when ${e}.data ? 'tag' then jsonb_build_object('tag', '${mask}') else '{}' end
    else ${e}.data end`;

/** Which of these names of teams an admin hid, as `team name`. */
async function listHidden(
  queryable: Queryable,
  named: readonly { team: string | null; name: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ team_id: string; from_name: string }>(
    `select team_id, from_name from private.renames
     where hides and undone_at is null and team_id = any ($1::uuid[]) and from_name = any ($2::text[])`,
    [named.flatMap(({ team }) => team ?? []), named.map(({ name }) => name)],
  );
  return new Set(rows.map(({ team_id, from_name }) => `${team_id} ${from_name}`));
}

/** A ladder as the log has it, with a mask for each name of a team that an admin hid. */
export async function maskLadder(queryable: Queryable, state: LadderState): Promise<LadderState> {
  const entries = Object.values(state.entries);
  const hidden = await listHidden(
    queryable,
    entries.map(({ team_id, name }) => ({ team: team_id, name })),
  );
  if (hidden.size === 0) {
    return state;
  }
  const shown = entries.map((entry) =>
    hidden.has(`${entry.team_id} ${entry.name}`) ? { ...entry, name: mask } : entry,
  );
  return { ...state, entries: Object.fromEntries(shown.map((entry) => [entry.id, entry])) };
}

/** A team as the log has it, with a mask for a name that an admin hid. */
export async function maskTeam(queryable: Queryable, state: TeamState): Promise<TeamState> {
  const { team } = state;
  if (team === null) {
    return state;
  }
  const hidden = await listHidden(queryable, [{ team: team.id, name: team.name }]);
  return hidden.size === 0 ? state : { ...state, team: { ...team, name: mask, tag: mask } };
}
