import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

const site = 'https://league.example';
let own: ApiLeague;
let owner: Viewer;

beforeAll(async () => {
  own = await createApiLeague({ SITE_URL: site });
  owner = await own.addAdmin('Rosa');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** As a browser at the league's address sends it. */
const act = (path: string, body: Record<string, unknown> = {}) =>
  own.act(owner, { path, body, headers: { origin: site, host: 'league.example', referer: site } });

/** The tables of which a row, all its columns written out, has these words. */
async function findStored(words: string): Promise<string[]> {
  const tables = await own.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const statement = `select from ${name} t where position($1 in t::text) > 0 limit 1`;
    const rows = await own.database.query(statement, [words]);
    if (rows.length > 0) {
      found.push(name);
    }
  }
  return found;
}

it('of what is set up no row has the address that it was set up at: the league moves by its variable alone', async () => {
  await act('/settings', { name: 'Liga da Vila', forum_url: 'https://forum.example/vila' });
  await act('/games', { slug: 'pebolim', name: 'Pebolim', short_name: 'PB', maps: ['Mesa'] });
  const ladder = { game: 'pebolim', slug: 'duplas', name: 'Duplas', format: 'rung' };
  await act('/ladders', { ...ladder, region: 'SA', zone: 'America/Sao_Paulo' });
  const now = own.league.now().toISOString();
  const season = { name: 'Outono', starts_at: now, ends_at: own.at(30) };
  await act('/ladders/duplas/seasons', season);
  await act('/ladders/duplas/seasons/opening');
  const body = { pt: '[Escadas](/ladders/duplas) e [sobre](/about)' };
  await act('/articles', { slug: 'chegue', title: { pt: 'Chegue' }, summary: { pt: 'S' }, body });
  await act('/articles/chegue/publication');
  const helper = await own.addPerson('Bento');
  await act('/editors', { person: helper.person_id });
  await act('/ladders/duplas/admins', { person: helper.person_id });
  await act('/teams', { name: 'Praça', tag: 'PRA', zone: 'America/Sao_Paulo', locale: 'pt' });
  // What is looked for would be found.
  expect(await findStored('forum.example')).toContain('public.league_settings');
  expect(await findStored('/ladders/duplas')).toContain('public.articles');
  expect(await findStored('league.example')).toEqual([]);
});
