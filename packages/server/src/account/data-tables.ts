import { toToldSql } from '../moderation/concerned.ts';
import { toThingTitleSql, toTitleSql } from '../moderation/queue.ts';
import { noticeColumns, noticeTables } from '../notice/row.ts';

/** The tables whose rows are wholly somebody's own, each with the column that says whose. */
export const wholeTables: Readonly<Record<string, string>> = {
  'private.board_answers': 'person_id',
  'private.case_holders': 'person_id',
  'private.departures': 'person_id',
  'private.drafts': 'person_id',
  'private.files': 'person_id',
  'private.former_names': 'person_id',
  'private.game_pictures': 'set_by',
  'private.join_requests': 'person_id',
  'private.league_logos': 'set_by',
  'private.match_evidence': 'person_id',
  'private.match_lineups': 'person_id',
  'private.match_messages': 'person_id',
  'private.person_records': 'person_id',
  'private.person_settings': 'person_id',
  'private.pictures': 'person_id',
  'private.scrim_messages': 'person_id',
  'private.team_logos': 'set_by',
  'private.text_presence': 'person_id',
  'private.text_revisions': 'person_id',
  'private.uploads': 'person_id',
  'private.username_skeletons': 'person_id',
  'public.admins': 'person_id',
  'public.board_posts': 'person_id',
  'public.editors': 'person_id',
  'public.entries': 'person_id',
  'public.entry_players': 'person_id',
  'public.imported_archives': 'imported_by',
  'public.past_rosters': 'person_id',
  'public.profile_identities': 'person_id',
  'public.rosters': 'person_id',
  'public.runs': 'person_id',
  'public.season_archive_people': 'person_id',
  'public.teams': 'founder_id',
};

/**
 * The tables whose rows tell of others too, or hold a secret, each with what is given of it: what a person's own pages
 * show them. So nobody learns here who reported, asked, decided or renamed, nor of a case that waits; and what
 * somebody did to others in office is given as far as the log has it. $1 is the person.
 */
export const partialTables: Readonly<Record<string, string>> = {
  // Who has the token reads the calendar.
  'private.calendar_feeds': 'select made_at from private.calendar_feeds where person_id = $1',
  // How many were asked before, and in which case, tells of others.
  'private.case_questions': `
    select id, words, asked_at, answer, answered_at from private.case_questions where person_id = $1`,
  // When it was opened is when the first reported.
  'private.cases': `
    select c.id, c.kind, ${toTitleSql('c.id')} as title, c.status, c.decided_at, c.answer,
      c.appealed_at, c.appeal, c.appeal_decided_at, c.appeal_granted, c.appeal_answer,
      array(select a.act from private.case_acts a where a.case_id = c.id and a.undone_at is null
        order by a.at, a.id) as acts
    from private.cases c where ${toToldSql('$1')}`,
  // An answer may hold what lets somebody in: an invite, a calendar's address.
  'private.commands': `
    select command_id, status, created_at from private.commands where person_id = $1`,
  // The salt is what keeps the log's hash from telling the text.
  'private.event_texts': `
    select id, text, match_id, created_at from private.event_texts where author_id = $1`,
  // The password is the server's, and whose that is nobody knows.
  'private.match_servers': `
    select match_id, address, set_at from private.match_servers where set_by = $1`,
  // As their page shows them: names that admins hid are masked.
  'private.notices': `
    select ${noticeColumns}, n.in_page, n.by_mail, n.created_at, n.read_at, n.mailed_at
    from ${noticeTables} where n.person_id = $1`,
  'private.removed_logos': `
    select team_id, key, small_id, large_id, set_at from private.removed_logos where set_by = $1`,
  'private.renames': `
    select id, from_name, to_name, reason, hides, at, undone_at from private.renames where person_id = $1`,
  // The copy of what was reported is another's words.
  'private.reports': `
    select r.id, c.kind, ${toThingTitleSql('r.snapshot')} as title, r.reason, r.words, r.reported_at,
      c.status, c.answer
    from private.reports r join private.cases c on c.id = r.case_id where r.person_id = $1`,
  'private.sanction_appeals': `
    select sanction_id, words, made_at, decided_at, is_granted, answer
    from private.sanction_appeals where person_id = $1`,
  // Who has the code comes in. Whom somebody invited is theirs to know; who invited them, their notice says.
  'private.team_invites': `
    select invite_id, team_id, person_id, case when created_by = $1 then created_by end as created_by,
      created_at, expires_at
    from private.team_invites where $1 in (person_id, created_by)`,
  // Who has the address may post there.
  'private.webhooks': `
    select id, ladder_id, team_id, locale, set_at from private.webhooks where set_by = $1`,
};
