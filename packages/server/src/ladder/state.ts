import type { Entry, LadderState } from '@muster/league';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import type { EntryRow, LadderPageRow, OpenMatchRow } from './query.ts';
import type { OpenMatches } from './standings.ts';

/** How many stand on a rung. */
export const countRungs = (entries: readonly EntryRow[]) =>
  entries.filter(({ rung }) => rung !== null).length;

/** As much of the rules' state as the question whether one may challenge needs, from the page's own rows. */
export function toLadderState(page: LadderPageRow, open: OpenMatches): LadderState {
  const rows = page.entries ?? [];
  const entries: Record<string, Entry> = {};
  for (const row of rows) {
    entries[row.id] = toEntry(row, page, open);
  }
  if (page.own_state !== null) {
    entries[page.own_state.id] = { ...entries[page.own_state.id], ...page.own_state };
  }
  return {
    ladder: {
      id: page.id,
      name: page.name,
      game: page.game_slug,
      format: page.format,
      zone: page.zone,
      is_test: page.is_test,
    },
    season: toSeason(page),
    next_rules: null,
    previous_order: [],
    entries,
    size: countRungs(rows),
    // Only whom a match is against, and when it starts, is asked of it.
    matches: Object.fromEntries(
      [...open.out.values()].map((match) => [match.id, toMatchStub(match)]),
    ) as unknown as LadderState['matches'],
    disputes: {},
    appeals: {},
    runs: {},
  };
}

const toMatchStub = (match: OpenMatchRow) => ({
  id: match.id,
  challenger_id: match.challenger_entry_id,
  defender_id: match.defender_entry_id,
  time: match.starts_at === null ? null : { starts_at: toInstant(match.starts_at) },
});

const seasonStatus = {
  upcoming: 'registration',
  open: 'open',
  closing: 'open',
  closed: 'closed',
} as const;

function toSeason({ season }: LadderPageRow): LadderState['season'] {
  if (season === null) {
    return null;
  }
  return {
    id: season.id,
    name: season.name,
    status: seasonStatus[season.status],
    rules: season.rules,
    rules_version: season.rules_version,
    starts_at: toInstant(season.opens_at),
    ends_at: toInstantOrNull(season.ends_at) ?? '9999-12-31T23:59:59.999Z',
    opened_at: toInstant(season.opens_at),
  };
}

function toEntry(row: EntryRow, page: LadderPageRow, open: OpenMatches): Entry {
  const out = open.out.get(row.id);
  const inward = open.in.get(row.id);
  const joined = toInstant(row.joined_at);
  return {
    id: row.id,
    season_id: page.season?.id ?? '',
    team_id: row.team_id,
    person_id: row.person_id,
    name: row.name,
    status: row.status,
    rung: row.rung,
    joined_at: joined,
    players: [],
    record: {
      wins: row.wins,
      losses: row.losses,
      draws: row.draws,
      forfeits_won: 0,
      forfeits_lost: 0,
    },
    streak: row.streak,
    rating: null,
    immune_until: toInstantOrNull(row.immune_until),
    suspended_until: toInstantOrNull(row.suspended_until),
    rests: toRests(row),
    strikes: [],
    declined: [],
    challenges_made: 0,
    met: {},
    challenging: out === undefined || out.status === 'disputed' ? null : out.id,
    challenged_by: inward === undefined || inward.status === 'disputed' ? null : inward.id,
    active_at: joined,
    challenged_at: null,
    idle_warned_at: null,
    idle_dropped_at: null,
  };
}

function toRests(row: EntryRow): Entry['rests'] {
  const from = toInstantOrNull(row.rest_from);
  const until = toInstantOrNull(row.rest_until);
  if (from === null || until === null) {
    return [];
  }
  return [{ id: row.id, announced_at: from, from, until, days: 0, status: 'running' }];
}
