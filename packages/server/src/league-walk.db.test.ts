import type { LeagueEvent } from '@muster/league';
import { verifyChain } from '@muster/league/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from './engine/replay/verify.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  scheduleMatch,
  startMatch,
  type TestTeam,
  toScores,
} from './testing/api-league.ts';

let own: ApiLeague;
let first: TestTeam;
let second: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('Kaarna', 'tanks');
});
afterAll(() => own[Symbol.asyncDispose]());

async function listRungs(): Promise<string[]> {
  const rows = await own.database.query<{ name: string }>(
    `select t.name from public.entries e join public.teams t on t.id = e.team_id
     where e.rung is not null order by e.rung`,
  );
  return rows.map(({ name }) => name);
}

async function readLog(after = 0): Promise<LeagueEvent[]> {
  const answer = await own.send(null, {
    method: 'GET',
    path: `/ladders/tanks/log.ndjson?after=${after}`,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = String(answer.body.text).trimEnd();
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line));
}

describe('a match from challenge to result', () => {
  it('moves the rungs when the other side confirms, and everybody can check the log', async () => {
    expect(await listRungs()).toEqual(['Treadheads', 'Kaarna']);
    const { match, maps } = await startMatch(own, 'tanks', [second, first]);
    expect(maps).toHaveLength(3);
    expect(maps.slice(0, 2)).toEqual(['Nexus', 'Bridge']);
    const scores = toScores(maps, 'challenger');
    const report = { path: `/matches/${match}/report`, body: { scores } };
    expect(await own.act(second.captain, report)).toMatchObject({ status: 'reported' });
    expect(await listRungs()).toEqual(['Treadheads', 'Kaarna']);
    expect(await own.act(first.captain, report)).toMatchObject({ match, status: 'completed' });
    expect(await listRungs()).toEqual(['Kaarna', 'Treadheads']);

    const events = await readLog();
    expect(verifyChain(events)).toBeNull();
    expect(events.map(({ sequence }) => sequence)).toEqual(
      events.map((_event, index) => index + 1),
    );
    expect(Object.keys(events[0] ?? {})).toEqual([
      ...['id', 'stream', 'sequence', 'ladder_id', 'match_id', 'type', 'version', 'actor_id'],
      ...['at', 'data', 'previous_hash', 'hash'],
    ]);
    expect(events.at(-1)?.type).toBe('match_completed');
    expect(await readLog(events.length - 2)).toEqual(events.slice(-2));
    expect(await readLog(events.length)).toEqual([]);
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('lets both sides correct a score together, and the loser dispute the result', async () => {
    own.moveTo(own.at(5, 12));
    const { match, maps } = await startMatch(own, 'tanks', [first, second]);
    const scores = toScores(maps, 'defender');
    const asLoser = { path: `/matches/${match}/report`, body: { scores } };
    expect(await own.act(first.captain, asLoser)).toMatchObject({ status: 'completed' });
    expect(await listRungs()).toEqual(['Kaarna', 'Treadheads']);
    const mended = [{ ...scores[0], challenger: 9 }, scores[1]];
    const correction = { path: `/matches/${match}/correction`, body: { scores: mended } };
    await own.act(second.captain, correction);
    await own.act(first.captain, { path: `/matches/${match}/correction/agreement` });
    const [map] = await own.database.query<{ challenger_score: number }>(
      'select challenger_score from public.match_maps where match_id = $1 and position = 1',
      [match],
    );
    expect(map?.challenger_score).toBe(9);
    const statement = 'They changed vehicles in round two.';
    await own.act(first.captain, { path: `/matches/${match}/dispute`, body: { statement } });
    const text = { text: 'We did not.' };
    await own.act(second.captain, { path: `/matches/${match}/statements`, body: text });
    const texts = await own.database.query<{ text: string }>(
      'select text from private.event_texts where match_id = $1 order by created_at, id',
      [match],
    );
    expect(texts).toEqual([{ text: statement }, { text: 'We did not.' }]);
    const judge = await own.addAdmin('Judge');
    const ruling = {
      outcome: { kind: 'forfeited', loser: 'defender' },
      rule: 'team.size',
      reason: 'The replay shows it.',
    };
    const path = `/matches/${match}/ruling`;
    const refused = await own.send(first.captain, { path, body: ruling });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not_admin' } } });
    await own.act(judge, { path, body: ruling });
    expect(await listRungs()).toEqual(['Treadheads', 'Kaarna']);
    expect(verifyChain(await readLog())).toBeNull();
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('moves to another hour, or is given up, only when both want it', async () => {
    own.moveTo(own.at(10, 12));
    const { match } = await scheduleMatch(own, 'tanks', [second, first]);
    const times = [own.at(5), own.at(6), own.at(7)];
    await own.act(second.captain, { path: `/matches/${match}/reschedule`, body: { times } });
    const answer = { path: `/matches/${match}/reschedule/answer`, body: { time: times[1] } };
    const byAsker = await own.send(second.captain, answer);
    expect(byAsker.status).toBe(422);
    await own.act(first.captain, answer);
    const [row] = await own.database.query<{ starts_at: Date }>(
      'select starts_at from public.matches where id = $1',
      [match],
    );
    expect(row?.starts_at.toISOString()).toBe(times[1]);
    await own.act(second.captain, {
      path: `/matches/${match}/forfeit`,
      body: { opponent: 'Treadheads' },
    });
    await own.act(second.captain, { path: `/matches/${match}/forfeit`, method: 'DELETE' });
    await own.act(first.captain, { path: `/matches/${match}/cancellation` });
    const agreed = { path: `/matches/${match}/cancellation/agreement` };
    expect(await own.act(second.captain, agreed)).toMatchObject({ status: 'cancelled' });
  });

  it('rests, leaves and comes back at the bottom', async () => {
    const path = `/entries/${first.entry}/rest`;
    const from = own.at(1);
    const { rest } = await own.act(first.captain, { path, body: { days: 2 } });
    const resting = await own.send(second.captain, {
      path: '/ladders/tanks/challenges',
      body: { entry: second.entry, opponent: first.entry, nonce: 'n'.repeat(32) },
    });
    expect(resting).toMatchObject({ status: 422, body: { error: { code: 'entry_resting' } } });
    await own.act(first.captain, { path: `${path}/${rest}`, method: 'DELETE' });
    const until = new Date(Date.parse(from) + 3 * day).toISOString();
    await own.act(first.captain, { path, body: { from, until } });
    const entry = `/ladders/tanks/entries/${first.entry}`;
    expect((await own.send(first.player, { path: entry, method: 'DELETE' })).status).toBe(403);
    await own.act(first.captain, { path: entry, method: 'DELETE' });
    expect(await listRungs()).toEqual(['Kaarna']);
    const back = { path: '/ladders/tanks/entries', body: { team: first.slug } };
    expect(await own.act(first.captain, back)).toMatchObject({ rung: 2 });
    expect(own.failures).toEqual([]);
  });
});
