import type { Queryable } from '@muster/database';
import type { ArchiveFault } from '@muster/site/pages/archives/data.ts';
import type { Rows } from './expected-rows.ts';

/** A row as it was frozen. */
export interface FrozenRow {
  section: string;
  position: number;
  /** The line of the log that it rests on, where it is one. */
  sequence: string | null;
  content: Record<string, unknown>;
}

/** All rows of a frozen season. */
export function listFrozenRows(queryable: Queryable, seasonId: string): Promise<FrozenRow[]> {
  return queryable.query<FrozenRow>(
    `select section, position, sequence, content from public.season_archive_rows
     where season_id = $1 order by section, position`,
    [seasonId],
  );
}

/** What a row is about, by which the same one is found in the log; the rest of it is what is compared. */
function toNamed({ section, content }: FrozenRow): [string, Record<string, unknown>] {
  const { entry, match, run, record, detail, subject, players, ...rest } = content;
  switch (section) {
    case 'standing':
      return [`standing ${entry}`, { subject, ...rest }];
    case 'match':
      return [`match ${match}`, rest];
    case 'run':
      return [`run ${run}`, { subject, ...rest }];
    case 'trophy':
      return [`trophy ${subject}`, rest];
    case 'record':
      return [[section, record, detail ?? [], subject].flat().join(' '), rest];
    default:
      return [`roster ${entry}`, { subject, players: listPlayers(players), ...rest }];
  }
}

function listPlayers(players: unknown): string[] {
  const list: unknown[] = Array.isArray(players) ? players : [];
  return list
    .map((player) =>
      typeof player === 'object' && player !== null && 'subject' in player && 'role' in player
        ? `${player.subject} ${player.role}`
        : '',
    )
    .sort();
}

/** A value with its fields in one order, to be compared. */
function toComparable(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The fields in which two rows differ. */
export function listDifferences(
  one: Record<string, unknown>,
  other: Record<string, unknown>,
): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => toComparable(one[field]) !== toComparable(other[field]),
  );
}

/**
 * What of a frozen season's rows is not as its log has it. `lines` has the line of the log that a match or a run
 * rests on, by their ids.
 */
export function compareRows(
  frozen: readonly FrozenRow[],
  expected: Rows,
  lines: ReadonlyMap<string, number>,
): ArchiveFault[] {
  const faults: ArchiveFault[] = [];
  const seen = new Set<string>();
  for (const row of frozen) {
    const { section, position, sequence, content } = row;
    const [about, kept] = toNamed(row);
    const place = { section, position };
    const wanted = expected.get(about);
    const fields = wanted === undefined ? [] : listDifferences(kept, wanted);
    if (wanted === undefined || seen.has(about)) {
      faults.push({ code: 'surplus', about, place });
    } else if (fields.length > 0) {
      faults.push({ code: 'differs', about: `${about}: ${fields.join(', ')}`, place });
    }
    const line = lines.get(String(content[section]));
    if (line !== undefined && sequence !== null && Number(sequence) !== line) {
      faults.push({ code: 'line', about: `${about}: ${sequence}`, place });
    }
    seen.add(about);
  }
  for (const about of expected.keys()) {
    if (!seen.has(about)) {
      faults.push({ code: 'missing', about });
    }
  }
  return faults;
}
