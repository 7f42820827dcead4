import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asked, createChangeWorld, type Ear, type Host, listen, patient } from './testing.ts';

let world: Awaited<ReturnType<typeof createChangeWorld>>;
let host: Host;
const notes = { schema: 'public', table: 'notes' };
const subscribed = expect.objectContaining({
  status: 'ok',
  extension: 'postgres_changes',
  message: 'Subscribed to PostgreSQL',
});

beforeAll(async () => {
  world = await createChangeWorld();
  await world.database.query(`
    create table notes (
      id bigint primary key, owner text, body text, large numeric, bytes bytea, is_done boolean,
      twice bigint generated always as (id * 2) stored);
    alter table notes enable row level security;
    create policy "owner reads" on notes for select to anon, authenticated using (
      owner is null or owner = coalesce(auth.jwt() ->> 'club', 'nobody'));
    grant select on notes to anon, authenticated, service_role;
    create table "Open Rooms" (id int primary key, "a ""name""" text, room text);
    alter table "Open Rooms" replica identity full;
    grant select on "Open Rooms" to anon, authenticated, service_role;
    create table keyless (body text);
    grant select on keyless to anon;
    create table hidden (id int primary key, body text);
    grant select on hidden to service_role;
    create table partial (id int primary key, shown text, secret text);
    grant select (id, shown) on partial to anon;
    create table unpublished (id int primary key);
    grant select on unpublished to anon;
    alter publication supabase_realtime add table notes, "Open Rooms", keyless, hidden, partial;
    alter table keyless replica identity full`);
  host = await world.host();
});
afterAll(() => world[Symbol.asyncDispose]());

const run = (sql: string, values: unknown[] = []) => world.database.query(sql, values);

/** Changes a row that this ear hears, and waits for it: what came before it has come as well. */
async function settle(...ears: Ear[]): Promise<void> {
  const id = nextId();
  await run('insert into notes (id, body) values ($1, $2)', [id, 'end']);
  for (const ear of ears) {
    await vi.waitFor(
      () => expect(ear.heard.at(-1)?.new).toMatchObject({ id, body: 'end' }),
      patient,
    );
    ear.heard.pop();
  }
}

let lastId = 1000;
function nextId(): number {
  lastId += 1;
  return lastId;
}

const all: Asked = { event: '*', ...notes };

describe.each(['1.0.0', '2.0.0'])('by protocol %s', (vsn) => {
  test('a row that is written, changed and taken away is told of, in order', async () => {
    const ear = await listen(host.connect({ vsn }), all);
    expect(ear.system).toEqual([subscribed]);
    const id = nextId();
    await run(`insert into notes (id, body, is_done) values ($1, 'first', false)`, [id]);
    await run(`update notes set body = 'second' where id = $1`, [id]);
    await run('delete from notes where id = $1', [id]);
    await vi.waitFor(() => expect(ear.heard).toHaveLength(3), patient);
    const row = { id, owner: null, large: null, bytes: null, is_done: false, twice: id * 2 };
    expect(ear.heard).toEqual([
      {
        ...notes,
        eventType: 'INSERT',
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        errors: null,
        new: { ...row, body: 'first' },
        old: {},
      },
      expect.objectContaining({
        eventType: 'UPDATE',
        new: { ...row, body: 'second' },
        old: { id },
      }),
      expect.objectContaining({ eventType: 'DELETE', new: {}, old: { id } }),
    ]);
  });
});

test.each(['INSERT', 'UPDATE', 'DELETE'] as const)(
  'who asks for %s alone gets that',
  async (event) => {
    const client = host.connect();
    const [ear, everything] = [
      await listen(client, { event, ...notes }),
      await listen(client, all),
    ];
    const id = nextId();
    await run('insert into notes (id) values ($1)', [id]);
    await run(`update notes set body = 'x' where id = $1`, [id]);
    await run('delete from notes where id = $1', [id]);
    await settle(everything);
    expect(
      ear.heard.map(({ eventType, new: row, old }) => [eventType, row.id ?? old.id]),
    ).toContainEqual([event, id]);
    expect(new Set(ear.heard.map(({ eventType }) => eventType))).toEqual(new Set([event]));
  },
);

test('two wishes of a channel are both told, each change once', async () => {
  const ear = await listen(
    host.connect(),
    { event: 'INSERT', ...notes },
    { event: '*', ...notes, filter: 'body=eq.both' },
    { event: '*', ...notes, filter: 'body=eq.neither' },
  );
  const id = nextId();
  await run(`insert into notes (id, body) values ($1, 'both')`, [id]);
  await vi.waitFor(() => expect(ear.heard).toHaveLength(2), patient);
  await settle(ear);
  expect(ear.heard.map(({ new: row }) => row.id)).toEqual([id, id]);
});

describe('a filter', () => {
  const rows: Record<string, [string, unknown][]> = {
    number: [
      ['eq.12', [12]],
      ['neq.12', [10, 11, 13]],
      ['lt.12', [10, 11]],
      ['lte.12', [10, 11, 12]],
      ['gt.12', [13]],
      ['gte.12', [12, 13]],
      ['in.(10,13)', [10, 13]],
      ['not.in.(10,13)', [11, 12]],
      ['not.eq.12', [10, 11, 13]],
      ['isdistinct.12', [10, 11, 13]],
      ['not.isdistinct.12', [12]],
    ],
    word: [
      ['eq.Beta', [11]],
      ['eq."Beta"', [11]],
      ['in.("Beta","a, b")', [11, 12]],
      ['like.%et%', [11]],
      ['like.b%', []],
      ['ilike.b%', [11]],
      ['not.ilike.b%', [10, 12]],
      ['match.^[AB]', [10, 11]],
      ['imatch.^[ab]e', [11]],
      ['is.null', [13]],
      ['not.is.null', [10, 11, 12]],
      ['isdistinct.Beta', [10, 12, 13]],
      ['neq.Beta', [10, 12]],
      ['gt."a, b",number=lt.12', [10, 11]],
    ],
    is_on: [
      ['is.true', [10]],
      ['not.is.true', [11, 12, 13]],
      ['is.unknown', [13]],
      ['eq.false', [11, 12]],
    ],
  };
  const cases = Object.entries(rows).flatMap(([column, ofColumn]) =>
    ofColumn.map(([filter, expected]) => [`${column}=${filter}`, expected] as const),
  );

  test('lets through what it says, of new rows, of changed ones and of those that are gone', async () => {
    await run(`
      create table facts (number int primary key, word text collate "en-x-icu", is_on boolean);
      alter table facts replica identity full;
      grant select on facts to anon;
      alter publication supabase_realtime add table facts`);
    const client = host.connect();
    const facts = { schema: 'public', table: 'facts' };
    const ears = await Promise.all(
      cases.map(([filter]) => listen(client, { event: '*', ...facts, filter })),
    );
    const end = await listen(client, { event: '*', ...facts });
    await run(
      `insert into facts values (10, 'Alpha', true), (11, 'Beta', false), (12, 'a, b', false), (13, null, null)`,
    );
    await run('update facts set number = number');
    await run('delete from facts');
    await vi.waitFor(() => expect(end.heard).toHaveLength(12), patient);
    const got = ears.map(({ heard }, index) => [
      cases[index]?.[0],
      ...(['INSERT', 'UPDATE', 'DELETE'] as const).map((type) =>
        heard
          .filter(({ eventType }) => eventType === type)
          .map((one) => (type === 'DELETE' ? one.old : one.new).number),
      ),
    ]);
    expect(got).toEqual(cases.map(([filter, expected]) => [filter, expected, expected, expected]));
  });

  test('of a row that is gone is asked about its key alone', async () => {
    const client = host.connect();
    const id = nextId();
    const byBody = await listen(client, { event: '*', ...notes, filter: 'body=in.(gone,end)' });
    const byKey = await listen(client, { event: 'DELETE', ...notes, filter: `id=eq.${id}` });
    await run(`insert into notes (id, body) values ($1, 'gone')`, [id]);
    await run('delete from notes where id = $1', [id]);
    await settle(byBody);
    expect(byBody.heard.map(({ eventType }) => eventType)).toEqual(['INSERT']);
    await vi.waitFor(() => expect(byKey.heard.map(({ old }) => old)).toEqual([{ id }]), patient);
  });
});

describe('what is asked wrongly is told by the service’s words', () => {
  const unable = 'Unable to subscribe to changes with given parameters.';
  const checkRealtime = (what: string) =>
    `${unable} Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, ${what}, filters: [], select: nil]`;
  test.each<[Asked, string | RegExp]>([
    [{ table: 'nothing' }, checkRealtime('table: nothing')],
    [{ table: 'unpublished' }, checkRealtime('table: unpublished')],
    [{ table: 'notes', filter: 'body=foo.hey' }, 'Error parsing `filter` params: ["foo", "hey"]'],
    [{ table: 'notes', filter: 'wrong' }, 'Error parsing `filter` params: ["wrong"]'],
    [
      { table: 'notes', filter: 'nothing=eq.1' },
      `${unable} An exception happened so please check your connect parameters: [event: *, schema: public, table: notes, filters: [{"nothing", "eq", "1", false}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid column for filter nothing`,
    ],
    [
      { table: 'notes', filter: 'id=eq.hey' },
      /Exception: ERROR 22P02 \(invalid_text_representation\) invalid input syntax for type bigint: "hey"$/,
    ],
    [{ table: 'notes', filter: 'id=in.(1,x)' }, /Exception: ERROR 22P02 /],
    [
      { table: 'notes', filter: 'id=like.1' },
      /operator like requires a text-compatible column type, got bigint$/,
    ],
    [{ table: 'notes', filter: 'body=match.(' }, /invalid regular expression for match filter: /],
    [
      { table: 'notes', filter: 'body=is.true' },
      /is true filter requires a boolean column, got text$/,
    ],
    [{ table: 'notes', filter: 'body=is.nothing' }, /must be null, true, false, or unknown$/],
    [{ table: 'notes', select: ['body', 'nothing'] }, /invalid column for select nothing$/],
    [{ table: 'partial', select: ['secret'] }, /invalid column for select secret$/],
    [{ table: 'partial', filter: 'secret=eq.a' }, /invalid column for filter secret$/],
    [
      { table: '*', select: ['id'] },
      /^Column selection is not supported for wildcard subscriptions/,
    ],
    [
      { table: 'notes', filter: `id=in.(${Array(101).fill(1).join()})` },
      /too many values for `in` filter. Maximum 100$/,
    ],
  ])('%j', async (asked, message) => {
    const ear = await listen(host.connect(), { event: '*', schema: 'public', ...asked });
    expect(ear.states).toEqual(['SUBSCRIBED']);
    expect(ear.system).toEqual([
      expect.objectContaining({
        status: 'error',
        extension: 'postgres_changes',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    ]);
  });

  test('but 100 values may stand in a list', async () => {
    const filter = `id=in.(${Array(100).fill(1).join()})`;
    expect((await listen(host.connect(), { event: '*', ...notes, filter })).system).toEqual([
      subscribed,
    ]);
  });
});

describe('columns', () => {
  test('that are chosen come with the key and without the others', async () => {
    const ear = await listen(host.connect(), { event: '*', ...notes, select: ['body'] });
    const id = nextId();
    await run(`insert into notes (id, body, large) values ($1, 'a', 1)`, [id]);
    await vi.waitFor(() => expect(ear.heard).toHaveLength(1), patient);
    expect(ear.heard[0]?.new).toEqual({ id, body: 'a' });
  });

  test('that the role may not read do not come', async () => {
    const ear = await listen(host.connect(), { event: '*', schema: 'public', table: 'partial' });
    await run(`insert into partial values (1, 'shown', 'secret')`);
    await vi.waitFor(() => expect(ear.heard).toHaveLength(1), patient);
    expect(ear.heard[0]?.new).toEqual({ id: 1, shown: 'shown' });
    expect(JSON.stringify(ear.heard)).not.toContain('secret');
  });

  test('keep every digit, their bytes and odd names', async () => {
    const frames: string[] = [];
    const client = host.connect({ onText: (text) => frames.push(text) });
    const ear = await listen(client, all, { event: '*', schema: 'public', table: 'Open Rooms' });
    frames.length = 0;
    await run(
      `insert into notes (id, large, bytes) values (9007199254740993, 1.10000000000000000000000000001, '\\x00ff')`,
    );
    await run(`insert into "Open Rooms" values (1, 'grüße "x" \\ y', 'hall')`);
    await run(`update "Open Rooms" set room = 'attic'`);
    await run(`delete from "Open Rooms"`);
    await vi.waitFor(() => expect(ear.heard).toHaveLength(4), patient);
    expect(frames[0]).toContain('"id":9007199254740993,');
    expect(frames[0]).toContain('"large":1.10000000000000000000000000001,');
    expect(frames[0]).toContain('"bytes":"00ff",');
    const row = { id: 1, 'a "name"': 'grüße "x" \\ y' };
    expect(ear.heard[1]).toMatchObject({ table: 'Open Rooms', new: { ...row, room: 'hall' } });
    expect(ear.heard[2]).toMatchObject({
      new: { ...row, room: 'attic' },
      old: { ...row, room: 'hall' },
    });
    expect(ear.heard[3]).toMatchObject({ eventType: 'DELETE', old: { ...row, room: 'attic' } });
  });

  test('of a record that is too large come as far as they are small', async () => {
    const ear = await listen(host.connect(), all);
    const [id, fits] = [nextId(), nextId()];
    await run(`insert into notes (id, body, is_done) values ($1, repeat('x', 1024 * 1024), true)`, [
      id,
    ]);
    await run(`insert into notes (id, body) values ($1, repeat('x', 1000 * 1000))`, [fits]);
    await vi.waitFor(() => expect(ear.heard).toHaveLength(2), patient);
    expect(ear.heard[0]).toMatchObject({
      errors: ['Error 413: Payload Too Large'],
      new: { id, is_done: true },
    });
    expect(ear.heard[0]?.new.body).toBeUndefined();
    expect(ear.heard[1]?.errors).toBeNull();
    expect(ear.heard[1]?.new.body).toHaveLength(1000 * 1000);
  });
});

describe('rights', () => {
  test('ten people of different clubs hear of the rows of theirs, and of everybody’s', async () => {
    const clubs = Array.from({ length: 10 }, (_, index) => `club ${index}`);
    const ears = await Promise.all(
      clubs.map(async (club) => listen(host.connect({ token: await host.sign({ club }) }), all)),
    );
    const everything = await listen(host.connect({ key: 'serviceRole' }), all);
    const ids = new Map<string, number>();
    for (const club of clubs) {
      ids.set(club, nextId());
      await run(`insert into notes (id, owner) values ($1, $2)`, [ids.get(club), club]);
    }
    const shared = nextId();
    await run(`insert into notes (id, body) values ($1, 'end')`, [shared]);
    for (const [index, ear] of ears.entries()) {
      await vi.waitFor(() => expect(ear.heard.at(-1)?.new.id).toBe(shared), patient);
      expect(ear.heard.map(({ new: row }) => row.id)).toEqual([
        ids.get(clubs[index] ?? ''),
        shared,
      ]);
    }
    await vi.waitFor(() => expect(everything.heard).toHaveLength(11), patient);
  });

  test('a token whose session has ended hears nothing, one whose session goes on does', async () => {
    const [userId, sessionId] = [randomUUID(), randomUUID()];
    await run('insert into auth.users (id) values ($1)', [userId]);
    await run('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId]);
    const token = await host.sign({ sub: userId, session_id: sessionId });
    const ear = await listen(host.connect({ token }), all);
    const other = await listen(host.connect(), all);
    await settle(ear, other);
    await run('delete from auth.sessions where id = $1', [sessionId]);
    await settle(other);
    expect(ear.heard).toEqual([]);
    // Where no league is, a token lives until it runs out.
    await run('alter table public.league_events rename to events_of_others');
    try {
      await settle(ear, other);
    } finally {
      await run('alter table public.events_of_others rename to league_events');
    }
  });

  test.each([
    ['whose account is barred', `banned_until = now() + interval '1 hour'`],
    ['whose account is deleted', 'deleted_at = now()'],
  ])(
    'somebody %s hears nothing by a session that goes on, and hears again once that is over',
    async (_who, what) => {
      const [userId, sessionId] = [randomUUID(), randomUUID()];
      await run('insert into auth.users (id) values ($1)', [userId]);
      await run('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId]);
      const token = await host.sign({ sub: userId, session_id: sessionId });
      const ear = await listen(host.connect({ token }), all);
      const other = await listen(host.connect(), all);
      await run(`update auth.users set ${what} where id = $1`, [userId]);
      await settle(other);
      expect(ear.heard).toEqual([]);
      await run(
        `update auth.users set banned_until = now() - interval '1 second', deleted_at = null where id = $1`,
        [userId],
      );
      await settle(ear, other);
    },
  );

  test('a token that names somebody else’s session hears nothing', async () => {
    const [userId, sessionId] = [randomUUID(), randomUUID()];
    await run('insert into auth.users (id) values ($1)', [userId]);
    await run('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId]);
    const token = await host.sign({ session_id: sessionId });
    const ear = await listen(host.connect({ token }), all);
    const other = await listen(host.connect(), all);
    await settle(other);
    expect(ear.heard).toEqual([]);
  });

  test('a guarded row is known by its key, whatever its key is', async () => {
    await run(`
      create type pair as (x int, y text);
      create domain sure as text not null;
      create table keyed (tags text[], at timestamptz, "odd ""name" pair, sure sure, owner int,
        primary key (tags, at, "odd ""name"));
      alter table keyed enable row level security;
      create policy see on keyed for select to anon using (owner = 1);
      grant select on keyed to anon;
      alter publication supabase_realtime add table keyed`);
    const ear = await listen(host.connect(), { event: '*', schema: 'public', table: 'keyed' }, all);
    await run(`insert into keyed values
      ('{"a,b","c\\"d",NULL}', '2026-01-01T00:00:00.123456Z', '(1,"é ,")', 'yes', 1),
      ('{}', 'infinity', '(2,)', 'yes', 1), ('{}', 'infinity', '(3,)', 'yes', 2)`);
    // What it is by now counts: it could not be seen as it was written.
    await run(`insert into keyed values ('{}', 'infinity', '(4,)', 'yes', 3);
      update keyed set owner = 1 where owner = 3`);
    await settle(ear);
    const keyed = ear.heard.filter(({ table }) => table === 'keyed');
    expect(keyed.map(({ new: row }) => [row.tags, row['odd "name']])).toEqual([
      [['a,b', 'c"d', null], { x: 1, y: 'é ,' }],
      [[], { x: 2, y: null }],
      [[], { x: 4, y: null }],
      [[], { x: 4, y: null }],
    ]);
  });

  test('of a transaction all changes bear one instant, that of the last of them', async () => {
    const ear = await listen(host.connect(), all);
    const [first, last] = [nextId(), nextId()];
    const between = await world.database.transaction(async (transaction) => {
      await transaction.query(`insert into notes (id, body) values ($1, 'a')`, [first]);
      const [row] = await transaction.query<{ at: string }>(
        'select clock_timestamp()::text as at from pg_sleep(0.05)',
      );
      await transaction.query(`insert into notes (id, body) values ($1, 'b')`, [last]);
      return Date.parse(row?.at ?? '');
    });
    await vi.waitFor(() => expect(ear.heard).toHaveLength(2), patient);
    const [one, two] = ear.heard.map(({ commit_timestamp: at }) => at);
    expect(one).toBe(two);
    expect(Date.parse(one ?? '')).toBeGreaterThanOrEqual(between);
  });

  test('of a table that is published in part is told what comes to the part, changes in it and leaves it', async () => {
    await run(`
      create table shown (id int primary key, state text);
      alter table shown replica identity full;
      grant select on shown to anon;
      alter publication supabase_realtime add table shown where (state = 'open' and id > 0)`);
    const ear = await listen(host.connect(), { event: '*', schema: 'public', table: 'shown' }, all);
    await run(`insert into shown values (1, 'open'), (2, 'draft'), (-1, 'open')`);
    await run(`update shown set state = 'done' where id = 1`);
    await run(`update shown set state = 'open' where id = 2`);
    await run(`update shown set state = state where id = 2`);
    await run(`delete from shown`);
    await settle(ear);
    const shown = ear.heard.filter(({ table }) => table === 'shown');
    expect(
      shown.map(({ eventType, new: row, old }) => [eventType, row.id ?? null, old.id ?? null]),
    ).toEqual([
      ['INSERT', 1, null],
      ['DELETE', null, 1],
      ['INSERT', 2, null],
      ['UPDATE', 2, 2],
      ['DELETE', null, 2],
    ]);
  });

  test('of a row that leaves the part those are told whose filter the row fulfilled as it was there', async () => {
    await run(`
      create table offered (id int primary key, state text, place text);
      alter table offered replica identity full;
      grant select on offered to anon;
      alter publication supabase_realtime add table offered where (state = 'open')`);
    const client = host.connect();
    const offered = { schema: 'public', table: 'offered' };
    const [hall, attic, ear] = [
      await listen(client, { event: '*', ...offered, filter: 'place=eq.hall' }),
      await listen(client, { event: '*', ...offered, filter: 'place=eq.attic' }),
      await listen(client, { event: '*', ...offered }),
    ];
    await run(`insert into offered values (1, 'open', 'hall')`);
    await run(`update offered set state = 'done', place = 'attic'`);
    await run(`update offered set state = 'open'`);
    await vi.waitFor(() => expect(ear.heard).toHaveLength(3), patient);
    const toTypes = ({ heard }: Ear) => heard.map(({ eventType }) => eventType);
    expect([hall, attic].map(toTypes)).toEqual([['INSERT', 'DELETE'], ['INSERT']]);
  });

  test('a guarded row that is gone is told by its key, though all of it says which it was', async () => {
    await run(`
      create table guarded (id int primary key, body text);
      alter table guarded enable row level security;
      alter table guarded replica identity full;
      grant select on guarded to anon;
      alter publication supabase_realtime add table guarded`);
    const ear = await listen(
      host.connect(),
      { event: '*', schema: 'public', table: 'guarded' },
      all,
    );
    await run(`insert into guarded values (1, 'secret')`);
    await run('delete from guarded');
    await settle(ear);
    expect(ear.heard.map(({ eventType, old }) => [eventType, old])).toEqual([
      ['DELETE', { id: 1 }],
    ]);
  });

  test('a right that is taken away counts at once, for filters too', async () => {
    await run(`
      create table closing (id int primary key, body text);
      grant select on closing to anon, service_role;
      alter publication supabase_realtime add table closing`);
    const closing = { schema: 'public', table: 'closing' };
    const client = host.connect();
    const filtered = await listen(client, { event: '*', ...closing, filter: 'body=eq.secret' });
    const ear = await listen(client, { event: '*', ...closing });
    // Whoever asks the same may still hear of it.
    const allowed = await listen(host.connect({ key: 'serviceRole' }), {
      event: '*',
      ...closing,
      filter: 'body=eq.secret',
    });
    await run('revoke select on closing from anon');
    await run('grant select (id) on closing to anon');
    await run(`insert into closing values (1, 'secret')`);
    await vi.waitFor(() => expect(ear.heard.map((one) => one.new)).toEqual([{ id: 1 }]), patient);
    await vi.waitFor(() => expect(allowed.heard).toHaveLength(1), patient);
    expect(filtered.heard).toEqual([]);
  });

  test('of a row that is gone everybody hears its key, and nothing else', async () => {
    const ear = await listen(host.connect(), all);
    const id = nextId();
    await run(`insert into notes (id, owner, body) values ($1, 'somebody', 'secret')`, [id]);
    await run('delete from notes where id = $1', [id]);
    await settle(ear);
    expect(ear.heard.map(({ eventType, old }) => [eventType, old])).toEqual([['DELETE', { id }]]);
  });

  test('a role that may not read the key, and a table without one, are told that alone', async () => {
    const client = host.connect();
    const hidden = await listen(client, { event: '*', schema: 'public', table: 'hidden' });
    const keyless = await listen(client, { event: '*', schema: 'public', table: 'keyless' });
    await run(`insert into hidden values (1, 'secret')`);
    await run(`insert into keyless values ('secret')`);
    await vi.waitFor(
      () => expect([hidden.heard.length, keyless.heard.length]).toEqual([1, 1]),
      patient,
    );
    expect(hidden.heard[0]).toMatchObject({ errors: ['Error 401: Unauthorized'], new: {} });
    expect(keyless.heard[0]).toMatchObject({
      errors: ['Error 400: Bad Request, no primary key'],
      new: {},
    });
    expect(JSON.stringify([hidden.heard, keyless.heard])).not.toContain('secret');
  });

  test('another token gives other rights from then on, and loses nothing', async () => {
    let token = await host.sign({ club: 'before' });
    const client = host.connect({ token });
    client.realtime.accessToken = async () => token;
    const ear = await listen(client, all);
    token = await host.sign({ club: 'after' });
    await client.realtime.setAuth();
    await vi.waitFor(() => expect(ear.system).toHaveLength(2), patient);
    await run(`insert into notes (id, owner) values ($1, 'before')`, [nextId()]);
    const id = nextId();
    await run(`insert into notes (id, owner) values ($1, 'after')`, [id]);
    await settle(ear);
    expect(ear.heard.map(({ new: row }) => row.id)).toEqual([id]);
  });

  test('of a row that is gone again those hear who could see it', async () => {
    const [own, other] = await Promise.all(
      ['mine', 'theirs'].map(async (club) =>
        listen(host.connect({ token: await host.sign({ club }) }), all),
      ),
    );
    const id = nextId();
    await world.database.transaction(async (transaction) => {
      await transaction.query(`insert into notes (id, owner, body) values ($1, 'mine', 'secret')`, [
        id,
      ]);
      await transaction.query('delete from notes where id = $1', [id]);
    });
    await settle(...[own, other].filter((ear) => ear !== undefined));
    expect(own?.heard.map(({ eventType, new: row }) => [eventType, row.body])).toEqual([
      ['INSERT', 'secret'],
      ['DELETE', undefined],
    ]);
    expect(other?.heard.map(({ eventType, old }) => [eventType, old])).toEqual([
      ['DELETE', { id }],
    ]);
  });

  test('a row that is gone again is hidden by what forbids it, however many policies show it', async () => {
    await run(`
      create table forbidden (id int primary key, body text);
      alter table forbidden enable row level security;
      create policy one on forbidden for select using (body like '%');
      create policy other on forbidden for select using (id > 0);
      create policy narrow on forbidden as restrictive for select using (body <> 'secret');
      grant select on forbidden to anon;
      alter publication supabase_realtime add table forbidden`);
    const asked: Asked = { event: '*', schema: 'public', table: 'forbidden' };
    const ear = await listen(host.connect(), asked);
    await world.database.transaction(async (transaction) => {
      await transaction.query(`insert into forbidden values (1, 'secret'), (2, 'shown')`);
      await transaction.query('delete from forbidden');
    });
    await vi.waitFor(() => expect(ear.heard.at(-1)?.old).toEqual({ id: 2 }), patient);
    expect(ear.heard.map(({ eventType, new: row, old }) => [eventType, row, old])).toEqual([
      ['INSERT', { id: 2, body: 'shown' }, {}],
      ['DELETE', {}, { id: 1 }],
      ['DELETE', {}, { id: 2 }],
    ]);
  });

  test('a policy that fails for one keeps nothing from the others', async () => {
    await run(`
      create table fragile (id int primary key);
      alter table fragile enable row level security;
      create policy sometimes on fragile for select using (1 / (auth.jwt() ->> 'divisor')::int = 1);
      grant select on fragile to authenticated;
      alter publication supabase_realtime add table fragile`);
    const asked: Asked = { event: '*', schema: 'public', table: 'fragile' };
    const [good, bad] = await Promise.all(
      ['1', '0'].map(async (divisor) =>
        listen(host.connect({ token: await host.sign({ divisor }) }), asked, all),
      ),
    );
    await run('insert into fragile values (1)');
    await vi.waitFor(() => expect(good?.heard).toHaveLength(1), patient);
    await settle(...[good, bad].filter((ear) => ear !== undefined));
    expect(bad?.heard).toEqual([]);
  });
  test.each([
    ['asked together', ['1', '1']],
    ['asked apart, since the policy fails for one', ['0', '1', '1']],
  ])(
    'a row that goes while policies are asked is told of to whom is asked last, %s',
    async (_, divisors) => {
      const table = `slow_${divisors.length}`;
      await run(`
      create table ${table} (id int primary key);
      create function wait_${table}() returns boolean language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${divisors.length}); return true; end $$;
      alter table ${table} enable row level security;
      create policy slow on ${table} for select using (
        1 / (auth.jwt() ->> 'divisor')::int = 1 and wait_${table}());
      grant select on ${table} to authenticated;
      alter publication supabase_realtime add table ${table}`);
      const ears: Ear[] = [];
      for (const divisor of divisors) {
        const token = await host.sign({ divisor });
        ears.push(await listen(host.connect({ token }), { event: '*', schema: 'public', table }));
      }
      await world.database.transaction(async (transaction) => {
        await transaction.query('select pg_advisory_xact_lock($1)', [divisors.length]);
        await run(`insert into ${table} values (1)`);
        await vi.waitFor(async () => {
          const waiting = await run(
            `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
            [divisors.length],
          );
          expect(waiting).toHaveLength(1);
        }, patient);
        await run(`delete from ${table}`);
      });
      await vi.waitFor(
        () =>
          expect(ears.at(-1)?.heard.map(({ eventType }) => eventType)).toEqual([
            'INSERT',
            'DELETE',
          ]),
        patient,
      );
    },
  );
});

describe('order', () => {
  test('is that of commits: who began first and commits last comes last', async () => {
    const ear = await listen(host.connect(), all);
    const [early, late] = [nextId(), nextId()];
    await world.database.transaction(async (first) => {
      await first.query('insert into notes (id) values ($1)', [early]);
      await world.database.transaction(async (second) => {
        await second.query('insert into notes (id) values ($1), ($2)', [late, nextId()]);
      });
      // It has been told of while the first is still open.
      await vi.waitFor(() => expect(ear.heard).toHaveLength(2), patient);
      await first.query(`update notes set body = 'last' where id = $1`, [late]);
    });
    await vi.waitFor(() => expect(ear.heard).toHaveLength(4), patient);
    expect(ear.heard.map(({ eventType, new: row }) => [eventType, row.id])).toEqual([
      ['INSERT', late],
      ['INSERT', late + 1],
      ['INSERT', early],
      ['UPDATE', late],
    ]);
  });

  test('holds for many writers at once: each change comes once, as the row had them', async () => {
    const ear = await listen(host.connect(), all);
    const id = nextId();
    await run('insert into notes (id, large) values ($1, 0)', [id]);
    await Promise.all(
      Array.from({ length: 40 }, () =>
        run('update notes set large = large + 1 where id = $1', [id]),
      ),
    );
    await vi.waitFor(() => expect(ear.heard).toHaveLength(41), patient);
    expect(ear.heard.map(({ new: row }) => row.large)).toEqual(
      Array.from({ length: 41 }, (_, at) => at),
    );
  });

  test('what was taken back is never told of', async () => {
    const ear = await listen(host.connect(), all);
    await expect(
      world.database.transaction(async (transaction) => {
        await transaction.query('insert into notes (id) values ($1)', [nextId()]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const kept = nextId();
    await world.database.transaction(async (transaction) => {
      await transaction.query('savepoint one');
      await transaction.query('insert into notes (id) values ($1)', [nextId()]);
      await transaction.query('rollback to savepoint one');
      await transaction.query('insert into notes (id) values ($1)', [kept]);
    });
    await settle(ear);
    expect(ear.heard.map(({ new: row }) => row.id)).toEqual([kept]);
  });

  test('a table that is emptied is not told of, and goes on', async () => {
    const ear = await listen(host.connect(), all);
    await run('truncate notes');
    await settle(ear);
    expect(ear.heard).toEqual([]);
  });
});
