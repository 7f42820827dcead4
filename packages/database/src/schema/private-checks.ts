import { atLeast, type Check, lengths, oneOf, values } from './check-case.ts';

const at = '2030-01-01T18:00:00Z';
const picture = { kind: 'image', url: null, file_id: 'referent', preview_id: 'referent' };
const demo = { kind: 'demo', url: null, file_id: 'referent' };
const link = { kind: 'link', url: 'https://evidence.example/', file_id: null, preview_id: null };
const sanction = '00000000-0000-4000-8000-000000000002';
const result = { outcome: 'won', ended_at: at, ladder_id: '00000000-0000-4000-8000-000000000001' };
const door = { door_hash: 'hash', door_sealed: 'sealed', printed_at: at };
const watcher = { holder: '00000000-0000-4000-8000-000000000001', held_until: at };
const nothingMade = { file_id: null, made_at: null, as_of: null, pages: null };
const made = { file_id: 'referent', made_at: at, as_of: at, pages: 12 };
const oidc = { provider: 'oidc', issuer: 'https://issuer.example' };

/** A mail's words are kept as long as they are needed. */
const underWay = ['queued', 'sending', 'kept'];
const wordsOf = (state: string) => ({ text_body: underWay.includes(state) ? 'words' : null });

export const privateChecks: Readonly<Record<string, Check>> = {
  'private.audit_log.audit_log_act_check': values('act', {
    lets: ['abc', 'a'.repeat(60), 'site_admin_granted'],
    stops: ['ab', 'a'.repeat(61), 'Abc', 'a b', 'a1b'],
  }),
  'private.audit_log.audit_log_kind_check': values('kind', {
    lets: ['abc', 'a'.repeat(40)],
    stops: ['ab', 'a'.repeat(41), 'Abc', 'a-b'],
  }),
  'private.audit_log.audit_log_subject_check': lengths('subject', 1, 120),
  'private.board_answers.board_answers_check': {
    lets: [{}, { team_id: 'referent', starts_at: at }],
    stops: [{ team_id: 'referent' }, { starts_at: at }],
  },
  'private.board_answers.board_answers_status_check': oneOf('status', 'open accepted declined'),
  'private.board_answers.board_answers_words_check': lengths('words', 0, 300),
  'private.calendar_feeds.calendar_feeds_token_check': values('token', {
    lets: ['a'.repeat(32)],
    stops: ['a'.repeat(31)],
  }),
  'private.case_acts.case_acts_act_check': oneOf(
    'act',
    'hide remove_picture rename_team disband_team rename_person mute ban',
    (act) => ({
      ...(act === 'mute' || act === 'ban' ? { sanction_id: sanction } : {}),
      ...(act.startsWith('rename') ? { rename_id: 'referent' } : {}),
    }),
  ),
  'private.case_acts.case_acts_rename': {
    lets: [
      { act: 'disband_team' },
      { act: 'rename_team', rename_id: 'referent' },
      { act: 'rename_person', rename_id: 'referent' },
    ],
    stops: [
      { act: 'rename_team' },
      { act: 'rename_person' },
      { act: 'hide', rename_id: 'referent' },
      { act: 'disband_team', rename_id: 'referent' },
    ],
  },
  'private.case_acts.case_acts_sanction': {
    lets: [{ act: 'hide' }, { act: 'ban', sanction_id: sanction }],
    stops: [{ act: 'mute' }, { act: 'hide', sanction_id: sanction }],
  },
  'private.case_questions.case_questions_number_check': values('number', {
    lets: [1, 5],
    stops: [0, 6],
  }),
  'private.case_questions.case_questions_words_check': lengths('words', 1, 1000),
  'private.case_questions.case_questions_answer_check': lengths('answer', 1, 2000, {
    answered_at: at,
  }),
  'private.case_questions.case_questions_answered_whole': {
    lets: [{}, { answer: 'So it was', answered_at: at }],
    stops: [{ answer: 'So it was' }, { answered_at: at }],
  },
  'private.cases.cases_answer_check': lengths('answer', 0, 1000),
  'private.cases.cases_appeal_answer_check': lengths('appeal_answer', 0, 1000),
  'private.cases.cases_appeal_check': lengths('appeal', 0, 2000),
  'private.cases.cases_appeal_is_somebody_elses': {
    lets: [
      { decided_by: 'referent', appeal_decided_by: 'referent' },
      { decided_by: 'referent', appeal_decided_by: null },
    ],
    stops: [{ decided_by: 'one', appeal_decided_by: 'one' }],
  },
  'private.cases.cases_appealed_has_appeal': {
    lets: [{ status: 'appealed', decided_at: at, appealed_at: at }],
    stops: [{ status: 'appealed', decided_at: at }],
  },
  'private.cases.cases_decided_when_not_open': {
    lets: [{ status: 'open' }, { status: 'decided', decided_at: at }],
    stops: [
      { status: 'open', decided_at: at },
      { status: 'closed', decided_at: null },
    ],
  },
  'private.cases.cases_kind_check': oneOf(
    'kind',
    'match_message scrim_message post answer evidence article team person',
  ),
  'private.cases.cases_status_check': oneOf(
    'status',
    'open decided closed appealed final',
    (status) => (status === 'open' ? {} : { decided_at: at, appealed_at: at }),
  ),
  'private.cases.cases_subject_check': lengths('subject', 1, 120),
  'private.cases.cases_version_check': atLeast('version', 1),
  'private.flag_words.flag_words_locale_check': oneOf('locale', 'en es fr de pl pt fi'),
  'private.flag_words.flag_words_word_check': values('word', {
    lets: ['ab', 'ż'.repeat(40)],
    stops: ['a', 'ż'.repeat(41), 'a b', 'a-b'],
  }),
  'private.reports.reports_reason_check': values('reason', {
    lets: 'spam insult cheating name picture other flagged'.split(' '),
    stops: ['', 'others'],
  }),
  'private.reports.reports_words_check': lengths('words', 0, 500),
  'private.dev_identity_grants.dev_identity_grants_kind_check': oneOf('kind', 'code token'),
  'private.drafts.drafts_kind_check': oneOf('kind', 'articles pages games ladders'),
  'private.drafts.drafts_revision_check': atLeast('revision', 0),
  'private.drafts.drafts_slug_check': lengths('slug', 2, 80),
  'private.figure_changes.figure_changes_figure_check': oneOf(
    'figure',
    'teams people sides_of_results',
  ),
  'private.file_pieces.file_pieces_position_check': atLeast('position', 0),
  'private.files.files_sha256_check': values('sha256', {
    lets: ['0'.repeat(64), '9'.repeat(64), 'a'.repeat(64), 'f'.repeat(64), null],
    stops: ['0'.repeat(63), '0'.repeat(65), 'g'.repeat(64), 'A'.repeat(64)],
  }),
  'private.files.files_size_check': atLeast('size', 0),
  'private.game_server_addresses.game_server_addresses_query_port_check': values('query_port', {
    lets: [1, 65_535],
    stops: [0, 65_536],
  }),
  'private.game_server_history.game_server_history_players_check': atLeast('players', 0),
  'private.backup_runs.backup_runs_id_check': values('id', { lets: [true], stops: [false] }),
  'private.public_file.public_file_check': {
    lets: [nothingMade, made],
    stops: [
      { ...made, file_id: null },
      { ...made, made_at: null },
      { ...made, as_of: null },
      { ...made, pages: null },
      { ...nothingMade, pages: 1 },
    ],
  },
  'private.public_file.public_file_id_check': values('id', { lets: [true], stops: [false] }),
  'private.public_file.public_file_withheld_check': atLeast('withheld', 0),
  'private.public_file.public_file_made_of_check': {
    lets: [{ made_of: null }, { made_of: 0 }, { withheld: 3, made_of: 3 }],
    stops: [{ made_of: -1 }, { withheld: 3, made_of: 4 }],
  },
  'private.public_file.public_file_pages_check': {
    lets: [{ ...made, pages: 0 }],
    stops: [{ ...made, pages: -1 }],
  },
  'private.backup_drills.backup_drills_id_check': values('id', { lets: [true], stops: [false] }),
  'private.backup_drills.backup_drills_impossible_check': values('impossible', {
    lets: ['no_right', 'no_way', null],
    stops: ['', 'no_room'],
  }),
  'private.server_watch.server_watch_id_check': values('id', { lets: [true], stops: [false] }),
  'private.server_watch.server_watch_holder_check': {
    lets: [{}, watcher],
    stops: [{ held_until: at }, { holder: watcher.holder }],
  },
  'private.heartbeats.heartbeats_id_check': values('id', { lets: [true], stops: [false] }),
  'private.join_requests.join_requests_reason_check': lengths('reason', 0, 300),
  'private.join_requests.join_requests_words_check': lengths('words', 0, 300),
  'private.mails.mails_channel_check': oneOf('channel', 'mail sms whatsapp'),
  'private.mails.mails_check': {
    lets: 'queued sending kept sent refused unsure'
      .split(' ')
      .map((state) => ({ state, ...wordsOf(state) })),
    stops: [
      ...underWay.map((state) => ({ state, text_body: null })),
      ...['sent', 'refused', 'unsure'].map((state) => ({ state, text_body: 'words' })),
    ],
  },
  'private.mails.mails_code_is_forgotten': {
    lets: [{ code: '123456' }, { state: 'sent', text_body: null }],
    stops: [{ state: 'sent', text_body: null, code: '123456' }],
  },
  'private.mails.mails_recipient_check': values('recipient', {
    lets: ['a@players.example', 'ż'.repeat(320)],
    stops: ['ż'.repeat(321), 'a@players.example\r\nBcc: b@players.example', 'a\u0007b'],
  }),
  'private.mails.mails_state_check': {
    ...oneOf('state', 'queued sending sent refused unsure kept', wordsOf),
    // Without words, so that no other check minds.
    stops: [
      { state: 'other', text_body: null },
      { state: '', text_body: null },
    ],
  },
  'private.match_evidence.match_evidence_check': {
    lets: [link, demo],
    stops: [
      { ...link, url: null },
      { ...demo, url: 'https://evidence.example/' },
    ],
  },
  'private.match_evidence.match_evidence_check1': {
    lets: [link, demo],
    stops: [
      { ...link, file_id: 'referent' },
      { ...demo, file_id: null },
    ],
  },
  'private.match_evidence.match_evidence_check2': {
    lets: [picture, demo],
    stops: [
      { ...picture, preview_id: null },
      { ...demo, preview_id: 'referent' },
    ],
  },
  'private.match_evidence.match_evidence_kind_check': {
    lets: [picture, demo, link],
    stops: [
      { ...demo, kind: 'other' },
      { ...demo, kind: '' },
    ],
  },
  'private.match_evidence.match_evidence_name_check': lengths('name', 0, 120),
  'private.match_evidence.match_evidence_note_check': lengths('note', 0, 300),
  'private.match_evidence.match_evidence_side_check': oneOf('side', 'challenger defender'),
  'private.match_evidence.match_evidence_url_check': lengths('url', 0, 500),
  'private.match_lineups.match_lineups_outcome_check': oneOf(
    'outcome',
    'won lost drawn',
    () => result,
  ),
  'private.match_lineups.match_lineups_result_is_whole': {
    lets: [{}, result, { ladder_id: result.ladder_id }],
    stops: [
      { ...result, ended_at: null },
      { ...result, outcome: null },
      { ...result, ladder_id: null },
    ],
  },
  'private.former_slugs.former_slugs_check': {
    lets: [{ former: 'one', slug: 'other' }],
    stops: [{ former: 'one', slug: 'one' }],
  },
  'private.renames.renames_check': {
    lets: [{ person_id: 'referent' }, { team_id: 'referent' }],
    stops: [{ person_id: 'referent', team_id: 'referent' }],
  },
  'private.renames.renames_reason_check': lengths('reason', 1, 4000),
  'private.sanction_appeals.sanction_appeals_answer_check': lengths('answer', 1, 4000, {
    decided_at: at,
    is_granted: true,
  }),
  'private.sanction_appeals.sanction_appeals_check': {
    lets: [{}, { decided_at: at, is_granted: false, answer: 'No.' }],
    stops: [
      { decided_at: at, is_granted: true },
      { decided_at: at, answer: 'No.' },
      { is_granted: true, answer: 'Yes.' },
    ],
  },
  'private.sanction_appeals.sanction_appeals_words_check': lengths('words', 1, 4000),
  'private.former_slugs.former_slugs_former_check': values('former', {
    lets: ['a1', '-9', 'z'.repeat(80)],
    stops: ['a', 'z'.repeat(81), 'Ab', 'a_b', 'a\nb'],
  }),
  'private.former_slugs.former_slugs_kind_check': oneOf('kind', 'games ladders articles teams'),
  'private.former_slugs.former_slugs_slug_check': values('slug', {
    lets: ['a1', '-9', 'z'.repeat(80)],
    stops: ['a', 'z'.repeat(81), 'Ab', 'a_b', 'a\nb'],
  }),
  'private.game_pictures.game_pictures_key_check': values('key', {
    lets: ['0'.repeat(32), 'f'.repeat(32)],
    stops: ['0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 'A'.repeat(32)],
  }),
  'private.league_logos.league_logos_bar_width_check': values('bar_width', {
    lets: [1, 240],
    stops: [0, 241],
  }),
  'private.league_logos.league_logos_key_check': values('key', {
    lets: ['0'.repeat(32), 'f'.repeat(32)],
    stops: ['0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 'A'.repeat(32)],
  }),
  'private.laid_texts.laid_texts_kind_check': oneOf(
    'kind',
    'games ladders articles pages archives',
  ),
  'private.match_lineups.match_lineups_side_check': oneOf('side', 'challenger defender'),
  'private.match_messages.match_messages_text_check': lengths('text', 1, 1000),
  'private.match_servers.match_servers_address_check': lengths('address', 0, 200),
  'private.match_servers.match_servers_password_check': lengths('password', 0, 100),
  'private.scrim_messages.scrim_messages_text_check': lengths('text', 1, 1000),
  'private.scrims.scrims_check': {
    lets: [{}],
    stops: [{ home_team_id: 'one', away_team_id: 'one' }],
  },
  'private.scrims.scrims_reason_check': lengths('reason', 0, 300),
  'private.scrims.scrims_server_address_check': lengths('server_address', 0, 200),
  'private.scrims.scrims_server_password_check': lengths('server_password', 0, 100),
  'private.scrims.scrims_zone_check': lengths('zone', 0, 64),
  'private.setup.setup_door_check': {
    lets: [{}, door],
    stops: ['door_hash', 'door_sealed', 'printed_at'].map((missing) => ({
      ...door,
      [missing]: null,
    })),
  },
  'private.setup.setup_id_check': values('id', { lets: [true], stops: [false] }),
  'private.setup.setup_session_check': {
    lets: [{}, { session_hash: 'hash', opened_at: at }],
    stops: [{ session_hash: 'hash' }, { opened_at: at }],
  },
  'private.sign_in_ways.sign_in_ways_client_id_check': lengths('client_id', 1, 200),
  'private.sign_in_ways.sign_in_ways_client_secret_check': lengths('client_secret', 1, 4000),
  'private.sign_in_ways.sign_in_ways_issuer_check': lengths('issuer', 1, 200, { provider: 'oidc' }),
  'private.sign_in_ways.sign_in_ways_issuer_of_oidc': {
    lets: [{}, oidc],
    stops: [{ issuer: oidc.issuer }, { ...oidc, issuer: null }],
  },
  'private.sign_in_ways.sign_in_ways_name_check': lengths('name', 1, 80),
  'private.sign_in_ways.sign_in_ways_provider_check': oneOf(
    'provider',
    'discord github google oidc',
    (provider) => (provider === 'oidc' ? { issuer: oidc.issuer } : {}),
  ),
  'private.stream_members.stream_members_collection_check': oneOf(
    'collection',
    'entries matches disputes appeals runs',
  ),
  'private.team_logos.team_logos_key_check': values('key', {
    lets: ['0'.repeat(32), '9'.repeat(32), 'a'.repeat(32), 'f'.repeat(32)],
    stops: ['0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 'A'.repeat(32)],
  }),
  'private.removed_logos.removed_logos_key_check': values('key', {
    lets: ['0'.repeat(32), 'f'.repeat(32)],
    stops: ['0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 'A'.repeat(32)],
  }),
  'private.pictures.pictures_height_check': values('height', {
    lets: [1, 9999],
    stops: [0, 10_000],
  }),
  'private.pictures.pictures_key_check': values('key', {
    lets: ['0'.repeat(32), 'f'.repeat(32)],
    stops: ['0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 'A'.repeat(32)],
  }),
  'private.pictures.pictures_width_check': values('width', { lets: [1, 9999], stops: [0, 10_000] }),
  'private.text_heads.text_heads_kind_check': oneOf('kind', 'articles pages games ladders'),
  'private.text_heads.text_heads_revision_check': atLeast('revision', 0),
  'private.text_revisions.text_revisions_number_check': atLeast('number', 1),
  'private.webhook_posts.webhook_posts_state_check': oneOf(
    'state',
    'waiting posting posted refused unsure',
  ),
  'private.webhooks.webhooks_check': {
    lets: [{}, { ladder_id: null, team_id: 'referent' }],
    stops: [{ ladder_id: null }, { team_id: 'referent' }],
  },
  'private.resumable_uploads.resumable_uploads_check': {
    lets: [
      { size: 5, taken: 0 },
      { size: 5, taken: 5 },
      { size: 0, taken: 0 },
    ],
    stops: [
      { size: 5, taken: -1 },
      { size: 5, taken: 6 },
    ],
  },
  'private.function_lines.function_lines_level_check': oneOf('level', 'debug info warn error'),
  'private.function_lines.function_lines_text_check': lengths('text', 0, 4_000),
  'private.leftover_bytes.leftover_bytes_home_check': oneOf('home', 'database directory s3'),
  'private.s3_pieces.s3_pieces_size_check': atLeast('size', 1),
  'private.s3_pieces.s3_pieces_start_check': atLeast('start', 0),
  'private.stored_bytes.stored_bytes_home_check': oneOf('home', 'database directory s3'),
  'private.stored_pieces.stored_pieces_start_check': atLeast('start', 0),
};
