import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { runDueClocks } from '../engine/clock.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  type TestTeam,
  testNonce,
  toScores,
} from '../testing/api-league.ts';
import { loadNotices } from './page-notices.ts';

let own: ApiLeague;
let above: TestTeam;
let below: TestTeam;

beforeEach(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  above = await own.addTeam('Treadheads', 'tanks');
  below = await own.addTeam('Kaarna', 'tanks');
});
afterEach(() => own[Symbol.asyncDispose]());

/** Whether the page offers the act of a notice of this kind; null where there is no such notice. */
async function offers(viewer: Viewer, kind: NoticeKind): Promise<boolean | null> {
  const data = await loadNotices({
    database: own.database,
    viewer,
    locale: 'en',
    zone: 'UTC',
    now: new Date(own.at(0, 0)),
    params: {},
    url: new URL('http://localhost:3000/account/notifications'),
  });
  const found = [...(data?.unread ?? []), ...(data?.earlier ?? [])].filter(
    (notice) => notice.kind === kind,
  );
  return found[0]?.can_act ?? null;
}

it('offers an answer while it can be given, to whoever may give it', async () => {
  const { match } = await own.act(below.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: below.entry, opponent: above.entry, maps: ['Nexus'], nonce: testNonce },
  });
  expect(await offers(above.captain, 'challenged')).toBe(true);
  const times = [own.at(2), own.at(3)];
  const body = { times, maps: ['Bridge'], nonce: testNonce };
  await own.act(above.captain, { path: `/matches/${match}/acceptance`, body });
  expect(await offers(above.captain, 'challenged')).toBe(false);
  expect(await offers(below.captain, 'times_offered')).toBe(true);
  const asked = { path: `/matches/${match}/extension`, body: { version: 2 } };
  await own.act(above.captain, asked);
  expect(await offers(below.captain, 'extension_asked')).toBe(true);
  const confirmation = { time: times[0] };
  await own.act(below.captain, { path: `/matches/${match}/confirmation`, body: confirmation });
  expect(await offers(below.captain, 'times_offered')).toBe(false);
  expect(await offers(below.captain, 'extension_asked')).toBe(false);
  // What only tells of something promises nothing that could pass.
  expect(await offers(above.captain, 'match_scheduled')).toBe(true);
});

it('offers check-in, report and their check only to the side that has still to do it', async () => {
  const { match, starts_at } = await scheduleMatch(own, 'tanks', [below, above]);
  own.moveTo(new Date(Date.parse(starts_at) - hour / 4).toISOString());
  await runDueClocks(own.league);
  const checkIn = ({ captain, player }: TestTeam) =>
    own.act(captain, {
      path: `/matches/${match}/check-in`,
      body: { players: [captain.person_id, player.person_id] },
    });
  expect(await offers(above.captain, 'check_in_opened')).toBe(true);
  await checkIn(above);
  expect(await offers(above.captain, 'check_in_opened')).toBe(false);
  expect(await offers(below.captain, 'check_in_opened')).toBe(true);
  await checkIn(below);
  own.moveTo(new Date(Date.parse(starts_at) + hour).toISOString());
  await runDueClocks(own.league);
  expect(await offers(below.captain, 'check_in_opened')).toBe(false);
  expect(await offers(below.captain, 'match_live')).toBe(true);
  const maps = await own.database.query<{ map: string }>(
    'select map from public.match_maps where match_id = $1 order by position',
    [match],
  );
  const scores = toScores(
    maps.map(({ map }) => map),
    'challenger',
  );
  await own.act(below.captain, { path: `/matches/${match}/report`, body: { scores } });
  expect(await offers(below.captain, 'match_live')).toBe(false);
  expect(await offers(above.captain, 'reported_against')).toBe(true);
  await own.act(above.captain, { path: `/matches/${match}/report`, body: { scores } });
  expect(await offers(above.captain, 'reported_against')).toBe(false);
});

it('offers to answer who asks to join until somebody has', async () => {
  const asker = await own.addPerson('Asker');
  await own.act(asker, { path: `/teams/${above.slug}/requests` });
  expect(await offers(above.captain, 'join_asked')).toBe(true);
  const refusal = { person: asker.person_id, accept: false };
  await own.act(above.captain, { path: `/teams/${above.slug}/requests/answer`, body: refusal });
  expect(await offers(above.captain, 'join_asked')).toBe(false);
});
