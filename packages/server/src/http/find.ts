import type { Queryable } from '@muster/database';
import type { Refusal, StreamName } from '@muster/league';
import { refuse } from '../engine/refusal.ts';
import { toPresentSlugSql } from './former-slugs.ts';

type Thing = Extract<Refusal, { code: 'not_found' }>['params']['what'];

/** A page that was open while its ladder got another address goes on working. */
const present = toPresentSlugSql('ladders', '$1');

function refuseUnknown(what: Thing, id: string): never {
  return refuse({ code: 'not_found', params: { what, id } });
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** An id out of an address, as the log writes it; what is no id names nothing. */
export function getId(parameters: Record<string, string>, name: string, what: Thing): string {
  const id = parameters[name] ?? '';
  return isUuid(id) ? id.toLowerCase() : refuseUnknown(what, id);
}

export interface FoundLadder {
  ladder_id: string;
  season_id: string;
  stream: StreamName<'ladder'>;
}

/** The ladder of an address with its current season; refused when there is none. */
export async function getLadder(queryable: Queryable, slug: string): Promise<FoundLadder> {
  const [row] = await queryable.query<FoundLadder>(
    `select l.id as ladder_id, s.id as season_id, s.stream
     from public.ladders l join public.seasons s on s.ladder_id = l.id and s.status <> 'closed'
     where l.slug = ${present} order by (s.status = 'open') desc limit 1`,
    [slug],
  );
  return row ?? refuseUnknown('ladder', slug);
}

/** The stream of a ladder's current season, or of its last where none runs. */
export async function getLogStream(
  queryable: Queryable,
  slug: string,
): Promise<StreamName<'ladder'>> {
  const [row] = await queryable.query<{ stream: StreamName<'ladder'> }>(
    `select coalesce(s.stream, 'ladder:' || l.id) as stream
     from public.ladders l left join public.seasons s on s.ladder_id = l.id
     where l.slug = ${present}
     order by (s.status = 'open') desc nulls last, (s.status = 'registration') desc, s.opens_at desc
     limit 1`,
    [slug],
  );
  return row?.stream ?? refuseUnknown('ladder', slug);
}

export interface LadderRow {
  id: string;
  slug: string;
  name: string;
  game_slug: string;
  format: 'rung' | 'rating' | 'time_attack';
  zone: string;
  is_test: boolean;
  retired_at: Date | null;
}

/** The ladder of an address, whether a season runs or not. */
export async function getLadderRow(queryable: Queryable, slug: string): Promise<LadderRow> {
  const [row] = await queryable.query<LadderRow>(
    `select id, slug, name, game_slug, format, zone, is_test, retired_at
     from public.ladders where slug = ${present}`,
    [slug],
  );
  return row ?? refuseUnknown('ladder', slug);
}

/** The stream that a match's events stand in. */
export async function getMatchStream(
  queryable: Queryable,
  id: string,
): Promise<StreamName<'ladder'>> {
  const rows = isUuid(id)
    ? await queryable.query<{ stream: StreamName<'ladder'> }>(
        `select s.stream from public.matches m join public.seasons s on s.id = m.season_id where m.id = $1`,
        [id],
      )
    : [];
  return rows[0]?.stream ?? refuseUnknown('match', id);
}

/** The stream that an entry stands in. */
export async function getEntryStream(
  queryable: Queryable,
  id: string,
): Promise<StreamName<'ladder'>> {
  const [row] = await queryable.query<{ stream: StreamName<'ladder'> }>(
    `select s.stream from public.entries e join public.seasons s on s.id = e.season_id where e.id = $1`,
    [id],
  );
  return row?.stream ?? refuseUnknown('entry', id);
}

/** The stream that a run stands in. */
export async function getRunStream(
  queryable: Queryable,
  id: string,
): Promise<StreamName<'ladder'>> {
  const [row] = await queryable.query<{ stream: StreamName<'ladder'> }>(
    `select s.stream from public.runs r join public.seasons s on s.id = r.season_id where r.id = $1`,
    [id],
  );
  return row?.stream ?? refuseUnknown('run', id);
}

export interface FoundTeam {
  id: string;
  name: string;
  slug: string;
}

/** The team of an address. */
export async function getTeam(queryable: Queryable, slug: string): Promise<FoundTeam> {
  const [row] = await queryable.query<FoundTeam>(
    `select id, name, slug from public.teams where slug = ${toPresentSlugSql('teams', '$1')}`,
    [slug],
  );
  return row ?? refuseUnknown('team', slug);
}

/** The streams of the seasons in which a team has an entry that has not gone. */
export async function listTeamLadders(
  queryable: Queryable,
  teamId: string,
): Promise<StreamName<'ladder'>[]> {
  const rows = await queryable.query<{ stream: StreamName<'ladder'> }>(
    `select distinct s.stream from public.entries e join public.seasons s on s.id = e.season_id
     where e.team_id = $1 and e.status in ('active', 'suspended') and s.status <> 'closed'`,
    [teamId],
  );
  return rows.map(({ stream }) => stream);
}
