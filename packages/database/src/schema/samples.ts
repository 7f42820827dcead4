/** Makes a column's value, from a number that no other row has. */
type Sample = (n: number) => unknown;

const slug: Sample = (n) => `sample-${n}`;
const hash: Sample = (n) => n.toString(16).padStart(64, '0');
const always =
  (value: unknown): Sample =>
  () =>
    value;

/** Something new and readable: no two of these look alike. */
const word = (n: number) =>
  [...String(n)]
    .map((digit) => 'abefghjkmt'[Number(digit)] ?? '')
    .join('')
    .padStart(8, 'p');

/**
 * What a column holds that its type alone does not tell. A column that may be null is filled only where it
 * stands here: with a value, or with a row that it refers to.
 */
export const samples: Readonly<Record<string, Sample | 'referent'>> = {
  'auth.custom_oauth_providers.identifier': slug,
  'auth.custom_oauth_providers.provider_type': always('oidc'),
  'auth.custom_oauth_providers.issuer': always('https://issuer.example'),
  'auth.oauth_clients.token_endpoint_auth_method': always('none'),
  'auth.webauthn_challenges.challenge_type': always('signup'),
  'private.rate_limits.key': slug,
  'private.audit_log.act': always('article_edited'),
  'private.audit_log.kind': always('article'),
  'private.board_answers.status': always('open'),
  'private.calendar_feeds.token': hash,
  'private.case_acts.act': always('hide'),
  'private.case_questions.number': always(1),
  'private.cases.kind': always('person'),
  'private.flag_words.locale': always('en'),
  'private.flag_words.word': word,
  'private.reports.reason': always('spam'),
  'private.drafts.kind': always('articles'),
  'private.drafts.slug': slug,
  'private.dev_identity_grants.kind': always('code'),
  'private.figure_changes.figure': always('teams'),
  'private.file_pieces.position': (n) => n,
  'private.files.sha256': hash,
  'private.former_slugs.former': slug,
  'private.former_slugs.kind': always('games'),
  'private.former_slugs.slug': always('present'),
  'private.game_pictures.key': (n) => n.toString(16).padStart(32, '0'),
  'private.league_logos.bar_width': always(72),
  'private.league_logos.key': (n) => n.toString(16).padStart(32, '0'),
  'private.game_server_addresses.query_port': always(27_015),
  'private.game_server_history.players': always(3),
  'private.backup_drills.id': always(true),
  'private.backup_runs.id': always(true),
  'private.public_file.id': always(true),
  'private.server_watch.id': always(true),
  'private.heartbeats.id': always(true),
  'private.laid_texts.kind': always('articles'),
  'private.mails.state': always('queued'),
  'private.mails.text_body': always('words'),
  'private.match_evidence.kind': always('link'),
  'private.match_evidence.url': (n) => `https://evidence.example/${n}`,
  'private.match_evidence.side': always('challenger'),
  'private.match_lineups.side': always('challenger'),
  'private.pictures.key': (n) => n.toString(16).padStart(32, '0'),
  'private.pictures.width': always(640),
  'private.pictures.height': always(480),
  'private.removed_logos.key': (n) => n.toString(16).padStart(32, '0'),
  'private.setup.id': always(true),
  'private.sign_in_ways.provider': (n) => ['discord', 'github', 'google'][n % 3],
  'private.stream_members.collection': always('entries'),
  'private.function_lines.level': always('info'),
  'private.leftover_bytes.home': always('database'),
  'private.s3_pieces.size': (n) => n + 1,
  'private.s3_pieces.start': (n) => n,
  'private.stored_bytes.home': always('database'),
  'private.stored_pieces.start': (n) => n,
  'private.team_logos.key': (n) => n.toString(16).padStart(32, '0'),
  'private.text_heads.kind': always('articles'),
  'private.text_revisions.number': (n) => n + 1,
  'private.webhook_posts.state': always('waiting'),
  'private.webhooks.ladder_id': 'referent',
  'public.archives.slug': slug,
  'public.imported_archives.ended_on': always('2019-05-01'),
  'public.imported_archives.slug': slug,
  'public.imported_archive_rows.section': always('match'),
  'public.season_archives.format': always('rung'),
  'public.season_archives.slug': slug,
  'public.season_archive_rows.section': always('match'),
  'public.articles.ladder_id': 'referent',
  'public.articles.slug': slug,
  'public.board_posts.expires_at': always('2030-02-01T18:00:00Z'),
  'public.board_posts.kind': always('scrim'),
  'public.board_posts.languages': always(['en']),
  'public.board_posts.region': always('EU'),
  'public.board_posts.team_id': 'referent',
  'public.entries.status': always('active'),
  'public.entries.team_id': 'referent',
  'public.game_servers.page': always('bf2042'),
  'public.game_servers.protocol': always('a2s'),
  'public.games.slug': slug,
  'public.ladders.format': always('rung'),
  'public.ladders.slug': slug,
  'public.league_settings.id': always(true),
  'public.league_events.hash': hash,
  'public.league_events.previous_hash': hash,
  'public.matches.status': always('challenged'),
  'public.menu_items.label': always(JSON.stringify('Sample')),
  'public.menu_items.menu': always('casual'),
  'public.pages.slug': always('privacy'),
  'public.menu_items.path': always('/sample'),
  'public.profile_identities.handle': word,
  'public.profiles.user_id': () => crypto.randomUUID(),
  'public.profiles.username': word,
  'public.rosters.role': always('player'),
  'public.runs.status': always('submitted'),
  'public.sanctions.kind': always('strike'),
  'public.seasons.status': always('registration'),
  'public.teams.locale': always('en'),
  'public.teams.slug': slug,
  'public.teams.tag': (n) => word(n).slice(-6),
};

/** What the row is that a column refers to, where not every row will do. */
export const referents: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Everybody else has a skeleton already.
  'private.username_skeletons.person_id': { user_id: null, username: '⸺' },
  // Of whom no office is asked.
  'private.case_holders.person_id': { is_demo: true },
};
