import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { readMenus } from '../menu/menus.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import type { Content } from './content-kinds.ts';
import { layContent } from './lay-content.ts';
import { getStartingContent } from './starting-content.ts';

const kinds = ['games', 'ladders', 'articles', 'pages'] as const;
type Kind = (typeof kinds)[number];
const textFields: Record<Kind, readonly string[]> = {
  games: ['tagline', 'about'],
  ladders: ['summary', 'description'],
  articles: ['title', 'summary', 'body'],
  pages: ['title', 'summary', 'body'],
};

/** One article ships without Finnish, so that the league writes it itself before an update brings some. */
const whole = getStartingContent();
const dropFinnish = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([locale]) => locale !== 'fi'));
const shipped: Content = {
  ...whole,
  articles: whole.articles.map((article) =>
    article.slug === 'how-to-read-the-log'
      ? {
          ...article,
          title: dropFinnish(article.title),
          summary: dropFinnish(article.summary),
          body: dropFinnish(article.body),
        }
      : article,
  ),
};

const renew = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, `${text} (newer)`]));

/** An update in which everything that ships is another, and there is something more of each kind. */
function update(): Content {
  const games = whole.games.map((game) => ({
    ...game,
    ...{ name: `${game.name} 2`, short_name: 'New', position: 99, maps: ['New'], retired_at: null },
    ...{ tagline: renew(game.tagline), about: renew(game.about) },
  }));
  const ladders = whole.ladders.map((ladder) => ({
    ...ladder,
    ...{ name: `${ladder.name} 2`, region: 'New', zone: 'Asia/Tokyo', retired_at: null },
    ...{ summary: renew(ladder.summary), description: renew(ladder.description) },
  }));
  const articles = whole.articles.map((article) => ({
    ...article,
    ...{ published_at: '2020-01-01T00:00:00.000Z', author: 'New' },
    ...{ title: renew(article.title), summary: renew(article.summary), body: renew(article.body) },
  }));
  const pages = whole.pages.map((page) => ({
    ...page,
    ...{ title: renew(page.title), summary: renew(page.summary), body: renew(page.body) },
  }));
  const more = <Thing extends { slug: string }>(things: Thing[]): Thing[] =>
    things.concat(things.slice(0, 1).map((thing) => ({ ...thing, slug: 'brand-new' })));
  const menus = {
    casual: whole.menus.casual.map((item) => ({ ...item, path: '/new' })),
    competitions: whole.menus.competitions.toReversed(),
    servers: [{ id: 'brand-new', label: 'New', path: '/new' }],
  };
  return {
    ...whole,
    ...{ games: more(games), ladders: more(ladders), articles: more(articles) },
    ...{ pages, menus },
  };
}

let own: ApiLeague;
let owner: Viewer;

type Row = Record<string, unknown> & { slug: string };

/** Everything of the kinds: their rows by address word. */
async function readAll(): Promise<Record<Kind, Map<string, Row>>> {
  const read = async (kind: Kind) => {
    const rows = await own.database.query<Row>(`select * from public.${kind}`);
    return new Map(rows.map((row) => [row.slug, row]));
  };
  return {
    games: await read('games'),
    ladders: await read('ladders'),
    articles: await read('articles'),
    pages: await read('pages'),
  };
}

/** What is no text: names, addresses, places, retirements. */
const toFacts = (kind: Kind, rows: Map<string, Row>) =>
  [...rows.values()]
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([field]) => !textFields[kind].includes(field)),
      ),
    )
    .toSorted((one, other) => String(one.slug).localeCompare(String(other.slug)));

/** Saves as the editor does: over the revision that it has read, which a first refusal tells. */
async function write(kind: Kind, slug: string, texts: object): Promise<void> {
  const path = `/${kind}/${slug}/edit`;
  const { body } = await own.send(owner, { path, body: { revision: 0, ...texts } });
  if (body.error !== undefined) {
    expect(body.error.code).toBe('revision_stale');
    await own.act(owner, { path, body: { revision: body.error.params.revision, ...texts } });
  }
}

/** What the owner makes of what shipped: each text with the language in which it is theirs. */
const written: readonly (readonly [Kind, string, object, string])[] = [
  ['games', 'aqtion', { tagline: { pt: 'O nosso jogo' } }, 'pt'],
  ['games', 'aqtion', { tagline: { fi: '' }, about: { fi: '' } }, 'fi'],
  ['ladders', 'bf6-2v2-tanks', { summary: { en: 'Ours' } }, 'en'],
  ['ladders', 'bf6-2v2-tanks', { description: { de: '' }, summary: { de: '' } }, 'de'],
  ['articles', 'welcome', { title: { pt: 'A nossa liga' } }, 'pt'],
  ['articles', 'welcome', { title: { fi: '' }, summary: { fi: '' }, body: { fi: '' } }, 'fi'],
  ['articles', 'how-to-read-the-log', { title: { fi: 'Loki' }, body: { fi: 'Oma.' } }, 'fi'],
  ['pages', 'privacy', { body: { pt: 'Nada guardamos.' } }, 'pt'],
  ['pages', 'imprint', { title: { de: '' }, summary: { de: '' }, body: { de: '' } }, 'de'],
];

const chess = { slug: 'chess', name: 'Chess', short_name: 'Chess', tagline: { pt: 'Reis' } };
const blitz = {
  ...{ game: 'chess', slug: 'blitz', name: 'Blitz', format: 'rung', region: 'EU', zone: 'UTC' },
  summary: { pt: 'Rápido' },
};

async function makeItTheirs(): Promise<void> {
  const act = (path: string, body: Record<string, unknown> = {}) => own.act(owner, { path, body });
  for (const [kind, slug, texts] of written) {
    await write(kind, slug, texts);
  }
  await act('/games/aqtion/edit', { name: 'Action', maps: ['Ours'] });
  await act('/games/arma3/edit', { slug: 'arma-three' });
  await act('/games/finals/retirement');
  await act('/games', chess);
  await act('/games/order', { slugs: ['squad', 'chess'] });
  await act('/ladders', blitz);
  await act('/ladders/mw-2v2-na/edit', { slug: 'mw-duos', name: 'Duos', region: 'EU' });
  await act('/ladders/squad-4v4-cc/retirement');
  await act('/ladders/order', { slugs: ['blitz', 'mw-duos'] });
  await act('/articles/how-the-ladder-works/edit', {
    ...{ slug: 'our-ladder', author: 'Us', game: 'chess', revision: 0 },
  });
  await act('/articles/how-disputes-are-decided/publication', { at: null });
  await act('/articles', { slug: 'ours', title: { pt: 'Nosso' } });
  const { menus, revision } = await readMenus(own.database);
  await act('/menus', {
    ...{ revision, servers: [], competitions: menus.competitions.slice(0, 2).reverse() },
    casual: [{ label: { pt: 'Xadrez' }, path: '/games/chess' }, ...menus.casual.slice(3)],
  });
}

beforeAll(async () => {
  own = await createApiLeague();
  owner = await own.addAdmin('Olga');
  await layContent(own.database, shipped);
  await makeItTheirs();
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** A thing's texts in one language, by field; a language that it has not is null in each. */
const inLanguage = (kind: Kind, row: Row | undefined, locale: string) =>
  textFields[kind].map((field) => new Map(Object.entries(row?.[field] ?? {})).get(locale) ?? null);

const lay = { 'as it shipped': () => shipped, 'as an update has it': update } as const;

it.each(['as it shipped', 'as an update has it', 'as an update has it'] as const)(
  'nothing of a league’s own changes by content laid over it: %s',
  async (which) => {
    const before = await readAll();
    const menus = await readMenus(own.database);
    const former = await own.database.query('select * from private.former_slugs order by 1, 2');
    await layContent(own.database, lay[which]());
    const after = await readAll();
    for (const kind of kinds) {
      expect(toFacts(kind, after[kind])).toEqual(toFacts(kind, before[kind]));
    }
    for (const [kind, slug, , locale] of written) {
      const said = [kind, slug, locale];
      const texts = [before, after].map((all) => inLanguage(kind, all[kind].get(slug), locale));
      expect([said, texts[1]]).toEqual([said, texts[0]]);
    }
    // What is the league's alone, and what stands at an address of its own, is as it was to the last word.
    for (const [kind, slug] of [
      ['games', 'chess'],
      ['games', 'arma-three'],
      ['ladders', 'blitz'],
      ['ladders', 'mw-duos'],
      ['articles', 'ours'],
      ['articles', 'our-ladder'],
    ] as const) {
      expect(after[kind].get(slug)).toEqual(before[kind].get(slug));
      expect(after[kind].get(slug)).toBeDefined();
    }
    expect(await readMenus(own.database)).toEqual(menus);
    expect(await own.database.query('select * from private.former_slugs order by 1, 2')).toEqual(
      former,
    );
  },
);

it('brings the newer texts to where nobody has touched one, and offers them where somebody has', async () => {
  const { games, articles } = await readAll();
  const newer = update();
  const find = (slug: string) => newer.games.find((game) => game.slug === slug);
  expect(games.get('battlefield6')?.tagline).toEqual(find('battlefield6')?.tagline);
  expect(inLanguage('games', games.get('aqtion'), 'es')).toEqual([
    find('aqtion')?.tagline.es,
    find('aqtion')?.about.es,
  ]);
  expect(inLanguage('articles', articles.get('welcome'), 'en')[0]).toMatch(/\(newer\)$/);
  const offers = await own.database.query<{ kind: string; slug: string; locale: string }>(
    'select kind, slug, locale from private.laid_texts where offered is not null order by 1, 2, 3',
  );
  expect(offers).toEqual([
    { kind: 'articles', slug: 'welcome', locale: 'pt' },
    { kind: 'games', slug: 'aqtion', locale: 'pt' },
    { kind: 'ladders', slug: 'bf6-2v2-tanks', locale: 'en' },
    { kind: 'pages', slug: 'privacy', locale: 'pt' },
  ]);
});
