/**
 * The columns that a row may leave empty, by table. Every other must be filled: a column that is null where it
 * does not stand here, or not where it does, is a fault of the migrations or of this list.
 */
export const optionalColumns: Readonly<Record<string, string>> = {
  'auth.audit_log_entries': 'instance_id payload created_at',
  'auth.custom_oauth_providers':
    'issuer discovery_url cached_discovery discovery_cached_at authorization_url token_url userinfo_url jwks_uri',
  'auth.flow_state':
    'user_id auth_code code_challenge_method code_challenge provider_access_token provider_refresh_token created_at updated_at auth_code_issued_at invite_token referrer oauth_client_state_id linking_target_id',
  'auth.identities': 'last_sign_in_at created_at updated_at',
  'auth.instances': 'uuid raw_base_config created_at updated_at',
  'auth.mfa_challenges': 'verified_at otp_code web_authn_session_data',
  'auth.mfa_factors':
    'friendly_name secret phone last_challenged_at web_authn_credential web_authn_aaguid last_webauthn_challenge_data',
  'auth.oauth_authorizations':
    'user_id state resource code_challenge code_challenge_method authorization_code approved_at nonce',
  'auth.oauth_client_states': 'code_verifier',
  'auth.oauth_clients': 'client_secret_hash client_name client_uri logo_uri deleted_at',
  'auth.oauth_consents': 'revoked_at',
  'auth.refresh_tokens':
    'instance_id token user_id revoked created_at updated_at parent session_id',
  'auth.saml_providers': 'metadata_url attribute_mapping created_at updated_at name_id_format',
  'auth.saml_relay_states': 'for_email redirect_to created_at updated_at flow_state_id',
  'auth.sessions':
    'created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id refresh_token_hmac_key refresh_token_counter scopes',
  'auth.sso_domains': 'created_at updated_at',
  'auth.sso_providers': 'resource_id created_at updated_at disabled',
  'auth.users':
    'instance_id aud role email encrypted_password email_confirmed_at invited_at confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at email_change_token_current email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at deleted_at',
  'auth.webauthn_challenges': 'user_id',
  'auth.webauthn_credentials': 'aaguid last_used_at',
  'private.audit_log': 'person_id',
  'private.board_answers': 'team_id starts_at hidden_at',
  'private.case_questions': 'asked_by answer answered_at',
  'private.case_acts': 'sanction_id rename_id ends_at undone_at',
  'private.cases':
    'person_id team_id ladder_id match_id scrim_id holder_id held_at decided_at decided_by appealed_at appeal_decided_at appeal_decided_by appeal_granted',
  'private.reports': 'person_id',
  'private.match_messages': 'hidden_at',
  'private.scrim_messages': 'hidden_at',
  'private.event_texts': 'text author_id match_id',
  'private.files': 'sha256 person_id',
  'private.game_pictures': 'set_by',
  'private.league_logos': 'set_by whole_id',
  'private.backup_drills':
    'drilled_at name size sha256 milliseconds failed_at failure failing_since impossible',
  'private.backup_runs': 'begun_at made_at name size sha256 failed_at failure failing_since',
  'private.public_file': 'seen file_id made_at as_of pages made_of',
  'private.server_watch': 'holder held_until blind_since',
  'private.renames': 'person_id team_id from_tag to_tag given_by undone_at',
  'private.sanction_appeals': 'decided_by decided_at is_granted answer holder_id held_at',
  'private.setup': 'door_hash door_sealed printed_at session_hash opened_at served_url',
  'private.sign_in_ways': 'issuer name',
  'private.join_requests': 'is_accepted answered_at',
  'private.function_lines': 'request_id',
  'private.mails': 'subject text_body html_body unsubscribe_url answer code',
  'private.match_evidence': 'url file_id preview_id width height hidden_at',
  'private.laid_texts': 'offered',
  'private.match_lineups': 'ladder_id ended_at outcome',
  'private.notices': 'ladder_id match_id team_id other_id read_at mailed_at',
  'private.person_settings': 'zone availability_zone',
  'private.pictures': 'person_id',
  'private.ruling_figures': 'median_hours',
  'private.rulings': 'actor_id hours',
  'private.scrims': 'cancelled_at cancelled_by',
  'private.stream_states': 'due_at',
  'private.team_invites': 'person_id',
  'private.team_logos': 'set_by',
  'private.removed_logos': 'set_by',
  'private.text_revisions': 'person_id renders',
  'private.webhooks': 'ladder_id team_id set_by not_before disabled_reason',
  'public.admins': 'ladder_id',
  'public.archives': 'game_slug',
  'public.articles': 'game_slug author published_at ladder_id hidden_at',
  'public.board_posts': 'team_id hidden_at',
  'public.entries':
    'team_id person_id rung mu sigma rest_from rest_until immune_until suspended_until final_place rated_at',
  'public.entry_ratings': 'match_id from_mu from_sigma',
  'public.entry_rungs': 'from_rung to_rung match_id',
  'public.game_servers':
    'game_slug players max_players map seen_at bots ping has_password version game_port people asked_at silent_since fault retired_at',
  'public.games': 'picture_path retired_at',
  'public.imported_archives': 'game_slug imported_by',
  'public.ladders': 'retired_at',
  'public.season_archive_rows': 'sequence',
  'public.league_settings':
    'name title_suffix footer_line footer_year locales zone forum_url chat_invite_url hue logo public_file',
  'public.league_events': 'ladder_id match_id actor_id',
  'public.match_maps': 'side_choice challenger_score defender_score',
  'public.matches':
    'deadline starts_at agreed_zone ended_at winner challenger_score defender_score challenger_rung defender_rung',
  'public.profiles': 'user_id',
  'public.rosters': 'user_id',
  'public.sanctions': 'ladder_id given_by ends_at rule',
  'public.seasons': 'ends_at closed_at',
  'public.teams': 'logo_path founder_id disbanded_at',
  'realtime.changes': 'record old_record',
  'realtime.messages': 'payload event private binary_payload',
  'private.resumable_uploads': 'owner_id user_metadata holder held_until',
  'private.stored_bytes': 'named_at unwanted_at',
  'storage.buckets':
    'owner created_at updated_at public avif_autodetection file_size_limit allowed_mime_types owner_id',
  'storage.objects':
    'bucket_id name owner created_at updated_at last_accessed_at metadata version owner_id user_metadata',
};
