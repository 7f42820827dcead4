import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { clearDemo, furnishLeague } from './furnish.ts';
import { furnishEvidence } from './furnish-evidence.ts';
import { createLeague } from './league.ts';

it('shows a picture and a link in open disputes of the demonstration, each time the same', async () => {
  await using own = await createTestDatabase();
  const { database } = own;
  const league = createLeague(database, () => new Date('2026-11-20T19:00:00.000Z'));
  await furnishLeague(league);
  const list = () =>
    database.query<{ kind: string; dispute: string }>(
      `select e.id, e.kind, e.side, e.url, e.note, e.added_at, f.sha256, sm.state ->> 'status' as dispute
       from private.match_evidence e left join private.files f on f.id = e.file_id
       join private.stream_members sm on sm.collection = 'disputes' and sm.state ->> 'match_id' = e.match_id::text
       order by e.id`,
    );
  const evidence = await list();
  expect(new Set(evidence.map(({ kind }) => kind))).toEqual(new Set(['image', 'link']));
  expect(evidence.every(({ dispute }) => dispute === 'open')).toBe(true);
  await furnishEvidence(league);
  expect(await list()).toEqual(evidence);
  await database.query('delete from private.match_evidence');
  await database.query('delete from private.files');
  await furnishEvidence(league);
  expect(await list()).toEqual(evidence);
  await clearDemo(league);
  expect(await database.query('select 1 from private.match_evidence')).toEqual([]);
});
