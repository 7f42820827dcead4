import { hash as toDigest } from 'node:crypto';
import type { Database, Queryable } from '@muster/database';
import {
  findChainFault,
  type LadderState,
  type LeagueEvent,
  type StreamName,
} from '@muster/league';
import type { ArchiveFault } from '@muster/site/pages/archives/data.ts';
import { toContentHashSql } from '../engine/project/freeze-season.ts';
import { sumScores } from '../engine/project/matches.ts';
import { createTurns } from '../engine/replay/slices.ts';
import { listEvents, startReplay } from '../engine/streams.ts';

/** So many events are read and folded at a time, and others have their turn between. */
const page = 500;
const mostFaults = 20;

interface Head {
  stream: StreamName<'ladder'>;
  sequence: string;
  head_hash: string;
  counts: Record<string, number>;
  content_hash: string;
}

interface Row {
  section: string;
  content: Record<string, unknown>;
}

/** What of an archive's own rows is not as its hash and counts say. */
async function checkRows(
  queryable: Queryable,
  { table, id }: { table: 'season' | 'imported'; id: string },
  { counts, content_hash }: Pick<Head, 'counts' | 'content_hash'>,
): Promise<ArchiveFault[]> {
  const own =
    table === 'season'
      ? `public.season_archive_rows where season_id = $1`
      : `public.imported_archive_rows where archive_id = $1`;
  const [row] = await queryable.query<{ hash: string; counts: Record<string, number> }>(
    `select ${toContentHashSql(own)} as hash,
       (select coalesce(jsonb_object_agg(section, count), '{}') from (
         select section, count(*) from ${own} group by section) counted) as counts`,
    [id],
  );
  const faults: ArchiveFault[] = [];
  if (row?.hash !== content_hash) {
    faults.push({ code: 'content_hash', about: row?.hash ?? '' });
  }
  for (const section of new Set([...Object.keys(counts), ...Object.keys(row?.counts ?? {})])) {
    if (counts[section] !== row?.counts[section]) {
      faults.push({ code: 'counts', about: `${section}: ${row?.counts[section] ?? 0}` });
    }
  }
  return faults;
}

interface Replayed {
  state: LadderState;
  closing: LeagueEvent<'ladder'> | null;
  fault: ArchiveFault | null;
}

const hashNatively = (text: string) => toDigest('sha256', text);

/** What a stream comes to up to one of its events, with the chain checked on the way. */
async function replayUntil(
  queryable: Queryable,
  stream: StreamName<'ladder'>,
  until: number,
): Promise<Replayed> {
  const replaying = startReplay('ladder');
  const takeTurns = createTurns();
  let last: LeagueEvent<'ladder'> | null = null;
  for (;;) {
    const after: number = last?.sequence ?? 0;
    const events: LeagueEvent<'ladder'>[] = await listEvents<'ladder'>(
      queryable,
      stream,
      after,
      Math.min(page, until - after),
    );
    for (const event of events) {
      const fault = findChainFault(event, last, hashNatively);
      last = event;
      if (fault !== null) {
        const about = `${fault.fault} ${event.sequence}`;
        return { state: replaying.getState(), closing: null, fault: { code: 'chain', about } };
      }
      replaying.take(event);
      await takeTurns();
    }
    if (events.length === 0 || (last !== null && last.sequence >= until)) {
      return { state: replaying.getState(), closing: last, fault: null };
    }
  }
}

/** What the log says should stand in the archive, each row under a name by which the same one is found. */
function listExpected(state: LadderState, closing: LeagueEvent<'ladder'>): Map<string, unknown> {
  const expected = new Map<string, unknown>();
  const toSubject = (id: string) => state.entries[id]?.team_id ?? state.entries[id]?.person_id;
  const isTimed = state.ladder?.format === 'time_attack';
  if (closing.type === 'season_closed') {
    for (const { entry_id, place } of closing.data.standings) {
      const { wins, losses, draws } = state.entries[entry_id]?.record ?? {};
      const record = isTimed ? {} : { wins, losses, draws };
      expected.set(`standing ${entry_id}`, { place, subject: toSubject(entry_id), ...record });
    }
  }
  for (const { id, players, status } of Object.values(state.entries)) {
    const isPresent = status === 'active' || status === 'suspended';
    const ids = isPresent ? players.map(({ person_id }) => person_id).sort() : [];
    expected.set(`roster ${id}`, { subject: toSubject(id), status, players: ids });
  }
  for (const match of Object.values(state.matches)) {
    if (match.status === 'completed' || match.status === 'forfeited') {
      const by = state.season?.rules.score.by ?? 'maps';
      const score = sumScores(match.result?.scores ?? [], by);
      expected.set(`match ${match.id}`, {
        status: match.status,
        winner: match.result?.winner ?? 'draw',
        challenger: { subject: toSubject(match.challenger_id), score: score?.[0] ?? null },
        defender: { subject: toSubject(match.defender_id), score: score?.[1] ?? null },
        ended_at: match.result?.at,
      });
    }
  }
  for (const { id, person_id, stage, time_ms, penalty_ms, status } of Object.values(state.runs)) {
    if (status === 'confirmed' || status === 'verified') {
      expected.set(`run ${id}`, { subject: person_id, stage, time_ms, penalty_ms });
    }
  }
  return expected;
}

/** The same of the rows that were frozen; what only follows from others is not among it. */
function listFrozen(rows: readonly Row[]): Map<string, unknown> {
  const frozen = new Map<string, unknown>();
  for (const { section, content } of rows) {
    if (section === 'standing') {
      const { entry, ...rest } = content;
      frozen.set(`standing ${entry}`, rest);
    } else if (section === 'roster') {
      const { entry, subject, status, players } = content;
      const list: unknown[] = Array.isArray(players) ? players : [];
      const ids = list.map((player) =>
        typeof player === 'object' && player !== null && 'subject' in player ? player.subject : '',
      );
      frozen.set(`roster ${entry}`, { subject, status, players: ids.sort() });
    } else if (section === 'match') {
      const { match, maps: _maps, ...rest } = content;
      frozen.set(`match ${match}`, rest);
    } else if (section === 'run') {
      const { run, ...rest } = content;
      frozen.set(`run ${run}`, rest);
    }
  }
  return frozen;
}

/** A value with its fields in one order, to be compared. */
function toComparable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function compare(expected: Map<string, unknown>, frozen: Map<string, unknown>): ArchiveFault[] {
  const faults: ArchiveFault[] = [];
  for (const [name, value] of expected) {
    if (!frozen.has(name)) {
      faults.push({ code: 'missing', about: name });
    } else if (toComparable(frozen.get(name)) !== toComparable(value)) {
      faults.push({ code: 'differs', about: name });
    }
  }
  for (const name of frozen.keys()) {
    if (!expected.has(name)) {
      faults.push({ code: 'surplus', about: name });
    }
  }
  return faults;
}

/** Computes a closed season anew from the log and compares it with what was frozen. */
async function checkSeason(queryable: Queryable, seasonId: string): Promise<ArchiveFault[]> {
  const [head] = await queryable.query<Head>(
    `select stream, sequence, head_hash, counts, content_hash from public.season_archives where season_id = $1`,
    [seasonId],
  );
  if (head === undefined) {
    return [];
  }
  const faults = await checkRows(queryable, { table: 'season', id: seasonId }, head);
  const replayed = await replayUntil(queryable, head.stream, Number(head.sequence));
  const { state, closing } = replayed;
  if (replayed.fault !== null) {
    return [...faults, replayed.fault];
  }
  const isClosing = closing?.type === 'season_closed' && closing.data.season_id === seasonId;
  if (!isClosing || closing.hash !== head.head_hash) {
    return [...faults, { code: 'head', about: `${head.stream} ${head.sequence}` }];
  }
  const rows = await queryable.query<Row>(
    `select section, content from public.season_archive_rows
     where season_id = $1 and section in ('standing', 'match', 'run', 'roster')`,
    [seasonId],
  );
  return [...faults, ...compare(listExpected(state, closing), listFrozen(rows))];
}

async function checkImported(queryable: Queryable, id: string): Promise<ArchiveFault[]> {
  const [head] = await queryable.query<Pick<Head, 'counts' | 'content_hash'>>(
    'select counts, content_hash from public.imported_archives where id = $1',
    [id],
  );
  return head === undefined ? [] : checkRows(queryable, { table: 'imported', id }, head);
}

let isChecking = false;

/** What fails in an archive, twenty faults at most; `busy` while this process checks another one, for a check reads a whole log. */
export async function checkArchive(
  database: Database,
  { table, id }: { table: 'season' | 'imported'; id: string },
): Promise<ArchiveFault[] | 'busy'> {
  if (isChecking) {
    return 'busy';
  }
  isChecking = true;
  try {
    const check = table === 'season' ? checkSeason : checkImported;
    const faults = await database.transaction((transaction) => check(transaction, id), {
      isolation: 'repeatable read',
      readOnly: true,
    });
    return faults.slice(0, mostFaults);
  } finally {
    isChecking = false;
  }
}
