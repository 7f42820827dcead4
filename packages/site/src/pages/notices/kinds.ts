/** What the kinds of notices are about: each kind is chosen for itself, or all of a group at once. */
export const noticeGroups = [
  'challenges',
  'schedule',
  'reminders',
  'reports',
  'results',
  'disputes',
  'standing',
  'team',
  'talk',
  'runs',
  'admin',
] as const;
export type NoticeGroup = (typeof noticeGroups)[number];

/** Groups that come by mail unless their person says otherwise: whatever asks to act, or cannot be seen coming. */
const mailedGroups: ReadonlySet<NoticeGroup> = new Set([
  'challenges',
  'schedule',
  'reminders',
  'reports',
  'disputes',
  'standing',
  'team',
  'admin',
]);

/** What the button of a notice leads to. */
export type NoticeAct =
  | 'answer'
  | 'choose_time'
  | 'see_match'
  | 'check_in'
  | 'choose_map'
  | 'report'
  | 'check_report'
  | 'make_statement'
  | 'see_evidence'
  | 'read_ruling'
  | 'see_ladder'
  | 'see_team'
  | 'rule'
  | 'read_talk'
  | 'see_standing'
  | 'answer_appeal'
  | 'see_boards'
  | 'see_scrim'
  | 'see_case'
  | 'see_decision'
  | 'answer_case'
  | 'see_health';

interface KindDefinition {
  group: NoticeGroup;
  act: NoticeAct;
  /** Too short-lived for a mail: the person is on the page, or it is too late. */
  isPageOnly?: true;
}

const kinds = {
  challenged: { group: 'challenges', act: 'answer' },
  answer_reminder: { group: 'challenges', act: 'answer' },
  times_offered: { group: 'challenges', act: 'choose_time' },
  times_countered: { group: 'challenges', act: 'choose_time' },
  challenge_declined: { group: 'challenges', act: 'see_match' },
  challenge_withdrawn: { group: 'challenges', act: 'see_match' },
  challenge_expired: { group: 'challenges', act: 'see_match' },
  extension_asked: { group: 'challenges', act: 'answer' },
  cancellation_asked: { group: 'challenges', act: 'answer' },
  match_cancelled: { group: 'challenges', act: 'see_match' },
  match_scheduled: { group: 'schedule', act: 'see_match' },
  match_rescheduled: { group: 'schedule', act: 'see_match' },
  reschedule_asked: { group: 'schedule', act: 'answer' },
  reschedule_refused: { group: 'schedule', act: 'see_match' },
  deadline_extended: { group: 'schedule', act: 'see_match' },
  match_in_day: { group: 'reminders', act: 'see_match' },
  match_in_hour: { group: 'reminders', act: 'see_match' },
  match_in_minutes: { group: 'reminders', act: 'see_match', isPageOnly: true },
  check_in_opened: { group: 'reminders', act: 'check_in' },
  veto_turn: { group: 'reminders', act: 'choose_map', isPageOnly: true },
  match_live: { group: 'reminders', act: 'report', isPageOnly: true },
  reported_against: { group: 'reports', act: 'check_report' },
  reports_differ: { group: 'reports', act: 'check_report' },
  correction_asked: { group: 'reports', act: 'answer' },
  forfeit_announced: { group: 'reports', act: 'see_match' },
  forfeit_taken_back: { group: 'reports', act: 'see_match' },
  match_completed: { group: 'results', act: 'see_match' },
  match_forfeited: { group: 'results', act: 'see_match' },
  match_voided: { group: 'results', act: 'see_match' },
  match_disputed: { group: 'disputes', act: 'make_statement' },
  evidence_added: { group: 'disputes', act: 'see_evidence' },
  ruling_given: { group: 'disputes', act: 'read_ruling' },
  appeal_made: { group: 'disputes', act: 'see_match' },
  appeal_decided: { group: 'disputes', act: 'read_ruling' },
  rest_ended: { group: 'standing', act: 'see_ladder' },
  idle_warned: { group: 'standing', act: 'see_ladder' },
  idle_dropped: { group: 'standing', act: 'see_ladder' },
  entry_removed: { group: 'standing', act: 'see_ladder' },
  strike_given: { group: 'standing', act: 'see_ladder' },
  entry_suspended: { group: 'standing', act: 'see_ladder' },
  suspension_ended: { group: 'standing', act: 'see_ladder' },
  season_opened: { group: 'standing', act: 'see_ladder' },
  season_closed: { group: 'standing', act: 'see_ladder' },
  case_decided: { group: 'standing', act: 'see_decision' },
  case_undone: { group: 'standing', act: 'see_decision' },
  case_upheld: { group: 'standing', act: 'see_decision' },
  report_answered: { group: 'standing', act: 'see_decision' },
  case_question: { group: 'standing', act: 'answer_case' },
  sanction_given: { group: 'standing', act: 'see_standing' },
  sanction_lifted: { group: 'standing', act: 'see_standing' },
  sanction_upheld: { group: 'standing', act: 'see_standing' },
  person_renamed: { group: 'standing', act: 'see_standing' },
  invited: { group: 'team', act: 'see_team' },
  join_asked: { group: 'team', act: 'answer' },
  join_refused: { group: 'team', act: 'see_team' },
  you_joined: { group: 'team', act: 'see_team' },
  member_joined: { group: 'team', act: 'see_team' },
  member_left: { group: 'team', act: 'see_team' },
  member_removed: { group: 'team', act: 'see_team' },
  role_changed: { group: 'team', act: 'see_team' },
  captaincy_passed: { group: 'team', act: 'see_team' },
  team_disbanded: { group: 'team', act: 'see_team' },
  team_renamed: { group: 'team', act: 'see_team' },
  team_closed: { group: 'team', act: 'see_team' },
  team_restored: { group: 'team', act: 'see_team' },
  board_answered: { group: 'team', act: 'see_boards' },
  board_declined: { group: 'team', act: 'see_boards' },
  scrim_agreed: { group: 'team', act: 'see_scrim' },
  scrim_off: { group: 'team', act: 'see_scrim' },
  match_talk: { group: 'talk', act: 'read_talk' },
  run_confirmed: { group: 'runs', act: 'see_ladder' },
  run_verified: { group: 'runs', act: 'see_ladder' },
  run_rejected: { group: 'runs', act: 'see_ladder' },
  dispute_opened: { group: 'admin', act: 'rule' },
  evidence_to_judge: { group: 'admin', act: 'see_evidence' },
  appeal_opened: { group: 'admin', act: 'rule' },
  case_opened: { group: 'admin', act: 'see_case' },
  case_appealed: { group: 'admin', act: 'see_case' },
  case_answered: { group: 'admin', act: 'see_case' },
  sanction_appealed: { group: 'admin', act: 'answer_appeal' },
  ladder_webhook_disabled: { group: 'admin', act: 'see_ladder' },
  team_webhook_disabled: { group: 'admin', act: 'see_team' },
  backup_failed: { group: 'admin', act: 'see_health' },
  backup_stale: { group: 'admin', act: 'see_health' },
  drill_failed: { group: 'admin', act: 'see_health' },
  journal_failed: { group: 'admin', act: 'see_health' },
  database_damaged: { group: 'admin', act: 'see_health' },
  drill_stale: { group: 'admin', act: 'see_health' },
} as const satisfies Record<string, KindDefinition>;

export type NoticeKind = keyof typeof kinds;

export const noticeKinds: Readonly<Record<NoticeKind, KindDefinition>> = kinds;

/** Every kind, those of one group beside each other. */
export const noticeKindList: readonly NoticeKind[] = noticeGroups.flatMap(listKinds);

/** The kinds of a group, in the order in which they may come. */
export function listKinds(group: NoticeGroup): NoticeKind[] {
  return Object.keys(kinds)
    .filter(isNoticeKind)
    .filter((kind) => noticeKinds[kind].group === group);
}

export function isNoticeKind(value: string): value is NoticeKind {
  return Object.hasOwn(kinds, value);
}

export function isNoticeGroup(value: unknown): value is NoticeGroup {
  return noticeGroups.some((group) => group === value);
}

/** The ways by which a person is told of a kind. */
export interface NoticeChoice {
  page: boolean;
  mail: boolean;
}

/** What holds for somebody who has chosen nothing. */
export function getDefaultChoice(kind: NoticeKind): NoticeChoice {
  const { group, isPageOnly = false } = noticeKinds[kind];
  return { page: true, mail: mailedGroups.has(group) && !isPageOnly };
}

/** The figures and names that a notice's words are made of; times are ISO instants. */
export interface NoticeFacts {
  /** The reader's own team, or the first side for somebody of neither. */
  team?: string;
  opponent?: string;
  outcome?: 'won' | 'lost' | 'drawn';
  role?: string;
  sanction?: string;
  /** What somebody is called from now on, and why an admin says so. */
  name?: string;
  reason?: string;
  count?: number;
  /** The last moment to act. */
  by?: string | null;
  /** When the match starts. */
  starts_at?: string | null;
  /** How long it lasts. */
  until?: string | null;
  /** The scrim that it is about. */
  scrim?: string;
  /** The case of something reported. */
  case?: string;
  /** What was done in it or with the match, where it has a sentence of its own. */
  did?: 'person_renamed' | 'team_renamed' | 'team_closed' | 'voided_by_admin';
}
