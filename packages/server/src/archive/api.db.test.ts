import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { mostImported } from './import-archive.ts';
import { loadArchive, loadArchives } from './page.ts';
import { loadArchiveDebug } from './page-debug.ts';
import { loadArchiveImport } from './page-import.ts';

let own: ApiLeague;
let admin: Viewer;
let editor: Viewer;
let player: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  [admin, editor, player] = [
    await own.addAdmin('Owner'),
    await own.addPerson('Writer'),
    await own.addPerson('Player'),
  ];
  await setEditor('grant_editor', editor);
});
afterAll(() => own[Symbol.asyncDispose]());

const setEditor = (type: 'grant_editor' | 'revoke_editor', { person_id }: Viewer) =>
  executeAsSystem(own.league, async (unit) => {
    await unit.hold(['site']);
    await unit.decideSite({ type, person_id }, { isSystem: true });
  });

const sheet = 'row;name;place;one;other;date\nstanding;A;1\nstanding;B;x\nmatch;;;A;B;2019-05-31\n';
const facts = { title: 'Old Cup', origin: 'cup.example, 2019', name: 'cup.csv' };

function bring(
  who: Viewer | null,
  file: string | ReadableStream,
  more: Record<string, string> = {},
) {
  const query = new URLSearchParams({ ...facts, ...more });
  return own.send(who, { path: `/archives/import?${query}`, raw: file });
}

async function bringOne(title: string): Promise<string> {
  const answer = await bring(editor, `row,name\nstanding,${title}`, {
    title,
    ended_on: '2019-01-02',
  });
  expect(answer.status).toBe(200);
  return String(answer.body.data?.slug);
}

const codeOf = async (answer: ReturnType<typeof bring>) => (await answer).body.error?.code;
const look = (archive: string, part = 'overview', viewer: Viewer | null = null) =>
  loadArchive({
    ...toInput(own.database, { params: { archive }, path: `/archives/${archive}?part=${part}` }),
    viewer,
  });
/** Whether the list, an archive and the form itself offer somebody to bring histories in or change them. */
async function findOffered(viewer: Viewer): Promise<boolean[]> {
  const now = own.league.now();
  const input = { ...toInput(own.database, { path: '/archives' }), viewer, now };
  const list = await loadArchives(input);
  const one = await loadArchive({ ...input, params: { archive: 'old-cup' } });
  return [
    list?.may_import === true,
    one?.may_edit === true,
    (await loadArchiveImport(input)) !== null,
  ];
}
const count = async (table: string) => {
  const rows = await own.database.query(`select 1 from ${table}`);
  return rows.length;
};
const acts = () =>
  own.database.query(
    `select act, subject, person_id from private.audit_log where kind = 'archive' order by at, id`,
  );

it('says in a dry run what it would take and why not the rest, and keeps nothing', async () => {
  const answer = await bring(editor, sheet, { dry_run: 'true' });
  expect(answer.body.data).toMatchObject({
    slug: null,
    separator: ';',
    counts: { standing: 1, match: 1 },
    total: 2,
    faulty: 1,
    faults: [{ line: 3, field: 'place', rule: 'number', value: 'x' }],
    facts: { title: 'Old Cup', ended_on: '2019-05-31' },
  });
  expect(await count('public.imported_archives')).toBe(0);
  expect(await acts()).toEqual([]);
});

it('keeps what can be taken, marked as imported and found by its lines', async () => {
  const answer = await bring(editor, sheet);
  expect(answer.body.data).toMatchObject({ slug: 'old-cup', total: 2, faulty: 1 });
  const data = await look('old-cup');
  expect(data).toMatchObject({
    kind: 'imported',
    origin: 'cup.example, 2019',
    imported: { by: { name: editor.username, href: `/profiles/${editor.user_id}` } },
    standings: [{ place: 1, who: { name: 'A', href: null } }],
    ladder: null,
    frozen: null,
    may_edit: false,
  });
  expect(data?.closed_at.slice(0, 10)).toBe('2019-05-31');
  expect((await look('old-cup', 'matches'))?.matches).toMatchObject([
    { one: { name: 'A' }, other: { name: 'B' }, at: '2019-05-31', href: null, winner: null },
  ]);
  const list = await loadArchives(toInput(own.database));
  expect(list?.archives).toMatchObject([{ slug: 'old-cup', kind: 'imported', ladder: null }]);
  const path = '/archives/debug?archive=old-cup&section=match&check=1';
  const chosen = (await loadArchiveDebug(toInput(own.database, { path })))?.chosen;
  expect(chosen).toMatchObject({
    check: [],
    file: { name: 'cup.csv', origin: 'cup.example, 2019' },
    rows: [{ line: 4, raw: 'match;;;A;B;2019-05-31' }],
  });
  expect(await acts()).toEqual([
    { act: 'archive_imported', subject: 'old-cup', person_id: editor.person_id },
  ]);
  await own.database.query(`update public.imported_archive_rows set content = '{}' where line = 4`);
  const spoilt = (await loadArchiveDebug(toInput(own.database, { path })))?.chosen;
  expect(spoilt?.check).toMatchObject([{ code: 'content_hash' }]);
  // The file's own line, and where it stood, are proved too.
  for (const change of [`raw = raw || ' '`, 'line = line + 100']) {
    await own.database.query(`update public.imported_archive_rows set ${change} where line = 4`);
    const moved = (await loadArchiveDebug(toInput(own.database, { path })))?.chosen;
    expect(moved?.check).toMatchObject([{ code: 'content_hash' }, { code: 'raw_hash' }]);
  }
});

it('takes no file twice, and gives another of the same title another address', async () => {
  expect((await bring(editor, sheet)).body.error).toMatchObject({
    code: 'already_exists',
    params: { what: 'archive', id: 'old-cup' },
  });
  const other = await bring(editor, `${sheet}standing;C;2\n`);
  expect(other.body.data?.slug).toBe('old-cup-2');
  for (const title of ['Debug', 'Import', 'Ж']) {
    expect(await bringOne(title)).toMatch(/^history/);
  }
});

it('refuses in a dry run what it would refuse to keep', async () => {
  const trial = (file: string, more: Record<string, string> = {}) =>
    bring(editor, file, { dry_run: 'true', ...more });
  const fresh = `${sheet}standing;D;3\n`;
  expect((await trial(fresh)).status).toBe(200);
  expect((await trial(sheet)).body.error).toMatchObject({
    code: 'already_exists',
    params: { what: 'archive', id: 'old-cup' },
  });
  expect((await trial(fresh, { title: '' })).body.error).toMatchObject({ field: 'title' });
  expect((await trial(fresh, { game: 'nowhere' })).body.error).toMatchObject({ field: 'game' });
  // What nothing can be taken of says why, whatever else is missing.
  const useless = await trial('row;name;place\nstanding;A;x\n', { title: '' });
  expect(useless.body.data).toMatchObject({ total: 0, faulty: 1, faults: [{ field: 'place' }] });
});

it('is brought in, tried first or not, by nobody who is suspended, though they have the office', async () => {
  const body = {
    person: editor.person_id,
    kind: 'suspension',
    until: own.at(3),
    reason: 'Absent.',
  };
  const { sanction } = await own.act(admin, { path: '/sanctions', body });
  const fresh = `${sheet}standing;E;4\n`;
  const codes = [await bring(editor, fresh, { dry_run: 'true' }), await bring(editor, fresh)].map(
    (answer) => answer.body.error?.code,
  );
  const offered = () => findOffered({ ...editor, is_editor: true });
  const meanwhile = await offered();
  const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const, body: { reason: 'x' } };
  await own.act(admin, lift);
  expect(codes).toEqual(['not_editor', 'not_editor']);
  expect(meanwhile).toEqual([false, false, false]);
  expect(await offered()).toEqual([true, true, true]);
  expect((await bring(editor, fresh, { dry_run: 'true' })).status).toBe(200);
});

it('is for editors and site admins; taking back is for site admins', async () => {
  expect(await codeOf(bring(null, sheet))).toBe('not_signed_in');
  expect(await codeOf(bring(player, sheet))).toBe('not_editor');
  expect(await codeOf(bring(player, sheet, { dry_run: 'true' }))).toBe('not_editor');
  expect((await bring(admin, `${sheet}standing;E;4\n`, { dry_run: 'true' })).status).toBe(200);
  const slug = await bringOne('Guarded');
  const edit = (who: Viewer | null) =>
    own.send(who, { path: `/archives/${slug}/edit`, body: { origin: 'elsewhere' } });
  const remove = (who: Viewer | null) =>
    own.send(who, { path: `/archives/${slug}`, method: 'DELETE' });
  expect(await codeOf(edit(null))).toBe('not_signed_in');
  expect(await codeOf(edit(player))).toBe('not_editor');
  expect((await edit(editor)).status).toBe(200);
  expect(await look(slug, 'overview', { ...editor, is_editor: true })).toMatchObject({
    origin: 'elsewhere',
    may_edit: true,
  });
  expect(await codeOf(remove(null))).toBe('not_signed_in');
  expect(await codeOf(remove(editor))).toBe('not_admin');
  expect((await remove(admin)).status).toBe(200);
  expect(await look(slug)).toBeNull();
  expect(await codeOf(remove(admin))).toBe('not_found');
  expect(await codeOf(edit(editor))).toBe('not_found');
  const told = (await acts()).filter((line) => JSON.stringify(line).includes(`"${slug}"`));
  expect(told).toMatchObject([
    { act: 'archive_imported' },
    { act: 'archive_edited' },
    { act: 'archive_removed', person_id: admin.person_id },
  ]);
});

it('says nothing in the audit log of an edit that changes nothing, and leaves what is frozen alone', async () => {
  const slug = await bringOne('Same');
  const before = (await acts()).length;
  await own.act(editor, { path: `/archives/${slug}/edit`, body: { title: 'Same' } });
  expect(await acts()).toHaveLength(before);
  await own.addLadder('tanks');
  await own.act(admin, { path: '/ladders/tanks/seasons/closing', body: { name: 'Season 1' } });
  const season = '/archives/tanks-season-1';
  expect(await codeOf(own.send(admin, { path: season, method: 'DELETE' }))).toBe('not_found');
  expect(await codeOf(own.send(admin, { path: `${season}/edit` }))).toBe('not_found');
});

it.each([
  ['title', '', 'title'],
  ['title', 'x'.repeat(121), 'title'],
  ['origin', '', 'origin'],
  ['origin', 'x'.repeat(501), 'origin'],
  ['ended_on', '31/05/2019', 'ended_on'],
  ['game', 'none', 'game'],
  ['ladder', 'x'.repeat(81), 'ladder'],
  ['season', 'x'.repeat(81), 'season'],
])('asks for a %s that can be', async (name, value, field) => {
  const kept = await count('public.imported_archives');
  const file = `row,name,date\nstanding,${name}-${value.length}`;
  const answer = await bring(editor, file, { ended_on: '2019-01-01', [name]: value });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'field_invalid', field } } });
  expect(await count('public.imported_archives')).toBe(kept);
});

it.each([
  ['title', 120],
  ['origin', 500],
  ['ladder', 80],
  ['season', 80],
])('an edit has a %s of %i characters at most', async (field, most) => {
  await own.database.query('delete from private.rate_limits');
  const slug = await bringOne(`Edited ${field}`);
  const edit = (length: number) =>
    own.send(editor, {
      ...{ path: `/archives/${slug}/edit`, body: { [field]: 'x'.repeat(length) } },
    });
  expect(await edit(most + 1)).toMatchObject({
    ...{ status: 400, body: { error: { code: 'field_invalid', field } } },
  });
  expect((await edit(most)).status).toBe(200);
});

it('takes what is said just within its length', async () => {
  const most = { title: 'x'.repeat(120), origin: 'x'.repeat(500), ladder: 'x'.repeat(80) };
  const answer = await bring(editor, 'row,name\nstanding,long', { ...most, ended_on: '1.5.2019' });
  expect(answer.status).toBe(200);
});

it('asks again once the file has come: who lost the office meanwhile brings nothing in', async () => {
  const writer = await own.addPerson('Fleeting');
  await setEditor('grant_editor', writer);
  const had = await count('public.imported_archives');
  const file = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await setEditor('revoke_editor', writer);
        controller.enqueue(Buffer.from(`${sheet}standing;D;3\n`));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  expect(await codeOf(bring(writer, file))).toBe('not_editor');
  expect(await count('public.imported_archives')).toBe(had);
});

it('refuses a file of which nothing can be taken, an empty one and one too large', async () => {
  const nothing = await bring(editor, 'row,name\nstanding,', { ended_on: '2019-01-01' });
  expect(nothing.body.error).toMatchObject({ code: 'field_invalid', field: 'file' });
  expect(await codeOf(bring(editor, ''))).toBe('file_empty');
  const whole = { dry_run: 'true', ended_on: '2019-05-31' };
  const large = (size: number) => `row,name\nstanding,A\n`.padEnd(size, '\n');
  expect((await bring(editor, large(2 * 1024 * 1024), whole)).status).toBe(200);
  const refused = await bring(editor, large(2 * 1024 * 1024 + 1), { dry_run: 'true' });
  expect(refused.body.error).toEqual({ code: 'file_too_large', params: { megabytes: 2 } });
});

it('has room for three thousand', async () => {
  const fill = (most: number) =>
    own.database.query(
      `insert into public.imported_archives (id, slug, title, origin, ended_on, imported_at, file_name, file_hash, counts, content_hash, raw_hash)
       select gen_random_uuid(), 'filler-' || gen_random_uuid(), 'Filler', 'o', '2001-01-01', now(), 'f', gen_random_uuid()::text, '{}', '', ''
       from generate_series(1, $1::int - (select count(*)::int from public.imported_archives))`,
      [most],
    );
  expect(mostImported).toBe(3_000);
  await fill(2_999);
  // Uploads have a rate of their own.
  await own.database.query('delete from private.rate_limits');
  await bringOne('Last');
  const one = await bring(editor, 'row,name\nstanding,More', { ended_on: '2019-01-01' });
  expect(one.body.error).toMatchObject({ code: 'limit_reached', params: { limit: 3_000 } });
  const list = await loadArchives(toInput(own.database, { path: '/archives?year=2001' }));
  expect(list?.archives).toHaveLength(50);
});

it('forgets who brought a history in when they leave, and keeps the history', async () => {
  await own.database.query(`delete from public.imported_archives where title = 'Filler'`);
  const slug = await bringOne('Left behind');
  await own.database.query('delete from auth.users where id = $1', [editor.user_id]);
  expect(await look(slug)).toMatchObject({ imported: { by: null }, standings: [{ place: null }] });
});
