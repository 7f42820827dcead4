import { hintChannel } from '@muster/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAdmins } from '../admin/page.ts';
import type { Viewer } from '../context.ts';
import { runDueClocks } from '../engine/clock.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadMatch } from '../match/page.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let owner: Viewer;
let anchor: TestTeam;
let birch: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks', 'rating');
  owner = await own.addAdmin('Owner');
  anchor = await own.addTeam('Anchor', 'tanks');
  birch = await own.addTeam('Birch', 'tanks');
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function dispute(): Promise<string> {
  const { match, maps } = await startMatch(own, 'tanks', [birch, anchor]);
  for (const [team, winner] of [
    [birch, 'challenger'],
    [anchor, 'defender'],
  ] as const) {
    const body = { scores: toScores(maps, winner) };
    await own.act(team.captain, { path: `/matches/${match}/report`, body });
  }
  return match;
}

const ruling = (path: string, outcome: object = { kind: 'upheld' }) => ({
  path,
  body: { outcome, rule: 'report', reason: 'The pictures say so.' },
});

async function appeal(): Promise<string> {
  const match = await dispute();
  await own.act(owner, ruling(`/matches/${match}/ruling`));
  const body = { statement: 'It was the other way round.' };
  await own.act(anchor.captain, { path: `/matches/${match}/appeal`, body });
  return match;
}

const toInput = (viewer: Viewer | null, path: string) => ({
  database: own.database,
  viewer,
  locale: 'en',
  zone: 'UTC',
  now: own.league.now(),
  url: new URL(path, 'http://localhost:3000'),
});

const readMatch = async (match: string, viewer: Viewer | null = null) =>
  loadMatch({ ...toInput(viewer, `/matches/${match}`), params: { id: match } });

async function listActs(viewer: Viewer, match: string): Promise<string[]> {
  const data = await loadAdmins({ ...toInput(viewer, '/admins'), params: {} });
  const items = data?.desk?.items ?? [];
  return items
    .filter(({ act }) => act.href.includes(match))
    .map(({ kind, act }) => `${kind} ${act.does}`);
}

const listTold = async (match: string, kind: string) =>
  (
    await own.database.query<{ username: string }>(
      `select p.username from private.notices n join public.profiles p on p.id = n.person_id
       where n.match_id = $1 and n.kind = $2 order by p.username`,
      [match, kind],
    )
  ).map(({ username }) => username);

const later = (hours: number) => new Date(own.league.now().getTime() + hours * hour).toISOString();

describe('the only admin of a league', () => {
  it('is not told to judge an appeal against their own ruling, and both sides read when it stands', async () => {
    const match = await appeal();
    expect(await listTold(match, 'dispute_opened')).toEqual(['Owner']);
    expect(await listTold(match, 'appeal_opened')).toEqual([]);
    expect(await listActs(owner, match)).toEqual(['appeal look']);
    const until = later(72);
    for (const viewer of [anchor.captain, birch.captain, owner, null]) {
      expect((await readMatch(match, viewer))?.judge).toEqual({ by: 'nobody', until });
    }
    const refused = await own.send(owner, ruling(`/matches/${match}/appeal/decision`));
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'own_match']);

    own.moveTo(new Date(Date.parse(until) - 1).toISOString());
    await runDueClocks(own.league);
    expect((await readMatch(match))?.appeal?.status).toBe('open');
    own.moveTo(until);
    const heard: string[] = [];
    await using _hints = {
      [Symbol.asyncDispose]: await own.database.listen(hintChannel, (hint) => heard.push(hint)),
    };
    await runDueClocks(own.league);
    // The result stands as it was, and yet its page has to say so.
    await expect.poll(() => heard.join(), { timeout: 60_000 }).toContain(`match:${match}`);
    const after = await readMatch(match);
    expect(after).toMatchObject({
      judge: null,
      appeal: { status: 'upheld', ruling: { by: '', reason: null } },
      result: { winner: 'challenger' },
    });
    expect(after?.log.at(-1)).toMatchObject({ type: 'appeal_decided', actor_id: null });
  });

  it('finds the appeal judged by another who comes into office meanwhile', async () => {
    const match = await appeal();
    const second = await own.addAdmin('Second');
    expect((await readMatch(match))?.judge).toMatchObject({ by: 'site_admin' });
    expect(await listActs(second, match)).toEqual(['appeal rule']);
    expect(await listActs(owner, match)).toEqual(['appeal look']);
    await own.act(second, ruling(`/matches/${match}/appeal/decision`));
    expect((await readMatch(match))?.appeal?.status).toBe('upheld');

    // From now on there is somebody to ask.
    const next = await appeal();
    expect(await listTold(next, 'appeal_opened')).toEqual(['Second']);
    expect((await readMatch(next))?.appeal).not.toHaveProperty('stands_at');
    expect((await readMatch(next))?.judge).toEqual({ by: 'site_admin', until: later(72) });
  });
});

it('a dispute in which the ladder’s only admin plays is for the site’s', async () => {
  await own.act(owner, {
    path: '/ladders/tanks/admins',
    body: { person: birch.player.person_id },
  });
  const match = await dispute();
  expect(await listTold(match, 'dispute_opened')).toEqual(['Owner', 'Second']);
  expect((await readMatch(match))?.judge).toEqual({ by: 'site_admin', until: later(72) });
});
