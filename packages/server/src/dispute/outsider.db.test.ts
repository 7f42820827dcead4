import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { runDueClocks } from '../engine/clock.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { verify } from '../engine/replay/verify.ts';
import { getEvidenceRoom } from '../evidence/rights.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { loadLadderRules } from '../ladder/page-rules.ts';
import { loadMatch } from '../match/page.ts';
import { createFixedSettings } from '../page/settings.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { listMatters } from '../waiting/matters.ts';
import { loadRuling } from './page-ruling.ts';
import { reviewCases } from './review-cases.ts';

let own: ApiLeague;
let owner: Viewer;
let dana: Viewer;
let anchor: TestTeam;
let birch: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  dana = await own.addPerson('Dana');
  await own.addLadder('tanks', 'rating', { dispute: { outsider: dana.person_id } });
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

const readRuling = async (match: string, viewer: Viewer | null) =>
  loadRuling({ ...toInput(viewer, `/matches/${match}/ruling`), params: { id: match } });

async function listKinds(viewer: Viewer): Promise<string[]> {
  const matters = await listMatters(own.database, viewer.person_id, own.league.now());
  return matters.filter(({ weight }) => weight === 'act').map(({ kind }) => kind);
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
const setOffice = (given: boolean) =>
  own.database.query(
    given
      ? 'insert into public.admins (person_id) values ($1)'
      : 'delete from public.admins where person_id = $1',
    [owner.person_id],
  );

describe('the outsider whom the rules name', () => {
  it('stands in the rules by name, and no id of nobody can', async () => {
    const input = { ...toInput(null, '/ladders/tanks/rules'), params: { slug: 'tanks' } };
    const rules = await loadLadderRules(input);
    expect(rules?.people).toEqual({ [dana.person_id]: 'Dana' });
    expect(rules?.season?.rules.dispute.outsider).toBe(dana.person_id);
    const nobody = '11111111-1111-4111-8111-111111111111';
    for (const outsider of [nobody, 'Dana']) {
      const body = { rules: { dispute: { outsider } } };
      const answer = await own.send(owner, { path: '/ladders/tanks/rules', body });
      expect(answer.body.error).toMatchObject({ code: 'rules_invalid', field: 'dispute.outsider' });
    }
  });

  it.each([
    ['has no account any more', `user_id = null, username = U&'\\2E3A'`],
    ['is of the demonstration', 'is_demo = true'],
  ])('is nobody who %s', async (_what, change) => {
    const person = await own.addPerson(`Who ${change}`);
    const name = () =>
      own.send(owner, {
        path: '/ladders/tanks/rules',
        body: { rules: { dispute: { outsider: person.person_id } } },
      });
    expect((await name()).status).toBe(200);
    await own.database.query(`update public.profiles set ${change} where id = $1`, [
      person.person_id,
    ]);
    const error = (await name()).body.error;
    expect(error).toMatchObject({ code: 'rules_invalid', field: 'dispute.outsider' });
    const body = { rules: { dispute: { outsider: dana.person_id } } };
    await own.act(owner, { path: '/ladders/tanks/rules', body });
  });

  it('has nothing to do with a case that somebody in office can judge', async () => {
    const match = await dispute();
    expect((await readMatch(match, dana))?.judge).toMatchObject({ by: 'site_admin' });
    expect((await readMatch(match, dana))?.room).toBeNull();
    expect(await listKinds(dana)).toEqual([]);
    expect(await listTold(match, 'dispute_opened')).toEqual(['Owner']);
    const refused = await own.send(dana, ruling(`/matches/${match}/ruling`));
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'not_admin']);
    const taken = await own.send(dana, { path: `/matches/${match}/case` });
    expect(taken.body.error?.code).toBe('not_admin');
    await own.act(owner, ruling(`/matches/${match}/ruling`, { kind: 'voided' }));
  });

  it('finds, sees and decides the appeal against the only admin’s ruling, and nothing besides', async () => {
    const match = await appeal();
    expect(await listTold(match, 'appeal_opened')).toEqual(['Dana']);
    expect(await listKinds(dana)).toEqual(['decide_appeal']);
    expect(await listKinds(owner)).toEqual([]);
    const judge = { by: 'outsider', until: later(72) };
    for (const viewer of [anchor.captain, birch.captain, owner, dana, null]) {
      const data = await readMatch(match, viewer);
      expect(data?.judge).toEqual(judge);
      expect(data?.names.people[dana.person_id]?.username).toBe('Dana');
    }
    const seen = await readMatch(match, dana);
    expect(seen?.viewer).toMatchObject({ side: null, may_act: false, may_decide_appeal: true });
    expect(seen?.room).toMatchObject({ may_talk: false });
    for (const [path, call, code] of [
      ['messages', { method: 'GET' }, undefined],
      ['server', { method: 'GET' }, undefined],
      ['messages', { body: { text: 'Hello' } }, 'not_member'],
      ['server', { body: { address: 'lobby 7' } }, 'not_captain'],
    ] as const) {
      const answer = await own.send(dana, { path: `/matches/${match}/${path}`, ...call });
      expect(answer.body.error?.code).toBe(code);
    }
    expect(await readRuling(match, dana)).toMatchObject({
      refusal: null,
      open: { kind: 'appeal' },
    });
    expect((await readRuling(match, owner))?.refusal).toBe('own_match');
    expect((await readRuling(match, anchor.captain))?.refusal).toBe('not_admin');
    expect((await readRuling(match, dana))?.precedents).toHaveLength(1);
    expect((await readRuling(match, anchor.captain))?.precedents).toEqual([]);
    const room = await getEvidenceRoom(own.database, match, dana.person_id);
    expect(room.is_admin).toBe(true);
    for (const path of ['void', 'deadline']) {
      const body = { rule: 'report', reason: 'Because.', until: later(99) };
      const refused = await own.send(dana, { path: `/matches/${match}/${path}`, body });
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
    const talk = await own.send(dana, { path: `/matches/${match}/messages`, body: { text: 'Hi' } });
    expect(talk.body.error?.code).toBe('not_member');
    await own.act(dana, { path: `/matches/${match}/case` });
    expect((await readMatch(match, anchor.captain))?.holder?.username).toBe('Dana');
    await own.act(dana, ruling(`/matches/${match}/appeal/decision`));
    expect(await readMatch(match)).toMatchObject({
      judge: null,
      appeal: { status: 'upheld', ruling: { by: dana.person_id } },
    });
    // It was that case alone.
    expect((await readMatch(match, dana))?.room).toBeNull();
    expect((await readMatch(match, dana))?.viewer).toBeNull();
    expect((await getEvidenceRoom(own.database, match, dana.person_id)).is_admin).toBe(false);
    expect(await listKinds(dana)).toEqual([]);
  });

  it('rules on the dispute in which the only admin plays', async () => {
    await own.database.query(
      `insert into public.rosters (team_id, person_id, role, joined_at) values ($1, $2, 'player', now())`,
      [birch.id, owner.person_id],
    );
    const match = await dispute();
    expect(await listTold(match, 'dispute_opened')).toEqual(['Dana']);
    expect(await listKinds(dana)).toEqual(['rule']);
    expect((await readMatch(match, owner))?.judge).toEqual({ by: 'outsider', until: later(72) });
    const refused = await own.send(owner, ruling(`/matches/${match}/ruling`));
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'own_match']);
    await own.act(dana, ruling(`/matches/${match}/ruling`));

    // Who ruled judges no appeal: nobody is left, and both sides read when it stands.
    const body = { statement: 'It was the other way round.' };
    await own.act(anchor.captain, { path: `/matches/${match}/appeal`, body });
    const judge = { by: 'nobody', until: later(72) };
    for (const viewer of [anchor.captain, birch.captain, owner, dana]) {
      expect((await readMatch(match, viewer))?.judge).toEqual(judge);
    }
    expect(await listTold(match, 'appeal_opened')).toEqual([]);
    own.moveTo(judge.until);
    await runDueClocks(own.league);
    expect(await readMatch(match)).toMatchObject({
      appeal: { status: 'upheld', ruling: { by: '', reason: null } },
    });
    await own.database.query('delete from public.rosters where person_id = $1', [owner.person_id]);
  });
});

describe('a judge who leaves office later', () => {
  it('leaves the case to the outsider, who is told once', async () => {
    const match = await dispute();
    expect(await listTold(match, 'dispute_opened')).toEqual(['Owner']);
    expect(await reviewCases(own.league)).toBe(0);
    await setOffice(false);
    expect(await reviewCases(own.league)).toBe(1);
    expect(await reviewCases(own.league)).toBe(0);
    expect(await listTold(match, 'dispute_opened')).toEqual(['Dana', 'Owner']);
    const [told] = await own.database.query<{ data: object }>(
      'select data from private.notices where match_id = $1 and person_id = $2',
      [match, dana.person_id],
    );
    expect(told?.data).toMatchObject({ team: 'Birch', opponent: 'Anchor' });
    await own.act(dana, ruling(`/matches/${match}/ruling`));
    await setOffice(true);
  });

  it('leaves the appeal to the outsider as well, who was told of the dispute already', async () => {
    const second = await own.addAdmin('Second of them');
    const leave = () => own.act(owner, { method: 'DELETE', path: `/admins/${second.person_id}` });
    const match = await dispute();
    await leave();
    await setOffice(false);
    expect(await reviewCases(own.league)).toBe(1);
    await setOffice(true);
    await own.act(owner, { path: '/admins', body: { person: second.person_id } });
    own.moveTo(later(1));
    await own.act(owner, ruling(`/matches/${match}/ruling`));
    const body = { statement: 'It was the other way round.' };
    await own.act(anchor.captain, { path: `/matches/${match}/appeal`, body });
    expect(await reviewCases(own.league)).toBe(0);
    await leave();
    expect(await reviewCases(own.league)).toBe(1);
    expect(await reviewCases(own.league)).toBe(0);
    expect(await listTold(match, 'appeal_opened')).toEqual(['Dana', 'Second of them']);
    await own.act(dana, ruling(`/matches/${match}/appeal/decision`));
  });

  it('leaves it without anybody asking: the running server looks by itself', async () => {
    const match = await dispute();
    await setOffice(false);
    const config = parseConfig({});
    const jobs = await startJobs({
      ...{ league: own.league, config, settings: createFixedSettings(config) },
      ...{ log: pino({ level: 'silent' }), siteUrl: 'http://localhost:3000' },
    });
    await expect
      .poll(() => listTold(match, 'dispute_opened'), { timeout: 60_000 })
      .toEqual(['Dana', 'Owner']);
    await jobs.stop();
    await own.act(dana, ruling(`/matches/${match}/ruling`));
    await setOffice(true);
  });

  it('begins the clock where nobody is left, from then', async () => {
    const second = await own.addAdmin('Second');
    const match = await appeal();
    expect((await readMatch(match))?.judge).toMatchObject({ by: 'site_admin' });
    await own.database.query('delete from public.admins where person_id = $1', [second.person_id]);
    await executeAsSystem(own.league, async ({ transaction }) => {
      await transaction.query('update public.profiles set is_demo = true where id = $1', [
        dana.person_id,
      ]);
    });
    own.moveTo(later(5));
    expect(await reviewCases(own.league)).toBe(1);
    expect(await reviewCases(own.league)).toBe(0);
    const judge = { by: 'nobody', until: later(72) };
    for (const viewer of [anchor.captain, birch.captain]) {
      expect((await readMatch(match, viewer))?.judge).toEqual(judge);
    }
    expect((await readMatch(match))?.log.at(-1)).toMatchObject({ type: 'case_unjudged' });
    own.moveTo(judge.until);
    await runDueClocks(own.league);
    expect(await readMatch(match)).toMatchObject({ appeal: { status: 'upheld' } });
    await own.database.query('update public.profiles set is_demo = false where id = $1', [
      dana.person_id,
    ]);
  });
});
