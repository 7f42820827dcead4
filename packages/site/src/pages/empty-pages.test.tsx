import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../document-data.ts';
import { type LocaleCode, locales } from '../intl/locales.ts';
import AdminsPage from './admins/admins.tsx';
import type { AdminsData } from './admins/data.ts';
import ArchivesPage from './archives/archives.tsx';
import type { ArchivesData } from './archives/data.ts';
import BoardsPage from './boards/boards.tsx';
import type { BoardsData } from './boards/data.ts';
import type { HomeData } from './home/data.ts';
import HomePage from './home/home.tsx';
import { NextStepStrip } from './home/next-step.tsx';
import type { ServersData } from './servers/data.ts';
import ServersPage from './servers/servers.tsx';
import type { TeamsData } from './team/data.ts';
import TeamsPage from './team/teams.tsx';
import { type Look, readTexts, renderPage } from './testing/render-page.tsx';

const owner: ViewerData = {
  user_id: 'u',
  person_id: 'p',
  username: 'Rook',
  is_site_admin: true,
  is_editor: false,
  unread: 0,
  desk: 0,
  note: null,
};

const none = { is_long: false, list: [], chosen: null };

const archives: ArchivesData = {
  archives: [],
  years: [],
  games: none,
  ladders: none,
  year: null,
  game: null,
  ladder: null,
  total: 0,
  from: 1,
  limit: 50,
  may_import: false,
};
const servers: ServersData = {
  page: 'chess',
  name: 'Chess',
  game_path: null,
  topic: 'servers:chess',
  blind_since: null,
  is_alone: false,
  servers: [],
};
const admins: AdminsData = {
  admins: [],
  part: { query: '', from: 1, limit: 50, total: 0, kept: 0 },
  site_total: 0,
  ladder_total: 0,
  open_disputes: 0,
  rulings: 0,
  median_hours: null,
  desk: null,
};
const desk = {
  is_site_admin: true,
  is_editor: false,
  ladders: [],
  ladders_total: 0,
  items: [],
  waiting: 0,
  page: 1,
  pages: 1,
};
const home: HomeData = {
  figures: { teams: 0, people: 1, matches: 0, ladders: 0 },
  tonight: [],
  results: [],
  ladders: [],
  short_teams: [],
  articles: [],
  games: [],
  next: null,
  more: [],
};
const boards: BoardsData = {
  filters: { kind: null, game: null, language: null, region: null, zone: null, day: null },
  posts: [],
  games: none,
  zones: [],
  scrims: [],
  form: null,
  short_teams: [],
};
const teams: TeamsData = { query: '', teams: [], alike: [], total: 0, from: 1, limit: 50 };

/** Each page without anything on it: what it says, and where its first step leads whoever may take it. */
const pages = [
  {
    what: 'archives',
    say: ['archives.none', 'archives.none_reason'],
    step: '/#ladders',
    ownStep: '/archives/import',
    draw: (look: Look) =>
      renderPage(ArchivesPage, { ...archives, may_import: look.viewer !== null }, look),
  },
  {
    what: 'servers',
    say: ['servers.none', 'servers.none_reason'],
    step: null,
    ownStep: '/admins/servers/new',
    draw: (look: Look) => renderPage(ServersPage, servers, look),
  },
  {
    what: 'admins',
    say: ['admins.none', 'admins.none_reason', 'admins.none_ladder', 'admins.none_ladder_reason'],
    step: null,
    ownStep: '/admins/offices',
    draw: (look: Look) =>
      renderPage(AdminsPage, { ...admins, desk: look.viewer === null ? null : desk }, look),
  },
  {
    what: 'home',
    say: ['home.empty.title', 'home.empty.reason', 'home.empty.no_ladder'],
    step: '/teams/new',
    ownStep: '/admins/ladders/new',
    draw: (look: Look) => renderPage(HomePage, home, look),
  },
  {
    what: 'boards',
    say: ['boards.none', 'boards.none_reason', 'lists.short.none'],
    step: '/teams',
    ownStep: null,
    draw: (look: Look) => renderPage(BoardsPage, boards, look),
  },
  {
    what: 'teams',
    say: ['teams.none', 'teams.none_reason'],
    step: '/teams/new',
    ownStep: null,
    draw: (look: Look) => renderPage(TeamsPage, teams, look),
  },
];

function findText(locale: LocaleCode, path: string): string {
  let found: unknown = readTexts(locale);
  for (const part of path.split('.')) {
    found = (found as Record<string, unknown>)[part];
  }
  expect(typeof found, path).toBe('string');
  return String(found);
}

const toMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
/** The links of what says that there is nothing. */
const listSteps = (html: string) =>
  [...html.matchAll(/class="empty-state">.*?<\/div>/g)].flatMap(([state]) =>
    [...state.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
  );

describe.each(pages)('an empty page: $what', ({ say, step, ownStep, draw }) => {
  it.each(locales.map(({ code }) => code))('says what will be there: %s', (locale) => {
    const html = draw({ viewer: null, locale });
    for (const path of say) {
      expect(html).toContain(toMarkup(findText(locale, path)));
    }
  });

  it('gives its first step to who may take it, and to nobody else', () => {
    const visitors = listSteps(draw({ viewer: null, locale: 'en' }));
    const owners = listSteps(draw({ viewer: owner, locale: 'en' }));
    if (step !== null) {
      expect(visitors).toContain(step);
    }
    if (ownStep !== null) {
      expect(owners).toContain(ownStep);
      expect(visitors).not.toContain(ownStep);
    }
    expect(visitors.filter((href) => href?.startsWith('/admins'))).toEqual([]);
  });
});

const boardForm = {
  ...{ teams: [], taken: [], zone: 'UTC', zones: [] },
  ...({ locale: 'en', game: null } as const),
};
const StepPage = ({ data }: { data: HomeData }) =>
  data.next === null ? null : <NextStepStrip step={data.next} />;
const firstStep: HomeData = { ...home, next: { kind: 'find_team' } };

/** What leads to something that a sanction forbids, by what the page's markup has of it. */
const offers: { what: string; mark: string; draw: (look: Look) => string; to: string[] }[] = [
  {
    what: 'the next step',
    mark: 'href="/teams/new"',
    draw: (look) => renderPage(StepPage, firstStep, look),
    to: ['free', 'muted'],
  },
  {
    what: 'an empty home',
    mark: 'href="/teams/new"',
    draw: (look) => renderPage(HomePage, home, look),
    to: ['free', 'muted'],
  },
  {
    what: 'the list of teams',
    mark: 'href="/teams/new"',
    draw: (look) => renderPage(TeamsPage, teams, look),
    to: ['free', 'muted'],
  },
  {
    what: 'the boards',
    mark: 'class="boards-acts"><button',
    draw: (look) => renderPage(BoardsPage, { ...boards, form: boardForm }, look),
    to: ['free'],
  },
];

it.each(offers)('$what offers nothing that is refused', ({ mark, draw, to }) => {
  const lookers = { free: {}, muted: { held: 'muted' }, barred: { held: 'barred' } } as const;
  const offered = Object.entries(lookers).filter(([, held]) =>
    draw({ viewer: { ...owner, ...held }, locale: 'en' }).includes(mark),
  );
  expect(offered.map(([name]) => name)).toEqual(to);
});

it('tells who is barred where they read why, in place of a step', () => {
  const viewer: ViewerData = { ...owner, held: 'barred' };
  const html = renderPage(StepPage, firstStep, { viewer, locale: 'en' });
  expect(html).toContain('href="/account/standing"');
});
