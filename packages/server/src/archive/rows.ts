import type { Queryable } from '@muster/database';
import type { Role } from '@muster/league';
import {
  type ArchiveData,
  type ArchiveName,
  type ArchivePart,
  recordKinds,
} from '@muster/site/pages/archives/data.ts';
import { isOwnPath } from '@muster/site/routing/own-path.ts';
import { type ContentRow, importedRows, namesStatement, seasonRows } from './query.ts';

type Tables = Pick<
  ArchiveData,
  'standings' | 'matches' | 'runs' | 'rosters' | 'trophies' | 'records'
>;

const sections: Record<ArchivePart, string[]> = {
  overview: ['standing', 'trophy', 'record'],
  matches: ['match'],
  runs: ['run'],
  rosters: ['roster'],
};

/** What of an archive is asked for. */
export interface Place {
  part: ArchivePart;
  from: number;
  limit: number;
  /** Whether names that admins hid are told all the same. */
  is_exact: boolean;
}

const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
const toWords = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Whose name a value asks for: by an id in a season, by the name itself in an imported history. */
type Naming = (value: Record<string, unknown>) => ArchiveName;

const gone: ArchiveName = { name: null, tag: null, href: null };
const byName: Naming = ({ name }) => ({ ...gone, name: toWords(name) });

/** The ids of all subjects that rows speak of. */
function listSubjects(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'subject' && typeof inner === 'string' ? [inner] : listSubjects(inner),
  );
}

async function nameSubjects(
  queryable: Queryable,
  { seasonId, isExact }: { seasonId: string; isExact: boolean },
  rows: readonly ContentRow[],
): Promise<{ naming: Naming; has_masks: boolean }> {
  const subjects = [...new Set(rows.flatMap(({ content }) => listSubjects(content)))];
  const found = await queryable.query<ArchiveName & { id: string; is_masked: boolean }>(
    namesStatement,
    [seasonId, subjects, isExact],
  );
  const names = new Map(found.map(({ id, name, tag, href }) => [id, { name, tag, href }]));
  return {
    naming: ({ subject }) => names.get(String(subject)) ?? gone,
    has_masks: found.some(({ is_masked }) => is_masked),
  };
}

function toScore(one: unknown, other: unknown): [number, number] | null {
  const [first, second] = [toNumber(one), toNumber(other)];
  return first === null || second === null ? null : [first, second];
}

const winners = { challenger: 'one', defender: 'other', draw: 'draw' } as const;

function toWinner(winner: unknown): 'one' | 'other' | 'draw' | null {
  const key = String(winner);
  return Object.hasOwn(winners, key) ? winners[key as keyof typeof winners] : null;
}

const isRecordKind = (kind: unknown): kind is (typeof recordKinds)[number] =>
  recordKinds.some((known) => known === kind);

function toTables(rows: readonly ContentRow[], naming: Naming): Tables {
  const tables: Tables = {
    standings: [],
    matches: [],
    runs: [],
    rosters: [],
    trophies: [],
    records: [],
  };
  for (const { section, position, content } of rows) {
    const who = naming(content);
    if (section === 'standing') {
      const { place, wins, losses, draws, points } = content;
      const record = { wins: toNumber(wins), losses: toNumber(losses), draws: toNumber(draws) };
      const line = { position, place: toNumber(place), who, ...record, points: toWords(points) };
      tables.standings.push(line);
    } else if (section === 'match') {
      const [one, other] = [toFields(content.challenger), toFields(content.defender)];
      tables.matches.push({
        position,
        at: toWords(content.ended_at),
        one: naming(one),
        other: naming(other),
        score: toScore(one.score, other.score),
        winner: toWinner(content.winner),
        is_forfeit: content.status === 'forfeited',
        maps: toList(content.maps).map(String),
        href: typeof content.match === 'string' ? `/matches/${content.match}` : null,
      });
    } else if (section === 'run') {
      const time_ms = Number(content.time_ms) + Number(content.penalty_ms);
      tables.runs.push({ position, who, stage: String(content.stage), time_ms });
    } else if (section === 'roster') {
      const players = toList(content.players).map((player, index) => {
        const fields = toFields(player);
        return {
          position: index + 1,
          who: naming(fields),
          role: toWords(fields.role) as Role | null,
        };
      });
      tables.rosters.push({ position, who, players });
    } else if (section === 'trophy') {
      const { place, title } = content;
      tables.trophies.push({ position, place: toNumber(place), title: toWords(title), who });
    } else {
      const { record, title, value, detail } = content;
      tables.records.push({
        position,
        kind: isRecordKind(record) ? record : null,
        title: toWords(title) ?? toWords(detail) ?? '',
        who,
        value: typeof value === 'number' ? value : String(value),
      });
    }
  }
  return tables;
}

/** The tables of a frozen season that a page shows, with the names of then, and whether one of them is hidden. */
export async function loadSeasonTables(
  queryable: Queryable,
  seasonId: string,
  { part, from, limit, is_exact }: Place,
): Promise<Tables & Pick<ArchiveData, 'has_masks'>> {
  const asked = [seasonId, sections[part], from - 1, limit];
  const rows = await queryable.query<ContentRow>(seasonRows, asked);
  const { naming, has_masks } = await nameSubjects(
    queryable,
    { seasonId, isExact: is_exact },
    rows,
  );
  return { ...toTables(rows, naming), has_masks };
}

/** The tables of an imported history that a page shows. */
export async function loadImportedTables(
  queryable: Queryable,
  archiveId: string,
  { part, from, limit }: Place,
): Promise<Tables> {
  const asked = [archiveId, sections[part], from - 1, limit];
  return toTables(await queryable.query<ContentRow>(importedRows, asked), byName);
}

/** What the league's own words on something past have as a table; content outlives the code that wrote it, so what is not as expected is left out. */
export function toTextTables({ standings }: Record<string, unknown>): Tables {
  const rows = toList(standings).flatMap((row, index): Tables['standings'] => {
    const fields = toFields(row);
    if (!('name' in fields)) {
      return [];
    }
    const { name, href, place, wins, losses, draws } = fields;
    const isOurs = typeof href === 'string' && isOwnPath(href);
    return [
      {
        position: index + 1,
        place: toNumber(place) ?? index + 1,
        who: { name: String(name), tag: null, href: isOurs ? href : null },
        wins: toNumber(wins),
        losses: toNumber(losses),
        draws: toNumber(draws),
        points: null,
      },
    ];
  });
  return { ...toTables([], byName), standings: rows };
}
