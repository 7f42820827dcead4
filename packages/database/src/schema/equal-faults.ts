import type { Mutation } from './mutations.ts';

/** Faults that change nothing that anybody could see: an object, how each begins, and why. */
const equal: readonly [object: string, changes: readonly string[], reason: string][] = [
  [
    'trigger public.profiles.hold_username',
    ['without , user_id'],
    'whoever keeps their name is let through by the function',
  ],
  [
    'trigger public.profiles.keep_username_skeleton',
    ['without , user_id'],
    'whoever keeps their name is let through by the function',
  ],
  [
    'function private.count_rulings()',
    ['= -> <> in "te.ruling_figures', "'all' -> 'all_' in \".ruling_figures", ' -- Two who rule'],
    'the lock is shown with two connections (races.db.test.ts)',
  ],
  [
    'function private.create_profile_for_user()',
    ["'en' -> 'en_' in \"_user_meta", "'en' -> 'en_' in \"f; if language"],
    'what is no language of ours becomes English anyhow',
  ],
  [
    'function private.create_profile_for_user()',
    [' return new; -> '],
    'once more round, the profile is there',
  ],
  [
    'function private.find_free_name(wish text)',
    ['28 -> 29 in "e.visible_name(wish), 28)'],
    'it was cut to 28 just before',
  ],
  [
    'function private.find_given_name(account auth.users)',
    ["nullif( -> coalesce( in \"eta_data ->> 'name'"],
    'the last of them is empty either way',
  ],
  [
    'function private.fit_metadata(given jsonb, most integer)',
    ['<= -> < in " or octet_length(given'],
    'what fits exactly fits member by member too',
  ],
  [
    'function private.forget_person(person uuid)',
    ["'f' -> 'f_'", "'c' -> 'c_'", "'n' -> 'n_'"],
    'a value of type "char" has one character',
  ],
  [
    'function private.keep_record()',
    ["'INSERT' -> 'INSERT_'", "'DELETE' -> 'DELETE_'"],
    'the row that is not there has no outcome',
  ],
  [
    'function private.note_figure()',
    ["'INSERT' -> 'INSERT_' in \"'people'", "'DELETE' -> 'DELETE_' in \"eger; end if"],
    'the row that is not there has no account',
  ],
  ...[
    'parse_name(given text, minimum integer, maximum integer)',
    'readable_part(given text)',
    'visible_name(given text)',
  ].map((name): [string, string[], string] => [
    `function private.${name}`,
    ['without STRICT'],
    'what is made of nothing is nothing',
  ]),
  [
    'function private.refuse_name(plain text, person uuid)',
    ['1 -> 2 in "me) = lower(plain) desc limit'],
    'the first is taken of however many',
  ],
  [
    'function private.require_second_step()',
    ["'aal1' -> 'aal1_'"],
    'it is only asked whether it is the other',
  ],
  [
    'trigger public.articles.move_article_cases',
    ['always'],
    'what keeps its address finds itself there',
  ],
  [
    'function private.flag_row()',
    ["' ' -> ' _' in \"te.find_flag_word"],
    'whatever parts them, name and tag are two words',
  ],
  [
    'function private.flag_row()',
    [
      "'muster_hints' -> ",
      "'topic' -> ",
      "'id' -> ",
      "'version' -> ",
      "'00000000-0000-0000-0000-000000000000' -> ",
      ' perform pg_notify(',
      "1 -> 2 in \"000-000000000000', 'version'",
    ],
    'what is told is heard after the end of a transaction (hidden.db.test.ts of the server)',
  ],
  [
    'function realtime.announce_message()',
    ['< -> <= in "lse if octet_length(body)', '8000 -> 8001 in "e if octet_length(body)'],
    'with what stands before it a body of so many bytes is too long either way',
  ],
  [
    'function realtime.announce_message()',
    [
      "0 -> 1 in \"otice := json_build_array('', 0, 'lost'",
      "0 -> 1 in \"json_build_array( '', 0, 'message'",
      "'\\n' -> '\\n_' in \"topic, new.private)::text",
    ],
    'nobody counts what the database tells, nor reads on where it tells of a loss',
  ],
  [
    'function realtime.announce_message()',
    [
      'is null -> is not null in " case when new.binary_payload',
      "'json' -> ",
      "'bytes' -> ",
      "'lost' -> ",
      "'message' -> 'message_' in \"n_build_array(",
      "'\\n' -> '\\n_' in \"d, new.inserted_at)::text || E'\\n' || body",
      "'muster_realtime' -> ",
      ' perform pg_notify(',
    ],
    'what is told is heard after the end of a transaction (exchange.db.test.ts of realtime)',
  ],
  [
    'function private.show_line(type text, stream text, data jsonb)',
    ["'team:%' -> 'team:%_'"],
    'a team’s stream ends by its id',
  ],
  [
    'function private.keep_stored_bytes()',
    ["'INSERT' -> 'INSERT_'", "'DELETE' -> 'DELETE_'"],
    'the row that is not there has no version',
  ],
  [
    'function private.require_room()',
    ['0 -> 1 in "storage of', "'storage of ' -> 'storage of _'", ' perform pg_advisory_xact_lock('],
    'the lock is shown with many uploads (room.db.test.ts of the backend)',
  ],
  [
    'trigger storage.objects.require_room',
    ['always'],
    'nobody has no files, however many are nobody’s',
  ],
  [
    'trigger storage.objects.require_room',
    ['without version, '],
    'other bytes of the same size need no more room',
  ],
  [
    'function private.name_skeleton(name text)',
    ["'𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡' -> ", "'𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃' -> "],
    'signs have no part in it, and a letter too many stands for none',
  ],
  [
    'function private.name_skeleton(name text)',
    ['without STRICT'],
    'what is made of nothing is nothing',
  ],
  [
    'function extensions.to_plain(word text)',
    ["'loddsaoi' -> 'loddsaoi_'"],
    'a letter too many stands for none',
  ],
  ['function extensions.to_plain(word text)', ['without STRICT'], 'nothing is plain already'],
  [
    'function private.drop_demo_people()',
    ["'f' -> 'f_'", "'a' -> 'a_'", "'r' -> 'r_'"],
    'a value of type "char" has one character',
  ],
  [
    'function private.find_open_case(match_id uuid, OUT case_id uuid, OUT is_appeal boolean, OUT ruled_by uuid)',
    ['1 -> 2 in " order by q.collection'],
    'a function of one row gives the first',
  ],
  [
    'function private.find_flag_word(given text)',
    ['1 -> 2 in "by part.place'],
    'a function of one value gives the first',
  ],
  ...['saml_providers.metadata_url not empty', 'sso_providers.resource_id not empty'].map(
    (name): [string, string[], string] => [
      `check auth.${name}`,
      ['> -> >=', '= -> <>', '0 -> 1'],
      'it stops nothing, as with Supabase: nothing is ever = null',
    ],
  ),
  [
    'check public.league_events.league_events_at_check',
    ["'milliseconds' -> 'milliseconds_'"],
    'PostgreSQL knows a unit by its first letters',
  ],
  ...['send(payload jsonb', 'send_binary(payload bytea'].map((name): [string, string[], string] => [
    `function realtime.${name}, event text, topic text, private boolean)`,
    ["'WarnSendingBroadcastMessage", ' raise warning '],
    'what PostgreSQL warns of stands in its log, which no row reads',
  ]),
  [
    'function realtime.keep_change()',
    ["'DELETE' -> 'DELETE_'", "'INSERT' -> 'INSERT_'"],
    'the row that is not there is nothing',
  ],
  [
    'function realtime.keep_change()',
    [
      'or -> and in " 10000 or ((kept',
      '> -> >= in " or ((kept',
      '> -> >= in "able_size(',
      '= -> <> in "pt = 10000 or',
      '= -> <> in "t, true); end if; if kept = 0',
      '64 -> 65',
      '0 -> 1 in " = 10000 or',
      '0 -> 1 in " true); end if',
      '65536 -> ',
      '268435456 -> ',
      "'realtime_changes' -> ",
      ' perform pg_notify(',
    ],
    'the room, and what is heard at the end, are asked in change-feed.db.test.ts of realtime',
  ],
  [
    'policy public.league_events "everybody reads the log, lineups after the result"',
    ['<> -> = in "t IS NOT NULL'],
    'what is no name is shown as it is; the list only saves the question',
  ],
  ...['buckets "the league\'s own bucket is', 'objects "the league\'s own files are'].map(
    (name): [string, string[], string] => [
      `policy storage.${name} the server's"`,
      ['to everybody'],
      'it is said to everybody',
    ],
  ),
  [
    'trigger private.sanction_appeals.hold_sanction_answer',
    ['always'],
    'nobody is the same as nobody in particular',
  ],
  ['check public.menu_items.menu_items_path_check', ['~ -> ~*'], 'there is no letter in it'],
];

/** Why a fault is none; null where it is one. */
export function findReason({ object, what }: Mutation): string | null {
  const found = equal.find(
    ([name, changes]) => name === object && changes.some((change) => what.startsWith(change)),
  );
  return found?.[2] ?? null;
}
