import type { NoticeFacts } from '@muster/site/pages/notices/kinds.ts';
import { isNoticeKind } from '@muster/site/pages/notices/kinds.ts';
import type { Notice } from '@muster/site/pages/notices/notice.ts';

/** A notice as the database gives it, with what it is about. */
export interface NoticeRow {
  id: string;
  kind: string;
  facts: NoticeFacts;
  match_id: string | null;
  ladder: { slug: string; name: string } | null;
  team: { slug: string; name: string } | null;
  person: string | null;
}

/** The columns of a `NoticeRow`, of `n` and the tables of `NOTICE_TABLES`. */
export const noticeColumns = `n.id, n.kind, n.data as facts, n.match_id,
  case when l.id is not null then jsonb_build_object('slug', l.slug, 'name', l.name) end as ladder,
  case when t.id is not null then jsonb_build_object('slug', t.slug, 'name', t.name) end as team,
  other.username as person`;

export const noticeTables = `private.notices n
  left join public.ladders l on l.id = n.ladder_id
  left join public.teams t on t.id = n.team_id
  left join public.profiles other on other.id = n.other_id`;

/** The notice of a row; null for a kind that this version does not know. */
export function toNotice({
  id,
  kind,
  facts,
  match_id,
  ladder,
  team,
  person,
}: NoticeRow): Notice | null {
  return isNoticeKind(kind) ? { id, kind, facts, match_id, ladder, team, person } : null;
}
