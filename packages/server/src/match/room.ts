import type { Queryable } from '@muster/database';
import { refuse } from '../engine/refusal.ts';
import { isUuid } from '../http/find.ts';
import { requireVoice } from '../http/voice.ts';

/** What a person is in the room of a match. */
export interface RoomRights {
  /** Of the rosters of both sides as they are now, or who has played in the match. */
  is_member: boolean;
  /** Captain or co-captain of one of these. */
  is_officer: boolean;
  /** Of its ladder or of the site. */
  is_admin: boolean;
  /** Whom the rules name, while a case of it is theirs to judge. */
  is_outsider: boolean;
  /** Whoever is anything there. */
  may_enter: boolean;
  /** Who judges from outside says nothing in it. */
  may_speak: boolean;
}

/** Whom the rules of a season, given by its alias, name to judge what nobody in office can. */
export const toOutsider = (season: string) => `(${season}.rules -> 'dispute' ->> 'outsider')::uuid`;

/** SQL: `RoomRights` as one row, of a match and its season by their aliases, and of the places of a person or null and of now. */
export const toRoomRightsSql = (match: string, season: string, person: string, at: string) => `
  select rights.*, is_member or is_admin as may_speak, is_member or is_admin or is_outsider as may_enter from (
  select own.roles <> '{}'
      or exists (select 1 from private.match_lineups ml where ml.match_id = ${match}.id and ml.person_id = ${person})
      as is_member,
    own.roles && array['captain', 'co_captain'] as is_officer,
    exists (select 1 from public.admins a where a.person_id = ${person}
      and (a.ladder_id = ${match}.ladder_id or a.ladder_id is null)) as is_admin,
    -- The rules name one in a thousand: nobody else's case is looked for.
    coalesce(case when ${toOutsider(season)} = ${person}
      then private.find_outsider(${match}.id, ${at}) = ${person} end, false) as is_outsider
  from (select array(select coalesce(r.role, 'captain')
    from public.entries e left join public.rosters r on r.team_id = e.team_id
    where e.id in (${match}.challenger_entry_id, ${match}.defender_entry_id)
      and coalesce(r.person_id, e.person_id) = ${person}) as roles) own) rights`;

export interface Room extends RoomRights {
  id: string;
  version: number;
  ladder_id: string;
}

const roomStatement = `
  select m.id, m.version, m.ladder_id, rights.*
  from public.matches m join public.seasons s on s.id = m.season_id
  cross join lateral (${toRoomRightsSql('m', 's', '$2', '$3::timestamptz')}) rights
  where m.id = $1`;

/** The room as the person may enter it at an instant; refused to anybody else. */
export async function getRoom(
  queryable: Queryable,
  matchId: string,
  { personId, at }: { personId: string; at: Date | string },
): Promise<Room> {
  const rows = isUuid(matchId)
    ? await queryable.query<Room>(roomStatement, [matchId, personId, at])
    : [];
  const room = rows[0] ?? refuse({ code: 'not_found', params: { what: 'match', id: matchId } });
  return room.may_enter ? room : refuse({ code: 'not_member', params: {} });
}

/** The room as the person may speak in it; refused to anybody else, and to whom a sanction silences. */
export async function requireSpeaker(
  queryable: Queryable,
  matchId: string,
  { personId, at }: { personId: string; at: string },
): Promise<Room> {
  const room = await getRoom(queryable, matchId, { personId, at });
  if (!room.may_speak) {
    refuse({ code: 'not_member', params: {} });
  }
  await requireVoice(queryable, { personId, ladderId: room.ladder_id, at });
  return room;
}
