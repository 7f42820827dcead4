import { atLeast, type Check, lengths, oneOf, values } from './check-case.ts';

const locales = 'en es fr de pl pt fi';
const early = '2030-01-01T18:00:00Z';
const late = '2030-01-01T18:00:00.001Z';
const silence = { misses: 1, silent_since: early };
const statuses =
  'challenged offered countered scheduled checking_in veto live reported disputed completed forfeited voided declined withdrawn expired cancelled';

/** The words of an address, in so many characters at most. */
const slugs = (most: number, column = 'slug'): Check =>
  values(column, {
    lets: ['a1', '-9', 'z'.repeat(most)],
    stops: ['a', 'z'.repeat(most + 1), 'Ab', 'a_b', 'é2', 'a\nb'],
  });

const hashes = (column: string, length: number): Check =>
  values(column, {
    lets: ['0'.repeat(length), '9'.repeat(length), 'a'.repeat(length), 'f'.repeat(length)],
    stops: ['0'.repeat(length - 1), '0'.repeat(length + 1), 'g'.repeat(length), 'A'.repeat(length)],
  });

const addresses = (column: string): Check => {
  const long = (length: number) => `https://${'a'.repeat(length - 8)}`;
  return values(column, {
    lets: ['http://forum.example', long(500), null],
    stops: ['ftp://forum.example', 'forum.example', 'HTTP://forum.example', long(501)],
  });
};

const archiveSlugs = slugs(80);
const forgotten = { user_id: null, username: '⸺' };

export const publicChecks: Readonly<Record<string, Check>> = {
  'public.archives.archives_slug_check': {
    lets: [...archiveSlugs.lets, { slug: 'debugs' }],
    stops: [...archiveSlugs.stops, { slug: 'debug' }],
  },
  'public.imported_archives.imported_archives_origin_check': lengths('origin', 1, 500),
  'public.imported_archives.imported_archives_slug_check': {
    lets: [...archiveSlugs.lets, { slug: 'debugs' }, { slug: 'imports' }],
    stops: [...archiveSlugs.stops, { slug: 'debug' }, { slug: 'import' }],
  },
  'public.imported_archive_rows.imported_archive_rows_line_check': atLeast('line', 1),
  'public.imported_archive_rows.imported_archive_rows_position_check': atLeast('position', 1),
  'public.imported_archive_rows.imported_archive_rows_section_check': oneOf(
    'section',
    'standing match roster trophy record',
  ),
  'public.season_archives.season_archives_format_check': oneOf('format', 'rung rating time_attack'),
  'public.season_archives.season_archives_sequence_check': atLeast('sequence', 1),
  'public.season_archives.season_archives_slug_check': slugs(90),
  'public.season_archive_rows.season_archive_rows_position_check': atLeast('position', 1),
  'public.season_archive_rows.season_archive_rows_section_check': oneOf(
    'section',
    'standing match run roster trophy record',
  ),
  'public.articles.articles_slug_check': slugs(80),
  'public.board_posts.board_posts_check': {
    lets: [{ kind: 'scrim' }, { kind: 'player_seeks_team', team_id: null }],
    stops: [{ kind: 'player_seeks_team' }, { kind: 'scrim', team_id: null }],
  },
  'public.board_posts.board_posts_check1': {
    lets: [{ created_at: early, expires_at: late }],
    stops: [
      { created_at: early, expires_at: early },
      { created_at: late, expires_at: early },
    ],
  },
  'public.board_posts.board_posts_evenings_check': values('evenings', {
    lets: [[], [1], [7], [1, 2, 3, 4, 5, 6, 7]],
    stops: [[0], [8], [1, 8], [1, 1, 2, 3, 4, 5, 6, 7]],
  }),
  'public.board_posts.board_posts_kind_check': oneOf(
    'kind',
    'team_seeks_player player_seeks_team scrim',
    (kind) => (kind === 'player_seeks_team' ? { team_id: null } : {}),
  ),
  'public.board_posts.board_posts_languages_check': values('languages', {
    lets: [['en'], locales.split(' ')],
    stops: [[], ['it'], ['en', 'it'], [...locales.split(' '), 'en']],
  }),
  'public.board_posts.board_posts_region_check': oneOf('region', 'EU NA SA AS OC AF INT'),
  'public.board_posts.board_posts_text_check': lengths('text', 1, 500),
  'public.board_posts.board_posts_times_check': values('times', {
    lets: [[], [early, early, early, early, early]],
    stops: [[early, early, early, early, early, early]],
  }),
  'public.board_posts.board_posts_zone_check': lengths('zone', 0, 64),
  'public.entries.entries_check': {
    lets: [{}, { team_id: null, person_id: 'referent' }],
    stops: [{ team_id: null }, { person_id: 'referent' }],
  },
  'public.entries.entries_check1': {
    lets: [
      { rung: 1, status: 'active' },
      { rung: 1, status: 'suspended' },
      { rung: null, status: 'left' },
      { rung: null, status: 'removed' },
    ],
    stops: [
      { rung: 1, status: 'left' },
      { rung: 1, status: 'removed' },
    ],
  },
  'public.entries.entries_draws_check': atLeast('draws', 0),
  'public.entries.entries_final_place_check': atLeast('final_place', 1),
  'public.entries.entries_form_check': values('form', {
    lets: ['', 'W', 'WLDWL'],
    stops: ['WLDWLD', 'w', 'X', 'W\n'],
  }),
  'public.entries.entries_losses_check': atLeast('losses', 0),
  'public.entries.entries_rung_check': atLeast('rung', 1),
  'public.entries.entries_status_check': oneOf('status', 'active suspended left removed'),
  'public.entries.entries_wins_check': atLeast('wins', 0),
  'public.game_servers.game_servers_fault_check': oneOf(
    'fault',
    'silent malformed unresolved not_allowed unavailable unlisted',
  ),
  'public.game_servers.game_servers_game_port_check': values('game_port', {
    lets: [1, 65_535, null],
    stops: [0, 65_536],
  }),
  'public.game_servers.game_servers_misses_check': {
    lets: [{ misses: 0 }, silence],
    stops: [{ ...silence, misses: -1 }],
  },
  'public.game_servers.game_servers_page_check': slugs(60, 'page'),
  'public.game_servers.game_servers_protocol_check': oneOf('protocol', 'a2s quake2 portal manual'),
  'public.game_servers.game_servers_silence_check': {
    lets: [{ misses: 0 }, silence],
    stops: [{ misses: 1 }, { ...silence, misses: 0 }],
  },
  'public.games.games_slug_check': slugs(40),
  'public.ladders.ladders_format_check': oneOf('format', 'rung rating time_attack'),
  'public.ladders.ladders_slug_check': slugs(60),
  'public.league_events.league_events_at_check': values('at', {
    lets: ['2030-01-01T18:00:00Z', '2030-01-01T18:00:00.001Z'],
    stops: ['2030-01-01T18:00:00.0001Z'],
  }),
  'public.league_events.league_events_hash_check': hashes('hash', 64),
  'public.league_events.league_events_previous_hash_check': hashes('previous_hash', 64),
  'public.league_events.league_events_sequence_check': atLeast('sequence', 1),
  'public.match_maps.match_maps_position_check': atLeast('position', 1),
  'public.league_settings.league_settings_chat_invite_url_check': addresses('chat_invite_url'),
  'public.league_settings.league_settings_footer_line_check': lengths('footer_line', 1, 200),
  'public.league_settings.league_settings_footer_year_check': values('footer_year', {
    lets: [1970, 9999, null],
    stops: [1969, 10_000],
  }),
  'public.league_settings.league_settings_forum_url_check': addresses('forum_url'),
  'public.league_settings.league_settings_hue_check': values('hue', {
    lets: [0, 359, null],
    stops: [-1, 360],
  }),
  'public.league_settings.league_settings_id_check': values('id', { lets: [true], stops: [false] }),
  'public.league_settings.league_settings_locales_check': values('locales', {
    lets: [['en'], locales.split(' '), null],
    stops: [[], ['it'], ['en', 'it'], [...locales.split(' '), 'en']],
  }),
  'public.league_settings.league_settings_name_check': lengths('name', 1, 60),
  'public.league_settings.league_settings_title_suffix_check': lengths('title_suffix', 0, 40),
  'public.league_settings.league_settings_zone_check': lengths('zone', 1, 60),
  'public.matches.matches_check': {
    lets: [{}],
    stops: [{ challenger_entry_id: 'one', defender_entry_id: 'one' }],
  },
  'public.matches.matches_status_check': oneOf('status', statuses),
  'public.matches.matches_version_check': atLeast('version', 1),
  'public.matches.matches_winner_check': oneOf('winner', 'challenger defender draw'),
  'public.menu_items.menu_items_label_check': values('label', {
    lets: ['"Chess"', '{"en": "Chess", "fi": "Shakki"}'],
    stops: ['1', 'null', '["Chess"]', 'true'],
  }),
  'public.menu_items.menu_items_menu_check': oneOf('menu', 'casual competitions servers'),
  'public.menu_items.menu_items_path_check': values('path', {
    lets: ['/', '/ladders', 'https://elsewhere.example/'],
    stops: ['', 'ladders', 'x/y', 'http://elsewhere.example/', 'javascript:x', 'x https://y'],
  }),
  'public.profile_identities.profile_identities_handle_check': lengths('handle', 1, 64),
  'public.profile_identities.profile_identities_handle_visible': values('handle', {
    lets: ['Wolf', 'Wolf Pack'],
    stops: [' Wolf', 'Wolf  Pack', 'Wo\u200blf', 'Wo\u202elf', 'Wo\tlf'],
  }),
  'public.pages.pages_slug_check': oneOf('slug', 'about conduct privacy terms imprint'),
  'public.profiles.profiles_locale_check': oneOf('locale', locales),
  'public.profiles.profiles_username_check': {
    lets: [forgotten, { username: 'żż' }, { username: 'ż'.repeat(32) }],
    stops: [
      { user_id: null, username: 'Wolf' },
      { username: '⸺' },
      { username: 'ż' },
      { username: 'ż'.repeat(33) },
      { username: 'Wo\u0007lf' },
    ],
  },
  'public.rosters.rosters_role_check': oneOf('role', 'captain co_captain player substitute'),
  'public.runs.runs_penalty_ms_check': atLeast('penalty_ms', 0),
  'public.runs.runs_status_check': oneOf(
    'status',
    'submitted confirmed verified rejected withdrawn',
  ),
  'public.runs.runs_time_ms_check': atLeast('time_ms', 1),
  'public.sanctions.sanctions_check': {
    lets: [
      { starts_at: early, ends_at: late },
      { starts_at: early, ends_at: null },
    ],
    stops: [
      { starts_at: early, ends_at: early },
      { starts_at: late, ends_at: early },
    ],
  },
  'public.sanctions.sanctions_kind_check': oneOf('kind', 'strike suspension mute ban'),
  'public.sanctions.sanctions_rule_check': lengths('rule', 1, 200),
  'public.seasons.seasons_number_check': atLeast('number', 0),
  'public.seasons.seasons_status_check': oneOf('status', 'registration open closed'),
  'public.teams.teams_about_check': lengths('about', 0, 2000),
  'public.teams.teams_locale_check': oneOf('locale', locales),
  'public.teams.teams_name_check': lengths('name', 2, 40),
  'public.teams.teams_slug_check': slugs(60),
  'public.teams.teams_tag_check': lengths('tag', 1, 6),
};
