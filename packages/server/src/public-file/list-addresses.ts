import type { Queryable } from '@muster/database';
import type { PageDataByName } from '@muster/site';
import type { FilePage } from '@muster/site/public-file/file-pages.ts';

/** Pages of which there is one. */
const single = [
  'home',
  'about',
  'admins',
  'archives',
  'articles',
  'boards',
  'conduct',
  'imprint',
  'office-log',
  'privacy',
  'teams',
  'terms',
] as const satisfies readonly FilePage[];

const singlePaths: Partial<Record<FilePage, string>> = { home: '/', 'office-log': '/log' };

/** The addresses of the pages that stand for a thing each; whether a stranger may see it the page itself decides. */
const listed: Readonly<Partial<Record<FilePage, string>>> = {
  archive: `select '/archives/' || slug as address from (
    select slug from public.archives union select slug from public.season_archives
    union select slug from public.imported_archives) a`,
  article: `select '/articles/' || slug as address from public.articles`,
  game: `select '/games/' || slug as address from public.games`,
  ladder: `select '/ladders/' || slug as address from public.ladders`,
  'ladder-log': `select '/ladders/' || slug || '/log' as address from public.ladders`,
  'ladder-rules': `select '/ladders/' || slug || '/rules' as address from public.ladders`,
  match: `select '/matches/' || id as address from public.matches`,
  profile: `select '/profiles/' || user_id as address from public.profiles where user_id is not null`,
  servers: `select distinct '/servers/' || page as address from public.game_servers`,
  team: `select '/teams/' || slug as address from public.teams`,
};

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The first addresses of each kind of page, in order. */
export async function listAddresses(queryable: Queryable): Promise<Map<FilePage, string[]>> {
  const all = new Map<FilePage, string[]>(
    single.map((page) => [page, [singlePaths[page] ?? `/${page}`]]),
  );
  for (const [page, sql] of Object.entries(listed)) {
    const rows = await queryable.query<{ address: string }>(sql);
    // The keys are those of the table above.
    all.set(page as FilePage, rows.map(({ address }) => address).sort(compare));
  }
  return all;
}

/** The rest of a list from its first page: where each further page begins. */
function listStarts({ from, limit, total }: { from: number; limit: number; total: number }) {
  const starts: number[] = [];
  for (let start = from + limit; start <= total && from === 1; start += limit) {
    starts.push(start);
  }
  return starts.map((start) => `?from=${start}`);
}

function listArchiveParts({ part, counts, from, limit, kind }: PageDataByName['archive']) {
  const sizes = {
    overview: counts.standing,
    matches: kind === 'text' ? 0 : counts.match,
    runs: counts.run,
    rosters: counts.roster,
  };
  const others =
    part === 'overview' && from === 1
      ? (['matches', 'runs', 'rosters'] as const).filter((name) => sizes[name] > 0)
      : [];
  const more = listStarts({ from, limit, total: sizes[part] }).map((query) =>
    part === 'overview' ? query : `?part=${part}&${query.slice(1)}`,
  );
  return [...others.map((name) => `?part=${name}`), ...more];
}

const listOlder = ({ older }: { older: number | string | null }) =>
  older === null ? [] : [`?${new URLSearchParams({ before: String(older) })}`];

type Lister<Name extends FilePage> = (data: PageDataByName[Name]) => string[];

/** Of pages that are lists: which further pages theirs lead to, as queries of the same path. */
const listers: { readonly [Name in FilePage]?: Lister<Name> } = {
  admins: ({ part }) => listStarts(part),
  archive: listArchiveParts,
  archives: listStarts,
  articles: listStarts,
  ladder: ({ size, rows_from, rows_limit }) =>
    listStarts({ from: rows_from, limit: rows_limit, total: size }),
  'ladder-log': listOlder,
  'office-log': listOlder,
  teams: listStarts,
};

/** Whether a page is one of a list, which leads to further ones. */
export const isList = (page: FilePage): boolean => Object.hasOwn(listers, page);

/** The addresses of the further pages that a page of a list leads to. */
export function listFurther(page: FilePage, address: string, data: unknown): string[] {
  // The data are what this page's own loader gave.
  const list = listers[page] as ((data: unknown) => string[]) | undefined;
  const [path] = address.split('?');
  return (list?.(data) ?? []).map((query) => `${path}${query}`);
}
