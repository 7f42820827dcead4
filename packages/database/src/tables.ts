// Made by generate-types.ts from the migrated database; do not edit.
// Types are as pg gives them here: bigint and numeric as string, timestamptz as Date.

/** A row of `public.admins`. */
export interface AdminsRow {
  id: string;
  person_id: string;
  ladder_id: string | null;
  granted_at: Date;
}

/** A row of `public.archives`. */
export interface ArchivesRow {
  slug: string;
  title: unknown;
  summary: unknown;
  body: unknown;
  game_slug: string | null;
  content: unknown;
  closed_at: Date;
}

/** A row of `public.articles`. */
export interface ArticlesRow {
  slug: string;
  title: unknown;
  summary: unknown;
  body: unknown;
  game_slug: string | null;
  author: string | null;
  published_at: Date | null;
  ladder_id: string | null;
  hidden_at: Date | null;
}

/** A row of `public.board_posts`. */
export interface BoardPostsRow {
  id: string;
  kind: 'team_seeks_player' | 'player_seeks_team' | 'scrim';
  game_slug: string;
  team_id: string | null;
  person_id: string;
  region: 'EU' | 'NA' | 'SA' | 'AS' | 'OC' | 'AF' | 'INT';
  zone: string;
  evenings: number[];
  languages: string[];
  text: string;
  created_at: Date;
  expires_at: Date;
  times: Date[];
  hidden_at: Date | null;
}

/** A row of `public.editors`. */
export interface EditorsRow {
  person_id: string;
  granted_at: Date;
}

/** A row of `public.entries`. */
export interface EntriesRow {
  id: string;
  season_id: string;
  team_id: string | null;
  person_id: string | null;
  status: 'active' | 'suspended' | 'left' | 'removed';
  rung: number | null;
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  form: string;
  mu: number | null;
  sigma: number | null;
  rest_from: Date | null;
  rest_until: Date | null;
  immune_until: Date | null;
  suspended_until: Date | null;
  joined_at: Date;
  last_active_at: Date;
  final_place: number | null;
  rated_at: Date | null;
}

/** A row of `public.entry_players`. */
export interface EntryPlayersRow {
  season_id: string;
  entry_id: string;
  person_id: string;
  eligible_from: Date;
  is_exclusive: boolean;
}

/** A row of `public.entry_ratings`. */
export interface EntryRatingsRow {
  entry_id: string;
  sequence: string;
  at: Date;
  match_id: string | null;
  from_mu: number | null;
  from_sigma: number | null;
  mu: number;
  sigma: number;
  cause: string;
}

/** A row of `public.entry_rungs`. */
export interface EntryRungsRow {
  entry_id: string;
  sequence: string;
  at: Date;
  from_rung: number | null;
  to_rung: number | null;
  match_id: string | null;
  cause: string;
}

/** A row of `public.game_servers`. */
export interface GameServersRow {
  id: string;
  page: string;
  game_slug: string | null;
  name: string;
  protocol: 'a2s' | 'quake2' | 'portal' | 'manual';
  region: string;
  note: unknown;
  position: number;
  players: number | null;
  max_players: number | null;
  map: string | null;
  seen_at: Date | null;
  bots: number | null;
  ping: number | null;
  has_password: boolean | null;
  version: string | null;
  game_port: number | null;
  people: string[] | null;
  asked_at: Date | null;
  misses: number;
  silent_since: Date | null;
  fault: 'silent' | 'malformed' | 'unresolved' | 'not_allowed' | 'unavailable' | 'unlisted' | null;
  retired_at: Date | null;
  is_demo: boolean;
}

/** A row of `public.games`. */
export interface GamesRow {
  slug: string;
  name: string;
  short_name: string;
  position: number;
  identity_kinds: string[];
  has_casual_page: boolean;
  tagline: unknown;
  about: unknown;
  facts: unknown;
  maps: string[];
  modes: string[];
  sides: string[];
  picture_path: string | null;
  retired_at: Date | null;
}

/** A row of `public.imported_archive_rows`. */
export interface ImportedArchiveRowsRow {
  archive_id: string;
  section: 'standing' | 'match' | 'roster' | 'trophy' | 'record';
  position: number;
  line: number;
  raw: string;
  content: unknown;
}

/** A row of `public.imported_archives`. */
export interface ImportedArchivesRow {
  id: string;
  slug: string;
  title: string;
  origin: string;
  ladder_name: string;
  season_name: string;
  game_slug: string | null;
  ended_on: string;
  imported_by: string | null;
  imported_at: Date;
  file_name: string;
  file_hash: string;
  counts: unknown;
  content_hash: string;
  raw_hash: string;
}

/** A row of `public.ladders`. */
export interface LaddersRow {
  id: string;
  slug: string;
  game_slug: string;
  name: string;
  format: 'rung' | 'rating' | 'time_attack';
  region: string;
  zone: string;
  is_test: boolean;
  position: number;
  summary: unknown;
  description: unknown;
  created_at: Date;
  retired_at: Date | null;
}

/** A row of `public.league_events`. */
export interface LeagueEventsRow {
  id: string;
  stream: string;
  sequence: string;
  ladder_id: string | null;
  match_id: string | null;
  type: string;
  version: number;
  actor_id: string | null;
  at: Date;
  data: unknown;
  previous_hash: string;
  hash: string;
}

/** A row of `public.league_settings`. */
export interface LeagueSettingsRow {
  id: boolean;
  name: string | null;
  title_suffix: string | null;
  footer_line: string | null;
  footer_year: number | null;
  locales: string[] | null;
  zone: string | null;
  forum_url: string | null;
  chat_invite_url: string | null;
  hue: number | null;
  logo: string | null;
  public_file: boolean | null;
}

/** A row of `public.match_bookings`. */
export interface MatchBookingsRow {
  match_id: string;
  entry_id: string;
  during: string;
  is_moved: boolean;
}

/** A row of `public.match_maps`. */
export interface MatchMapsRow {
  match_id: string;
  position: number;
  map: string;
  chosen_by: string;
  act: string;
  side_choice: unknown;
  challenger_score: number | null;
  defender_score: number | null;
}

/** A row of `public.matches`. */
export interface MatchesRow {
  id: string;
  ladder_id: string;
  season_id: string;
  number: number;
  challenger_entry_id: string;
  defender_entry_id: string;
  status: 'challenged' | 'offered' | 'countered' | 'scheduled' | 'checking_in' | 'veto' | 'live' | 'reported' | 'disputed' | 'completed' | 'forfeited' | 'voided' | 'declined' | 'withdrawn' | 'expired' | 'cancelled';
  is_rematch: boolean;
  version: number;
  deadline: Date | null;
  starts_at: Date | null;
  agreed_zone: string | null;
  challenged_at: Date;
  ended_at: Date | null;
  winner: 'challenger' | 'defender' | 'draw' | null;
  challenger_score: number | null;
  defender_score: number | null;
  challenger_rung: number | null;
  defender_rung: number | null;
  moves: unknown;
}

/** A row of `public.menu_items`. */
export interface MenuItemsRow {
  id: string;
  menu: 'casual' | 'competitions' | 'servers';
  position: number;
  label: 'string' | 'object';
  path: string;
}

/** A row of `public.pages`. */
export interface PagesRow {
  slug: 'about' | 'conduct' | 'privacy' | 'terms' | 'imprint';
  title: unknown;
  summary: unknown;
  body: unknown;
}

/** A row of `public.past_rosters`. */
export interface PastRostersRow {
  team_id: string;
  person_id: string;
  role: string;
  joined_at: Date;
  left_at: Date;
}

/** A row of `public.profile_identities`. */
export interface ProfileIdentitiesRow {
  person_id: string;
  kind: string;
  handle: string;
  is_verified: boolean;
}

/** A row of `public.profiles`. */
export interface ProfilesRow {
  id: string;
  user_id: string | null;
  username: string;
  locale: 'en' | 'es' | 'fr' | 'de' | 'pl' | 'pt' | 'fi';
  is_demo: boolean;
  created_at: Date;
}

/** A row of `public.rosters`. */
export interface RostersRow {
  team_id: string;
  person_id: string;
  user_id: string | null;
  role: 'captain' | 'co_captain' | 'player' | 'substitute';
  joined_at: Date;
}

/** A row of `public.runs`. */
export interface RunsRow {
  id: string;
  season_id: string;
  entry_id: string;
  person_id: string;
  stage: string;
  time_ms: number;
  penalty_ms: number;
  status: 'submitted' | 'confirmed' | 'verified' | 'rejected' | 'withdrawn';
  submitted_at: Date;
}

/** A row of `public.sanctions`. */
export interface SanctionsRow {
  id: string;
  person_id: string;
  ladder_id: string | null;
  kind: 'strike' | 'suspension' | 'mute' | 'ban';
  given_by: string | null;
  starts_at: Date;
  ends_at: Date | null;
  text_id: string;
  is_lifted: boolean;
  rule: string | null;
}

/** A row of `public.season_archive_people`. */
export interface SeasonArchivePeopleRow {
  season_id: string;
  person_id: string;
  name: string;
  name_hash: string;
}

/** A row of `public.season_archive_rows`. */
export interface SeasonArchiveRowsRow {
  season_id: string;
  section: 'standing' | 'match' | 'run' | 'roster' | 'trophy' | 'record';
  position: number;
  sequence: string | null;
  content: unknown;
}

/** A row of `public.season_archives`. */
export interface SeasonArchivesRow {
  season_id: string;
  slug: string;
  ladder_name: string;
  game_name: string;
  format: 'rung' | 'rating' | 'time_attack';
  season_name: string;
  opened_at: Date;
  closed_at: Date;
  stream: string;
  sequence: string;
  head_hash: string;
  counts: unknown;
  content_hash: string;
  frozen_at: Date;
  is_of_counting_runs: boolean;
}

/** A row of `public.seasons`. */
export interface SeasonsRow {
  id: string;
  ladder_id: string;
  stream: string;
  number: number;
  name: string;
  status: 'registration' | 'open' | 'closed';
  rules: unknown;
  rules_version: number;
  opens_at: Date;
  ends_at: Date | null;
  closed_at: Date | null;
  is_demo: boolean;
}

/** A row of `public.stream_heads`. */
export interface StreamHeadsRow {
  stream: string;
  sequence: string;
  hash: string;
}

/** A row of `public.teams`. */
export interface TeamsRow {
  id: string;
  slug: string;
  name: string;
  tag: string;
  name_skeleton: string;
  tag_skeleton: string;
  zone: string;
  locale: 'en' | 'es' | 'fr' | 'de' | 'pl' | 'pt' | 'fi';
  about: string;
  logo_path: string | null;
  founder_id: string | null;
  founded_at: Date;
  disbanded_at: Date | null;
  is_demo: boolean;
}

/** A row of `private.audit_log`. */
export interface PrivateAuditLogRow {
  id: string;
  at: Date;
  person_id: string | null;
  act: string;
  kind: string;
  subject: string;
  changes: unknown;
}

/** A row of `private.auth_captcha_answers`. */
export interface PrivateAuthCaptchaAnswersRow {
  challenge_hash: string;
  answered_at: Date;
}

/** A row of `private.auth_refresh_windows`. */
export interface PrivateAuthRefreshWindowsRow {
  session_id: string;
  first_counter: string;
  since: Date;
}

/** A row of `private.auth_saml_assertions`. */
export interface PrivateAuthSamlAssertionsRow {
  entity_id: string;
  assertion_id: string;
  usable_until: Date;
}

/** A row of `private.auth_totp_steps`. */
export interface PrivateAuthTotpStepsRow {
  factor_id: string;
  step: string;
}

/** A row of `private.backup_drills`. */
export interface PrivateBackupDrillsRow {
  id: boolean;
  drilled_at: Date | null;
  name: string | null;
  size: string | null;
  sha256: string | null;
  milliseconds: number | null;
  failed_at: Date | null;
  failure: string | null;
  failing_since: Date | null;
  impossible: 'no_right' | 'no_way' | null;
}

/** A row of `private.backup_runs`. */
export interface PrivateBackupRunsRow {
  id: boolean;
  begun_at: Date | null;
  made_at: Date | null;
  name: string | null;
  size: string | null;
  sha256: string | null;
  failed_at: Date | null;
  failure: string | null;
  since: Date;
  failing_since: Date | null;
}

/** A row of `private.board_answers`. */
export interface PrivateBoardAnswersRow {
  id: string;
  post_id: string;
  person_id: string;
  team_id: string | null;
  starts_at: Date | null;
  words: string;
  status: 'open' | 'accepted' | 'declined';
  answered_at: Date;
  hidden_at: Date | null;
}

/** A row of `private.calendar_feeds`. */
export interface PrivateCalendarFeedsRow {
  person_id: string;
  token: string;
  made_at: Date;
}

/** A row of `private.case_acts`. */
export interface PrivateCaseActsRow {
  id: string;
  case_id: string;
  act: 'hide' | 'remove_picture' | 'rename_team' | 'disband_team' | 'rename_person' | 'mute' | 'ban';
  sanction_id: string | null;
  ends_at: Date | null;
  at: Date;
  undone_at: Date | null;
  rename_id: string | null;
}

/** A row of `private.case_holders`. */
export interface PrivateCaseHoldersRow {
  case_id: string;
  match_id: string;
  person_id: string;
  taken_at: Date;
}

/** A row of `private.case_questions`. */
export interface PrivateCaseQuestionsRow {
  id: string;
  case_id: string;
  number: number;
  person_id: string;
  asked_by: string | null;
  words: string;
  asked_at: Date;
  answer: string | null;
  answered_at: Date | null;
}

/** A row of `private.cases`. */
export interface PrivateCasesRow {
  id: string;
  kind: 'match_message' | 'scrim_message' | 'post' | 'answer' | 'evidence' | 'article' | 'team' | 'person';
  subject: string;
  person_id: string | null;
  team_id: string | null;
  ladder_id: string | null;
  match_id: string | null;
  scrim_id: string | null;
  status: 'open' | 'decided' | 'closed' | 'appealed' | 'final';
  version: number;
  opened_at: Date;
  holder_id: string | null;
  held_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  answer: string;
  appealed_at: Date | null;
  appeal: string;
  appeal_decided_at: Date | null;
  appeal_decided_by: string | null;
  appeal_granted: boolean | null;
  appeal_answer: string;
}

/** A row of `private.commands`. */
export interface PrivateCommandsRow {
  person_id: string;
  command_id: string;
  body_hash: string;
  status: number;
  answer: unknown;
  created_at: Date;
}

/** A row of `private.departures`. */
export interface PrivateDeparturesRow {
  person_id: string;
  left_at: Date;
}

/** A row of `private.dev_identity_grants`. */
export interface PrivateDevIdentityGrantsRow {
  secret_hash: string;
  kind: 'code' | 'token';
  client_id: string;
  redirect_uri: string;
  person: unknown;
  expires_at: Date;
}

/** A row of `private.drafts`. */
export interface PrivateDraftsRow {
  person_id: string;
  kind: 'articles' | 'pages' | 'games' | 'ladders';
  slug: string;
  locale: string;
  texts: unknown;
  revision: number;
  at: Date;
  version: string;
}

/** A row of `private.event_texts`. */
export interface PrivateEventTextsRow {
  id: string;
  salt: string;
  text: string | null;
  author_id: string | null;
  match_id: string | null;
  created_at: Date;
}

/** A row of `private.figure_changes`. */
export interface PrivateFigureChangesRow {
  id: string;
  figure: 'teams' | 'people' | 'sides_of_results';
  change: string;
}

/** A row of `private.file_pieces`. */
export interface PrivateFilePiecesRow {
  file_id: string;
  position: number;
  bytes: Buffer;
}

/** A row of `private.files`. */
export interface PrivateFilesRow {
  id: string;
  sha256: string | null;
  media_type: string;
  size: string;
  person_id: string | null;
  started_at: Date;
}

/** A row of `private.flag_words`. */
export interface PrivateFlagWordsRow {
  locale: 'en' | 'es' | 'fr' | 'de' | 'pl' | 'pt' | 'fi';
  word: string;
}

/** A row of `private.former_names`. */
export interface PrivateFormerNamesRow {
  id: string;
  person_id: string;
  username: string;
  until: Date;
}

/** A row of `private.former_slugs`. */
export interface PrivateFormerSlugsRow {
  kind: 'games' | 'ladders' | 'articles' | 'teams';
  former: string;
  slug: string;
}

/** A row of `private.function_lines`. */
export interface PrivateFunctionLinesRow {
  id: string;
  function: string;
  request_id: string | null;
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
  said_at: Date;
}

/** A row of `private.game_pictures`. */
export interface PrivateGamePicturesRow {
  game_slug: string;
  key: string;
  small_id: string;
  large_id: string;
  set_by: string | null;
  set_at: Date;
}

/** A row of `private.game_server_addresses`. */
export interface PrivateGameServerAddressesRow {
  game_server_id: string;
  host: string;
  query_port: number;
}

/** A row of `private.game_server_history`. */
export interface PrivateGameServerHistoryRow {
  game_server_id: string;
  at: Date;
  players: number;
}

/** A row of `private.heartbeats`. */
export interface PrivateHeartbeatsRow {
  id: boolean;
  beat_at: Date;
}

/** A row of `private.job_workers`. */
export interface PrivateJobWorkersRow {
  id: string;
  seen_at: Date;
}

/** A row of `private.join_requests`. */
export interface PrivateJoinRequestsRow {
  team_id: string;
  person_id: string;
  words: string;
  asked_at: Date;
  is_accepted: boolean | null;
  reason: string;
  answered_at: Date | null;
}

/** A row of `private.laid_texts`. */
export interface PrivateLaidTextsRow {
  kind: 'games' | 'ladders' | 'articles' | 'pages' | 'archives';
  slug: string;
  locale: string;
  hash: string;
  offered: unknown;
}

/** A row of `private.league_logos`. */
export interface PrivateLeagueLogosRow {
  key: string;
  bar_id: string;
  icon_id: string;
  app_id: string;
  link_id: string;
  bar_width: number;
  set_by: string | null;
  set_at: Date;
  whole_id: string | null;
}

/** A row of `private.leftover_bytes`. */
export interface PrivateLeftoverBytesRow {
  bytes_id: string;
  home: 'database' | 'directory' | 's3';
  since: Date;
}

/** A row of `private.mails`. */
export interface PrivateMailsRow {
  id: string;
  kind: string;
  recipient: string;
  locale: string;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  unsubscribe_url: string | null;
  state: 'queued' | 'sending' | 'sent' | 'refused' | 'unsure' | 'kept';
  attempts: number;
  answer: string | null;
  created_at: Date;
  channel: 'mail' | 'sms' | 'whatsapp';
  code: string | null;
}

/** A row of `private.match_evidence`. */
export interface PrivateMatchEvidenceRow {
  id: string;
  match_id: string;
  person_id: string;
  kind: 'image' | 'demo' | 'link';
  url: string | null;
  note: string;
  added_at: Date;
  side: 'challenger' | 'defender';
  name: string;
  file_id: string | null;
  preview_id: string | null;
  width: number | null;
  height: number | null;
  hidden_at: Date | null;
}

/** A row of `private.match_lineups`. */
export interface PrivateMatchLineupsRow {
  match_id: string;
  side: 'challenger' | 'defender';
  person_id: string;
  ladder_id: string | null;
  ended_at: Date | null;
  outcome: 'won' | 'lost' | 'drawn' | null;
}

/** A row of `private.match_messages`. */
export interface PrivateMatchMessagesRow {
  id: string;
  match_id: string;
  person_id: string;
  text: string;
  sent_at: Date;
  hidden_at: Date | null;
}

/** A row of `private.match_seeds`. */
export interface PrivateMatchSeedsRow {
  match_id: string;
  seed: string;
}

/** A row of `private.match_servers`. */
export interface PrivateMatchServersRow {
  match_id: string;
  address: string;
  password: string;
  set_by: string;
  set_at: Date;
}

/** A row of `private.migrations`. */
export interface PrivateMigrationsRow {
  folder: string;
  name: string;
  sha256: string;
  applied_at: Date;
}

/** A row of `private.notices`. */
export interface PrivateNoticesRow {
  id: string;
  person_id: string;
  kind: string;
  origin: string;
  ladder_id: string | null;
  match_id: string | null;
  team_id: string | null;
  other_id: string | null;
  data: unknown;
  in_page: boolean;
  by_mail: boolean;
  created_at: Date;
  read_at: Date | null;
  mailed_at: Date | null;
}

/** A row of `private.parcels`. */
export interface PrivateParcelsRow {
  id: string;
  body: string;
  sent_at: Date;
}

/** A row of `private.person_records`. */
export interface PrivatePersonRecordsRow {
  person_id: string;
  ladder_id: string;
  wins: number;
  losses: number;
  draws: number;
}

/** A row of `private.person_settings`. */
export interface PrivatePersonSettingsRow {
  person_id: string;
  zone: string | null;
  availability: unknown;
  notifications: unknown;
  shown_accounts: string[];
  availability_zone: string | null;
}

/** A row of `private.pictures`. */
export interface PrivatePicturesRow {
  key: string;
  file_id: string;
  width: number;
  height: number;
  person_id: string | null;
  created_at: Date;
}

/** A row of `private.public_file`. */
export interface PrivatePublicFileRow {
  id: boolean;
  begun_at: Date;
  seen: string | null;
  file_id: string | null;
  made_at: Date | null;
  as_of: Date | null;
  pages: number | null;
  withheld: number;
  made_of: number | null;
}

/** A row of `private.rate_limits`. */
export interface PrivateRateLimitsRow {
  key: string;
  tokens: number;
  refilled_at: Date;
}

/** A row of `private.recovery_codes`. */
export interface PrivateRecoveryCodesRow {
  user_id: string;
  code_hash: string;
  made_at: Date;
}

/** A row of `private.reminders`. */
export interface PrivateRemindersRow {
  id: string;
  match_id: string;
  due_at: Date;
  ends_at: Date;
  plan: unknown;
}

/** A row of `private.removed_logos`. */
export interface PrivateRemovedLogosRow {
  act_id: string;
  team_id: string;
  key: string;
  small_id: string;
  large_id: string;
  set_by: string | null;
  set_at: Date;
}

/** A row of `private.renames`. */
export interface PrivateRenamesRow {
  id: string;
  person_id: string | null;
  team_id: string | null;
  from_name: string;
  to_name: string;
  from_tag: string | null;
  to_tag: string | null;
  reason: string;
  hides: boolean;
  given_by: string | null;
  at: Date;
  undone_at: Date | null;
}

/** A row of `private.reports`. */
export interface PrivateReportsRow {
  id: string;
  case_id: string;
  person_id: string | null;
  reason: 'spam' | 'insult' | 'cheating' | 'name' | 'picture' | 'other' | 'flagged';
  words: string;
  snapshot: unknown;
  reported_at: Date;
}

/** A row of `private.resumable_uploads`. */
export interface PrivateResumableUploadsRow {
  id: string;
  bucket_id: string;
  name: string;
  role: string;
  owner_id: string | null;
  is_signed: boolean;
  is_upsert: boolean;
  size: string;
  taken: string;
  media_type: string;
  cache_control: string;
  user_metadata: unknown;
  expires_at: Date;
  holder: string | null;
  held_until: Date | null;
}

/** A row of `private.ruling_figures`. */
export interface PrivateRulingFiguresRow {
  whose: string;
  rulings: number;
  overturned: number;
  median_hours: number | null;
}

/** A row of `private.rulings`. */
export interface PrivateRulingsRow {
  event_id: string;
  dispute_id: string;
  actor_id: string | null;
  hours: number | null;
  is_overturned: boolean;
}

/** A row of `private.s3_pieces`. */
export interface PrivateS3PiecesRow {
  bytes_id: string;
  start: string;
  size: string;
}

/** A row of `private.sanction_appeals`. */
export interface PrivateSanctionAppealsRow {
  sanction_id: string;
  person_id: string;
  words: string;
  made_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  is_granted: boolean | null;
  answer: string | null;
  holder_id: string | null;
  held_at: Date | null;
}

/** A row of `private.scrim_messages`. */
export interface PrivateScrimMessagesRow {
  id: string;
  scrim_id: string;
  person_id: string;
  text: string;
  sent_at: Date;
  hidden_at: Date | null;
}

/** A row of `private.scrims`. */
export interface PrivateScrimsRow {
  id: string;
  game_slug: string;
  home_team_id: string;
  away_team_id: string;
  starts_at: Date;
  zone: string;
  agreed_at: Date;
  cancelled_at: Date | null;
  cancelled_by: string | null;
  reason: string;
  server_address: string;
  server_password: string;
  version: number;
}

/** A row of `private.secrets`. */
export interface PrivateSecretsRow {
  name: string;
  value: string;
  created_at: Date;
}

/** A row of `private.server_ends`. */
export interface PrivateServerEndsRow {
  id: string;
  ended_at: Date;
  reason: string;
}

/** A row of `private.server_watch`. */
export interface PrivateServerWatchRow {
  id: boolean;
  holder: string | null;
  held_until: Date | null;
  blind_since: Date | null;
}

/** A row of `private.setup`. */
export interface PrivateSetupRow {
  id: boolean;
  door_hash: string | null;
  door_sealed: string | null;
  printed_at: Date | null;
  session_hash: string | null;
  opened_at: Date | null;
  served_url: string | null;
}

/** A row of `private.sign_in_ways`. */
export interface PrivateSignInWaysRow {
  provider: 'discord' | 'github' | 'google' | 'oidc';
  client_id: string;
  client_secret: string;
  issuer: string | null;
  name: string | null;
  is_enabled: boolean;
  changed_at: Date;
}

/** A row of `private.stored_bytes`. */
export interface PrivateStoredBytesRow {
  id: string;
  home: 'database' | 'directory' | 's3';
  begun_at: Date;
  named_at: Date | null;
  unwanted_at: Date | null;
}

/** A row of `private.stored_pieces`. */
export interface PrivateStoredPiecesRow {
  bytes_id: string;
  start: string;
  bytes: Buffer;
}

/** A row of `private.stream_members`. */
export interface PrivateStreamMembersRow {
  stream: string;
  collection: 'entries' | 'matches' | 'disputes' | 'appeals' | 'runs';
  id: string;
  is_current: boolean;
  state: unknown;
  is_live: boolean;
  sequence: string;
}

/** A row of `private.stream_states`. */
export interface PrivateStreamStatesRow {
  stream: string;
  sequence: string;
  due_at: Date | null;
  state: unknown;
}

/** A row of `private.team_invites`. */
export interface PrivateTeamInvitesRow {
  code: string;
  invite_id: string;
  team_id: string;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  person_id: string | null;
}

/** A row of `private.team_logos`. */
export interface PrivateTeamLogosRow {
  team_id: string;
  key: string;
  small_id: string;
  large_id: string;
  set_by: string | null;
  set_at: Date;
}

/** A row of `private.text_heads`. */
export interface PrivateTextHeadsRow {
  id: string;
  kind: 'articles' | 'pages' | 'games' | 'ladders';
  slug: string;
  original_locale: string;
  revision: number;
}

/** A row of `private.text_presence`. */
export interface PrivateTextPresenceRow {
  text_id: string;
  person_id: string;
  locale: string;
  since: Date;
  seen_at: Date;
}

/** A row of `private.text_revisions`. */
export interface PrivateTextRevisionsRow {
  text_id: string;
  number: number;
  locale: string;
  texts: unknown;
  person_id: string | null;
  at: Date;
  renders: number | null;
}

/** A row of `private.uploads`. */
export interface PrivateUploadsRow {
  id: string;
  person_id: string;
  started_at: Date;
}

/** A row of `private.username_skeletons`. */
export interface PrivateUsernameSkeletonsRow {
  person_id: string;
  skeleton: string;
}

/** A row of `private.webhook_posts`. */
export interface PrivateWebhookPostsRow {
  id: string;
  webhook_id: string;
  kind: string;
  origin: string;
  data: unknown;
  state: 'waiting' | 'posting' | 'posted' | 'refused' | 'unsure';
  attempts: number;
  created_at: Date;
}

/** A row of `private.webhooks`. */
export interface PrivateWebhooksRow {
  id: string;
  ladder_id: string | null;
  team_id: string | null;
  url: string;
  locale: string;
  set_by: string | null;
  set_at: Date;
  not_before: Date | null;
  failures: number;
  disabled_reason: string | null;
}

/** The row type of each table, by its full name. */
export interface Tables {
  'public.admins': AdminsRow;
  'public.archives': ArchivesRow;
  'public.articles': ArticlesRow;
  'public.board_posts': BoardPostsRow;
  'public.editors': EditorsRow;
  'public.entries': EntriesRow;
  'public.entry_players': EntryPlayersRow;
  'public.entry_ratings': EntryRatingsRow;
  'public.entry_rungs': EntryRungsRow;
  'public.game_servers': GameServersRow;
  'public.games': GamesRow;
  'public.imported_archive_rows': ImportedArchiveRowsRow;
  'public.imported_archives': ImportedArchivesRow;
  'public.ladders': LaddersRow;
  'public.league_events': LeagueEventsRow;
  'public.league_settings': LeagueSettingsRow;
  'public.match_bookings': MatchBookingsRow;
  'public.match_maps': MatchMapsRow;
  'public.matches': MatchesRow;
  'public.menu_items': MenuItemsRow;
  'public.pages': PagesRow;
  'public.past_rosters': PastRostersRow;
  'public.profile_identities': ProfileIdentitiesRow;
  'public.profiles': ProfilesRow;
  'public.rosters': RostersRow;
  'public.runs': RunsRow;
  'public.sanctions': SanctionsRow;
  'public.season_archive_people': SeasonArchivePeopleRow;
  'public.season_archive_rows': SeasonArchiveRowsRow;
  'public.season_archives': SeasonArchivesRow;
  'public.seasons': SeasonsRow;
  'public.stream_heads': StreamHeadsRow;
  'public.teams': TeamsRow;
  'private.audit_log': PrivateAuditLogRow;
  'private.auth_captcha_answers': PrivateAuthCaptchaAnswersRow;
  'private.auth_refresh_windows': PrivateAuthRefreshWindowsRow;
  'private.auth_saml_assertions': PrivateAuthSamlAssertionsRow;
  'private.auth_totp_steps': PrivateAuthTotpStepsRow;
  'private.backup_drills': PrivateBackupDrillsRow;
  'private.backup_runs': PrivateBackupRunsRow;
  'private.board_answers': PrivateBoardAnswersRow;
  'private.calendar_feeds': PrivateCalendarFeedsRow;
  'private.case_acts': PrivateCaseActsRow;
  'private.case_holders': PrivateCaseHoldersRow;
  'private.case_questions': PrivateCaseQuestionsRow;
  'private.cases': PrivateCasesRow;
  'private.commands': PrivateCommandsRow;
  'private.departures': PrivateDeparturesRow;
  'private.dev_identity_grants': PrivateDevIdentityGrantsRow;
  'private.drafts': PrivateDraftsRow;
  'private.event_texts': PrivateEventTextsRow;
  'private.figure_changes': PrivateFigureChangesRow;
  'private.file_pieces': PrivateFilePiecesRow;
  'private.files': PrivateFilesRow;
  'private.flag_words': PrivateFlagWordsRow;
  'private.former_names': PrivateFormerNamesRow;
  'private.former_slugs': PrivateFormerSlugsRow;
  'private.function_lines': PrivateFunctionLinesRow;
  'private.game_pictures': PrivateGamePicturesRow;
  'private.game_server_addresses': PrivateGameServerAddressesRow;
  'private.game_server_history': PrivateGameServerHistoryRow;
  'private.heartbeats': PrivateHeartbeatsRow;
  'private.job_workers': PrivateJobWorkersRow;
  'private.join_requests': PrivateJoinRequestsRow;
  'private.laid_texts': PrivateLaidTextsRow;
  'private.league_logos': PrivateLeagueLogosRow;
  'private.leftover_bytes': PrivateLeftoverBytesRow;
  'private.mails': PrivateMailsRow;
  'private.match_evidence': PrivateMatchEvidenceRow;
  'private.match_lineups': PrivateMatchLineupsRow;
  'private.match_messages': PrivateMatchMessagesRow;
  'private.match_seeds': PrivateMatchSeedsRow;
  'private.match_servers': PrivateMatchServersRow;
  'private.migrations': PrivateMigrationsRow;
  'private.notices': PrivateNoticesRow;
  'private.parcels': PrivateParcelsRow;
  'private.person_records': PrivatePersonRecordsRow;
  'private.person_settings': PrivatePersonSettingsRow;
  'private.pictures': PrivatePicturesRow;
  'private.public_file': PrivatePublicFileRow;
  'private.rate_limits': PrivateRateLimitsRow;
  'private.recovery_codes': PrivateRecoveryCodesRow;
  'private.reminders': PrivateRemindersRow;
  'private.removed_logos': PrivateRemovedLogosRow;
  'private.renames': PrivateRenamesRow;
  'private.reports': PrivateReportsRow;
  'private.resumable_uploads': PrivateResumableUploadsRow;
  'private.ruling_figures': PrivateRulingFiguresRow;
  'private.rulings': PrivateRulingsRow;
  'private.s3_pieces': PrivateS3PiecesRow;
  'private.sanction_appeals': PrivateSanctionAppealsRow;
  'private.scrim_messages': PrivateScrimMessagesRow;
  'private.scrims': PrivateScrimsRow;
  'private.secrets': PrivateSecretsRow;
  'private.server_ends': PrivateServerEndsRow;
  'private.server_watch': PrivateServerWatchRow;
  'private.setup': PrivateSetupRow;
  'private.sign_in_ways': PrivateSignInWaysRow;
  'private.stored_bytes': PrivateStoredBytesRow;
  'private.stored_pieces': PrivateStoredPiecesRow;
  'private.stream_members': PrivateStreamMembersRow;
  'private.stream_states': PrivateStreamStatesRow;
  'private.team_invites': PrivateTeamInvitesRow;
  'private.team_logos': PrivateTeamLogosRow;
  'private.text_heads': PrivateTextHeadsRow;
  'private.text_presence': PrivateTextPresenceRow;
  'private.text_revisions': PrivateTextRevisionsRow;
  'private.uploads': PrivateUploadsRow;
  'private.username_skeletons': PrivateUsernameSkeletonsRow;
  'private.webhook_posts': PrivateWebhookPostsRow;
  'private.webhooks': PrivateWebhooksRow;
}
