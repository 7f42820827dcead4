import { describe, expect, it } from 'vitest';
import { checkContent } from './check-content.ts';
import { ContentError } from './content-error.ts';
import { content } from './index.ts';

type Content = typeof content;

/** The league's own content with one thing changed, as if somebody had mistyped it. */
function mistype(kind: keyof Content, change: object): Content {
  const [first = {}, ...rest] = content[kind];
  return { ...content, [kind]: [{ ...first, ...change }, ...rest] };
}

const ladder = content.ladders[0]?.slug;
const game = content.games[0]?.slug;
const article = content.articles[0]?.slug;
const item = content.menuItems[0]?.id;
const server = {
  id: '018f4e7a-0000-7000-8000-000000000000',
  page: 'bf2042',
  game_slug: null,
  name: 'Ours',
  protocol: 'a2s',
  region: 'EU',
  note: content.games[0]?.about,
  position: 1,
  address: { host: 'game.example', query_port: 65_535 },
};

const mistakes: readonly [keyof Content, object, string][] = [
  [
    'ladders',
    { format: 'rungs' },
    `ladders ${ladder}: format is "rungs"; it takes ("rung" | "rating" | "time_attack")`,
  ],
  [
    'ladders',
    { name: 'x'.repeat(81) },
    `ladders ${ladder}: name is "${'x'.repeat(59)}…; it takes 80 characters at most`,
  ],
  ['ladders', { zone: '+02:00' }, `ladders ${ladder}: zone is "+02:00"; it takes a time zone`],
  ['ladders', { game_slug: 'chess' }, `ladders ${ladder}: game_slug is "chess", which is no game`],
  [
    'ladders',
    { zone: 'Europe/Londen' },
    `ladders ${ladder}: zone is "Europe/Londen"; it takes a time zone, as Europe/London`,
  ],
  [
    'ladders',
    { rules: { team: { size: 0 } } },
    `ladders ${ladder}: rules.team.size is not possible: it takes 1 to 64`,
  ],
  ['ladders', { rules: { teams: {} } }, `ladders ${ladder}: rules.teams is not possible`],
  ['ladders', { summary: { en: 'Only English' } }, `ladders ${ladder}: summary.es is missing`],
  ['ladders', { summary: 'English' }, `ladders ${ladder}: summary is "English"; it takes Object`],
  ['ladders', { positon: 1 }, `ladders ${ladder}: positon is no field of it`],
  ['ladders', { position: 1.5 }, `ladders ${ladder}: position is 1.5; it takes a whole number`],
  [
    'ladders',
    { slug: 'Two Tanks' },
    'ladders Two Tanks: slug is "Two Tanks"; it takes 2 to 60 lower-case letters, digits and hyphens',
  ],
  ['ladders', { slug: undefined }, 'ladders number 1: slug is missing'],
  [
    'ladders',
    { slug: content.ladders[1]?.slug },
    `ladders ${content.ladders[1]?.slug}: is there twice`,
  ],
  ['games', { maps: 'Nexus' }, `games ${game}: maps is "Nexus"; it takes Array`],
  [
    'games',
    { facts: [{ key: 'maker', value: 'x' }] },
    `games ${game}: facts.0.key is "maker"; it takes`,
  ],
  [
    'articles',
    { published_at: 'soon' },
    `articles ${article}: published_at is "soon"; it takes an instant`,
  ],
  [
    'articles',
    { game_slug: 'chess' },
    `articles ${article}: game_slug is "chess", which is no game`,
  ],
  ['archives', { slug: 'debug' }, 'archives debug: slug is "debug"; it takes any other name'],
  ['menuItems', { path: 'games' }, `menuItems ${item}: path is "games"; it takes a path`],
  ['menuItems', { position: 2 }, 'position is 2, where another item stands'],
  [
    'gameServers',
    { ...server, address: { host: 'x', query_port: 65_536 } },
    `gameServers ${server.id}: address.query_port is 65536; it takes`,
  ],
  ['gameServers', { ...server, id: 'one' }, 'gameServers one: id is "one"; it takes a UUID'],
];

describe('a mistake in the content', () => {
  it.each(mistakes)('of %s, %j, is said in one line', (kind, change, message) => {
    const check = () => checkContent(mistype(kind, change));
    expect(check).toThrow(ContentError);
    expect(check).toThrow(message);
    expect(check).toThrow(/^content: [^\n]+$/);
  });

  it('is none where there is none', () => {
    expect(() => checkContent(content)).not.toThrow();
    expect(() => checkContent(mistype('ladders', { name: 'x'.repeat(80) }))).not.toThrow();
    expect(() => checkContent(mistype('gameServers', server))).not.toThrow();
  });
});
