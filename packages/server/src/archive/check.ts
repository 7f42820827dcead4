import type { Database, Queryable } from '@muster/database';
import type { LadderState, LeagueEvent, StreamName, TeamState } from '@muster/league';
import type { ArchiveFault } from '@muster/site/pages/archives/data.ts';
import { rawHashSql, toContentHashSql, toNameHashSql } from '../engine/project/freeze-season.ts';
import { listExpectedRows, listPeople } from './expected-rows.ts';
import { compareRows, type FrozenRow, listDifferences, listFrozenRows } from './frozen-rows.ts';
import { replayUntil } from './replay.ts';

const mostFaults = 20;

interface Counted {
  counts: Record<string, number>;
  content_hash: string;
}

interface Head extends Counted {
  stream: StreamName<'ladder'>;
  sequence: string;
  head_hash: string;
  ladder_name: string;
  game_name: string;
  /** What the game was called then: its name now, but for what offices changed since; null where that is not known. */
  game_then: string | null;
  format: string;
  season_name: string;
  opened_at: Date;
  closed_at: Date;
  frozen_at: Date;
  is_of_counting_runs: boolean;
}

/** SQL: what the game of the archive `a` was called when that was frozen, by what the audit log keeps of its later names. */
const gameThenSql = `(
  select coalesce((
      select l.changes -> 'name' ->> 'from' from private.audit_log l
      where l.act = 'game_edited' and l.kind = 'game' and l.at >= a.frozen_at and l.changes ? 'name'
        and coalesce((select f.slug from private.former_slugs f where f.kind = 'games' and f.former = l.subject), l.subject) = g.slug
      order by l.at, l.id limit 1), g.name)
  from public.seasons s join public.ladders d on d.id = s.ladder_id join public.games g on g.slug = d.game_slug
  where s.id = a.season_id)`;

/** What of an archive's own rows is not as its hash and counts say. */
async function checkRows(
  queryable: Queryable,
  { table, id }: { table: 'season' | 'imported'; id: string },
  { counts, content_hash }: Counted,
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

/** What an archive says of its season as a whole, against the log. */
function checkHead(head: Head, { ladder, season }: LadderState, at: string): ArchiveFault[] {
  const { ladder_name, game_name, game_then, format, season_name, opened_at, closed_at } = head;
  const fields = listDifferences(
    { ladder_name, game_name, format, season_name, opened_at, closed_at },
    {
      game_name: game_then ?? game_name,
      ...{ ladder_name: ladder?.name, format: ladder?.format, season_name: season?.name },
      ...{ opened_at: season?.opened_at ?? season?.starts_at, closed_at: at },
    },
  );
  return fields.length === 0 ? [] : [{ code: 'differs', about: `season: ${fields.join(', ')}` }];
}

/** Where the teams of a season stood in their own logs when it was frozen: as its rows say, or by the hour. */
function listTeamLines(
  queryable: Queryable,
  { entries }: LadderState,
  { rows, frozenAt }: { rows: readonly FrozenRow[]; frozenAt: Date },
) {
  const kept = new Map(rows.map(({ content, sequence }) => [content.entry, sequence]));
  const teams = Object.values(entries).flatMap(({ id, team_id }) =>
    team_id === null ? [] : [{ team: team_id, sequence: kept.get(id) ?? null }],
  );
  return queryable.query<{ team: string; sequence: string | null }>(
    `select k.team, coalesce(k.sequence, (select max(e.sequence) from public.league_events e
       where e.stream = 'team:' || k.team and e.at <= $2)) as sequence
     from jsonb_to_recordset($1::jsonb) as k (team text, sequence bigint)`,
    [JSON.stringify(teams), frozenAt],
  );
}

async function replayTeams(
  queryable: Queryable,
  lines: readonly { team: string; sequence: string | null }[],
): Promise<{ teams: Map<string, TeamState>; faults: ArchiveFault[] }> {
  const teams = new Map<string, TeamState>();
  const faults: ArchiveFault[] = [];
  for (const { team, sequence } of lines) {
    const replayed = await replayUntil(queryable, {
      ...{ kind: 'team', stream: `team:${team}`, until: Number(sequence ?? 0) },
    });
    teams.set(team, replayed.state);
    faults.push(...(replayed.fault === null ? [] : [replayed.fault]));
  }
  return { teams, faults };
}

/** People of a season who are still here and whose names its archive lost, names of nobody in it, and names that are others. */
function checkNames(
  queryable: Queryable,
  seasonId: string,
  state: LadderState,
): Promise<ArchiveFault[]> {
  return queryable.query<ArchiveFault>(
    `select 'missing' as code, 'name ' || p.id as about from public.profiles p
     where p.user_id is not null and p.id = any($2::uuid[])
       and not exists (select 1 from public.season_archive_people n where n.season_id = $1 and n.person_id = p.id)
     union all
     select 'surplus', 'name ' || n.person_id from public.season_archive_people n
     where n.season_id = $1 and n.person_id <> all($2::uuid[])
     union all
     select 'name_hash', 'name ' || n.person_id from public.season_archive_people n
     where n.season_id = $1 and n.name_hash <> ${toNameHashSql('n.season_id', 'n.person_id', 'n.name')}
     order by about`,
    [seasonId, listPeople(state)],
  );
}

const resultTypes = new Set<LeagueEvent['type']>([
  'match_completed',
  'match_forfeited',
  'scores_corrected',
  'result_overturned',
]);

/** The line on which what was played stands in the end, by the id of the match or run. */
function collectLine(lines: Map<string, number>, event: LeagueEvent<'ladder'>): void {
  if (event.match_id !== null && resultTypes.has(event.type)) {
    lines.set(event.match_id, event.sequence);
  } else if (event.type === 'run_confirmed' || event.type === 'run_verified') {
    lines.set(event.data.run_id, event.sequence);
  }
}

/** Computes a closed season anew from the log and compares it with what was frozen. */
async function checkSeason(queryable: Queryable, seasonId: string): Promise<ArchiveFault[]> {
  const [head] = await queryable.query<Head>(
    `select a.stream, a.sequence, a.head_hash, a.counts, a.content_hash, a.ladder_name, a.game_name, a.format,
       a.season_name, a.opened_at, a.closed_at, a.frozen_at, a.is_of_counting_runs, ${gameThenSql} as game_then
     from public.season_archives a where a.season_id = $1`,
    [seasonId],
  );
  if (head === undefined) {
    return [];
  }
  const faults = await checkRows(queryable, { table: 'season', id: seasonId }, head);
  const lines = new Map<string, number>();
  const { state, last, fault } = await replayUntil(queryable, {
    ...{ kind: 'ladder', stream: head.stream, until: Number(head.sequence) },
    onEvent: (event) => collectLine(lines, event),
  });
  if (fault !== null) {
    return [...faults, fault];
  }
  const isClosing = last?.type === 'season_closed' && last.data.season_id === seasonId;
  if (!isClosing || last.hash !== head.head_hash) {
    return [...faults, { code: 'head', about: `${head.stream} ${head.sequence}` }];
  }
  const rows = await listFrozenRows(queryable, seasonId);
  const { teams, faults: ofTeams } = await replayTeams(
    queryable,
    await listTeamLines(queryable, state, {
      rows: rows.filter(({ section }) => section === 'roster'),
      frozenAt: head.frozen_at,
    }),
  );
  const { is_of_counting_runs } = head;
  const expected = listExpectedRows({ state, closing: last, teams, is_of_counting_runs });
  return [
    ...faults,
    ...ofTeams,
    ...checkHead(head, state, last.at),
    ...compareRows(rows, expected, lines),
    ...(await checkNames(queryable, seasonId, state)),
  ];
}

async function checkImported(queryable: Queryable, id: string): Promise<ArchiveFault[]> {
  const [head] = await queryable.query<Counted & { raw_hash: string }>(
    'select counts, content_hash, raw_hash from public.imported_archives where id = $1',
    [id],
  );
  if (head === undefined) {
    return [];
  }
  const [raw] = await queryable.query<{ hash: string }>(`select ${rawHashSql} as hash`, [id]);
  const faults = await checkRows(queryable, { table: 'imported', id }, head);
  return raw?.hash === head.raw_hash
    ? faults
    : [...faults, { code: 'raw_hash', about: raw?.hash ?? '' }];
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
