import { type NoticeAct, type NoticeFacts, type NoticeKind, noticeKinds } from './kinds.ts';

/** A notice with the names and addresses of what it is about. */
export interface Notice {
  id: string;
  kind: NoticeKind;
  facts: NoticeFacts;
  match_id: string | null;
  ladder: { slug: string; name: string } | null;
  /** The team that it is about where that is not told by the match. */
  team: { slug: string; name: string } | null;
  /** Somebody whom it names; null also for somebody who is gone. */
  person: string | null;
}

/** What the words of every kind may ask for. An entry is called by its team, one of a person alone by that person. */
export function toNoticeValues({ facts, ladder, team, person }: Omit<Notice, 'id'>) {
  return {
    team: facts.team ?? team?.name ?? person ?? '',
    opponent: facts.opponent ?? '',
    ladder: ladder?.name ?? '',
    person: person ?? '',
    outcome: facts.outcome ?? 'drawn',
    role: facts.role ?? '',
    sanction: facts.sanction ?? '',
    did: facts.did ?? '',
    name: facts.name ?? '',
    reason: facts.reason ?? '',
    count: facts.count ?? 1,
  };
}

/** The time that a notice names, and what it is: the last moment to act, a start, an end. */
export function findNoticeTime({
  by,
  starts_at,
  until,
}: NoticeFacts): { what: 'by' | 'starts' | 'until'; instant: string } | null {
  if (by) {
    return { what: 'by', instant: by };
  }
  if (starts_at) {
    return { what: 'starts', instant: starts_at };
  }
  return until ? { what: 'until', instant: until } : null;
}

/** What the button promises: the act while it can be done, later only the way to what it was about. */
export function toNoticeAct(
  { kind, match_id }: Pick<Notice, 'kind' | 'match_id'>,
  canAct: boolean,
): NoticeAct {
  if (!canAct && match_id !== null) {
    return 'see_match';
  }
  return !canAct && kind === 'join_asked' ? 'see_team' : noticeKinds[kind].act;
}

/** Where the button is. */
export function toNoticePath(notice: Omit<Notice, 'id'>): string {
  const { kind, facts, match_id, ladder, team, person } = notice;
  const { act } = noticeKinds[kind];
  if (act === 'see_standing') {
    return '/account/standing';
  }
  if (act === 'answer_appeal') {
    return person === null ? '/admins/people' : `/admins/people/${encodeURIComponent(person)}`;
  }
  if (act === 'see_health') {
    return '/admins/health';
  }
  if (act === 'see_boards') {
    return '/boards';
  }
  if (act === 'see_decision' || act === 'answer_case') {
    return '/account/reports';
  }
  if (facts.case !== undefined) {
    return `/admins/cases/${facts.case}`;
  }
  if (facts.scrim !== undefined) {
    return `/scrims/${facts.scrim}`;
  }
  if (match_id !== null) {
    return `/matches/${match_id}`;
  }
  if (kind === 'ladder_webhook_disabled' && ladder !== null) {
    return `/ladders/${ladder.slug}/admin`;
  }
  if (team !== null) {
    return `/teams/${team.slug}`;
  }
  return ladder === null ? '/account/notifications' : `/ladders/${ladder.slug}`;
}
