import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Database } from '@muster/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { settleFile, writeFile as writeFileTo } from '../files/stored-files.ts';
import { type OpenedFile, openWith } from '../league-file/open-league-file.ts';
import { createFixedSettings } from '../page/settings.ts';
import { type ApiLeague, createApiLeague, startMatch, toScores } from '../testing/api-league.ts';
import { listAddresses } from './list-addresses.ts';
import { isPublicManifest, type PublicManifest, parsePublicManifest } from './manifest.ts';
import { readPictures } from './public-pictures.ts';
import { verifyPublic } from './verify-public.ts';
import { writePublicFile } from './write-public-file.ts';

/** What nobody but those it concerns may know, each planted where the league keeps such things. */
const secrets = {
  mail: 'planted-mail@players.example',
  password: 'planted-hash-of-a-password',
  talk: 'planted words in a room',
  hidden: 'Zorblax Riders',
  hiddenTag: 'ZRBLX',
  draft: 'planted-draft',
  gone: 'Wintermute',
};
const signal = new AbortController().signal;
const progress = () => undefined;

interface Column {
  table: string;
  name: string;
  type: string;
  /** Whether a row needs a value that nothing gives by itself. */
  is_needed: boolean;
  /** A text that the column takes. */
  word: string;
}

/** The columns of private tables; not those by which acts and events are found from pages that are public. */
const columnsSql = `
  select n.nspname || '.' || c.relname as table, a.attname as name, t.typname as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as is_needed,
    coalesce((select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']+)')
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1), 'sample') as word
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where n.nspname in ('private', 'auth') and c.relkind in ('r', 'p') and a.attnum > 0
    and not a.attisdropped and a.attgenerated = '' and a.attname <> 'stream'
    and c.relname || '.' || a.attname <> all ('{audit_log.subject,audit_log.kind,audit_log.act}')
  order by 1, a.attnum`;

const values: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  timestamptz: 'now()',
  bool: 'false',
  jsonb: "'{}'",
  bytea: "'x'",
  inet: "'192.0.2.7'",
  date: 'now()',
};
const isText = ({ type }: Column) => type === 'text' || type === 'varchar';
/** How a word stands in a column of each type that can hold one, told apart by the row's place; beside what JSON is there. */
const wordSql: Readonly<Record<string, (column: string) => string>> = {
  text: () => '$1 || ctid::text',
  varchar: () => '$1 || ctid::text',
  jsonb: (column) => `case jsonb_typeof(${column}) when 'object' then ${column} else '{}' end
    || jsonb_build_object('planted', $1 || ctid::text)`,
  json: (column) => `(case json_typeof(${column}) when 'object' then ${column}::jsonb else '{}' end
    || jsonb_build_object('planted', $1 || ctid::text))::json`,
  bytea: () => `convert_to($1 || ctid::text, 'UTF8')`,
  _text: () => 'array[$1 || ctid::text]',
};

/**
 * Puts a word of its own into every text, piece of JSON and bytes of every private table, into a row of its own where it has none; gives the
 * words with where they stand. What a check refuses, or a table whose rows are not so easily made, is left.
 */
async function plantEverywhere(database: Database): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  const change = (sql: string, given: unknown[] = []) =>
    database
      .transaction(async (transaction) => {
        await transaction.query("set local session_replication_role = 'replica'");
        return transaction.query(`${sql} returning 1`, given);
      })
      .catch(() => []);
  for (const [table, columns] of Map.groupBy(
    await database.query<Column>(columnsSql),
    (column) => column.table,
  )) {
    const needed = columns.filter((column) => column.is_needed);
    if ((await database.query(`select 1 from ${table} limit 1`)).length === 0) {
      await change(
        `insert into ${table} (${needed.map(({ name }) => `"${name}"`).join()}) values
           (${needed.map((column) => (isText(column) ? `'${column.word}'` : (values[column.type] ?? '1'))).join()})`,
      );
    }
    for (const { name, type } of columns) {
      const word = `planted-${words.size}-here`;
      const value = wordSql[type]?.(`"${name}"`) ?? null;
      const set = `update ${table} set "${name}" = ${value}`;
      if (value !== null && (await change(set, [word])).length > 0) {
        words.set(word, `${table}.${name}`);
      }
    }
  }
  return words;
}

let own: ApiLeague;
let folder: string;
let path: string;
let gone: Viewer;
let match: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-public-'));
  await mkdir(join(folder, 'public-file/site'), { recursive: true });
  await writeFile(join(folder, 'public-file/site/muster.js'), '// opens it');
  own = await createApiLeague();
  await own.addLadder('tanks');
  const steward = await own.addAdmin('Steward');
  const [home, away] = [await own.addTeam('Home', 'tanks'), await own.addTeam('Away', 'tanks')];
  const { code } = await own.act(home.captain, { path: `/teams/${home.slug}/invites` });
  gone = await own.addPerson(secrets.gone);
  await own.act(gone, { path: `/teams/${home.slug}/join`, body: { code } });
  const named = { name: secrets.hidden, tag: secrets.hiddenTag };
  await own.act(away.captain, { path: `/teams/${away.slug}/edit`, body: named });
  const played = await startMatch(own, 'tanks', [away, home]);
  match = played.match;
  const text = secrets.talk;
  await own.act(home.captain, { path: `/matches/${match}/messages`, body: { text } });
  const scores = toScores(played.maps, 'challenger');
  await own.act(home.captain, { path: `/matches/${match}/report`, body: { scores } });
  await own.act(steward, {
    path: `/moderation/teams/${away.slug}/name`,
    body: { name: 'Nicer', tag: 'NICE', reason: 'Rude.', hides: true },
  });
  await own.database.query(
    'update auth.users set email = $2, encrypted_password = $3 where id = $1',
    [home.captain.user_id, secrets.mail, secrets.password],
  );
  await own.database.query(
    `insert into public.articles (slug, title, body, published_at) values ($1, '{}', '{}', null)`,
    [secrets.draft],
  );
  await own.database.query(
    `insert into private.webhooks (id, ladder_id, url, locale, set_at)
     select gen_random_uuid(), id, 'https://chat.example/hook', 'en', now() from public.ladders limit 1`,
  );
  // Somebody held a stream and wrote nothing: it is none that anybody could replay.
  await own.database.query(
    `insert into public.stream_heads (stream) values ('team:' || gen_random_uuid())`,
  );
  await own.send(gone, { path: '/me/deletion', body: { confirm: secrets.gone } });
  path = join(folder, 'public.zip');
  await write(path);
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const write = (to: string) =>
  writePublicFile(own.database, to, {
    ...{ homes: {}, progress, signal, siteFolder: folder },
    settings: createFixedSettings(parseConfig({})),
  });

async function readAll(file: OpenedFile<PublicManifest>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { path: entry } of file.manifest.entries) {
    texts.set(entry, Buffer.concat(await Array.fromAsync(file.read(entry))).toString('utf8'));
  }
  return texts;
}

/** What a script of data holds. */
function unpack(script: string): string {
  const packed = /^musterTake\("[^"]+","([^"]*)"\)\n$/.exec(script)?.[1] ?? '';
  return inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
}

const open = (given: string) => openWith(parsePublicManifest, given, { identities: [], signal });

async function readTexts(given = path): Promise<Map<string, string>> {
  await using file = await open(given);
  const texts = await readAll(file);
  return new Map(
    [...texts].map(([name, text]) => [name, name.startsWith('data/') ? unpack(text) : text]),
  );
}

it('tells in no byte what a stranger may not know, a name that was hidden, or one of who left', async () => {
  const texts = await readTexts();
  const found = [...texts].flatMap(([name, text]) =>
    Object.values(secrets)
      .filter((secret) => text.includes(secret))
      .map((secret) => [name, secret]),
  );
  expect(found).toEqual([]);
  expect(texts.get('forgotten.txt')).toBe(`${gone.person_id}\n`);
});

it('has the pages, the rows and the log that anybody may read', async () => {
  const texts = await readTexts();
  const pages = JSON.parse(texts.get('data/match-0.js') ?? '{}') as Record<string, unknown>;
  expect(Object.keys(pages)).toEqual([`/matches/${match}`]);
  expect(texts.get('data/team-0.js')).toContain('Nicer');
  expect(texts.get('tables/public.teams.ndjson')).toContain('"slug"');
  expect([...texts.keys()].filter((name) => /private|auth|storage/.test(name))).toEqual([]);
  expect(texts.get('data/names.js')).toContain('/ladders/tanks');
  expect(texts.get('index.html')).toContain('site/muster.js');
});

it('is verified by itself, and what was changed in it is found', async () => {
  await using file = await open(path);
  const found = await verifyPublic(file, { progress, signal });
  expect(found.events).toBeGreaterThan(10);
  expect(found.withheld).toBeGreaterThan(0);
  const log = file.manifest.streams.find(({ stream }) => stream.startsWith('ladder:'));
  const withLog = (change: (text: string) => string): OpenedFile<PublicManifest> => ({
    ...file,
    async *read(entry) {
      for await (const bytes of file.read(entry)) {
        yield entry === log?.path ? Buffer.from(change(bytes.toString('utf8'))) : bytes;
      }
    },
  });
  const otherwise = withLog((text) =>
    text.replace('"type":"match_completed"', '"type":"match_voided"'),
  );
  await expect(verifyPublic(otherwise, { progress, signal })).rejects.toThrow(
    /^ladder:\S+ breaks at sequence \d+ \(hash\)$/,
  );
  const [head = expect.fail()] = file.manifest.streams.filter(({ path: at }) => at === log?.path);
  const { sequence } = head;
  const short = withLog((text) => `${text.split('\n').slice(0, -2).join('\n')}\n`);
  await expect(verifyPublic(short, { progress, signal })).rejects.toThrow(
    `${head.stream} ends at ${sequence - 1}, and its head stands at ${sequence}`,
  );
  const none = withLog(() => '');
  await expect(verifyPublic(none, { progress, signal })).rejects.toThrow(
    `${head.stream} ends at 0, and its head stands at ${sequence}`,
  );
  for (const [text, words] of [
    ['words', 'not JSON'],
    ['null', 'no row'],
  ]) {
    const other = withLog(() => `${text}\n`);
    await expect(verifyPublic(other, { progress, signal })).rejects.toThrow(
      `${head.path} has a line that is ${words}`,
    );
  }
  const withHead = (more: Partial<typeof head>): OpenedFile<PublicManifest> => ({
    ...file,
    manifest: { ...file.manifest, streams: [{ ...head, ...more }] },
  });
  await expect(
    verifyPublic(withHead({ hash: 'f'.repeat(64) }), { progress, signal }),
  ).rejects.toThrow(`ends at ${sequence}, and its head stands at ${sequence}`);
  const other = 'ladder:00000000-0000-4000-8000-000000000000';
  await expect(verifyPublic(withHead({ stream: other }), { progress, signal })).rejects.toThrow(
    `${other} breaks at sequence 1 (stream)`,
  );
});

it('is verified by every part of it, and says how many of each', async () => {
  await using file = await open(path);
  const { tables, streams, entries, pages } = file.manifest;
  const read: string[] = [];
  const watched: OpenedFile<PublicManifest> = {
    ...file,
    read(entry) {
      read.push(entry);
      return file.read(entry);
    },
  };
  const found = await verifyPublic(watched, { progress, signal });
  expect(read).toEqual([...entries, ...streams].map((part) => part.path));
  const texts = await readTexts();
  const count = (own: readonly { path: string }[], mark: RegExp) =>
    own.flatMap(({ path: at }) => texts.get(at)?.match(mark) ?? []).length;
  expect(found).toEqual({
    events: count(streams, /\n/g),
    withheld: count(streams, /"withheld":true/g),
    streams: 4,
    rows: count(tables, /\n/g),
    tables: tables.length,
    pages,
  });
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(verifyPublic(file, { progress, signal: stopped })).rejects.toThrow('stopped');
});

it('has a manifest of this version, in which nothing else stands', async () => {
  await using file = await open(path);
  const { manifest } = file;
  const parse = (more: object) => () =>
    parsePublicManifest(JSON.stringify({ ...manifest, ...more }));
  expect(parse({})()).toEqual(manifest);
  for (const [member, value] of [
    ['version', 2],
    ['format', 'muster-league'],
    ['pages', -1],
    ['pages', 1.5],
    ['as_of', 'today'],
    ['instant', 'today'],
    ['notice', 'x'.repeat(1001)],
    ['more', 1],
  ] as const) {
    expect(parse({ [member]: value })).toThrow(`its manifest is wrong at ${member}: `);
  }
  expect(parse({ notice: 'x'.repeat(1000), instant: null })).not.toThrow();
  expect(parse({ entries: [{ path: 'a', size: 1, sha256: 'F'.repeat(64) }] })).toThrow(
    'its manifest is wrong at entries.0.sha256: ',
  );
  expect(['{', '{}', '{"format":"muster-league"}'].map(isPublicManifest)).toEqual(
    Array(3).fill(false),
  );
  expect(isPublicManifest('{"format":"muster-public","version":9}')).toBe(true);
});

it('begins each list of pages at its first address, and has addresses in the order in which they are looked up', async () => {
  const slugs = ['ab', 'a0', 'a-c'];
  for (const slug of slugs) {
    await own.database.query(
      `insert into public.games (slug, name, short_name, position, tagline, about, facts, maps, modes)
       values ($1, $1, $1, 9, '{}', '{}', '[]', '{}', '{}')`,
      [slug],
    );
  }
  const addresses = await listAddresses(own.database);
  const games = addresses.get('game') ?? [];
  expect(games.filter((address) => slugs.includes(address.slice('/games/'.length)))).toEqual([
    ...['/games/a-c', '/games/a0', '/games/ab'],
  ]);
  await own.database.query('delete from public.games where slug = any ($1::text[])', [slugs]);
  const single = [...addresses].filter(([, own]) => own.length === 1 && !own[0]?.includes('tanks'));
  expect(Object.fromEntries(single)).toMatchObject({
    ...{ home: ['/'], about: ['/about'], admins: ['/admins'], archives: ['/archives'] },
    ...{ articles: ['/articles'], boards: ['/boards'], conduct: ['/conduct'], teams: ['/teams'] },
    ...{ imprint: ['/imprint'], privacy: ['/privacy'], terms: ['/terms'], 'office-log': ['/log'] },
    match: [`/matches/${match}`],
  });
  for (const [page, end] of [
    ['ladder', ''],
    ['ladder-log', '/log'],
    ['ladder-rules', '/rules'],
  ] as const) {
    expect(addresses.get(page)).toEqual([`/ladders/tanks${end}`]);
  }
  expect(addresses.get('team')).toHaveLength(2);
  // Who left has no page.
  expect(addresses.get('profile')).not.toContain(`/profiles/${gone.user_id}`);
  expect(addresses.get('profile')?.toSorted()).toEqual(addresses.get('profile'));
});

it('brings the pictures that its pages show, in the forms that they are shown in, and no other', async () => {
  const { league, database } = own;
  const store = async (content: string) => {
    const about = { personId: null, mediaType: 'image/webp', at: league.now() };
    const file = await writeFileTo(league, about, [Buffer.from(content)]);
    return database.transaction((transaction) => settleFile(transaction, file));
  };
  const key = (letter: string) => letter.repeat(32);
  await database.query(
    `insert into private.team_logos (team_id, key, small_id, large_id, set_at)
     select id, $1, $2, $3, now() from public.teams limit 1`,
    [key('a'), await store('small logo'), await store('large logo')],
  );
  await database.query(
    `insert into private.game_pictures (game_slug, key, small_id, large_id, set_at)
     select slug, $1, $2, $3, now() from public.games limit 1`,
    [key('b'), await store('small game'), await store('large game')],
  );
  await database.query(
    `insert into private.league_logos (key, bar_id, icon_id, app_id, link_id, bar_width, set_at)
     values ($1, $2, $3, $4, $4, 72, now())`,
    [key('c'), await store('bar'), await store('icon'), await store('app')],
  );
  await database.query(
    `insert into private.pictures (key, file_id, width, height, created_at)
     values ($1, $2, 640, 480, now()), ($3, $2, 1, 1, now())`,
    [key('d'), await store('picture'), key('e')],
  );
  const read = (keys: string[]) =>
    database.transaction(async (transaction) => {
      const found: [string, string][] = [];
      for await (const picture of readPictures(transaction, {}, new Set(keys))) {
        const bytes = Buffer.concat(await Array.fromAsync(picture.bytes));
        found.push([picture.path, bytes.toString()]);
      }
      return found;
    });
  const shown = [`logos/${key('a')}`, `game-pictures/${key('b')}`, `league-logos/${key('c')}`];
  expect(await read([...shown, `pictures/${key('d')}`, `logos/${key('f')}`])).toEqual([
    [`pictures/game-pictures/${key('b')}/256.webp`, 'large game'],
    [`pictures/game-pictures/${key('b')}/64.webp`, 'small game'],
    [`pictures/league-logos/${key('c')}/bar.webp`, 'bar'],
    [`pictures/league-logos/${key('c')}/icon.png`, 'icon'],
    [`pictures/logos/${key('a')}/256.webp`, 'large logo'],
    [`pictures/logos/${key('a')}/64.webp`, 'small logo'],
    [`pictures/pictures/${key('d')}/640x480.webp`, 'picture'],
  ]);
  // One kind’s key is none of another's.
  expect(await read([`logos/${key('b')}`])).toEqual([]);
  await database.query(
    `update public.teams set logo_path = '/api/logos/' || l.key
     from private.team_logos l where l.team_id = id`,
  );
  const to = join(folder, 'pictures.zip');
  await write(to);
  const texts = await readTexts(to);
  expect(texts.get(`pictures/logos/${key('a')}/64.webp`)).toBe('small logo');
  expect([...texts.keys()].filter((name) => name.includes(key('e')))).toEqual([]);
  await database.query('update public.teams set logo_path = null');
  for (const table of ['team_logos', 'game_pictures', 'league_logos', 'pictures']) {
    await database.query(`delete from private.${table}`);
  }
});

it('leaves nothing behind where it is told to stop', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  const settings = createFixedSettings(parseConfig({}));
  const options = { homes: {}, settings, progress, signal: stopped, siteFolder: folder };
  const to = join(folder, `${randomUUID()}.zip`);
  await expect(writePublicFile(own.database, to, options)).rejects.toThrow('stopped');
  await expect(open(to)).rejects.toThrow('there is no such file');
});

/** Where secrets are kept, of which each must have been planted. */
const mustHold = [
  'private.drafts.texts',
  'private.reports.words',
  'private.reports.snapshot',
  'private.sign_in_ways.client_secret',
  'private.secrets.value',
  'private.audit_log.changes',
  'private.notices.data',
  'private.commands.answer',
  'private.text_revisions.texts',
  'private.person_settings.availability',
  'private.stored_pieces.bytes',
  'private.match_messages.text',
  'private.webhooks.url',
  'auth.users.raw_user_meta_data',
  'auth.audit_log_entries.payload',
  'auth.identities.identity_data',
];

// Last, since a league of which each name was overwritten is none any more.
it('tells in no byte, packed or not, any text, JSON or bytes of a private table', async () => {
  const planted = await plantEverywhere(own.database);
  const to = join(folder, 'planted.zip');
  await write(to);
  const texts = await readTexts(to);
  texts.set('the file as it lies there', (await readFile(to)).toString('latin1'));
  await using opened = await open(to);
  for (const [name, text] of await readAll(opened)) {
    texts.set(`${name} as it lies there`, text);
  }
  // Bytes come as hex where a row is written as JSON.
  const inHex = (word: string) => Buffer.from(word).toString('hex');
  const found = [...texts].flatMap(([name, text]) =>
    [...planted]
      .filter(([word]) => text.includes(word) || text.includes(inHex(word)))
      .map(([, place]) => [name, place]),
  );
  expect(found).toEqual([]);
  const places = [...planted.values()];
  expect(mustHold.filter((place) => !places.includes(place)).join(' ')).toBe('');
  expect(planted.size).toBeGreaterThan(80);
});
