import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPostReady } from '../board/post-up.ts';
import { createLeague } from '../engine/league.ts';
import { furnished, furnishedAt } from '../testing/furnished.ts';
import { furnishBoards } from './furnish-boards.ts';

const day = 24 * 3600 * 1000;
let own: TestDatabase;
let now = furnishedAt;
const getLeague = () => createLeague(own.database, () => now);

beforeAll(async () => {
  own = await createTestDatabase({ world: furnished });
});
afterAll(() => own[Symbol.asyncDispose]());

it('keeps notices of figures of the demonstration on the boards, and none twice', async () => {
  const league = getLeague();
  const list = () =>
    own.database.query<{ kind: string; is_fit: boolean }>(
      `select kind, expires_at > $1 and text <> '' as is_fit from public.board_posts`,
      [now],
    );
  const first = await list();
  expect(new Set(first.map(({ kind }) => kind)).size).toBe(3);
  expect(first.every(({ is_fit }) => is_fit)).toBe(true);
  const open = await own.database.query(
    `select from public.board_posts p where (${isPostReady.replaceAll('$1', 'now()')})`,
  );
  expect(open).toHaveLength(first.length);
  const [south] = await own.database.query<{ regions: string[] }>(
    `select array_agg(distinct region) as regions from public.board_posts where zone = 'America/Sao_Paulo'`,
  );
  expect(south?.regions ?? ['SA']).toEqual(['SA']);
  await furnishBoards(league);
  expect(await list()).toHaveLength(first.length);
  now = new Date(now.getTime() + 20 * day);
  await furnishBoards(league);
  expect((await list()).filter(({ is_fit }) => is_fit)).toHaveLength(first.length);
});
