import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, day } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadderAdmin } from './page.ts';

const many = 3000;
const path = '/ladders/tanks/desk/entries';
let own: ApiLeague;
let judge: Viewer;
let entry: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  judge = await own.addAdmin('Judge');
  ({ entry } = await own.addTeam('Kaarna', 'tanks'));
  await own.addTeam('Tank You', 'tanks');
  const { text } = await makeMany();
  await own.database.query(text, [entry]);
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** Three thousand more, each as the first of them stands. */
async function makeMany() {
  const copied = async (table: string, except: readonly string[]) => {
    const [schema, name] = table.split('.');
    const columns = await own.database.query<{ column_name: string }>(
      `select column_name from information_schema.columns
       where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
      [schema, name],
    );
    return columns.map((column) => column.column_name).filter((word) => !except.includes(word));
  };
  const teams = await copied('public.teams', ['id', 'slug', 'name', 'tag', 'name_skeleton']);
  const entries = await copied('public.entries', ['id', 'team_id', 'rung']);
  const members = await copied('private.stream_members', ['id']);
  return {
    text: `with chosen as (select * from public.entries where id = $1),
      made as (select gen_random_uuid() as team_id, gen_random_uuid() as entry_id, n from generate_series(1, ${many}) n),
      team as (insert into public.teams (id, slug, name, tag, ${teams.join(', ')})
        select made.team_id, 'many-' || n, 'Many ' || n, 'M' || n, ${teams.map((word) => `t.${word}`).join(', ')}
        from made, public.teams t where t.id = (select team_id from chosen)),
      entry as (insert into public.entries (id, team_id, rung, ${entries.join(', ')})
        select made.entry_id, made.team_id, n + 2, ${entries.map((word) => `c.${word}`).join(', ')} from made, chosen c)
      insert into private.stream_members (id, ${members.join(', ')})
      select made.entry_id, ${members.map((word) => `m.${word}`).join(', ')}
      from made, private.stream_members m where m.id = $1 and m.collection = 'entries'`,
  };
}

const find = async (query: string) => {
  const { data } = (await own.send(judge, { path: `${path}${query}`, method: 'GET' })).body;
  // The route's own answer.
  const { entries, total } = data as { entries: { name: string }[]; total: number };
  return { names: entries.map(({ name }) => name), total };
};

it('offers twenty of three thousand in the order of their rungs, and those first whose name begins so', async () => {
  const all = await find('');
  expect(all.total).toBe(many + 2);
  expect(all.names).toHaveLength(20);
  expect(all.names.slice(0, 3)).toEqual(['Kaarna', 'Tank You', 'Many 1']);
  expect(await find('?q=many%202999')).toEqual({ names: ['Many 2999'], total: 1 });
  expect(await find('?q=3001')).toEqual({ names: ['Many 2999'], total: 1 });
  expect(await find('?q=you')).toEqual({ names: ['Tank You'], total: 1 });
  expect(await find('?q=%25')).toEqual({ names: [], total: 0 });
  expect((await find('?q=t')).names).toEqual(['Tank You']);
});

it('the desk itself is no larger for them', async () => {
  const input = toInput(own.database, { params: { slug: 'tanks' } });
  const data = await loadLadderAdmin({ ...input, viewer: judge, now: own.league.now() });
  expect(data?.desk?.placed).toBe(many + 2);
  expect(JSON.stringify(data).length).toBeLessThan(32 * 1024);
});

it('has an entry whole: what holds for it now', async () => {
  const act = (rest: string, body: object) =>
    own.act(judge, { path: `/ladders/tanks/entries/${entry}/${rest}`, body: { ...body } });
  await act('strikes', { reason: 'Did not come.' });
  await act('rest', { days: 3, reason: 'Ill.' });
  const read = async () =>
    (await own.act(judge, { path: `${path}?entry=${entry}`, method: 'GET' })).entries;
  expect(await read()).toMatchObject([
    {
      entry_id: entry,
      name: 'Kaarna',
      place: 1,
      status: 'active',
      strikes: [{ reason: 'by_admin', match: null }],
      rest: { status: 'running' },
    },
  ]);
  await act('suspension', { until: own.at(7), reason: 'Again.' });
  expect(await read()).toMatchObject([{ status: 'suspended', suspended_until: own.at(7) }]);
  await act('removal', { reason: 'For good.' });
  expect(await read()).toEqual([]);
});

it.each(['x', '%00'])('takes no %s as an entry', async (odd) => {
  const { body } = await own.send(judge, { path: `${path}?entry=${odd}`, method: 'GET' });
  expect(body.error).toMatchObject({ code: 'field_invalid', field: 'entry' });
});

it('knows no other ladder, and shows nothing to an office that rests', async () => {
  const ask = async (address: string) =>
    (await own.send(judge, { path: address, method: 'GET' })).body.error?.code;
  expect(await ask('/ladders/nowhere/desk/entries')).toBe('not_found');
  const ban = (from: number, until: number) =>
    own.database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, ends_at, text_id)
       values (gen_random_uuid(), $1, 'ban', $2, $3, gen_random_uuid())`,
      [judge.person_id, new Date(from), new Date(until)],
    );
  const now = own.league.now().getTime();
  await ban(now - day, now);
  expect(await ask(path)).toBe(undefined);
  await ban(now - day, now + 1);
  expect(await ask(path)).toBe('not_admin');
});
