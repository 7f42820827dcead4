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

/** What a notice `n` tells, with the log's mask for a team's name that an admin has hidden since: of its team, or of its match's two. */
const shownFacts = `n.data || coalesce((
  select jsonb_object_agg(told.key, private.show_name(told.value, hidden.team_id, null))
  from jsonb_each_text(n.data) told join private.renames hidden on hidden.hides
    and (hidden.team_id = n.team_id or hidden.team_id in (
      select e.team_id from public.matches m join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
      where m.id = n.match_id))
  where told.key in ('team', 'opponent') and private.is_name_hidden(told.value, hidden.team_id, null)), '{}')`;

/** The columns of a `NoticeRow`, of `n` and the tables of `NOTICE_TABLES`. */
export const noticeColumns = `n.id, n.kind, ${shownFacts} as facts, n.match_id,
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
