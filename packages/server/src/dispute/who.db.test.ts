import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { startMatch, toScores } from '../testing/api-league.ts';
import { askAll, type Cast, createCast } from '../testing/cast.ts';

let cast: Cast;
let match: string;

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away } = cast;
  const made = await startMatch(own, 'tanks', [home, away]);
  match = made.match;
  for (const [team, winner] of [
    [home, 'challenger'],
    [away, 'defender'],
  ] as const) {
    const body = { scores: toScores(made.maps, winner) };
    await own.act(team.captain, { path: `/matches/${match}/report`, body });
  }
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const toHolder = async () => {
  const [row] = await cast.own.database.query<{ username: string }>(
    `select p.username from private.case_holders h join public.profiles p on p.id = h.person_id
     where h.match_id = $1`,
    [match],
  );
  return row?.username ?? null;
};

describe('a dispute', () => {
  it('is previewed by those who may rule, and by nobody else', async () => {
    const body = { outcome: { kind: 'voided' } };
    const answers = await askAll(cast, { path: `/matches/${match}/ruling/preview`, body });
    const refused = Object.entries(answers).filter(([, code]) => code !== 'obeyed');
    expect(Object.keys(answers).filter((name) => answers[name] === 'obeyed')).toEqual([
      "the ladder's admin",
      'site admin',
    ]);
    expect(new Set(refused.map(([, code]) => code))).toEqual(
      new Set(['not_admin', 'not_signed_in']),
    );
  });

  it.each([['ruling'], ['void']])('is previewed from no page of another site: %s', async (what) => {
    const { own, people } = cast;
    const call = {
      path: `/matches/${match}/${what}/preview`,
      body: { outcome: { kind: 'voided' } },
    };
    const headers = { origin: 'https://evil.test' };
    const { status, body } = await own.send(people['site admin'] ?? null, { ...call, headers });
    expect([status, body.error?.code]).toEqual([403, 'origin_not_allowed']);
  });

  it.each([['ruling'], ['void']])('is previewed of no more than any form has: %s', async (what) => {
    const call = { path: `/matches/${match}/${what}/preview`, raw: `"${'x'.repeat(65_535)}"` };
    const { status, body } = await cast.own.send(cast.people['site admin'] ?? null, call);
    expect([status, body.error?.code]).toEqual([413, 'body_too_large']);
  });

  it('is previewed sixty times a minute by each', async () => {
    const { own, third, away } = cast;
    const ask = async (who: Viewer) => {
      const path = `/matches/${match}/void/preview`;
      return (await own.send(who, { path })).status;
    };
    const answers: number[] = [];
    for (let time = 0; time < 61; time += 1) {
      answers.push(await ask(third.player));
    }
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 403), 429]);
    expect(await ask(away.player)).toBe(403);
  });

  it('is found by its match’s id in capitals too', async () => {
    const { own, people, home } = cast;
    const steward = people['site admin'] ?? home.captain;
    const path = `/matches/${match.toUpperCase()}`;
    const body = { outcome: { kind: 'voided' } };
    const shown = await own.act(steward, { path: `${path}/ruling/preview`, body });
    expect(Object.keys(shown.sides ?? {})).toContain(match);
    await own.act(steward, { path: `${path}/case` });
    expect(await toHolder()).toBe('Steward');
    await own.act(steward, { path: `${path}/case`, method: 'DELETE' });
    expect(await toHolder()).toBeNull();
  });

  it('is taken in hand by one of those, and by another only when they say so', async () => {
    const { own, home, people } = cast;
    const call = { path: `/matches/${match}/case` };
    const { "the ladder's admin": judge, 'site admin': steward, ...rest } = people;
    const refused = await askAll({ own, people: rest }, call);
    expect(Object.values(refused)).not.toContain('obeyed');
    expect(await toHolder()).toBeNull();
    const heard: string[] = [];
    const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
    const isTold = () => heard.splice(0).some((payload) => payload.includes(`match:${match}`));
    await own.act(judge ?? home.captain, call);
    // On the match's page, the ladder's and the desk of everybody else who may rule.
    const topics = [`match:${match}`, 'ladder:', `person:${steward?.person_id}`];
    const listTold = () => topics.filter((topic) => heard.some((one) => one.includes(topic)));
    await expect.poll(listTold).toEqual(topics);
    heard.splice(0);
    const since = own.league.now().toISOString();
    expect(await toHolder()).toBe('Judge');
    own.moveTo(own.at(0, 23));
    // Taking again what one has says nothing new, not even since when.
    await own.act(judge ?? home.captain, call);
    const taken = await own.send(steward ?? null, call);
    expect([taken.status, taken.body.error]).toEqual([
      409,
      { code: 'case_taken', params: { by: 'Judge', since } },
    ]);
    const ruling = {
      path: `/matches/${match}/ruling`,
      body: { outcome: { kind: 'voided' }, rule: 'dispute', reason: 'Both were wrong.' },
    };
    expect((await own.send(steward ?? null, ruling)).body.error?.code).toBe('case_taken');
    // Who has it not lets nobody else go of it.
    const leave = { ...call, method: 'DELETE' as const };
    await own.act(steward ?? home.captain, leave);
    expect(await toHolder()).toBe('Judge');
    await own.act(steward ?? home.captain, { ...call, body: { take_over: true } });
    expect(await toHolder()).toBe('Steward');
    expect((await own.send(judge ?? null, ruling)).body.error?.code).toBe('case_taken');
    // What was told of before has been heard by then: it comes in the order in which it is said.
    await own.database.query(`select pg_notify('muster_hints', 'before')`);
    await expect.poll(() => heard).toContain('before');
    heard.splice(0);
    await own.act(steward ?? home.captain, leave);
    expect(await toHolder()).toBeNull();
    await expect.poll(isTold).toBe(true);
    await stop();
    const links = `/matches/${match}/evidence`;
    const link = { path: `${links}/links`, body: { url: 'https://clips.test/1' } };
    const [piece, late] = [await own.act(home.player, link), await own.act(home.captain, link)];
    const takeBack = (id: unknown) => ({ path: `${links}/${id}`, method: 'DELETE' as const });
    await own.act(home.player, takeBack(piece.id));
    await own.act(judge ?? home.captain, ruling);
    // What somebody has ruled on stays.
    const kept = await own.send(home.captain, takeBack(late.id));
    expect(kept.body.error?.code).toBe('evidence_ruled');
    expect((await own.send(judge ?? null, call)).body.error?.code).toBe('dispute_closed');
  });
});
