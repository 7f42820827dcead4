import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { execute } from '../engine/execute.ts';
import { getMatchStream } from '../http/find.ts';
import { createRacingLeague, startMatch, toScores } from '../testing/api-league.ts';

it('waits for a ruling that is being given, and takes nothing back that it rests on', async () => {
  await using own = await createRacingLeague();
  await own.addLadder('tanks');
  const above = await own.addTeam('Above', 'tanks');
  const below = await own.addTeam('Below', 'tanks');
  const judge = await own.addAdmin('Judge');
  const { match, maps } = await startMatch(own, 'tanks', [below, above]);
  const path = `/matches/${match}`;
  const link = { path: `${path}/evidence/links`, body: { url: 'https://clips.example/1' } };
  const { id } = await own.act(below.captain, link);
  await own.act(below.captain, {
    path: `${path}/report`,
    body: { scores: toScores(maps, 'challenger') },
  });
  await own.act(above.captain, {
    path: `${path}/report`,
    body: { scores: toScores(maps, 'defender') },
  });

  const ruling = { viewer: judge, commandId: randomUUID(), body: {} };
  let taking: ReturnType<typeof own.send> | undefined;
  const { status } = await execute(own.league, ruling, async (unit) => {
    const stream = await getMatchStream(unit.transaction, match);
    await unit.hold([stream]);
    let isAnswered = false;
    taking = own
      .send(below.captain, { path: `${path}/evidence/${id}`, method: 'DELETE' })
      .finally(() => {
        isAnswered = true;
      });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isDecided = async () => isAnswered || (await own.database.query(waiting)).length > 0;
    await expect.poll(isDecided).toBe(true);
    await unit.decideLadder(stream, {
      ...{ type: 'rule', match_id: match, outcome: { kind: 'voided' }, rule: 'dispute' },
      reason: { text_id: randomUUID(), hash: '0'.repeat(64) },
    });
  });
  const taken = await taking;
  expect([status, taken?.body.error?.code]).toEqual([200, 'evidence_ruled']);
  const kept = await own.database.query('select 1 from private.match_evidence where id = $1', [id]);
  expect(kept).toHaveLength(1);
  expect(own.failures).toEqual([]);
});
