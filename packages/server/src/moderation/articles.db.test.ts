import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadCase } from './page-case.ts';
import { loadOwnReports } from './page-own.ts';

/** Whoever wrote an article is told what becomes of it as of anything else, may appeal, and decides nothing. */

let cast: Cast;
let admin: Viewer;
let writer: Viewer;
let translator: Viewer;
let number = 0;

beforeAll(async () => {
  cast = await createCast();
  const { people, own } = cast;
  const [steward, editor] = [people['site admin'], people.editor];
  if (!steward || !editor) {
    throw new Error('the cast lacks its offices');
  }
  admin = steward;
  writer = editor;
  translator = await own.addAdmin('Translator');
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { own } = cast;
  await own.database.query('delete from private.cases');
  await own.database.query('delete from private.notices');
  own.moveTo(new Date(own.league.now().getTime() + 120_000).toISOString());
});

/** A published article by the writer and a translator, reported by somebody: its word and the case. */
async function openCase(): Promise<{ slug: string; id: string }> {
  const { own, third } = cast;
  number += 1;
  const slug = `news-${number}`;
  await own.act(writer, {
    path: '/articles',
    body: { slug, title: { en: 'News' }, body: { en: 'Words' } },
  });
  const body = { revision: 1, title: { pl: 'Wieści' }, of: 1 };
  await own.act(translator, { path: `/articles/${slug}/edit`, body });
  await own.act(writer, { path: `/articles/${slug}/publication`, body: {} });
  await own.act(third.captain, {
    path: '/reports',
    body: { kind: 'article', id: slug, reason: 'other' },
  });
  const [row] = await own.database.query<{ id: string }>('select id from private.cases');
  return { slug, id: row?.id ?? '' };
}

const call = (id: string, act: string, body: object) => ({
  path: `/moderation/cases/${id}/${act}`,
  body: { ...body },
});
const hide = (id: string) => call(id, 'decision', { version: 1, acts: [{ act: 'hide' }] });

async function code(who: Viewer, given: Parameters<typeof cast.own.send>[1]) {
  const { status, body } = await cast.own.send(who, given);
  return status === 200 ? 'obeyed' : body.error?.code;
}

async function listTold(kind: string): Promise<string[]> {
  const rows = await cast.own.database.query<{ username: string }>(
    `select p.username from private.notices n join public.profiles p on p.id = n.person_id
     where n.kind = $1 order by p.username`,
    [kind],
  );
  return rows.map(({ username }) => username);
}

const isUp = async (slug: string) => {
  const [row] = await cast.own.database.query<{ is_up: boolean }>(
    'select hidden_at is null as is_up from public.articles where slug = $1',
    [slug],
  );
  return row?.is_up;
};

const pageInput = (viewer: Viewer, params: Record<string, string> = {}) => ({
  ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params },
  ...({ url: new URL('http://localhost/'), locale: 'en', zone: 'UTC' } as const),
});
const listOwnCases = async (viewer: Viewer) =>
  (await loadOwnReports(pageInput(viewer)))?.cases.map(({ kind, title }) => `${kind} ${title}`);

it('tells everybody who wrote of it, and who reported it, of the hiding and of its end', async () => {
  const { id, slug } = await openCase();
  await cast.own.act(admin, hide(id));
  expect(await isUp(slug)).toBe(false);
  expect(await listTold('case_decided')).toEqual(['Editor', 'Translator']);
  expect(await listTold('report_answered')).toEqual([cast.third.captain.username]);
  expect(await listOwnCases(writer)).toEqual(['article News']);
  expect(await listOwnCases(translator)).toEqual(['article News']);
  expect(await listOwnCases(cast.home.captain)).toEqual([]);
  await cast.own.act(admin, call(id, 'undo', { version: 2, answer: 'Mistaken' }));
  expect(await isUp(slug)).toBe(true);
  expect(await listTold('case_undone')).toEqual(['Editor', 'Translator']);
});

it('lets any of them appeal, once, and somebody else decide that', async () => {
  const { id, slug } = await openCase();
  await cast.own.act(admin, hide(id));
  const appeal = call(id, 'appeal', { text: 'It is true' });
  expect(await code(cast.home.captain, appeal)).toBe('not_found');
  expect(await code(writer, appeal)).toBe('obeyed');
  expect(await code(translator, appeal)).toBe('appeal_used');
  const granted = call(id, 'appeal/decision', { version: 3, granted: true, answer: 'So it is' });
  expect(await code(admin, granted)).toBe('own_decision');
  expect(await code(translator, granted)).toBe('case_party');
  const second = await cast.own.addAdmin(`Second ${number}`);
  expect(await code(second, granted)).toBe('obeyed');
  expect(await isUp(slug)).toBe(true);
  expect(await listTold('case_undone')).toEqual(['Editor', 'Translator']);
});

it('is decided by none of them, who may be asked', async () => {
  const { id } = await openCase();
  for (const party of [writer, translator]) {
    expect(await code(party, call(id, 'claim', {}))).toBe('case_party');
    expect(await code(party, hide(id))).toBe('case_party');
    expect((await loadCase(pageInput(party, { id })))?.bar).toBe('party');
  }
  const asked = (await loadCase(pageInput(admin, { id })))?.askable;
  expect(asked?.map(({ username, part }) => `${username} ${part}`)).toEqual([
    ...['Editor concerned', 'Translator concerned', `${cast.third.captain.username} reporter`],
  ]);
});

it('is hidden and shown again at another address too', async () => {
  const { id, slug } = await openCase();
  const moved = `${slug}-moved`;
  const body = { revision: 2, slug: moved };
  await cast.own.act(writer, { path: `/articles/${slug}/edit`, body });
  await cast.own.act(admin, hide(id));
  expect(await isUp(moved)).toBe(false);
  const back = { revision: 2, slug };
  await cast.own.act(writer, { path: `/articles/${moved}/edit`, body: back });
  expect(await isUp(slug)).toBe(false);
  await cast.own.act(admin, call(id, 'undo', { version: 2, answer: 'Mistaken' }));
  expect(await isUp(slug)).toBe(true);
});

it('is shown again as it was written', async () => {
  const { id, slug } = await openCase();
  const read = () =>
    cast.own.database.query('select title, body, author from public.articles where slug = $1', [
      slug,
    ]);
  const before = await read();
  await cast.own.act(admin, hide(id));
  await cast.own.act(admin, call(id, 'undo', { version: 2, answer: 'Mistaken' }));
  expect(await isUp(slug)).toBe(true);
  expect(await read()).toEqual(before);
});

it.each<[string, object, object, [title: string, words: string]]>([
  ['English', { de: 'Neues', en: 'News' }, { de: 'Wort', en: 'Word' }, ['News', 'Word']],
  ['the language it has', { pl: 'Wieści' }, { pl: 'Słowo' }, ['Wieści', 'Słowo']],
  ['its first words', { en: 'News' }, { en: 'x'.repeat(4001) }, ['News', 'x'.repeat(4000)]],
  ['a heading alone', { en: 'News' }, {}, ['News', '']],
])('is kept with a report of it in %s', async (what, title, words, [heading, text]) => {
  const { own, third } = cast;
  const slug = `kept-${what.replaceAll(' ', '-').toLowerCase()}`;
  await own.act(writer, { path: '/articles', body: { slug, title, body: words } });
  await own.act(writer, { path: `/articles/${slug}/publication`, body: {} });
  const report = { kind: 'article', id: slug, reason: 'other' };
  await own.act(third.captain, { path: '/reports', body: report });
  const [row] = await own.database.query<{ snapshot: object }>(
    'select snapshot from private.reports',
  );
  expect(row?.snapshot).toMatchObject({
    ...{ author: 'Editor', title: heading, words: text },
    ...{ path: `/articles/${slug}`, picture: null },
  });
});
