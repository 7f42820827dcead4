import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadArticle } from '../article/page.ts';
import { loadArticles } from '../article/page-list.ts';
import { loadBoards } from '../board/page.ts';
import type { LoaderInput, Viewer } from '../context.ts';
import { loadHome } from '../home/page.ts';
import { loadMatch } from '../match/page.ts';
import { loadScrim } from '../scrim/page.ts';
import { loadAbout } from '../site-page/page-about.ts';
import { loadTeam } from '../team/page.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadCase } from './page-case.ts';
import { loadCases } from './page-cases.ts';
import { loadOwnReports } from './page-own.ts';
import { allCasesTopic } from './queue.ts';

/** What is hidden is hidden wherever it was shown, and there again once it is shown. */

let cast: Cast;
let admin: Viewer;

beforeAll(async () => {
  cast = await createCast();
  admin = cast.people['site admin'] ?? cast.home.captain;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

function input(viewer: Viewer | null, params: LoaderInput['params'], path = '/'): LoaderInput {
  const { database, league } = cast.own;
  const about = { database, viewer, locale: 'en', zone: 'UTC', now: league.now() };
  return { ...about, params, url: new URL(path, 'http://localhost:3000') };
}

interface Hiding {
  kind: string;
  id: string;
  by: Viewer;
  /** What the places that showed it say of it. */
  look: () => Promise<unknown>;
}

const toText = async (look: Hiding['look']) => JSON.stringify(await look());

/** Whether the case's page offers to take what it is about out of sight. */
const mayHide = async (id = '') => (await loadCase(input(admin, { id })))?.may_hide;

/** Reports, hides and shows again a thing whose words are these; gives what its places say while it is hidden. */
async function hideAndShow(words: string, { kind, id, by, look }: Hiding): Promise<string> {
  const { own } = cast;
  expect(await toText(look)).toContain(words);
  await own.act(by, { path: '/reports', body: { kind, id, reason: 'other' } });
  const [row] = await own.database.query<{ id: string }>(
    `select id from private.cases where subject = $1 and status = 'open'`,
    [id],
  );
  const path = `/moderation/cases/${row?.id}`;
  expect(await mayHide(row?.id)).toBe(true);
  await own.act(admin, { path: `${path}/decision`, body: { version: 1, acts: [{ act: 'hide' }] } });
  const hidden = await toText(look);
  expect(hidden).not.toContain(words);
  expect(await mayHide(row?.id)).toBe(false);
  await own.act(admin, { path: `${path}/undo`, body: { version: 2, answer: 'Mistaken' } });
  expect(await toText(look)).toContain(words);
  return hidden;
}

it('a message of a match, its evidence, and a message of a scrim', async () => {
  const { own, home, away } = cast;
  const { match } = await scheduleMatch(own, 'tanks', [home, away]);
  const path = `/matches/${match}`;
  const said = await own.act(home.captain, { path: `${path}/messages`, body: { text: 'Words 1' } });
  const look = async () => [
    await loadMatch(input(away.captain, { id: match })),
    (await own.send(away.captain, { path: `${path}/messages`, method: 'GET' })).body,
  ];
  const of = { kind: 'match_message', id: String(said.id), by: away.captain, look };
  expect(await hideAndShow('Words 1', of)).toContain('"is_removed":true');
  const body = { url: 'https://evidence.example/words-2', note: 'Words 2' };
  const given = await own.act(home.captain, { path: `${path}/evidence/links`, body });
  await hideAndShow('Words 2', { ...of, kind: 'evidence', id: String(given.id) });
});

const about = {
  ...{ game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [], languages: ['en'] },
};

it('a notice, its answers, and what is said in the scrim that it leads to', async () => {
  const { own, home, away, third } = cast;
  const made = await own.act(home.captain, {
    path: '/boards',
    body: { ...about, kind: 'scrim', team: home.slug, text: 'Words 3' },
  });
  const boards = (viewer: Viewer | null) => () => loadBoards(input(viewer, {}, '/boards'));
  const post = { kind: 'post', id: String(made.id), by: third.captain };
  await hideAndShow('Words 3', { ...post, look: boards(third.captain) });
  const answered = await own.act(away.captain, {
    path: `/boards/${made.id}/answers`,
    body: { team: away.slug, starts_at: own.at(1), words: 'Words 4' },
  });
  const answer = { kind: 'answer', id: String(answered.id), by: home.captain };
  await hideAndShow('Words 4', { ...answer, look: boards(home.captain) });
  const path = `/boards/answers/${answered.id}/acceptance`;
  const { scrim } = await own.act(home.captain, { path });
  const said = await own.act(home.captain, {
    path: `/scrims/${scrim}/messages`,
    body: { text: 'Words 5' },
  });
  const look = () => loadScrim(input(away.captain, { id: String(scrim) }));
  const message = { kind: 'scrim_message', id: String(said.id), by: away.captain, look };
  const readVersion = async () => {
    const [row] = await own.database.query<{ version: number }>(
      'select version from private.scrims where id = $1',
      [scrim],
    );
    return row?.version ?? 0;
  };
  const before = await readVersion();
  expect(await hideAndShow('Words 5', message)).toContain('"is_removed":true');
  // Whoever has it open looks again each time.
  expect(await readVersion()).toBe(before + 2);
});

it('an article, wherever it is named', async () => {
  const { own, third } = cast;
  await own.database.query(
    `insert into public.articles (slug, title, summary, body, published_at)
     values ('six', '{"en": "Words 6"}', '{}', '{"en": "Words 6"}', $1)`,
    [own.league.now()],
  );
  const look = () =>
    Promise.all([
      loadArticle(input(null, { slug: 'six' }, '/articles/six')),
      loadArticles(input(null, {}, '/articles')),
      loadHome(input(null, {})),
      loadAbout(input(null, {}, '/about')),
    ]);
  await hideAndShow('Words 6', { kind: 'article', id: 'six', by: third.captain, look });
});

it('a team’s picture, until its captain chooses another', async () => {
  const { own, home, third } = cast;
  await own.database.query(
    `with kept as (insert into private.files (id, media_type, size, started_at)
       values (gen_random_uuid(), 'image/webp', 0, now()) returning id)
     insert into private.team_logos (team_id, key, small_id, large_id, set_at)
     select $1, repeat('a', 32), id, id, now() from kept`,
    [home.id],
  );
  const logo = `/api/logos/${'a'.repeat(32)}`;
  await own.database.query('update public.teams set logo_path = $2 where id = $1', [home.id, logo]);
  const body = { kind: 'team', id: home.id, reason: 'picture' };
  await own.act(third.captain, { path: '/reports', body });
  const [row] = await own.database.query<{ id: string }>(
    'select id from private.cases where subject = $1',
    [home.id],
  );
  const path = `/moderation/cases/${row?.id}`;
  const read = async () => (await loadTeam(input(null, { slug: home.slug })))?.logo;
  expect(await read()).toBe(logo);
  const acts = [{ act: 'remove_picture' }];
  await own.act(admin, { path: `${path}/decision`, body: { version: 1, acts } });
  expect(await read()).toBe(null);
  const served = () => own.send(null, { path: `/logos/${'a'.repeat(32)}/64.webp`, method: 'GET' });
  expect((await served()).status).toBe(404);
  await own.act(home.captain, { path: `${path}/appeal`, body: { text: 'It is ours' } });
  const second = await own.addAdmin('Second');
  const granted = { version: 3, granted: true, answer: 'So it is' };
  await own.act(second, { path: `${path}/appeal/decision`, body: granted });
  expect(await read()).toBe(logo);
});

it('pages of cases are for who decides them, one’s own reports for oneself', async () => {
  const { own, home, away, people } = cast;
  const [row] = await own.database.query<{ id: string }>(
    `select id from private.cases where kind = 'match_message'`,
  );
  const id = row?.id ?? '';
  const sees = async (viewer: Viewer | null) => [
    (await loadCases(input(viewer, {}, '/admins/cases?show=done')))?.lines.map(({ kind }) => kind)
      .length ?? null,
    (await loadCase(input(viewer, { id })))?.acts.length ?? null,
  ];
  expect(await sees(admin)).toEqual([7, 1]);
  expect(await sees(people["the ladder's admin"] ?? null)).toEqual([2, 1]);
  expect(await sees(people["another ladder's admin"] ?? null)).toEqual([0, null]);
  expect(await sees(people.editor ?? null)).toEqual([1, null]);
  expect(await sees(home.captain)).toEqual([null, null]);
  expect(await sees(null)).toEqual([null, null]);
  const reports = await loadOwnReports(input(away.captain, {}));
  expect(reports?.reports.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
    'evidence decided',
    'match_message decided',
    'scrim_message decided',
  ]);
  const concerned = await loadOwnReports(input(home.captain, {}));
  expect(concerned?.cases.map(({ kind, appeal_until }) => [kind, appeal_until])).toContainEqual([
    'match_message',
    null,
  ]);
  expect(await loadOwnReports(input(null, {}))).toBe(null);
});

it('words are changed by site admins alone, each a word, and stand in the audit log', async () => {
  const { own } = cast;
  const call = (words: string[], locale = 'en') => ({
    path: '/moderation/words',
    body: { locale, words },
  });
  const answers = await askAll(cast, call(['mule']));
  expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  const code = async (words: string[], locale?: string) =>
    (await own.send(admin, call(words, locale))).body.error?.code ?? 'obeyed';
  expect(await code(['a'])).toBe('field_invalid');
  expect(await code(['two words'])).toBe('field_invalid');
  expect(await code(['a'.repeat(41)])).toBe('field_invalid');
  expect(await code(Array.from({ length: 501 }, (_, place) => `word${place}`))).toBe(
    'field_invalid',
  );
  expect(await code(['ok'], 'sv')).toBe('field_invalid');
  expect(await code(['Donkey', 'mule'])).toBe('obeyed');
  // The same once more is nothing to write down.
  expect(await code(['mule', 'Donkey'])).toBe('obeyed');
  const lines = await own.database.query(
    `select changes -> 'words' as words from private.audit_log where act = 'words_edited' order by at, id`,
  );
  expect(lines).toEqual([
    { words: { from: [], to: ['mule'] } },
    { words: { from: [], to: ['donkey'] } },
  ]);
});

it('words are of one language each: from two characters to forty, five hundred of them', async () => {
  const { own } = cast;
  const send = (words: string[], locale: string) =>
    own.act(admin, { path: '/moderation/words', body: { locale, words } });
  const list = async (locale: string) => {
    const rows = await own.database.query<{ word: string }>(
      'select word from private.flag_words where locale = $1 order by word',
      [locale],
    );
    return rows.map(({ word }) => word);
  };
  await send(['aasi', 'mule'], 'fi');
  const most = ['ab', 'a'.repeat(40), ...Array.from({ length: 498 }, (_, place) => `w${place}`)];
  await send(most, 'pl');
  expect(await list('pl')).toHaveLength(500);
  await send(['mule'], 'pl');
  expect([await list('pl'), await list('fi')]).toEqual([['mule'], ['aasi', 'mule']]);
  await send([], 'pl');
  expect([await list('pl'), await list('fi')]).toEqual([[], ['aasi', 'mule']]);
});

it('who has the place open of what is hidden looks again: a match for a message, a team for its picture', async () => {
  const { own, home, third } = cast;
  const fourth = await own.addTeam('Fourth', 'tanks');
  const { match } = await scheduleMatch(own, 'tanks', [fourth, third]);
  const body = { text: 'Words 7' };
  const said = await own.act(third.captain, { path: `/matches/${match}/messages`, body });
  await own.database.query(
    `with kept as (insert into private.files (id, media_type, size, started_at)
       values (gen_random_uuid(), 'image/webp', 0, now()) returning id)
     insert into private.team_logos (team_id, key, small_id, large_id, set_at)
     select $1, repeat('b', 32), id, id, now() from kept`,
    [third.id],
  );
  await own.database.query(`update public.teams set logo_path = '/api/logos/b' where id = $1`, [
    third.id,
  ]);
  const heard: string[] = [];
  const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
  for (const [kind, id, act, topic] of [
    ['match_message', String(said.id), 'hide', `match:${match}`],
    ['team', third.id, 'remove_picture', `team:${third.id}`],
  ] as const) {
    await own.act(kind === 'team' ? home.captain : fourth.captain, {
      path: '/reports',
      body: { kind, id, reason: 'other' },
    });
    const [row] = await own.database.query<{ id: string }>(
      `select id from private.cases where subject = $1 and status = 'open'`,
      [id],
    );
    heard.length = 0;
    const path = `/moderation/cases/${row?.id}/decision`;
    expect(await mayHide(row?.id)).toBe(true);
    await own.act(admin, { path, body: { version: 1, acts: [{ act }] } });
    expect(await mayHide(row?.id)).toBe(false);
    await expect.poll(() => heard.filter((one) => one.includes(`"${topic}"`))).toHaveLength(1);
  }
  await stop();
});

it('a name that has a word of the list opens a case, which hides nothing', async () => {
  const { own } = cast;
  const heard: string[] = [];
  const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
  const person = await own.addPerson('Old Donkey');
  // Who has the list open sees it at once.
  const hint = { topic: allCasesTopic, id: allCasesTopic.slice('case:'.length), version: 1 };
  await expect.poll(() => heard.map((payload) => JSON.parse(payload))).toContainEqual(hint);
  await stop();
  const listed = await loadCases(input(admin, {}, '/admins/cases'));
  expect(listed?.lines).toMatchObject([
    { kind: 'person', reason: 'flagged', reports: 0, title: 'Old Donkey' },
  ]);
  expect(person.username).toBe('Old Donkey');
  // Nobody has reported it who could be answered.
  const decision = { version: 1, acts: [], answer: 'It is a name.' };
  await own.act(admin, {
    path: `/moderation/cases/${listed?.lines[0]?.id}/decision`,
    body: decision,
  });
});
