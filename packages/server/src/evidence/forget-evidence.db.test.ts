import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { settleFile, writeFile } from '../files/stored-files.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let teams: [TestTeam, TestTeam];
let match: string;
let ended: number;

/** Evidence of one side, which was brought before the result: its id and that of its file. */
async function bring(who: Viewer, words: string): Promise<{ id: string; file: string }> {
  const about = { personId: who.person_id, mediaType: 'image/webp', at: own.league.now() };
  const received = await writeFile(own.league, about, [Buffer.from(words)]);
  const file = await own.database.transaction((transaction) => settleFile(transaction, received));
  const id = randomUUID();
  await own.database.query(
    `insert into private.match_evidence
       (id, match_id, person_id, side, kind, name, note, file_id, preview_id, added_at)
     values ($1, $2, $3, 'challenger', 'image', 'a.webp', '', $4, $4, now())`,
    [id, match, who.person_id, file],
  );
  return { id, file };
}

const exists = async ({ id, file }: { id: string; file: string }) => {
  const [row] = await own.database.query<{ is: [boolean, boolean, boolean] }>(
    `select array[exists (select from private.match_evidence where id = $1),
       exists (select from private.files where id = $2),
       exists (select from storage.objects where name = $2::text)] as is`,
    [id, file],
  );
  return row?.is;
};
const leave = (who: Viewer) =>
  own.act(who, { path: '/me/deletion', body: { confirm: who.username } });
const moveTo = (instant: number) => own.moveTo(new Date(instant).toISOString());
const whole = [true, true, true];
const nothing = [false, false, false];

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  const above = await own.addTeam('Above', 'tanks');
  teams = [await own.addTeam('Below', 'tanks'), above];
  const played = await startMatch(own, 'tanks', teams);
  match = played.match;
  const scores = toScores(played.maps, 'challenger');
  for (const { captain } of teams) {
    await own.act(captain, { path: `/matches/${match}/report`, body: { scores } });
  }
  ended = own.league.now().getTime();
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

it('stays while the match can be contested, and goes with its file by itself once it cannot', async () => {
  const { player, captain } = teams[0];
  const [theirs, others] = [await bring(player, 'theirs'), await bring(captain, 'others')];
  await leave(player);
  for (const [wait, left] of [
    [2 * day - 1, whole],
    [2 * day, nothing],
  ] as const) {
    moveTo(ended + wait);
    await cleanUp(own.league);
    expect([wait, await exists(theirs), await exists(others)]).toEqual([wait, left, whole]);
  }
});

it('goes at once of a match that nobody can contest, but for a file that others brought too', async () => {
  const { player, captain } = teams[1];
  const [theirs, shared] = [await bring(player, 'alone'), await bring(player, 'shared')];
  const others = await bring(captain, 'shared');
  await leave(player);
  expect(await exists(theirs)).toEqual(nothing);
  expect(await exists(shared)).toEqual([false, true, true]);
  expect(await exists(others)).toEqual(whole);
});

it('stays while the admins have it before them', async () => {
  const { captain } = teams[0];
  const piece = await bring(captain, 'reported');
  const { id } = await own.act(teams[1].captain, {
    path: '/reports',
    body: { kind: 'evidence', id: piece.id, reason: 'insult', text: '' },
  });
  await leave(captain);
  expect(await exists(piece)).toEqual(whole);
  const steward = await own.addAdmin('Steward');
  const [found] = await own.database.query<{ id: string; version: number }>(
    'select c.id, c.version from private.cases c join private.reports r on r.case_id = c.id where r.id = $1',
    [id],
  );
  await own.act(steward, {
    path: `/moderation/cases/${found?.id}/decision`,
    body: { acts: [], answer: 'It is fine.', version: found?.version },
  });
  await cleanUp(own.league);
  expect(await exists(piece)).toEqual(nothing);
});

it('stays where it is the demonstration’s, whose people never had an account', async () => {
  const [kept, gone] = [await own.addPerson('Shown'), await own.addPerson('Left')];
  const [shown, theirs] = [await bring(kept, 'shown'), await bring(gone, 'left behind')];
  await own.database.query(
    `update public.profiles set user_id = null, is_demo = id = $1, username = U&'\\2E3A' where id = any ($2)`,
    [kept.person_id, [kept.person_id, gone.person_id]],
  );
  await cleanUp(own.league);
  expect([await exists(shown), await exists(theirs)]).toEqual([whole, nothing]);
});
