/**
 * What refers to what: the column, the table it leads to, and what becomes of the row when that is deleted.
 * Where nothing is said the deletion is refused as long as the row stands.
 */
export const references: Readonly<Record<string, string>> = {
  'auth.identities.identities_user_id_fkey': 'user_id -> auth.users, goes with it',
  'auth.mfa_amr_claims.mfa_amr_claims_session_id_fkey': 'session_id -> auth.sessions, goes with it',
  'auth.mfa_challenges.mfa_challenges_auth_factor_id_fkey':
    'factor_id -> auth.mfa_factors, goes with it',
  'auth.mfa_factors.mfa_factors_user_id_fkey': 'user_id -> auth.users, goes with it',
  'auth.oauth_authorizations.oauth_authorizations_client_id_fkey':
    'client_id -> auth.oauth_clients, goes with it',
  'auth.oauth_authorizations.oauth_authorizations_user_id_fkey':
    'user_id -> auth.users, goes with it',
  'auth.oauth_consents.oauth_consents_client_id_fkey':
    'client_id -> auth.oauth_clients, goes with it',
  'auth.oauth_consents.oauth_consents_user_id_fkey': 'user_id -> auth.users, goes with it',
  'auth.one_time_tokens.one_time_tokens_user_id_fkey': 'user_id -> auth.users, goes with it',
  'auth.refresh_tokens.refresh_tokens_session_id_fkey': 'session_id -> auth.sessions, goes with it',
  'auth.saml_providers.saml_providers_sso_provider_id_fkey':
    'sso_provider_id -> auth.sso_providers, goes with it',
  'auth.saml_relay_states.saml_relay_states_flow_state_id_fkey':
    'flow_state_id -> auth.flow_state, goes with it',
  'auth.saml_relay_states.saml_relay_states_sso_provider_id_fkey':
    'sso_provider_id -> auth.sso_providers, goes with it',
  'auth.sessions.sessions_oauth_client_id_fkey':
    'oauth_client_id -> auth.oauth_clients, goes with it',
  'auth.sessions.sessions_user_id_fkey': 'user_id -> auth.users, goes with it',
  'auth.sso_domains.sso_domains_sso_provider_id_fkey':
    'sso_provider_id -> auth.sso_providers, goes with it',
  'auth.webauthn_challenges.webauthn_challenges_user_id_fkey':
    'user_id -> auth.users, goes with it',
  'auth.webauthn_credentials.webauthn_credentials_user_id_fkey':
    'user_id -> auth.users, goes with it',
  'private.auth_refresh_windows.auth_refresh_windows_session_id_fkey':
    'session_id -> auth.sessions, goes with it',
  'private.auth_totp_steps.auth_totp_steps_factor_id_fkey':
    'factor_id -> auth.mfa_factors, goes with it',
  'private.board_answers.board_answers_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.board_answers.board_answers_post_id_fkey': 'post_id -> public.board_posts, goes with it',
  'private.board_answers.board_answers_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.calendar_feeds.calendar_feeds_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.case_holders.case_holders_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.case_holders.case_holders_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.case_acts.case_acts_case_id_fkey': 'case_id -> private.cases, goes with it',
  'private.case_questions.case_questions_asked_by_fkey': 'asked_by -> public.profiles, is emptied',
  'private.case_questions.case_questions_case_id_fkey': 'case_id -> private.cases, goes with it',
  'private.case_questions.case_questions_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.case_acts.case_acts_rename_id_fkey': 'rename_id -> private.renames, goes with it',
  'private.cases.cases_appeal_decided_by_fkey': 'appeal_decided_by -> public.profiles, is emptied',
  'private.cases.cases_decided_by_fkey': 'decided_by -> public.profiles, is emptied',
  'private.cases.cases_holder_id_fkey': 'holder_id -> public.profiles, is emptied',
  'private.cases.cases_ladder_id_fkey': 'ladder_id -> public.ladders, goes with it',
  'private.cases.cases_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.cases.cases_person_id_fkey': 'person_id -> public.profiles, is emptied',
  'private.cases.cases_scrim_id_fkey': 'scrim_id -> private.scrims, goes with it',
  'private.cases.cases_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.removed_logos.removed_logos_act_id_fkey': 'act_id -> private.case_acts, goes with it',
  'private.removed_logos.removed_logos_large_id_fkey': 'large_id -> private.files',
  'private.removed_logos.removed_logos_set_by_fkey': 'set_by -> public.profiles, is emptied',
  'private.removed_logos.removed_logos_small_id_fkey': 'small_id -> private.files',
  'private.removed_logos.removed_logos_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.reports.reports_case_id_fkey': 'case_id -> private.cases, goes with it',
  'private.reports.reports_person_id_fkey': 'person_id -> public.profiles, is emptied',
  'private.commands.commands_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.departures.departures_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.drafts.drafts_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.event_texts.event_texts_author_id_fkey': 'author_id -> public.profiles',
  'private.file_pieces.file_pieces_file_id_fkey': 'file_id -> private.files, goes with it',
  'private.files.files_person_id_fkey': 'person_id -> public.profiles, is emptied',
  'private.game_server_addresses.game_server_addresses_game_server_id_fkey':
    'game_server_id -> public.game_servers, goes with it',
  'private.game_server_history.game_server_history_game_server_id_fkey':
    'game_server_id -> public.game_servers, goes with it',
  'private.join_requests.join_requests_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.join_requests.join_requests_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.game_pictures.game_pictures_game_slug_fkey': 'game_slug -> public.games, goes with it',
  'private.game_pictures.game_pictures_large_id_fkey': 'large_id -> private.files',
  'private.game_pictures.game_pictures_set_by_fkey': 'set_by -> public.profiles, is emptied',
  'private.game_pictures.game_pictures_small_id_fkey': 'small_id -> private.files',
  'private.league_logos.league_logos_app_id_fkey': 'app_id -> private.files',
  'private.league_logos.league_logos_bar_id_fkey': 'bar_id -> private.files',
  'private.league_logos.league_logos_icon_id_fkey': 'icon_id -> private.files',
  'private.league_logos.league_logos_link_id_fkey': 'link_id -> private.files',
  'private.league_logos.league_logos_whole_id_fkey': 'whole_id -> private.files',
  'private.league_logos.league_logos_set_by_fkey': 'set_by -> public.profiles, is emptied',
  'private.match_evidence.match_evidence_file_id_fkey': 'file_id -> private.files',
  'private.match_evidence.match_evidence_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.match_evidence.match_evidence_person_id_fkey': 'person_id -> public.profiles',
  'private.match_evidence.match_evidence_preview_id_fkey': 'preview_id -> private.files',
  'private.match_lineups.match_lineups_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.match_lineups.match_lineups_person_id_fkey': 'person_id -> public.profiles',
  'private.match_messages.match_messages_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.match_messages.match_messages_person_id_fkey': 'person_id -> public.profiles',
  'private.match_servers.match_servers_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.match_servers.match_servers_set_by_fkey': 'set_by -> public.profiles',
  'private.notices.notices_ladder_id_fkey': 'ladder_id -> public.ladders, goes with it',
  'private.notices.notices_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.notices.notices_other_id_fkey': 'other_id -> public.profiles, goes with it',
  'private.notices.notices_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.notices.notices_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.person_records.person_records_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.person_settings.person_settings_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.pictures.pictures_file_id_fkey': 'file_id -> private.files',
  'private.pictures.pictures_person_id_fkey': 'person_id -> public.profiles, is emptied',
  'private.public_file.public_file_file_id_fkey': 'file_id -> private.files',
  'private.recovery_codes.recovery_codes_user_id_fkey': 'user_id -> auth.users, goes with it',
  'private.reminders.reminders_match_id_fkey': 'match_id -> public.matches, goes with it',
  'private.rulings.rulings_event_id_fkey': 'event_id -> public.league_events, goes with it',
  'private.scrim_messages.scrim_messages_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.scrim_messages.scrim_messages_scrim_id_fkey': 'scrim_id -> private.scrims, goes with it',
  'private.scrims.scrims_away_team_id_fkey': 'away_team_id -> public.teams, goes with it',
  'private.scrims.scrims_cancelled_by_fkey': 'cancelled_by -> public.teams, goes with it',
  'private.scrims.scrims_game_slug_fkey': 'game_slug -> public.games',
  'private.scrims.scrims_home_team_id_fkey': 'home_team_id -> public.teams, goes with it',
  'private.stream_members.stream_members_stream_fkey':
    'stream -> public.stream_heads, goes with it',
  'private.stream_states.stream_states_stream_fkey': 'stream -> public.stream_heads, goes with it',
  'private.team_invites.team_invites_created_by_fkey': 'created_by -> public.profiles',
  'private.team_invites.team_invites_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.team_invites.team_invites_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.team_logos.team_logos_large_id_fkey': 'large_id -> private.files',
  'private.team_logos.team_logos_set_by_fkey': 'set_by -> public.profiles, is emptied',
  'private.team_logos.team_logos_small_id_fkey': 'small_id -> private.files',
  'private.team_logos.team_logos_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.text_presence.text_presence_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.text_presence.text_presence_text_id_fkey': 'text_id -> private.text_heads, goes with it',
  'private.text_revisions.text_revisions_person_id_fkey':
    'person_id -> public.profiles, is emptied',
  'private.text_revisions.text_revisions_text_id_fkey':
    'text_id -> private.text_heads, goes with it',
  'private.uploads.uploads_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.former_names.former_names_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.renames.renames_given_by_fkey': 'given_by -> public.profiles, is emptied',
  'private.renames.renames_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'private.renames.renames_team_id_fkey': 'team_id -> public.teams, goes with it',
  'private.sanction_appeals.sanction_appeals_decided_by_fkey':
    'decided_by -> public.profiles, is emptied',
  'private.sanction_appeals.sanction_appeals_holder_id_fkey':
    'holder_id -> public.profiles, is emptied',
  'private.sanction_appeals.sanction_appeals_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.sanction_appeals.sanction_appeals_sanction_id_fkey':
    'sanction_id -> public.sanctions, goes with it',
  'private.username_skeletons.username_skeletons_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'private.webhook_posts.webhook_posts_webhook_id_fkey':
    'webhook_id -> private.webhooks, goes with it',
  'private.webhooks.webhooks_ladder_id_fkey': 'ladder_id -> public.ladders, goes with it',
  'private.webhooks.webhooks_set_by_fkey': 'set_by -> public.profiles, is emptied',
  'private.webhooks.webhooks_team_id_fkey': 'team_id -> public.teams, goes with it',
  'public.admins.admins_ladder_id_fkey': 'ladder_id -> public.ladders, goes with it',
  'public.admins.admins_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'public.archives.archives_game_slug_fkey': 'game_slug -> public.games',
  'public.imported_archives.imported_archives_game_slug_fkey':
    'game_slug -> public.games, is emptied',
  'public.imported_archives.imported_archives_imported_by_fkey':
    'imported_by -> public.profiles, is emptied',
  'public.imported_archive_rows.imported_archive_rows_archive_id_fkey':
    'archive_id -> public.imported_archives, goes with it',
  'public.season_archives.season_archives_season_id_fkey':
    'season_id -> public.seasons, goes with it',
  'public.season_archive_people.season_archive_people_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'public.season_archive_people.season_archive_people_season_id_fkey':
    'season_id -> public.season_archives, goes with it',
  'public.season_archive_rows.season_archive_rows_season_id_fkey':
    'season_id -> public.season_archives, goes with it',
  'public.articles.articles_game_slug_fkey': 'game_slug -> public.games',
  'public.articles.articles_ladder_id_fkey': 'ladder_id -> public.ladders, is emptied',
  'public.board_posts.board_posts_game_slug_fkey': 'game_slug -> public.games',
  'public.board_posts.board_posts_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'public.board_posts.board_posts_team_id_fkey': 'team_id -> public.teams, goes with it',
  'public.editors.editors_person_id_fkey': 'person_id -> public.profiles, goes with it',
  'public.entries.entries_person_id_fkey': 'person_id -> public.profiles',
  'public.entries.entries_season_id_fkey': 'season_id -> public.seasons, goes with it',
  'public.entries.entries_team_id_fkey': 'team_id -> public.teams',
  'public.entry_players.entry_players_entry_id_fkey': 'entry_id -> public.entries, goes with it',
  'public.entry_players.entry_players_person_id_fkey': 'person_id -> public.profiles',
  'public.entry_players.entry_players_season_id_fkey': 'season_id -> public.seasons, goes with it',
  'public.entry_ratings.entry_ratings_entry_id_fkey': 'entry_id -> public.entries, goes with it',
  'public.entry_rungs.entry_rungs_entry_id_fkey': 'entry_id -> public.entries, goes with it',
  'public.game_servers.game_servers_game_slug_fkey': 'game_slug -> public.games',
  'public.ladders.ladders_game_slug_fkey': 'game_slug -> public.games',
  'public.league_events.league_events_stream_fkey': 'stream -> public.stream_heads',
  'public.match_bookings.match_bookings_entry_id_fkey': 'entry_id -> public.entries, goes with it',
  'public.match_bookings.match_bookings_match_id_fkey': 'match_id -> public.matches, goes with it',
  'public.match_maps.match_maps_match_id_fkey': 'match_id -> public.matches, goes with it',
  'public.matches.matches_challenger_entry_id_fkey':
    'challenger_entry_id -> public.entries, goes with it',
  'public.matches.matches_defender_entry_id_fkey':
    'defender_entry_id -> public.entries, goes with it',
  'public.league_settings.league_settings_logo_fkey': 'logo -> private.league_logos',
  'public.matches.matches_ladder_id_fkey': 'ladder_id -> public.ladders',
  'public.matches.matches_season_id_fkey': 'season_id -> public.seasons, goes with it',
  'public.past_rosters.past_rosters_person_id_fkey': 'person_id -> public.profiles',
  'public.past_rosters.past_rosters_team_id_fkey': 'team_id -> public.teams, goes with it',
  'public.profile_identities.profile_identities_person_id_fkey':
    'person_id -> public.profiles, goes with it',
  'public.rosters.rosters_person_id_fkey': 'person_id -> public.profiles',
  'public.rosters.rosters_team_id_fkey': 'team_id -> public.teams, goes with it',
  'public.runs.runs_entry_id_fkey': 'entry_id -> public.entries, goes with it',
  'public.runs.runs_person_id_fkey': 'person_id -> public.profiles',
  'public.runs.runs_season_id_fkey': 'season_id -> public.seasons, goes with it',
  'public.seasons.seasons_ladder_id_fkey': 'ladder_id -> public.ladders',
  'public.teams.teams_founder_id_fkey': 'founder_id -> public.profiles',
  'private.resumable_uploads.resumable_uploads_bucket_id_fkey':
    'bucket_id -> storage.buckets, goes with it',
  'private.resumable_uploads.resumable_uploads_id_fkey': 'id -> private.stored_bytes, goes with it',
  'private.stored_pieces.stored_pieces_bytes_id_fkey':
    'bytes_id -> private.stored_bytes, goes with it',
  'storage.objects.objects_bucketId_fkey': 'bucket_id -> storage.buckets',
};
