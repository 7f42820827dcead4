import type { Queryable } from '@muster/database';
import type { LadderState, TeamState } from '@muster/league';

/** SQL: what an event `e` of the log says where it is shown: with a mask for a name that an admin hid. */
export const toShownDataSql = (e: string) => `private.show_line(${e}.type, ${e}.stream, ${e}.data)`;

/** SQL: whether an event `e` of the log tells a name that an admin hid. */
export const toIsMaskedSql = (e: string) =>
  `(${e}.data ? 'name' and ${toShownDataSql(e)} <> ${e}.data)`;

/** SQL: what a line `a` of the audit log says that changed, with the same mask for names of teams and people. */
export const toShownChangesSql = (a: string) => {
  const show = (part: 'from' | 'to') => `private.show_name(c.value ->> '${part}',
    case ${a}.kind when 'team' then ${a}.subject::uuid end, case ${a}.kind when 'person' then ${a}.subject::uuid end)`;
  return `case when ${a}.kind in ('team', 'person') and ${a}.changes <> '{}' then (
    select jsonb_object_agg(c.key, case jsonb_typeof(c.value)
      when 'object' then jsonb_build_object('from', ${show('from')}, 'to', ${show('to')}) else c.value end)
    from jsonb_each(${a}.changes) c) else ${a}.changes end`;
};

/** What these names and tags of teams are where they are shown, in the same order. */
async function showNames(
  queryable: Queryable,
  named: readonly { team: string | null; name: string }[],
): Promise<string[]> {
  const rows = await queryable.query<{ shown: string }>(
    `select private.show_name(name, team, null) as shown
     from unnest($1::text[], $2::uuid[]) with ordinality given (name, team, place) order by place`,
    [named.map(({ name }) => name), named.map(({ team }) => team)],
  );
  return rows.map(({ shown }) => shown);
}

/** A ladder as the log has it, with a mask for each name of a team that an admin hid. */
export async function maskLadder(queryable: Queryable, state: LadderState): Promise<LadderState> {
  const entries = Object.values(state.entries);
  const shown = await showNames(
    queryable,
    entries.map(({ team_id, name }) => ({ team: team_id, name })),
  );
  const masked = entries.map((entry, place) => ({ ...entry, name: shown[place] ?? entry.name }));
  return { ...state, entries: Object.fromEntries(masked.map((entry) => [entry.id, entry])) };
}

/** A team as the log has it, with a mask for a name or a tag that an admin hid. */
export async function maskTeam(queryable: Queryable, state: TeamState): Promise<TeamState> {
  const { team } = state;
  if (team === null) {
    return state;
  }
  const both = [team.name, team.tag].map((name) => ({ team: team.id, name }));
  const [name = team.name, tag = team.tag] = await showNames(queryable, both);
  return { ...state, team: { ...team, name, tag } };
}
