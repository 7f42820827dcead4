import type { NoticeLineData, NoticesData } from '@muster/site/pages/notices/data.ts';
import {
  getDefaultChoice,
  type NoticeChoice,
  type NoticeKind,
  noticeKindList,
} from '@muster/site/pages/notices/kinds.ts';
import type { Loader } from '../context.ts';
import { type ActGround, isActOpen, passingKinds } from './open-acts.ts';
import { type NoticeRow, noticeColumns, noticeTables, toNotice } from './row.ts';

const limit = 100;

interface ListedRow extends NoticeRow {
  created_at: string;
  is_read: boolean;
  /** Null where the notice asks for nothing that passes. */
  ground: ActGround | null;
}

interface PageRow {
  chosen: Partial<Record<NoticeKind, Partial<NoticeChoice>>> | null;
  has_address: boolean;
  notices: ListedRow[];
}

const ground = `
  case when n.kind = any ($3) then json_build_object(
    'match', found.state, 'rules', found.rules, 'format', found.format, 'side', found.side,
    'dispute', (select d.state from private.stream_members d where d.stream = found.stream
      and d.collection = 'disputes' and d.id = (found.state ->> 'dispute_id')::uuid),
    'appeal_status', (select a.state ->> 'status' from private.stream_members a where a.stream = found.stream
      and a.collection = 'appeals' and a.id = (found.state ->> 'appeal_id')::uuid),
    'is_asked_to_join', n.kind = 'join_asked' and exists (select 1 from private.stream_states asked
      join public.rosters r on r.team_id = n.team_id and r.person_id = $1
        and r.role in ('captain', 'co_captain')
      where asked.stream = 'team:' || n.team_id and asked.state -> 'requests' ? n.other_id::text)) end`;

/** The match of a notice `n` in the rules' state, and the side for which the person $1 may act. */
const found = `
  select sm.state, s.rules, l.format, s.stream, (
    select case when e.id = m.challenger_entry_id then 'challenger' else 'defender' end
    from public.entries e
    left join public.rosters r on r.team_id = e.team_id and r.person_id = $1
      and r.role in ('captain', 'co_captain')
    where e.id in (m.challenger_entry_id, m.defender_entry_id)
      and (e.person_id = $1 or r.person_id is not null) limit 1) as side
  from public.matches m
  join public.seasons s on s.id = m.season_id
  join public.ladders l on l.id = s.ladder_id
  join private.stream_members sm on sm.stream = s.stream and sm.collection = 'matches' and sm.id = m.id
  where m.id = n.match_id and n.kind = any ($3)`;

/** $1 whose notices, $2 how many at most, $3 the kinds that ask for an act that passes. */
const statement = `
  select s.notifications as chosen,
    u.email_confirmed_at is not null and coalesce(u.email, '') <> '' as has_address,
    (select coalesce(json_agg(listed order by listed.is_read, listed.created_at desc, listed.id desc), '[]')
      from (
        select ${noticeColumns}, n.created_at, n.read_at is not null as is_read, ${ground} as ground
        from ${noticeTables}
        left join lateral (${found}) found on true
        where n.person_id = $1 and n.in_page
        order by n.read_at is not null, n.created_at desc, n.id desc limit $2) listed) as notices
  from public.profiles p
  join auth.users u on u.id = p.user_id
  left join private.person_settings s on s.person_id = p.id
  where p.id = $1`;

function toLines(rows: readonly ListedRow[], isRead: boolean, now: number): NoticeLineData[] {
  return rows
    .filter(({ is_read }) => is_read === isRead)
    .flatMap((row) => {
      const notice = toNotice(row);
      const created_at = new Date(row.created_at).toISOString();
      if (notice === null) {
        return [];
      }
      return [{ ...notice, created_at, can_act: isActOpen(notice.kind, row.ground, now) }];
    });
}

function toChoices(chosen: PageRow['chosen']): NoticesData['choices'] {
  const choices = noticeKindList.map((kind) => [
    kind,
    { ...getDefaultChoice(kind), ...chosen?.[kind] },
  ]);
  return Object.fromEntries(choices) as NoticesData['choices'];
}

/** What the signed-in person has been told; nobody else has this page. */
export const loadNotices: Loader<NoticesData> = async ({
  database,
  viewer,
  now,
  sendsMail = false,
}) => {
  if (viewer === null) {
    return null;
  }
  const [row] = await database.query<PageRow>(statement, [viewer.person_id, limit, passingKinds]);
  if (row === undefined) {
    return null;
  }
  const withAddress = row.has_address ? 'yes' : 'no_address';
  return {
    unread: toLines(row.notices, false, now.getTime()),
    earlier: toLines(row.notices, true, now.getTime()),
    limit,
    choices: toChoices(row.chosen),
    mail: sendsMail ? withAddress : 'no_server',
  };
};
