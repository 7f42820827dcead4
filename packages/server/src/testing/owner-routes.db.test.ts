import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { readMenus } from '../menu/menus.ts';
import { type Cast, createCast } from './cast.ts';

/**
 * The routes by which owners and editors keep their league, as docs/api.md has them: what each must be given, what it may
 * be, and what it refuses of every field.
 */

let cast: Cast;
let steward: Viewer;
let editor: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const { 'site admin': admin, editor: writer } = cast.people;
  if (admin === null || writer === null) {
    throw new Error('The cast lacks an office.');
  }
  steward = admin;
  editor = writer;
});
// A person may send so much in a minute; the tests are not about that.
beforeEach(() => cast.own.moveTo(new Date(cast.own.league.now().getTime() + 61_000).toISOString()));
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

type Body = Record<string, unknown>;

interface Route {
  name: string;
  /** Its address; what it edits is made first. */
  path: string;
  who: () => Viewer;
  /** What it must be given, each field with a value that it takes. */
  needed: Body;
  /** What it may be given. */
  optional: Body;
  /** What it cannot be given: field, value, the code of the refusal, and the part of the field that is named where it is not all. */
  wrong: readonly (readonly [field: string, value: unknown, code?: string, named?: string])[];
  act: string;
  /** What it is refused where nothing is named; what edits takes nothing as nothing. */
  prepare?: () => Promise<void>;
}

const tooLong = (length: number) => ({ en: 'x'.repeat(length + 1) });
const wrongTexts = (field: string, length: number) =>
  [
    [field, tooLong(length), 'field_invalid', `${field}.en`],
    [field, { sv: 'x' }, 'field_invalid', `${field}.sv`],
    [field, 'One text', 'field_invalid'],
    [field, { pt: 7 }, 'field_invalid', `${field}.pt`],
  ] as const;
const wrongLine = (field: string, length: number) =>
  [
    [field, ' '],
    [field, 'x'.repeat(length + 1)],
    [field, 7],
  ] as const;

const gameFields: Body = {
  tagline: { pt: 'O jogo dos reis' },
  about: { en: 'Old.' },
  facts: [{ key: 'released', value: '1475' }],
  maps: ['Board'],
  modes: ['Blitz'],
  sides: ['White', 'Black'],
  identity_kinds: ['steam'],
  has_casual_page: true,
  position: 3,
};
const wrongGame: Route['wrong'] = [
  ['slug', 'x'],
  ['slug', 'battlefield6', 'already_exists'],
  ...wrongLine('name', 80),
  ...wrongLine('short_name', 20),
  ...wrongTexts('tagline', 300),
  ...wrongTexts('about', 20_000),
  ['facts', [{ key: 'colour', value: 'x' }], 'field_invalid', 'facts.0.key'],
  ['maps', ['One', 'One']],
  ['modes', 'Blitz'],
  ['sides', ['White']],
  ['identity_kinds', ['Steam!'], 'field_invalid', 'identity_kinds.0'],
  ['has_casual_page', 'yes'],
  ['position', -1],
];

const ladderTexts: Body = { summary: { pt: 'Dois tanques' }, description: { en: 'Long.' } };
const wrongLadder: Route['wrong'] = [
  ['slug', 'Tanks'],
  ['slug', 'golf', 'already_exists'],
  ...wrongLine('name', 80),
  ['region', 'x'.repeat(41)],
  ['zone', 'Mars/Base', 'zone_unknown'],
  ...wrongTexts('summary', 300),
  ...wrongTexts('description', 20_000),
];

const wrongArticle: Route['wrong'] = [
  ['slug', 'Guia'],
  ['slug', 'taken', 'already_exists'],
  ['slug', 'feed'],
  ...wrongTexts('title', 200),
  ['title', { en: 'a\nb' }, 'field_invalid', 'title.en'],
  ...wrongTexts('summary', 300),
  ...wrongTexts('body', 20_000),
  ['game', 'none'],
  ['ladder', 'none'],
  ['author', ' '],
];

const make = async (path: string, body: Body) => {
  await cast.own.act(steward, { path, body });
};
const newGame = { slug: 'go', name: 'Go', short_name: 'Go' };
const newLadder = {
  ...{ game: 'battlefield6', slug: 'blitz', name: 'Blitz', format: 'rung' },
  ...{ region: 'EU', zone: 'UTC' },
};
const newArticle = { slug: 'guide', title: { pt: 'Guia' } };

const routes: readonly Route[] = [
  {
    name: 'POST /games',
    path: '/games',
    who: () => steward,
    needed: { slug: 'chess', name: 'Chess', short_name: 'Chess' },
    optional: gameFields,
    wrong: wrongGame,
    act: 'game_added',
  },
  {
    name: 'POST /games/{slug}/edit',
    path: '/games/go/edit',
    who: () => steward,
    needed: {},
    optional: { ...gameFields, slug: 'weiqi', name: 'Weiqi', short_name: 'W', revision: 0 },
    wrong: [...wrongGame, ['revision', -1], ['of', 1.5]],
    act: 'game_edited',
    prepare: () => make('/games', newGame),
  },
  {
    name: 'POST /ladders',
    path: '/ladders',
    who: () => steward,
    needed: { ...newLadder, slug: 'rapid' },
    optional: { ...ladderTexts, template: 'rung', copy_of: 'tanks', rules: { team: { size: 3 } } },
    wrong: [
      ...wrongLadder,
      ['game', 'none', 'not_found'],
      ['game', 7],
      ['format', 'knockout'],
      ['region', 7],
      ['template', 'rating'],
      ['template', 'none'],
      ['copy_of', 7],
      ['rules', { team: { size: 0 } }, 'rules_invalid', 'team.size'],
      ['rules', { wings: {} }, 'rules_invalid', 'wings'],
      ['rules', 'none'],
    ],
    act: 'ladder_added',
  },
  {
    name: 'POST /ladders/{slug}/edit',
    path: '/ladders/blitz/edit',
    who: () => steward,
    needed: {},
    optional: {
      ...ladderTexts,
      ...{ slug: 'bullet', name: 'Bullet', region: 'NA', zone: 'Europe/Helsinki' },
      ...{ position: 3, revision: 0 },
    },
    wrong: [...wrongLadder, ['position', -1], ['revision', 'x'], ['of', -1]],
    act: 'ladder_edited',
    prepare: () => make('/ladders', newLadder),
  },
  {
    name: 'POST /articles',
    path: '/articles',
    who: () => editor,
    needed: { slug: 'welcome-all', title: { pt: 'Bem-vindos' } },
    optional: {
      ...{
        summary: { pt: 'Curto' },
        body: { pt: 'Longo.' },
        game: 'battlefield6',
        ladder: 'tanks',
      },
      ...{ author: 'The editors', original_locale: 'pt' },
    },
    wrong: [...wrongArticle, ['original_locale', 'sv']],
    act: 'article_added',
    prepare: () => make('/articles', { slug: 'taken', title: { en: 'Taken' } }),
  },
  {
    name: 'POST /articles/{slug}/edit',
    path: '/articles/guide/edit',
    who: () => editor,
    needed: { revision: 1 },
    optional: {
      ...{
        slug: 'handbook',
        title: { pt: 'Manual' },
        summary: { pt: 'Curto' },
        body: { pt: 'Longo.' },
      },
      ...{ game: 'battlefield6', ladder: 'tanks', author: 'The editors' },
    },
    wrong: [...wrongArticle, ['of', 'x']],
    act: 'article_edited',
    prepare: () => make('/articles', newArticle),
  },
  {
    name: 'POST /articles/{slug}/publication',
    path: '/articles/handbook/publication',
    who: () => editor,
    needed: {},
    optional: { at: '2027-01-01T12:00:00+02:00' },
    wrong: [
      ['at', 'tomorrow'],
      ['at', 7],
    ],
    act: 'article_published',
  },
  {
    name: 'POST /pages/{slug}/edit',
    path: '/pages/imprint/edit',
    who: () => editor,
    needed: { revision: 0 },
    optional: { title: { pt: 'Quem somos' }, summary: { pt: 'Nós' }, body: { pt: 'A liga.' } },
    wrong: [
      ...wrongTexts('title', 200),
      ...wrongTexts('summary', 300),
      ...wrongTexts('body', 20_000),
      ['of', -1],
    ],
    act: 'page_edited',
  },
  {
    name: 'POST /settings',
    path: '/settings',
    who: () => steward,
    needed: {},
    optional: {
      ...{ name: 'Liga do Norte', title_suffix: '', footer_line: 'Nós', footer_year: 2026 },
      ...{ locales: ['pt', 'en'], zone: 'America/Sao_Paulo', forum_url: 'https://forum.example' },
      ...{ chat_invite_url: 'https://chat.example', hue: 12 },
    },
    wrong: [
      ...wrongLine('name', 60),
      ['title_suffix', 'x'.repeat(41)],
      ['footer_line', 'x'.repeat(201)],
      ['footer_year', 1969],
      ['locales', ['sv'], 'field_invalid', 'locales.0'],
      ['zone', 'Mars/Base'],
      ['forum_url', 'javascript:alert(1)'],
      ['chat_invite_url', 'chat.example'],
      ['hue', 360],
      ['logo', 'logo.svg'],
    ],
    act: 'settings_edited',
  },
];

/** All that these routes write, as one word: what is refused leaves it as it was. */
async function fingerprint(): Promise<string> {
  const rows = await cast.own.database.query<{ all: unknown }>(
    `select json_build_array(
       (select json_agg(g order by slug) from public.games g), (select json_agg(l order by id) from public.ladders l),
       (select json_agg(a order by slug) from public.articles a), (select json_agg(p order by slug) from public.pages p),
       (select json_agg(m order by id) from public.menu_items m), (select json_agg(s) from public.league_settings s),
       (select json_agg(f order by f::text) from private.former_slugs f), (select json_agg(h order by h::text) from private.text_heads h),
       (select json_agg(r order by r::text) from private.text_revisions r), (select count(*) from private.audit_log),
       (select count(*) from public.league_events), (select count(*) from private.stream_states)) as all`,
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

interface Line {
  person_id: string;
  act: string;
  changes: Record<string, unknown>;
}

const readLines = () =>
  cast.own.database.query<Line>(
    'select person_id, act, changes from private.audit_log order by at, id',
  );

const without = (body: Body, field: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe.each(routes)('$name', ({ path, who, needed, optional, wrong, act, prepare }) => {
  beforeAll(async () => {
    await prepare?.();
  });
  const send = (body: Body) => cast.own.send(who(), { path, body });

  it('names the field and the rule of what is wrong, and changes nothing', async () => {
    const before = await fingerprint();
    for (const [field, value, code = 'field_invalid', named = field] of wrong) {
      const said = `${field}: ${JSON.stringify(value).slice(0, 60)}`;
      const { status, body } = await send({ ...needed, ...optional, [field]: value });
      expect([said, body.error?.code, body.error?.field]).toEqual([said, code, named]);
      expect([said, status >= 400 && status < 500]).toEqual([said, true]);
      if (code === 'field_invalid') {
        expect([said, typeof body.error?.params.rule]).toEqual([said, 'string']);
      }
      cast.own.moveTo(new Date(cast.own.league.now().getTime() + 2_000).toISOString());
    }
    expect(await fingerprint()).toBe(before);
  });

  it('names what it must be given, and changes nothing', async () => {
    const before = await fingerprint();
    for (const field of Object.keys(needed)) {
      const { status, body } = await send({ ...without(needed, field), ...optional });
      expect([field, status, body.error]).toMatchObject([
        field,
        400,
        { code: 'field_invalid', field, params: { field } },
      ]);
    }
    expect(await fingerprint()).toBe(before);
  });

  it('has a wrong value tried of each of its fields', () => {
    const fields = Object.keys({ ...needed, ...optional });
    const tried = new Set(wrong.map(([field]) => field));
    const untried = fields.filter((field) => !tried.has(field));
    // A revision that is needed is left out above; another has its own tests.
    expect(untried.filter((field) => field !== 'revision')).toEqual([]);
  });

  it('takes all of it, and says in the audit log who changed what', async () => {
    const before = await readLines();
    const given = { ...needed, ...optional };
    expect(await send(given)).toMatchObject({ status: 200 });
    const [line, ...others] = (await readLines()).slice(before.length);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ person_id: who().person_id, act });
    expect(Object.keys(line?.changes ?? {}).length).toBeGreaterThan(0);
    for (const change of Object.values(line?.changes ?? {})) {
      expect(change).toBeTruthy();
    }
  });
});

describe('each of the fields that may be left out', () => {
  const games = Object.keys(gameFields);
  it.each(games)('a game is made with %s alone', async (field) => {
    const slug = `only-${field.replaceAll('_', '-')}`;
    const body = { slug, name: 'Only', short_name: 'O', [field]: gameFields[field] };
    await cast.own.act(steward, { path: '/games', body });
    const [row] = await cast.own.database.query<Body>(
      'select * from public.games where slug = $1',
      [slug],
    );
    expect(row).toMatchObject({ [field]: gameFields[field] });
  });

  it.each([
    ['summary', { fi: 'Lyhyt' }],
    ['description', { fi: 'Pitkä.' }],
    ['template', 'rung'],
    ['copy_of', 'tanks'],
    ['rules', { team: { size: 4 } }],
  ])('a ladder is made with %s alone', async (field, value) => {
    const slug = `only-${field.replaceAll('_', '-')}`;
    const made = { ...newLadder, slug, [field]: value };
    expect(await cast.own.act(steward, { path: '/ladders', body: made })).toMatchObject({ slug });
  });

  it.each([
    ['summary', { fi: 'Lyhyt' }],
    ['body', { fi: 'Pitkä.' }],
    ['game', 'battlefield6'],
    ['ladder', 'tanks'],
    ['author', 'Somebody'],
    ['original_locale', 'fi'],
  ])('an article is made with %s alone', async (field, value) => {
    const slug = `only-${field.replaceAll('_', '-')}`;
    const made = { slug, title: { fi: 'Vain' }, [field]: value };
    expect(await cast.own.act(editor, { path: '/articles', body: made })).toMatchObject({ slug });
  });
});

describe('POST /menus', () => {
  const entry = { label: { pt: 'Início' }, path: '/' };
  const lists = { casual: [entry], competitions: [], servers: [] };
  const send = async (more: Body) => {
    const { revision } = await readMenus(cast.own.database);
    return cast.own.send(steward, { path: '/menus', body: { revision, ...lists, ...more } });
  };

  it.each<[string, unknown, string]>([
    ['casual', [{ ...entry, path: 'javascript:alert(1)' }], 'casual.0.path'],
    ['servers', [{ ...entry, label: { sv: 'Hem' } }], 'servers.0.label'],
    ['competitions', [{ path: '/' }], 'competitions.0.label'],
    ['casual', 'all', 'casual'],
    ['servers', undefined, 'servers'],
    ['revision', undefined, 'revision'],
  ])('refuses %s of %j', async (field, value, named) => {
    const before = await fingerprint();
    const { status, body } = await send({ [field]: value });
    expect([status, body.error]).toMatchObject([400, { code: 'field_invalid', field: named }]);
    expect(await fingerprint()).toBe(before);
  });

  it('takes labels in any one language, and says who changed what', async () => {
    expect((await send({})).status).toBe(200);
    expect((await readLines()).at(-1)).toMatchObject({
      person_id: steward.person_id,
      act: 'menus_edited',
      changes: { casual: { to: [{ label: { pt: 'Início' }, path: '/' }] } },
    });
  });
});
