import type { Matter } from '@muster/site/pages/me/matter.ts';
import type { NoticeLineData, NoticesData } from '@muster/site/pages/notices/data.ts';
import {
  getDefaultChoice,
  type NoticeChoice,
  type NoticeKind,
  noticeKindList,
} from '@muster/site/pages/notices/kinds.ts';
import type { Loader } from '../context.ts';
import { type NoticeRow, noticeColumns, noticeTables, toNotice } from '../notice/row.ts';
import { listMatters } from './matters.ts';
import { findMatterOf, isAsking } from './notice-matter.ts';

const limit = 100;

interface ListedRow extends NoticeRow {
  created_at: string;
  is_read: boolean;
}

interface PageRow {
  chosen: Partial<Record<NoticeKind, Partial<NoticeChoice>>> | null;
  has_address: boolean;
  notices: ListedRow[];
}

/** $1 whose notices, $2 how many at most. */
const statement = `
  select s.notifications as chosen,
    u.email_confirmed_at is not null and coalesce(u.email, '') <> '' as has_address,
    (select coalesce(json_agg(listed order by listed.is_read, listed.created_at desc, listed.id desc), '[]')
      from (
        select ${noticeColumns}, n.created_at, n.read_at is not null as is_read
        from ${noticeTables}
        where n.person_id = $1 and n.in_page
        order by n.read_at is not null, n.created_at desc, n.id desc limit $2) listed) as notices
  from public.profiles p
  join auth.users u on u.id = p.user_id
  left join private.person_settings s on s.person_id = p.id
  where p.id = $1`;

function toLines(
  rows: readonly ListedRow[],
  isRead: boolean,
  matters: readonly Matter[],
): NoticeLineData[] {
  const lines = rows
    .filter(({ is_read }) => is_read === isRead)
    .flatMap((row) => {
      const notice = toNotice(row);
      if (notice === null) {
        return [];
      }
      const matter = findMatterOf(notice, matters);
      return [
        {
          ...notice,
          ids: [notice.id],
          created_at: new Date(row.created_at).toISOString(),
          matter,
          can_act: matter !== null || !isAsking(notice.kind),
        },
      ];
    });
  return foldReports(lines, matters);
}

/** Several reports that wait are one line, as on every other page. */
function foldReports(lines: NoticeLineData[], matters: readonly Matter[]): NoticeLineData[] {
  const all = matters.find(({ kind }) => kind === 'judge_case');
  const told = lines.filter(({ kind, matter }) => kind === 'case_opened' && matter !== null);
  const [newest, ...others] = told;
  if (all === undefined || newest === undefined || others.length === 0) {
    return lines;
  }
  const folded = { ...newest, ladder: null, matter: all, ids: told.map(({ id }) => id) };
  return lines
    .filter((line) => !others.includes(line))
    .map((line) => (line === newest ? folded : line));
}

function toChoices(chosen: PageRow['chosen']): NoticesData['choices'] {
  const choices = noticeKindList.map((kind) => [
    kind,
    { ...getDefaultChoice(kind), ...chosen?.[kind] },
  ]);
  return Object.fromEntries(choices) as NoticesData['choices'];
}

/** What the signed-in person has been told, with what of it still waits for them; nobody else has this page. */
export const loadNotices: Loader<NoticesData> = async ({
  database,
  viewer,
  now,
  sendsMail = false,
}) => {
  if (viewer === null) {
    return null;
  }
  const [[row], matters] = await Promise.all([
    database.query<PageRow>(statement, [viewer.person_id, limit]),
    listMatters(database, viewer.person_id, now),
  ]);
  if (row === undefined) {
    return null;
  }
  const withAddress = row.has_address ? 'yes' : 'no_address';
  return {
    unread: toLines(row.notices, false, matters),
    earlier: toLines(row.notices, true, matters),
    limit,
    choices: toChoices(row.chosen),
    mail: sendsMail ? withAddress : 'no_server',
  };
};
