import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
const editors = ['editor', 'site admin'];
const judges = [...editors, "the ladder's admin"];
const writers = [...judges, "another ladder's admin"];
/** What each article belongs to. */
const articles = {
  first: {},
  cup: { ladder: 'tanks' },
  'other-cup': { ladder: 'golf' },
  'of-game': { game: 'battlefield6' },
};

beforeAll(async () => {
  cast = await createCast();
  for (const [slug, belonging] of Object.entries(articles)) {
    await cast.own.act(cast.people.editor ?? cast.home.captain, {
      path: '/articles',
      body: { slug, title: { en: 'First' }, body: { en: 'Words' }, ...belonging },
    });
  }
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const draft = { locale: 'en', revision: 1, texts: { body: 'x' } };

const preview = (kind: string, slug: string): Call => ({
  path: '/writing/preview',
  body: { kind, slug, body: '*a*' },
});

it.each<[string, Call, readonly string[]]>([
  ['edits an article', { path: '/articles/first/edit', body: { revision: 1 } }, editors],
  ['publishes one', { path: '/articles/first/publication' }, editors],
  ['edits a page', { path: '/pages/terms/edit', body: { revision: 0 } }, editors],
  ['keeps a draft of an article', { path: '/writing/articles/first/draft', body: draft }, editors],
  [
    'keeps a draft of a new article',
    { path: `/writing/articles/new-${randomUUID()}/draft`, body: draft },
    writers,
  ],
  [
    'keeps a draft under what begins like a new article',
    { path: '/writing/articles/new-x/draft', method: 'DELETE' },
    editors,
  ],
  [
    'has a new article open',
    { path: `/writing/articles/new-${randomUUID()}/presence`, body: { locale: 'en' } },
    writers,
  ],
  [
    'keeps a draft of a ladder’s article',
    { path: '/writing/articles/cup/draft', body: draft },
    judges,
  ],
  ['drops that', { path: '/writing/articles/cup/draft', method: 'DELETE' }, judges],
  [
    'keeps a draft of another ladder’s',
    { path: '/writing/articles/other-cup/draft', body: draft },
    [...editors, "another ladder's admin"],
  ],
  ['keeps a draft of a game’s', { path: '/writing/articles/of-game/draft', body: draft }, editors],
  [
    'has a ladder’s article open',
    { path: '/writing/articles/cup/presence', body: { locale: 'en' } },
    judges,
  ],
  [
    'keeps a ladder’s article where a newer one ships',
    {
      path: '/writing/articles/cup/offered',
      method: 'DELETE',
      body: { locale: 'en', texts: {} },
    },
    judges,
  ],
  [
    'reads a ladder’s article’s revisions',
    { path: '/writing/articles/cup/revisions', method: 'GET' },
    judges,
  ],
  ['reads one of those', { path: '/writing/articles/cup/revisions/1', method: 'GET' }, judges],
  [
    'reads a game’s article’s revisions',
    { path: '/writing/articles/of-game/revisions', method: 'GET' },
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
  ['looks at an article as it will be', preview('articles', 'first'), editors],
  ['looks at a ladder’s article', preview('articles', 'cup'), judges],
  ['looks at a new article', preview('articles', `new-${randomUUID()}`), writers],
  ['looks at what begins like a new article', preview('articles', 'new-x'), editors],
  ['looks at a ladder’s texts', preview('ladders', 'tanks'), judges],
  ['looks at a game’s texts', preview('games', 'battlefield6'), editors],
  ['looks at a page of the site', preview('pages', 'terms'), editors],
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

it.each([
  ['editor', 'first'],
  ["the ladder's admin", 'cup'],
] as const)(
  'is written by nobody who is suspended, though they have the office: %s',
  async (name, slug) => {
    const { own, people } = cast;
    const person = people[name] ?? cast.home.captain;
    const steward = people['site admin'] ?? cast.home.captain;
    const codes = async () => {
      const calls: Call[] = [
        { path: `/writing/articles/${slug}/draft`, method: 'DELETE' },
        { path: `/writing/articles/${slug}/presence`, body: { locale: 'en' } },
        { path: `/writing/articles/${slug}/revisions`, method: 'GET' },
        preview('articles', slug),
      ];
      const answers = await Promise.all(calls.map((call) => own.send(person, call)));
      return answers.map(({ body }) => body.error?.code);
    };
    const body = {
      person: person.person_id,
      kind: 'suspension',
      until: own.at(3),
      reason: 'Absent.',
    };
    const { sanction } = await own.act(steward, { path: '/sanctions', body });
    expect(await codes()).toEqual(Array(4).fill('not_editor'));
    const lift = {
      path: `/sanctions/${sanction}`,
      method: 'DELETE' as const,
      body: { reason: 'x' },
    };
    await own.act(steward, lift);
    expect(await codes()).toEqual(Array(4).fill(undefined));
  },
);

it.each<[string, Call]>([
  ['keeps a draft', { path: '/writing/articles/first/draft', body: draft }],
  ['drops one', { path: '/writing/articles/first/draft', method: 'DELETE' }],
  ['has texts open', { path: '/writing/articles/first/presence', body: { locale: 'en' } }],
  ['previews', preview('articles', 'first')],
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
