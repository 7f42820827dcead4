import type { Case, Run } from './case.ts';
import { keys } from './keys.ts';
import { type Column, quoteTable, type Row, type World } from './world.ts';

/** What both rows need beside the key, so that the table's checks let them be. */
const besideOf: Readonly<Record<string, Row>> = {
  'private.match_evidence.match_evidence_match_id_person_id_file_id_key': {
    kind: 'demo',
    url: null,
  },
  'private.webhooks.webhooks_team_id_key': { ladder_id: null },
};

/** Another value of columns whose values are few. */
const otherOf: Readonly<Record<string, string | number>> = {
  'private.case_questions.number': 2,
  'private.drafts.kind': 'games',
  'private.flag_words.locale': 'fi',
  'private.former_slugs.kind': 'ladders',
  'private.laid_texts.kind': 'games',
  'private.leftover_bytes.home': 's3',
  'private.stream_members.collection': 'matches',
  'private.text_heads.kind': 'games',
  'public.board_posts.kind': 'team_seeks_player',
  'public.imported_archive_rows.section': 'roster',
  'public.season_archive_rows.section': 'roster',
  'public.menu_items.menu': 'servers',
  'public.pages.slug': 'terms',
};

/** A partition's key bears a name of its own. */
const names: Readonly<Record<string, string>> = {
  'realtime.messages.messages_pkey': 'messages_of_test_pkey',
};

const tableOf = (name: string) => name.slice(0, name.lastIndexOf('.'));

interface Two {
  first: Row;
  second: Row;
  /** The columns that the first row fills. */
  key: readonly string[];
  /** Those of which the second has the same. */
  shared?: readonly string[];
}

/** Two rows, the second with the first one's values in these columns and new ones elsewhere. */
async function addTwo(world: World, table: string, { first, second, key, shared = key }: Two) {
  // What triggers make of a row, or refuse of it, is shown elsewhere.
  await world.query(`alter table ${quoteTable(table)} disable trigger user`);
  const filled: Record<string, unknown> = { ...first };
  for (const column of world.columns.get(table) ?? []) {
    const isInKey = key.includes(column.name) && !(column.name in first);
    if (isInKey && column.is_given) {
      filled[column.name] = await world.sample(column);
    }
  }
  const one = await world.add(table, filled);
  const common = Object.fromEntries(shared.map((name) => [name, one[name]]));
  return () => addOverriding(world, table, { ...common, ...second });
}

/** An identity is given only so. */
async function addOverriding(world: World, table: string, given: Row) {
  const identity = (world.columns.get(table) ?? []).find(
    (column) => !column.is_given && column.name in given,
  );
  if (identity === undefined) {
    return world.add(table, given);
  }
  const { [identity.name]: id, ...rest } = given;
  const row = await world.add(table, rest);
  return world.query(
    `insert into ${quoteTable(table)} overriding system value
       select (jsonb_populate_record(t, jsonb_build_object($1::text, $2::bigint))).*
       from ${quoteTable(table)} t where ${identity.name} = $3`,
    [identity.name, id, row[identity.name]],
  );
}

const another = (world: World, column: Column) =>
  otherOf[`${column.table}.${column.name}`] ?? column.labels?.at(-1) ?? world.sample(column);

function keyCase(name: string, text: string): Case {
  const table = tableOf(name);
  const columns = text.split(' ');
  const given = besideOf[name] ?? {};
  const constraint = names[name] ?? name.slice(table.length + 1);
  const apart =
    (column: string): Run =>
    async (world) => {
      const shared = columns.filter((other) => other !== column);
      const own = world.columns.get(table)?.find((one) => one.name === column);
      const value = own?.is_given ? { [column]: await another(world, own) } : {};
      const addSecond = await addTwo(world, table, {
        first: given,
        second: { ...given, ...value },
        key: columns,
        shared,
      });
      await world.lets(addSecond);
    };
  return {
    object: `key ${name}`,
    lets: Object.fromEntries(
      columns.map((column) => [`two that differ in ${column}`, apart(column)]),
    ),
    stops: {
      'two alike': async (world) => {
        const two = { first: given, second: given, key: columns };
        const addSecond = await addTwo(world, table, two);
        await world.stops({ code: '23505', constraint }, addSecond);
      },
    },
  };
}

/** A key that holds for some rows: pairs that it stops, and pairs that it lets through. */
interface Pairs {
  /** Columns that are the same in both rows unless a pair says otherwise. */
  shared?: readonly string[];
  stops: readonly (readonly [Row, Row])[];
  lets: readonly (readonly [Row, Row])[];
}

function pairsCase(name: string, { shared = [], stops, lets }: Pairs): Case {
  const table = tableOf(name);
  const constraint = name.slice(table.length + 1);
  const toRuns = (
    pairs: Pairs['stops'],
    judge: (world: World, addSecond: () => Promise<unknown>) => Promise<void>,
  ) =>
    Object.fromEntries(
      pairs.map(([first, second]) => [
        `${JSON.stringify(first)} and ${JSON.stringify(second)}`,
        async (world: World) =>
          judge(world, await addTwo(world, table, { first, second, key: shared })),
      ]),
    );
  return {
    object: `key ${name}`,
    lets: toRuns(lets, (world, addSecond) => world.lets(addSecond)),
    stops: toRuns(stops, (world, addSecond) =>
      world.stops({ code: '23505', constraint }, addSecond),
    ),
  };
}

const both = (row: Row): readonly [Row, Row] => [row, row];
const eachOf = (column: string, values: string) =>
  values.split(' ').map((value) => both({ [column]: value }));

const later = '2030-03-01T18:00:00Z';
const underWay = 'challenged offered countered scheduled checking_in veto live reported';
const notUnderWay = 'disputed completed forfeited voided declined withdrawn expired cancelled';

/** Codes of digits alone may coincide, and most people have none at all. */
function tokenCase(column: string): Case {
  return pairsCase(`auth.users.${column}_idx`, {
    stops: eachOf(column, 'abc 12a'),
    lets: [
      both({ [column]: '' }),
      both({ [column]: '123456' }),
      both({ [column]: '12 34' }),
      both({ [column]: null }),
      [{ [column]: 'abc' }, { [column]: 'abd' }],
    ],
  });
}

/** The key of a table that has one row and no more. */
function oneRowCase(table: string): Case {
  const constraint = `${table.split('.')[1]}_pkey`;
  return {
    object: `key ${table}.${constraint}`,
    lets: { 'the one row': async (world) => void (await world.add(table)) },
    stops: {
      another: async (world) => {
        await world.add(table);
        await world.stops({ code: '23505', constraint }, () => world.add(table));
      },
    },
  };
}

function activeEntryCase(name: string, column: 'team_id' | 'person_id'): Case {
  const beside = column === 'person_id' ? { team_id: null } : {};
  const pairs = (values: string) =>
    eachOf('status', values).map(([row]) => both({ ...beside, ...row }));
  return pairsCase(`public.entries.${name}`, {
    shared: ['season_id', column],
    stops: pairs('active suspended'),
    lets: pairs('left removed'),
  });
}

function openChallengeCase(name: string, column: string): Case {
  return pairsCase(`public.matches.${name}`, {
    shared: [column],
    stops: eachOf('status', underWay),
    lets: eachOf('status', notUnderWay),
  });
}

const conditional: readonly Case[] = [
  tokenCase('confirmation_token'),
  tokenCase('recovery_token'),
  tokenCase('reauthentication_token'),
  tokenCase('email_change_token_new'),
  tokenCase('email_change_token_current'),
  pairsCase('auth.users.users_email_partial_key', {
    stops: [both({ email: 'a@players.example' })],
    lets: [
      [{ email: 'a@players.example' }, { email: 'b@players.example' }],
      both({ email: 'a@players.example', is_sso_user: true }),
    ],
  }),
  pairsCase('auth.mfa_factors.mfa_factors_user_friendly_name_unique', {
    shared: ['user_id'],
    stops: [both({ friendly_name: 'Phone' }), both({ friendly_name: ' Phone' })],
    lets: [
      both({ friendly_name: '' }),
      both({ friendly_name: '  ' }),
      [{ friendly_name: 'Phone' }, { friendly_name: 'Tablet' }],
    ],
  }),
  pairsCase('auth.sso_domains.sso_domains_domain_idx', {
    stops: [[{ domain: 'players.example' }, { domain: 'Players.Example' }]],
    lets: [[{ domain: 'players.example' }, { domain: 'referees.example' }]],
  }),
  pairsCase('auth.sso_providers.sso_providers_resource_id_idx', {
    stops: [[{ resource_id: 'union' }, { resource_id: 'UNION' }]],
    lets: [[{ resource_id: 'union' }, { resource_id: 'league' }]],
  }),
  pairsCase('private.board_answers.board_answers_one_a_person', {
    shared: ['post_id', 'person_id'],
    stops: eachOf('status', 'open'),
    lets: eachOf('status', 'accepted declined'),
  }),
  pairsCase('private.cases.cases_one_open_a_thing', {
    shared: ['kind', 'subject'],
    stops: [both({ status: 'open' })],
    lets: [
      both({ status: 'closed', decided_at: later }),
      [{ status: 'final', decided_at: later }, {}],
    ],
  }),
  oneRowCase('private.heartbeats'),
  oneRowCase('private.backup_drills'),
  oneRowCase('private.backup_runs'),
  oneRowCase('private.public_file'),
  oneRowCase('private.server_watch'),
  oneRowCase('private.setup'),
  oneRowCase('public.league_settings'),
  activeEntryCase('entries_of_team', 'team_id'),
  activeEntryCase('entries_of_person', 'person_id'),
  pairsCase('public.entry_players.entry_players_one_entry_a_season', {
    shared: ['season_id', 'person_id'],
    stops: [both({ is_exclusive: true })],
    lets: [both({ is_exclusive: false })],
  }),
  openChallengeCase('matches_one_open_challenge_in', 'defender_entry_id'),
  openChallengeCase('matches_one_open_challenge_out', 'challenger_entry_id'),
  pairsCase('public.profiles.profiles_username_key', {
    stops: [[{ username: 'Arbiter' }, { username: 'arbiteR' }]],
    lets: [
      [{ username: 'Arbiter' }, { username: 'Referee' }],
      both({ user_id: null, username: '⸺' }),
    ],
  }),
  pairsCase('public.seasons.seasons_current', {
    shared: ['ladder_id'],
    stops: eachOf('status', 'open'),
    lets: eachOf('status', 'registration closed'),
  }),
  pairsCase('public.teams.teams_name_in_use', {
    shared: ['name_skeleton'],
    stops: [both({})],
    lets: [both({ disbanded_at: later }), [{ disbanded_at: later }, {}]],
  }),
  pairsCase('public.teams.teams_tag_in_use', {
    shared: ['tag_skeleton'],
    stops: [both({})],
    lets: [both({ disbanded_at: later }), [{ disbanded_at: later }, {}]],
  }),
];

/** Two rows whose places are changed in one statement after the other, as long as a transaction lasts. */
const swaps =
  (table: string, column: string, shared: readonly string[]): Run =>
  async (world) => {
    const first = { [column]: 1 };
    const add = await addTwo(world, table, { first, second: { [column]: 2 }, key: shared });
    await add();
    await world.query('set constraints all deferred');
    await world.query(`update ${table} set ${column} = 2 where ${column} = 1`);
    await world.query(`update ${table} set ${column} = 1 where ctid = (
      select ctid from ${table} where ${column} = 2 order by ctid limit 1)`);
    await world.query('set constraints all immediate');
  };

/** What more there is to some of the keys. */
const further: readonly Case[] = [
  {
    object: 'key public.menu_items.menu_items_menu_position_key',
    lets: { 'two that change places': swaps('public.menu_items', 'position', ['menu']) },
    stops: {},
  },
  {
    object: 'key public.entries.entries_season_id_rung_key',
    lets: { 'two that change rungs': swaps('public.entries', 'rung', ['season_id']) },
    stops: {},
  },
  pairsCase('public.admins.admins_person_id_ladder_id_key', {
    shared: ['person_id'],
    stops: [both({ ladder_id: null })],
    lets: [],
  }),
];

export function keyCases(): Case[] {
  const plain = Object.entries(keys).map(([name, text]) => keyCase(name, text));
  return [...plain, ...conditional, ...further];
}
