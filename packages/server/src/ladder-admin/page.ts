import type { Appeal, Dispute } from '@muster/league';
import type { EntryName } from '@muster/site/pages/ladder/entry-name.ts';
import type {
  AdminAct,
  LadderAdminData,
  QueuedCase,
  RunningMatch,
} from '@muster/site/pages/ladder-admin/data.ts';
import type { Loader } from '../context.ts';
import { toLadderName, toLadderSeason } from '../ladder/names.ts';
import { toClaimEnd } from '../page/claims.ts';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import { readPart } from '../page/list-part.ts';
import { readPlace } from '../page/read-place.ts';
import {
  type ActRow,
  type CaseRow,
  type DeskMatchRow,
  type DeskRow,
  deskLimit,
  deskStatement,
  type EntryRow,
} from './query.ts';

/** What an address asks for of the desk. */
interface Asked {
  query: string;
  /** The first match and the first case shown, from 1. */
  from: number;
  cases: number;
}

/** What waits for a ladder's admins; nothing of it for anybody else. */
export const loadLadderAdmin: Loader<LadderAdminData> = async (input) => {
  const { database, params, viewer, now, url } = input;
  const person = viewer?.person_id ?? null;
  const { query, pattern, from } = readPart(url);
  const asked = { query, from, cases: readPlace(url, 'cases') ?? 1 };
  const places = [asked.cases - 1, from - 1];
  const values = [params.slug, person, now, pattern, query, ...places];
  const [row] = await database.query<DeskRow>(deskStatement, values);
  if (row === undefined) {
    return null;
  }
  const { may_enter, is_held } = row;
  return {
    ladder: toLadderName(row),
    is_held,
    desk: may_enter ? toDesk(row, person, asked) : null,
  };
};

function toDesk(
  row: DeskRow,
  person: string | null,
  { query, from, cases }: Asked,
): LadderAdminData['desk'] {
  const { figures } = row;
  const names = new Map((row.entries ?? []).map((entry) => [entry.id, toName(entry)]));
  const part = { query, limit: deskLimit };
  return {
    season: row.season === null ? null : toLadderSeason(row.season),
    cases: (row.cases ?? []).map((waiting) => toCase(waiting, names, person)),
    cases_part: { ...part, from: cases, total: figures.cases_found, kept: figures.cases_kept },
    median_hours: row.median_hours,
    matches: (row.matches ?? []).map((match) => toMatch(match, names)),
    matches_part: { ...part, from, total: figures.matches_found, kept: figures.matches_kept },
    stuck: figures.stuck,
    placed: row.placed,
    has_entries: row.has_entries,
    acts: (row.acts ?? []).map(toAct),
    names: {
      entries: Object.fromEntries(names),
      people: Object.fromEntries(
        (row.people ?? []).map(({ id, username, user_id }) => [id, { username, user_id }]),
      ),
      matches: Object.fromEntries(
        (row.played ?? []).map(({ id, challenger, defender }) => [id, { challenger, defender }]),
      ),
      runs: Object.fromEntries(
        (row.driven ?? []).map(({ id, entry, stage }) => [id, { entry, stage }]),
      ),
    },
    next_version: row.next_version,
    retired: row.retired,
    is_site_admin: row.is_site_admin,
  };
}

type Names = ReadonlyMap<string, EntryName>;

const nobody: EntryName = { entry_id: '', name: '?', tag: null, href: null };

const toSides = (
  match: Pick<DeskMatchRow, 'challenger_entry_id' | 'defender_entry_id'>,
  names: Names,
) => ({
  challenger: names.get(match.challenger_entry_id) ?? nobody,
  defender: names.get(match.defender_entry_id) ?? nobody,
});

const toName = ({ id, name, tag, href }: EntryRow): EntryName => ({
  entry_id: id,
  name,
  tag,
  href,
});

function toMatch(match: DeskMatchRow, names: Names): RunningMatch {
  const { id, number, status, version, has_part, is_stuck } = match;
  const deadline = toInstantOrNull(match.deadline);
  return { id, number, status, version, deadline, has_part, is_stuck, ...toSides(match, names) };
}

function toCase(waiting: CaseRow, names: Names, person: string | null): QueuedCase {
  const { kind, state, number, holder, has_part } = waiting;
  const dispute = kind === 'disputes' ? (state as Dispute) : null;
  return {
    id: state.id,
    kind: dispute === null ? 'appeal' : 'dispute',
    match_id: state.match_id,
    number,
    reason: dispute?.reason ?? null,
    opened_at: dispute?.opened_at ?? (state as Appeal).at,
    aimed_at: dispute?.ruling_aimed_at ?? null,
    blocks_at: toInstantOrNull(waiting.blocks_at),
    statements: dispute?.statements.length ?? 1,
    has_part,
    ...toSides(waiting, names),
    holder: holder && {
      username: holder.username,
      since: toInstant(holder.taken_at),
      until: toClaimEnd('dispute', holder.taken_at),
      is_own: holder.person_id === person,
    },
  };
}

const toAct = ({ at, ...act }: ActRow): AdminAct => ({ ...act, at: toInstant(at) });
