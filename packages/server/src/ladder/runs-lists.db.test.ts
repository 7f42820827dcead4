import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadder } from './page.ts';

let own: ApiLeague;
let admin: Viewer;
let ann: Viewer;
let bo: Viewer;
let entries: Map<Viewer, string>;
let slug: string;
let number = 0;

beforeAll(async () => {
  own = await createApiLeague();
  admin = await own.addAdmin('Owner');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  number += 1;
  slug = `rally${number}`;
  const stages = ['Pass', 'Forest', 'Coast'];
  await own.addLadder(slug, 'time_attack', {
    timeAttack: { stages, points: [10, 6], ranking: 'points' },
  });
  ann = await own.addPerson(`Ann ${number}`);
  bo = await own.addPerson(`Bo ${number}`);
  entries = new Map();
  for (const who of [ann, bo]) {
    const { entry } = await own.act(who, { path: `/ladders/${slug}/entries` });
    entries.set(who, String(entry));
  }
});

const look = async (viewer: Viewer | null = null) => {
  const input = toInput(own.database, { params: { slug } });
  const data = await loadLadder({ ...input, viewer, now: own.league.now() });
  return data?.time_attack ?? expect.fail();
};
const wait = (seconds: number) =>
  own.moveTo(new Date(own.league.now().getTime() + seconds * 1000).toISOString());

async function drive(who: Viewer, stage: string, time_ms: number, penalty_ms = 0): Promise<string> {
  wait(1);
  await own.database.query('delete from private.rate_limits');
  const body = { stage, time_ms, penalty_ms, proof: `https://video.test/${time_ms}` };
  const { run } = await own.act(who, { path: `/entries/${entries.get(who)}/runs`, body });
  return String(run);
}
/** The last runs as the page shows this very instant when it is looked at as one that is past. */
async function lookBack(): Promise<string[] | undefined> {
  const now = own.league.now();
  const path = `/ladders/${slug}?at=${now.toISOString()}`;
  const past = await loadLadder({ ...toInput(own.database, { params: { slug }, path }), now });
  return past?.time_attack?.latest.map(({ id }) => id);
}
const confirm = (run: string, by = admin) => own.act(by, { path: `/runs/${run}/confirmation` });

describe('the page of a ladder against the clock', () => {
  it('shows the last six runs, the newest first, with what proves them', async () => {
    const made: string[] = [];
    for (let place = 0; place < 7; place += 1) {
      made.push(await drive(place % 2 === 0 ? ann : bo, 'Pass', 90_000 - place));
    }
    const { latest } = await look();
    expect(latest.map(({ id }) => id)).toEqual(made.slice(1).toReversed());
    expect(await lookBack()).toEqual(latest.map(({ id }) => id));
    expect(latest[0]).toMatchObject({
      driver: { name: ann.username },
      stage: 'Pass',
      time_ms: 89_994,
      status: 'submitted',
      proof: 'https://video.test/89994',
    });
  });

  it('does not count what was taken back', async () => {
    const kept = await drive(ann, 'Pass', 90_000);
    const back = await drive(ann, 'Forest', 80_000);
    expect((await look(ann)).viewer).toMatchObject({ stages_left: 1, may_withdraw: true });
    await own.act(ann, { path: `/runs/${back}/withdrawal` });
    const { latest, viewer, stages } = await look(ann);
    expect(latest.map(({ id }) => id)).toEqual([kept]);
    expect(viewer).toMatchObject({ stages_left: 2 });
    expect(viewer?.own.map(({ id }) => id)).toEqual([kept]);
    expect(stages.map(({ runs }) => runs.length)).toEqual([1, 0, 0]);
    expect(await lookBack()).toEqual([kept]);
  });

  it('ranks a stage by the time with its penalty, and shows of those who wait whoever would better theirs', async () => {
    const fast = await drive(ann, 'Pass', 70_000, 5000);
    await confirm(fast);
    const slow = await drive(bo, 'Pass', 74_000, 2000);
    await confirm(slow);
    const runs = async () =>
      (await look()).stages[0]?.runs.map(({ id, place, status }) => [id, place, status]);
    const ranked = [
      [fast, 1, 'verified'],
      [slow, 2, 'verified'],
    ];
    const shown = await runs();
    expect(shown?.map(([id, place]) => [id, place])).toEqual(ranked.map(([id, p]) => [id, p]));
    // One that is no better than what counts, with its penalty, is not shown; of two equal ones the newer.
    await drive(bo, 'Pass', 73_000, 3000);
    expect(await runs()).toHaveLength(2);
    await drive(bo, 'Pass', 75_999);
    const better = await drive(bo, 'Pass', 75_999);
    expect((await runs())?.map(([id]) => id)).toEqual([fast, better, slow]);
    expect((await look()).stages[0]?.runs[1]?.place).toBeNull();
  });

  it('gives points for places, and nothing after the last that has any', async () => {
    const cy = await own.addPerson(`Cy ${number}`);
    const { entry } = await own.act(cy, { path: `/ladders/${slug}/entries` });
    entries.set(cy, String(entry));
    for (const [who, time] of [
      [ann, 1000],
      [bo, 2000],
      [cy, 3000],
    ] as const) {
      await confirm(await drive(who, 'Pass', time));
    }
    const { standings } = await look();
    expect(standings.map(({ name, place, results }) => [name, place, results[0]?.points])).toEqual([
      [ann.username, 1, 10],
      [bo.username, 2, 6],
      [cy.username, 3, 0],
    ]);
  });

  it('asks who may confirm for what holds up others first, then what waits longest', async () => {
    const first = await drive(ann, 'Forest', 90_000);
    const second = await drive(ann, 'Coast', 90_000);
    const waiting = async (who: Viewer) =>
      (await look(who)).viewer?.waiting.map(({ id, status }) => [id, status]);
    expect(await waiting(bo)).toEqual([
      [first, 'submitted'],
      [second, 'submitted'],
    ]);
    expect(await waiting(ann)).toEqual([]);
    await confirm(second, bo);
    expect(await waiting(admin)).toEqual([
      [second, 'waiting_for_admin'],
      [first, 'submitted'],
    ]);
    expect((await look(admin)).viewer?.rejectable).toEqual([second, first]);
    expect((await look(bo)).viewer?.rejectable).toEqual([]);
    expect(await waiting(bo)).toEqual([[first, 'submitted']]);
  });

  it('offers to reject what counts to whoever runs the ladder, as the call takes it', async () => {
    const steward = await own.addPerson(`Di ${number}`);
    const { entry } = await own.act(steward, { path: `/ladders/${slug}/entries` });
    entries.set(steward, String(entry));
    await own.database.query(
      'insert into public.admins (person_id, ladder_id) select $1, id from public.ladders where slug = $2',
      [steward.person_id, slug],
    );
    const fastest = await drive(bo, 'Pass', 80_000);
    await confirm(fastest);
    const faked = await drive(ann, 'Pass', 81_000);
    await confirm(faked, bo);
    const theirs = await drive(steward, 'Pass', 82_000);
    await confirm(theirs);
    // Ann's time that is no better than what counts of hers stands in no table.
    await confirm(await drive(ann, 'Pass', 90_000), bo);
    const offered = async (who: Viewer) => (await look(who)).viewer?.rejectable;
    expect(await offered(admin)).toEqual([fastest, faked, theirs]);
    expect(await offered(steward)).toEqual([fastest, faked]);
    expect(await offered(bo)).toEqual([]);
    const reject = async (run: string, by: Viewer) => {
      const call = { path: `/runs/${run}/rejection`, body: { reason: 'Faked' } };
      return (await own.send(by, call)).body.error?.code ?? 'taken';
    };
    expect(await reject(theirs, steward)).toBe('own_match');
    expect(await reject(faked, bo)).toBe('not_admin');
    expect(await reject(faked, steward)).toBe('taken');
    expect(await offered(steward)).not.toContain(faked);
    // Nothing of who has gone is offered, or taken.
    const path = `/ladders/${slug}/entries/${entries.get(bo)}`;
    await own.act(bo, { path, method: 'DELETE' });
    expect(await offered(admin)).not.toContain(fastest);
    expect(await reject(fastest, admin)).toBe('entry_gone');
  });

  it('takes runs just until the season ends', async () => {
    const [season] = await own.database.query<{ ends_at: Date }>(
      `select s.ends_at from public.seasons s join public.ladders l on l.id = s.ladder_id where l.slug = $1`,
      [slug],
    );
    const isOpenAt = async (milliseconds: number) => {
      const now = new Date((season?.ends_at.getTime() ?? 0) + milliseconds);
      const input = toInput(own.database, { params: { slug } });
      return (await loadLadder({ ...input, now }))?.time_attack?.is_open;
    };
    expect([await isOpenAt(-1), await isOpenAt(0), await isOpenAt(1)]).toEqual([
      true,
      false,
      false,
    ]);
    await own.act(admin, { path: `/ladders/${slug}/seasons/closing`, body: { name: 'Season 1' } });
    expect(await isOpenAt(-1)).toBe(false);
  });

  it('is without standings before the first season', async () => {
    await own.database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, position)
       values ($1, $2, 'battlefield6', 'Bare', 'time_attack', 9)`,
      [randomUUID(), `${slug}-bare`],
    );
    const params = { slug: `${slug}-bare` };
    expect((await loadLadder(toInput(own.database, { params })))?.time_attack).toEqual({
      ...{ ranking: 'points', points: [], standings: [], stages: [], latest: [] },
      ...{ is_open: false, viewer: null },
    });
  });
});
