import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
const editors = ['editor', 'site admin'];
const judges = [...editors, "the ladder's admin"];

beforeAll(async () => {
  cast = await createCast();
  await cast.own.act(cast.people.editor ?? cast.home.captain, {
    path: '/articles',
    body: { slug: 'first', title: { en: 'First' }, body: { en: 'Words' } },
  });
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const draft = { locale: 'en', revision: 1, texts: { body: 'x' } };

it.each<[string, Call, readonly string[]]>([
  ['edits an article', { path: '/articles/first/edit', body: { revision: 1 } }, editors],
  ['publishes one', { path: '/articles/first/publication' }, editors],
  ['edits a page', { path: '/pages/terms/edit', body: { revision: 0 } }, editors],
  ['keeps a draft of an article', { path: '/writing/articles/first/draft', body: draft }, editors],
  [
    'keeps a draft of a new article',
    { path: `/writing/articles/new-${randomUUID()}/draft`, body: draft },
    editors,
  ],
  [
    'keeps a draft of a game',
    { path: '/writing/games/battlefield6/draft', body: { ...draft, texts: {} } },
    editors,
  ],
  [
    'keeps a draft of a ladder',
    { path: '/writing/ladders/tanks/draft', body: { ...draft, texts: {} } },
    judges,
  ],
  [
    'keeps a ladder’s own text where a newer one ships',
    {
      path: '/writing/ladders/tanks/offered',
      method: 'DELETE',
      body: { locale: 'en', texts: {} },
    },
    judges,
  ],
  ['drops it', { path: '/writing/ladders/tanks/draft', method: 'DELETE' }, judges],
  [
    'has a ladder’s texts open',
    { path: '/writing/ladders/tanks/presence', body: { locale: 'en' } },
    judges,
  ],
  [
    'reads an article’s revisions',
    { path: '/writing/articles/first/revisions', method: 'GET' },
    editors,
  ],
  ['reads one of them', { path: '/writing/articles/first/revisions/1', method: 'GET' }, editors],
  [
    'reads a ladder’s revisions',
    { path: '/writing/ladders/tanks/revisions', method: 'GET' },
    judges,
  ],
])('%s: who may', async (_what, call, may) => {
  const answers = await askAll(cast, call);
  expect(answers).toEqual(onlyTo(may, 'not_editor')(answers));
});

it('adds an article: who may', async () => {
  const added: Record<string, string> = {};
  for (const [name, person] of Object.entries(cast.people)) {
    const slug = `by-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`;
    const call = { path: '/articles', body: { slug, title: { fi: 'Uusi' } } };
    const { status, body } = await cast.own.send(person, call);
    added[name] = status === 200 ? 'obeyed' : (body.error?.code ?? '');
  }
  expect(added).toEqual(onlyTo(editors, 'not_editor')(added));
});

it('previews for everybody who is signed in', async () => {
  const answers = await askAll(cast, {
    path: '/writing/preview',
    body: { kind: 'articles', body: '*a*' },
  });
  expect(answers).toEqual(
    onlyTo(
      Object.keys(answers).filter((name) => name !== 'visitor'),
      '',
    )(answers),
  );
});

it('is written by nobody who is suspended, though they have the office', async () => {
  const { own, people } = cast;
  const editor = people.editor ?? cast.home.captain;
  const steward = people['site admin'] ?? cast.home.captain;
  const codes = async () => {
    const calls: Call[] = [
      { path: '/writing/articles/first/draft', method: 'DELETE' },
      { path: '/writing/articles/first/presence', body: { locale: 'en' } },
      { path: '/writing/articles/first/revisions', method: 'GET' },
    ];
    const answers = await Promise.all(calls.map((call) => own.send(editor, call)));
    return answers.map(({ body }) => body.error?.code);
  };
  const body = {
    person: editor.person_id,
    kind: 'suspension',
    until: own.at(3),
    reason: 'Absent.',
  };
  const { sanction } = await own.act(steward, { path: '/sanctions', body });
  expect(await codes()).toEqual(['not_editor', 'not_editor', 'not_editor']);
  const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const, body: { reason: 'x' } };
  await own.act(steward, lift);
  expect(await codes()).toEqual([undefined, undefined, undefined]);
});

it.each<[string, Call]>([
  ['keeps a draft', { path: '/writing/articles/first/draft', body: draft }],
  ['drops one', { path: '/writing/articles/first/draft', method: 'DELETE' }],
  ['has texts open', { path: '/writing/articles/first/presence', body: { locale: 'en' } }],
  ['previews', { path: '/writing/preview', body: { kind: 'articles', body: '*a*' } }],
])('nobody %s from a page of another site', async (_what, call) => {
  const headers = { origin: 'https://evil.test' };
  const { status, body } = await cast.own.send(cast.people.editor ?? null, { ...call, headers });
  expect([status, body.error?.code]).toEqual([403, 'origin_not_allowed']);
});

it.each([
  ['POST', '/writing/articles/first/draft'],
  ['DELETE', '/writing/articles/first/draft'],
  ['POST', '/writing/articles/first/presence'],
  ['POST', '/writing/preview'],
] as const)('takes no more at once than any form has: %s %s', async (method, path) => {
  const call = { method, path, raw: `"${'x'.repeat(65_535)}"` };
  const { status, body } = await cast.own.send(cast.people.editor ?? null, call);
  expect([status, body.error]).toEqual([
    413,
    { code: 'body_too_large', params: { limit: 65_536 } },
  ]);
});
