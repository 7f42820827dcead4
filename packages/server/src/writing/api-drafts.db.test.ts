import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

let own: ApiLeague;
let ann: Viewer;
let ben: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  ann = await own.addAdmin('Ann');
  ben = await own.addAdmin('Ben');
  await own.act(ann, { path: '/articles', body: { slug: 'first', title: { en: 'First' } } });
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const draft = (texts: Record<string, string>, more = {}) => ({
  path: '/writing/articles/first/draft',
  body: { locale: 'en', revision: 1, texts, ...more },
});
const listDrafts = () =>
  own.database.query<{ texts: Record<string, string> }>(
    'select person_id, locale, texts, revision from private.drafts order by locale',
  );

it('keeps each person’s draft of each language, the last of it, and readers see nothing', async () => {
  const { version } = await own.act(ann, draft({ body: 'a' }));
  await own.act(ann, draft({ body: 'ab', title: '' }, { seen: version }));
  await own.act(ann, draft({ body: 'å' }, { locale: 'fi' }));
  const { person_id } = ann;
  expect(await listDrafts()).toEqual([
    { person_id, locale: 'en', texts: { body: 'ab', title: '' }, revision: 1 },
    { person_id, locale: 'fi', texts: { body: 'å' }, revision: 1 },
  ]);
  const [row] = await own.database.query(`select body from public.articles where slug = 'first'`);
  expect(row).toEqual({ body: {} });
  await own.act(ann, { ...draft({}), method: 'DELETE', body: { locale: 'en' } });
  expect(await listDrafts()).toMatchObject([{ locale: 'fi' }]);
  await own.act(ann, { ...draft({}), method: 'DELETE', body: {} });
  expect(await listDrafts()).toEqual([]);
});

it('is read, written over and dropped as its writer’s, of its text and its language alone', async () => {
  const read = async (viewer: Viewer) => {
    const path = '/writing/articles/first/draft?locale=en';
    const { draft: kept } = await own.act(viewer, { path, method: 'GET' });
    return (kept as { texts: { body: string } } | null)?.texts.body ?? null;
  };
  await own.database.query(
    `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at, version)
     select person::uuid, kind, slug, locale, jsonb_build_object('body', body), 1, now(), gen_random_uuid()
     from (values ($1, 'articles', 'first', 'fi', 'language'), ($1, 'articles', 'second', 'en', 'text'),
       ($1, 'pages', 'first', 'en', 'kind'), ($2, 'articles', 'first', 'en', 'writer'))
       kept (person, kind, slug, locale, body)`,
    [ann.person_id, ben.person_id],
  );
  const listKept = async () => (await listDrafts()).map(({ texts }) => texts.body).sort();
  const others = ['kind', 'language', 'text', 'writer'];
  const drop = { ...draft({}), method: 'DELETE' as const, body: { locale: 'en' } };
  expect([await read(ann), await read(ben)]).toEqual([null, 'writer']);
  await own.act(ann, drop);
  expect(await listKept()).toEqual(others);
  await own.act(ann, draft({ body: 'own' }));
  expect(await listKept()).toEqual([...others.slice(0, 2), 'own', ...others.slice(2)]);
  expect([await read(ann), await read(ben)]).toEqual(['own', 'writer']);
  await own.act(ann, drop);
  expect(await listKept()).toEqual(others);
  await own.database.query('delete from private.drafts');
});

describe('a draft that is open twice', () => {
  const forget = () => own.database.query('delete from private.drafts');
  const read = async () => {
    const path = '/writing/articles/first/draft?locale=en';
    return (await own.act(ann, { path, method: 'GET' })).draft;
  };

  it('is not written over by who has not seen the last of it, and loses nothing', async () => {
    await forget();
    const { version: one } = await own.act(ann, draft({ body: 'one' }));
    const { version: two } = await own.act(ann, draft({ body: 'two' }, { seen: one }));
    expect(two).not.toBe(one);
    for (const seen of [null, one, randomUUID()]) {
      const { status, body } = await own.send(ann, draft({ body: 'mine' }, { seen }));
      expect([status, body.error?.code, body.error?.params]).toEqual([
        409,
        'draft_changed',
        { version: two },
      ]);
    }
    expect(await read()).toMatchObject({ texts: { body: 'two' }, revision: 1, version: two });
    await own.act(ann, draft({ body: 'mine' }, { seen: two }));
    expect(await read()).toMatchObject({ texts: { body: 'mine' } });
  });

  it('takes the same again from who did not hear that it arrived', async () => {
    await forget();
    const version = randomUUID();
    const call = draft({ body: 'once' }, { version, seen: null });
    expect([(await own.act(ann, call)).version, (await own.act(ann, call)).version]).toEqual([
      version,
      version,
    ]);
  });

  it('is dropped as it was seen, and not what was written since; begun anew over none', async () => {
    await forget();
    const { version: one } = await own.act(ann, draft({ body: 'one' }));
    const { version: two } = await own.act(ann, draft({ body: 'two' }, { seen: one }));
    const drop = (seen: unknown) =>
      own.act(ann, { ...draft({}), method: 'DELETE', body: { locale: 'en', seen } });
    await drop(one);
    expect(await read()).toMatchObject({ texts: { body: 'two' } });
    await drop(two);
    expect(await read()).toBeNull();
    await own.act(ann, draft({ body: 'three' }, { seen: two }));
    expect(await read()).toMatchObject({ texts: { body: 'three' } });
  });
});

it.each([
  ['20,000 characters', draft({ body: 'x'.repeat(20_000) }), 200, undefined],
  ['20,001', draft({ body: 'x'.repeat(20_001) }), 400, 'field_invalid'],
  ['a slug, which is for what is not made yet', draft({ slug: 'x' }), 400, 'field_invalid'],
  ['a field that no article has', draft({ tagline: 'x' }), 400, 'field_invalid'],
  [
    'a thing that is not there',
    { ...draft({}), path: '/writing/articles/none/draft' },
    404,
    'not_found',
  ],
  [
    'a kind that is not there',
    { ...draft({}), path: '/writing/cats/first/draft' },
    404,
    'not_found',
  ],
  [
    'what a browser calls a new one',
    { ...draft({}), path: `/writing/articles/new-${randomUUID()}/draft` },
    200,
    undefined,
  ],
  [
    'where a new one will belong',
    {
      ...draft({ slug: 'spring', game: 'chess', ladder: '' }),
      path: `/writing/articles/new-${randomUUID()}/draft`,
    },
    200,
    undefined,
  ],
  ['what it does not', { ...draft({}), path: '/writing/articles/new-x/draft' }, 404, 'not_found'],
  ['the highest number of a revision', draft({}, { revision: 2_000_000_000 }), 200, undefined],
  ['one above it', draft({}, { revision: 2_000_000_001 }), 400, 'field_invalid'],
  ['the number of none', draft({}, { revision: 0 }), 200, undefined],
  ['one below it', draft({}, { revision: -1 }), 400, 'field_invalid'],
])('takes or refuses %s', async (_what, call, status, code) => {
  await own.database.query('delete from private.drafts');
  const answer = await own.send(ann, call);
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
});

it('keeps 200 of a person, and the same again as the last of them', async () => {
  await own.database.query(`delete from private.drafts`);
  await own.database.query(
    `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at)
     select $1, 'articles', 'new-' || n, 'en', '{}', 0, $2 from generate_series(1, 199) n`,
    [ben.person_id, own.league.now()],
  );
  const { version: seen } = await own.act(ben, draft({ body: 'a' }));
  expect((await own.send(ben, draft({ body: 'b' }, { seen }))).status).toBe(200);
  expect(await own.send(ben, draft({}, { locale: 'fi' }))).toMatchObject({
    status: 422,
    body: { error: { code: 'drafts_full', params: { most: 200 } } },
  });
  expect((await own.send(ann, draft({ body: 'a' }))).status).toBe(200);
});

it('forgets drafts after ninety days', async () => {
  await own.database.query(`delete from private.drafts`);
  await own.act(ann, draft({ body: 'a' }));
  const made = own.league.now().getTime();
  own.moveTo(new Date(made + 90 * 86_400_000).toISOString());
  await cleanUp(own.league);
  expect(await listDrafts()).toHaveLength(1);
  own.moveTo(new Date(made + 90 * 86_400_000 + 1).toISOString());
  await cleanUp(own.league);
  expect(await listDrafts()).toEqual([]);
});

it('says who else has a text open, for a minute after they were last there', async () => {
  const look = async (who: Viewer) =>
    own.act(who, { path: '/writing/articles/first/presence', body: { locale: 'fi' } });
  const begun = own.league.now().getTime();
  const since = new Date(begun).toISOString();
  expect(await look(ann)).toEqual({
    person: ann.person_id,
    open: [],
    revision: 1,
  });
  own.moveTo(new Date(begun + 60_000).toISOString());
  const seen = { person: ann.person_id, username: 'Ann', locale: 'fi', since };
  expect(await look(ben)).toMatchObject({ open: [seen] });
  own.moveTo(new Date(begun + 60_001).toISOString());
  expect(await look(ben)).toMatchObject({ open: [] });
  await look(ann);
  expect(await look(ben)).toMatchObject({
    open: [{ since: new Date(begun + 60_001).toISOString() }],
  });
});

const enter = (who: Viewer) =>
  own.act(who, { path: '/writing/articles/first/presence', body: { locale: 'en' } });
const pass = (milliseconds: number) =>
  own.moveTo(new Date(own.league.now().getTime() + milliseconds).toISOString());

it('takes who says within a minute that they are there still to have been there all the time', async () => {
  await own.database.query('delete from private.text_presence');
  const since = async () =>
    ((await enter(ben)).open as { since: string }[]).map((one) => one.since);
  const begun = own.league.now().toISOString();
  await enter(ann);
  pass(60_000);
  await enter(ann);
  expect(await since()).toEqual([begun]);
  pass(60_001);
  await enter(ann);
  expect(await since()).toEqual([own.league.now().toISOString()]);
});

it('names who has it open by when they came, then by name, and twenty of them', async () => {
  await own.database.query('delete from private.text_presence');
  const cy = await own.addAdmin('Cy');
  await enter(cy);
  pass(1000);
  await enter(ben);
  const open = async () => (await enter(ann)).open as { username: string }[];
  const dan = await own.addAdmin('Dan');
  await open();
  const seen = (await enter(dan)).open as { username: string }[];
  expect(seen.map(({ username }) => username)).toEqual(['Cy', 'Ann', 'Ben']);
  for (let count = 1; count <= 17; count += 1) {
    const { person_id } = await own.addPerson(`Editor ${count}`);
    await own.database.query(
      `insert into private.text_presence (text_id, person_id, locale, since, seen_at)
       select text_id, $1, 'en', since, seen_at from private.text_presence limit 1`,
      [person_id],
    );
  }
  expect(await open()).toHaveLength(20);
  const { person_id } = await own.addPerson('Editor 18');
  await own.database.query(
    `insert into private.text_presence (text_id, person_id, locale, since, seen_at)
     select text_id, $1, 'en', since, seen_at from private.text_presence limit 1`,
    [person_id],
  );
  expect(await open()).toHaveLength(20);
});

it('forgets who had a text open a day after they were last there', async () => {
  await own.database.query('delete from private.text_presence');
  await enter(ann);
  const listKept = () => own.database.query('select person_id from private.text_presence');
  pass(86_400_000);
  await cleanUp(own.league);
  expect(await listKept()).toEqual([{ person_id: ann.person_id }]);
  pass(1);
  await cleanUp(own.league);
  expect(await listKept()).toEqual([]);
});
