import { ownBucket } from '@muster/backend';
import { publicMediaType } from '../files/kinds.ts';

/** How a table of the database stands in a league's file. */
export interface KeptTable {
  /** With its schema, as `public.games`. */
  name: string;
  /** Which of its rows are kept; all unless given. */
  where?: string;
  /** Columns that say how things lie here, which another place makes anew. */
  without?: readonly string[];
  /** The log stands by stream, one entry each, in the lines of the public log. */
  isLog?: true;
  /** The program writes rows here before anybody has done anything: they do not make a league. */
  isBegun?: true;
}

/** The public file, which is made anew, and could name whoever has left since, is no part of the league's file. */
const isPublicFile = `bucket_id = '${ownBucket}' and metadata ->> 'mimetype' = '${publicMediaType}'`;
const ofPublicFile = `select version from storage.objects where ${isPublicFile} and version is not null`;

/**
 * Every table that a league's file keeps, in the order in which they are written and read: a row comes after those
 * that it refers to. `tables.db.test.ts` holds this list and the one below to the catalogue.
 */
export const keptTables: readonly KeptTable[] = [
  { name: 'auth.audit_log_entries' },
  { name: 'auth.custom_oauth_providers' },
  { name: 'auth.instances' },
  { name: 'auth.oauth_clients' },
  { name: 'auth.sso_providers' },
  { name: 'auth.saml_providers' },
  { name: 'auth.sso_domains' },
  { name: 'auth.users' },
  { name: 'auth.identities' },
  { name: 'auth.mfa_factors' },
  { name: 'auth.oauth_consents' },
  { name: 'auth.one_time_tokens' },
  { name: 'auth.sessions' },
  { name: 'auth.mfa_amr_claims' },
  { name: 'auth.refresh_tokens' },
  { name: 'auth.webauthn_credentials' },
  { name: 'storage.buckets' },
  { name: 'storage.objects', where: `(${isPublicFile}) is not true` },
  { name: 'public.games' },
  { name: 'public.archives' },
  { name: 'public.game_servers' },
  { name: 'public.ladders' },
  { name: 'public.articles' },
  { name: 'public.menu_items' },
  { name: 'public.pages' },
  { name: 'public.profiles' },
  { name: 'public.admins' },
  { name: 'public.editors' },
  { name: 'public.imported_archives' },
  { name: 'public.imported_archive_rows' },
  { name: 'public.profile_identities' },
  { name: 'public.sanctions' },
  { name: 'public.seasons' },
  { name: 'public.season_archives' },
  { name: 'public.season_archive_people' },
  { name: 'public.season_archive_rows' },
  { name: 'public.stream_heads' },
  { name: 'public.league_events', isLog: true },
  { name: 'public.teams' },
  { name: 'public.board_posts' },
  { name: 'public.entries' },
  { name: 'public.entry_players' },
  { name: 'public.entry_ratings' },
  { name: 'public.entry_rungs' },
  { name: 'public.matches' },
  { name: 'public.match_bookings' },
  { name: 'public.match_maps' },
  { name: 'public.past_rosters' },
  { name: 'public.rosters' },
  { name: 'public.runs' },
  { name: 'private.audit_log' },
  { name: 'private.auth_refresh_windows' },
  { name: 'private.auth_saml_assertions' },
  { name: 'private.auth_totp_steps' },
  { name: 'private.board_answers' },
  { name: 'private.calendar_feeds' },
  { name: 'private.case_holders' },
  { name: 'private.commands' },
  { name: 'private.departures' },
  { name: 'private.drafts' },
  { name: 'private.event_texts' },
  { name: 'private.figure_changes', isBegun: true },
  // One that is still coming in has no hash.
  {
    name: 'private.files',
    where: `sha256 is not null and media_type <> '${publicMediaType}'`,
  },
  { name: 'private.flag_words' },
  { name: 'private.former_names' },
  { name: 'private.former_slugs' },
  { name: 'private.game_pictures' },
  { name: 'private.game_server_addresses' },
  { name: 'private.game_server_history' },
  { name: 'private.heartbeats', isBegun: true },
  { name: 'private.join_requests' },
  { name: 'private.laid_texts' },
  { name: 'private.league_logos' },
  { name: 'public.league_settings' },
  { name: 'private.match_evidence' },
  { name: 'private.match_lineups' },
  { name: 'private.match_messages' },
  { name: 'private.match_seeds' },
  { name: 'private.match_servers' },
  { name: 'private.notices' },
  { name: 'private.person_records' },
  { name: 'private.person_settings' },
  { name: 'private.pictures' },
  { name: 'private.recovery_codes' },
  { name: 'private.reminders' },
  { name: 'private.renames' },
  { name: 'private.ruling_figures', isBegun: true },
  { name: 'private.rulings' },
  { name: 'private.sanction_appeals' },
  { name: 'private.scrims' },
  { name: 'private.cases' },
  { name: 'private.case_acts' },
  { name: 'private.case_questions' },
  { name: 'private.removed_logos' },
  { name: 'private.reports' },
  { name: 'private.scrim_messages' },
  { name: 'private.secrets', isBegun: true },
  { name: 'private.server_ends', isBegun: true },
  { name: 'private.sign_in_ways' },
  {
    name: 'private.stored_bytes',
    where: `named_at is not null and unwanted_at is null and id::text not in (${ofPublicFile})`,
    without: ['home'],
  },
  { name: 'private.stream_members' },
  { name: 'private.stream_states' },
  { name: 'private.team_invites' },
  { name: 'private.team_logos' },
  { name: 'private.text_heads' },
  { name: 'private.text_revisions' },
  { name: 'private.username_skeletons' },
  { name: 'private.webhooks' },
];

const minutes = 'what somebody is in the middle of, over in minutes';
const limits = 'counts of a limit, over in hours';
const onTheWay = 'what is to be sent and was sent: an import sends nothing';
const bytes = 'bytes, which stand in the file as files';
const place = 'where the program runs';
const jobs = 'jobs: an import does none';

/** Every table that a league's file leaves out, and what it holds. */
export const leftOutTables: Readonly<Record<string, string>> = {
  'auth.flow_state': minutes,
  'auth.mfa_challenges': minutes,
  'auth.oauth_authorizations': minutes,
  'auth.oauth_client_states': minutes,
  'auth.saml_relay_states': minutes,
  'auth.schema_migrations': place,
  'auth.webauthn_challenges': minutes,
  'graphile_worker._private_job_queues': jobs,
  'graphile_worker._private_jobs': jobs,
  'graphile_worker._private_known_crontabs': jobs,
  'graphile_worker._private_tasks': jobs,
  'graphile_worker.migrations': place,
  'private.auth_captcha_answers': limits,
  'private.backup_drills': place,
  'private.backup_runs': place,
  'private.dev_identity_grants': minutes,
  'private.file_pieces': bytes,
  'private.function_lines': 'what functions said',
  'private.job_workers': place,
  'private.leftover_bytes': place,
  'private.mails': onTheWay,
  'private.migrations': 'what the manifest names',
  'private.parcels': onTheWay,
  'private.public_file': 'what /export hands out, made anew',
  'private.rate_limits': limits,
  'private.resumable_uploads': minutes,
  'private.s3_pieces': place,
  'private.server_watch': place,
  'private.setup': 'the door of a league without an admin, made anew',
  'private.stored_pieces': bytes,
  'private.text_presence': minutes,
  'private.uploads': minutes,
  'private.webhook_posts': onTheWay,
  'realtime.announcements': minutes,
  'realtime.changes': minutes,
  'realtime.listened_tables': place,
  'realtime.messages': 'hints, which are fetched anew',
};
