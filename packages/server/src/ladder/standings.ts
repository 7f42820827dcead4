import type { EntryStatus, StandingRow } from '@muster/site/pages/ladder/data.ts';
import type { EntryName } from '@muster/site/pages/ladder/entry-name.ts';
import { toInstantOrNull } from '../page/instants.ts';
import type { EntryRow, LadderPageRow, OpenMatchRow } from './query.ts';
import { toRatedValue } from './ratings.ts';

export interface OpenMatches {
  /** By the entry that challenges. */
  out: Map<string, OpenMatchRow>;
  /** By the entry that is challenged. */
  in: Map<string, OpenMatchRow>;
}

const notHolding = new Set(['disputed']);

/** The one open challenge out and in of each entry; a disputed match holds no place while another is open. */
export function sortOpenMatches(matches: readonly OpenMatchRow[]): OpenMatches {
  const sorted: OpenMatches = { out: new Map(), in: new Map() };
  for (const match of matches) {
    put(sorted.out, match.challenger_entry_id, match);
    put(sorted.in, match.defender_entry_id, match);
  }
  return sorted;
}

function put(byEntry: Map<string, OpenMatchRow>, entry: string, match: OpenMatchRow): void {
  const known = byEntry.get(entry);
  if (known === undefined || notHolding.has(known.status)) {
    byEntry.set(entry, match);
  }
}

export function toEntryName(row: Pick<EntryRow, 'id' | 'name' | 'tag' | 'href'>): EntryName {
  return { entry_id: row.id, name: row.name, tag: row.tag, href: row.href };
}

/** The standings in their order, each row with what keeps it busy. */
export function toStandings(page: LadderPageRow, open: OpenMatches, now: Date): StandingRow[] {
  const rows = page.entries ?? [];
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const provisional = page.season?.rules.rating.provisionalMatches ?? 0;
  const isRated = page.format === 'rating';
  const places = listRatedPlaces(rows);
  return rows.map((row, index) => ({
    ...toEntryName(row),
    logo: row.logo,
    place: isRated ? (places[index] ?? null) : row.rung,
    moved: toMovement(row),
    wins: row.wins,
    losses: row.losses,
    draws: row.draws,
    streak: row.streak,
    form: row.form,
    rating: isRated ? toRating(row, provisional) : null,
    status: toStatus(row, { out: open.out.get(row.id), in: open.in.get(row.id) }, { names, now }),
  }));
}

/** Places by rating, of rows in that order: equal ratings share one, as in the season's final order. */
function listRatedPlaces(rows: readonly EntryRow[]): number[] {
  const values = rows.map(toRatedValue);
  let place = 0;
  return values.map((value, index) => {
    if (index === 0 || value !== values[index - 1]) {
      place = index + 1;
    }
    return place;
  });
}

function toMovement(row: EntryRow): number | null {
  if (row.rung === null || !row.has_moved) {
    return row.rung === null ? null : 0;
  }
  return row.week_rung === null ? null : row.week_rung - row.rung;
}

function toRating(row: EntryRow, provisional: number): StandingRow['rating'] {
  const { mu, sigma } = row;
  if (mu === null || sigma === null) {
    return null;
  }
  const played = row.wins + row.losses + row.draws;
  return { value: toRatedValue(row), mu, sigma, is_provisional: played < provisional };
}

interface Surroundings {
  names: ReadonlyMap<string, string>;
  now: Date;
}

type BusyKind = Extract<EntryStatus, { match_id: string }>['kind'];

/** How pressing each kind is: the one that happens soonest stands on the row. */
const urgency: Record<BusyKind, number> = {
  live: 0,
  check_in: 1,
  reported: 2,
  scheduled: 3,
  challenged: 4,
  challenging: 5,
  disputed: 6,
};

function toStatus(
  row: EntryRow,
  matches: { out: OpenMatchRow | undefined; in: OpenMatchRow | undefined },
  { names, now }: Surroundings,
): EntryStatus {
  if (row.status === 'suspended') {
    return { kind: 'suspended', until: toInstantOrNull(row.suspended_until) };
  }
  const busy = [
    matches.out && toBusy(matches.out, 'challenging', names.get(matches.out.defender_entry_id)),
    matches.in && toBusy(matches.in, 'challenged', names.get(matches.in.challenger_entry_id)),
  ]
    .filter((status) => status !== undefined)
    .sort((one, other) => urgency[one.kind] - urgency[other.kind])[0];
  if (busy !== undefined && busy.kind !== 'disputed') {
    return busy;
  }
  return toRest(row, now) ?? busy ?? toFree(row, now);
}

function toRest(row: EntryRow, now: Date): EntryStatus | undefined {
  const from = toInstantOrNull(row.rest_from);
  const until = toInstantOrNull(row.rest_until);
  const at = now.toISOString();
  if (from === null || until === null || until <= at) {
    return undefined;
  }
  return from <= at ? { kind: 'resting', until } : { kind: 'rest_announced', from };
}

function toFree(row: EntryRow, now: Date): EntryStatus {
  const until = toInstantOrNull(row.immune_until);
  if (until !== null && until > now.toISOString()) {
    return { kind: 'immune', until };
  }
  return { kind: row.wins + row.losses + row.draws === 0 ? 'newcomer' : 'available' };
}

function toBusy(
  match: OpenMatchRow,
  way: 'challenging' | 'challenged',
  opponent: string | undefined,
): Extract<EntryStatus, { match_id: string }> {
  return {
    kind: toBusyKind(match.status, way),
    match_id: match.id,
    opponent: opponent ?? '',
    starts_at: toInstantOrNull(match.starts_at),
    deadline: toInstantOrNull(match.deadline),
  };
}

function toBusyKind(status: string, way: 'challenging' | 'challenged'): BusyKind {
  switch (status) {
    case 'scheduled':
      return 'scheduled';
    case 'checking_in':
    case 'veto':
      return 'check_in';
    case 'live':
    case 'reported':
    case 'disputed':
      return status;
    default:
      return way;
  }
}
