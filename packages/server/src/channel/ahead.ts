import type { Queryable } from '@muster/database';
import {
  bothSides,
  type Dispute,
  type FormatName,
  listSideActs,
  type Match,
  type Rules,
  type SideAct,
} from '@muster/league';
import type { ChannelAhead, ChannelKind } from '@muster/site/pages/notices/channel-kinds.ts';
import { type JsonInstant, toInstant } from '../page/instants.ts';

/** A match as the rules' own state has it. */
interface AheadRow {
  match: Match;
  rules: Rules;
  format: FormatName;
  season_end: JsonInstant;
  dispute: Dispute | null;
}

/** What the news ask one of the sides to do. */
const asked: Partial<Record<ChannelKind, readonly SideAct[]>> = {
  challenge_made: ['answer'],
  challenge_accepted: ['choose_time'],
  check_in_opened: ['check_in'],
  match_reported: ['confirm_report', 'settle_reports'],
  match_disputed: ['statement'],
};

const dated = new Set<ChannelKind>(['match_scheduled', 'match_rescheduled']);

/** What of the news of a match lies ahead at an instant: news may wait for hours until a channel takes them. */
export async function loadAhead(
  queryable: Queryable,
  { kind, matchId }: { kind: ChannelKind; matchId: string | null },
  now: Date,
): Promise<ChannelAhead> {
  const [row] = await queryable.query<AheadRow>(
    `select sm.state as match, s.rules, l.format, to_json(s.ends_at) as season_end,
       (select d.state from private.stream_members d where d.stream = s.stream
         and d.collection = 'disputes' and d.id = (sm.state ->> 'dispute_id')::uuid) as dispute
     from public.matches m
     join public.seasons s on s.id = m.season_id
     join public.ladders l on l.id = s.ladder_id
     join private.stream_members sm
       on sm.stream = s.stream and sm.collection = 'matches' and sm.id = m.id and sm.is_current
     where m.id = $1`,
    [matchId],
  );
  return row === undefined
    ? { asked: null, starts_at: null }
    : toAhead(row, kind, now.toISOString());
}

/** The same of a match that is read already. */
export function toAhead(row: AheadRow, kind: ChannelKind, now: string): ChannelAhead {
  const starts = dated.has(kind) ? (row.match.time?.starts_at ?? null) : null;
  return {
    asked: findAsked(row, kind, now),
    starts_at: starts !== null && starts > now ? starts : null,
  };
}

/** By when a side is to act and what becomes of it then, as the rules have it. */
function findAsked(row: AheadRow, kind: ChannelKind, now: string): ChannelAhead['asked'] {
  for (const { act, until, otherwise } of bothSides.flatMap((side) =>
    listSideActs({ ...row, ends_at: toInstant(row.season_end), side, now }),
  )) {
    if (asked[kind]?.includes(act) && until !== null && until > now) {
      return { act, until, otherwise };
    }
  }
  return null;
}
