import type { Queryable } from '@muster/database';
import { addDuration, type MatchStatus, type Rules, type Side } from '@muster/league';
import { refuse } from '../engine/refusal.ts';
import { isUuid } from '../http/find.ts';
import { requireVoice } from '../http/voice.ts';

/** A match as whoever brings or looks at evidence finds it. */
export interface EvidenceRoom {
  id: string;
  version: number;
  ladder_id: string;
  status: MatchStatus;
  ended_at: Date | null;
  rules: Rules;
  /** Of whom the person is; null for admins and everybody else. */
  side: Side | null;
  /** Or the outsider, while a case is theirs to judge. */
  is_admin: boolean;
  /** A dispute or an appeal waits for its ruling. */
  is_contested: boolean;
  /** It is an appeal that waits. */
  is_appealed: boolean;
  /** When the last ruling on it was given; null without one. */
  ruled_at: Date | null;
}

/** $1 the match, $2 the person. On a side are its roster as it is now, and who has played for it. */
const roomStatement = `
  select m.id, m.version, m.ladder_id, m.status, m.ended_at, s.rules,
    coalesce(
      (select ml.side from private.match_lineups ml where ml.match_id = m.id and ml.person_id = $2),
      (select case when e.id = m.challenger_entry_id then 'challenger' else 'defender' end
       from public.entries e left join public.rosters r on r.team_id = e.team_id
       where e.id in (m.challenger_entry_id, m.defender_entry_id)
         and coalesce(r.person_id, e.person_id) = $2
       order by exists (select 1 from public.entry_players p
         where p.entry_id = e.id and p.person_id = $2) desc limit 1)) as side,
    exists (select 1 from public.admins a
      where a.person_id = $2 and (a.ladder_id = m.ladder_id or a.ladder_id is null))
      or coalesce(private.find_outsider(m.id, now()) = $2, false) as is_admin,
    open_case.collection is not null as is_contested,
    coalesce(open_case.collection = 'appeals', false) as is_appealed,
    (select max(e.at) from public.league_events e
      where e.match_id = m.id and e.type in ('ruling_given', 'appeal_decided')) as ruled_at
  from public.matches m join public.seasons s on s.id = m.season_id
  left join lateral (select q.collection from private.stream_members q, private.stream_members sm
    where sm.stream = s.stream and sm.collection = 'matches' and sm.id = m.id
      and q.stream = s.stream and q.collection in ('disputes', 'appeals')
      and q.id in ((sm.state ->> 'dispute_id')::uuid, (sm.state ->> 'appeal_id')::uuid)
      and q.state ->> 'status' = 'open'
    order by q.collection limit 1) open_case on true
  where m.id = $1`;

/** The match, as this person finds it; refused where there is none. */
export async function getEvidenceRoom(
  queryable: Queryable,
  matchId: string,
  personId: string | null,
): Promise<EvidenceRoom> {
  const [room] = isUuid(matchId)
    ? await queryable.query<EvidenceRoom>(roomStatement, [matchId, personId])
    : [];
  return room ?? refuse({ code: 'not_found', params: { what: 'match', id: matchId } });
}

/** Before a match is over its evidence is for both sides and the admins; afterwards for everybody, unless the ladder's rules keep it. */
export function maySeeEvidence(room: EvidenceRoom): boolean {
  if (room.side !== null || room.is_admin) {
    return true;
  }
  return room.ended_at !== null && room.rules.report.evidenceShown !== 'sides';
}

const playing: readonly MatchStatus[] = [
  'scheduled',
  'checking_in',
  'veto',
  'live',
  'reported',
  'disputed',
];

const hasResult: readonly MatchStatus[] = ['completed', 'forfeited', 'voided'];

interface EvidencePoint
  extends Pick<EvidenceRoom, 'status' | 'ended_at' | 'is_contested' | 'rules'> {
  at: string;
}

/** Evidence is taken from when the match is agreed until nobody can contest it any more. */
export function isOpenForEvidence({
  status,
  ended_at,
  is_contested,
  rules,
  at,
}: EvidencePoint): boolean {
  if (playing.includes(status) || is_contested) {
    return true;
  }
  if (!hasResult.includes(status) || ended_at === null) {
    return false;
  }
  return at < addDuration(ended_at.toISOString(), rules.dispute.appealWithin);
}

type SettledPoint = EvidencePoint & Pick<EvidenceRoom, 'ruled_at'>;

/** Whether nobody can dispute the match or appeal its ruling any more. */
export function isBeyondAppeal({ ruled_at, ...point }: SettledPoint): boolean {
  const { ended_at, rules, at } = point;
  if (isOpenForEvidence(point) || ended_at === null) {
    return false;
  }
  const { disputeWithin, appealWithin } = rules.dispute;
  const isOver = (since: Date | null, within: string) =>
    since === null || at >= addDuration(since.toISOString(), within);
  return (
    !hasResult.includes(point.status) ||
    (isOver(ended_at, disputeWithin) && isOver(ruled_at, appealWithin))
  );
}

/** The match and the side for which a person brings evidence to it now; refused for everybody else, and to whom a sanction silences. */
export async function requireGiver(
  queryable: Queryable,
  matchId: string,
  { personId, at }: { personId: string; at: string },
): Promise<{ room: EvidenceRoom; side: Side }> {
  const room = await getEvidenceRoom(queryable, matchId, personId);
  const side = requireMayBring(room, at);
  await requireVoice(queryable, { personId, ladderId: room.ladder_id, at });
  return { room, side };
}

/** The side for which the person brings evidence; refused for everybody else. */
export function requireMayBring(room: EvidenceRoom, at: string): Side {
  if (room.side === null) {
    return refuse({ code: 'not_member', params: {} });
  }
  if (!isOpenForEvidence({ ...room, at })) {
    refuse({ code: 'evidence_closed', params: {} });
  }
  return room.side;
}
