import { expect, it } from 'vitest';
import { createApiLeague } from '../testing/api-league.ts';
import { writeTestBuild } from './testing/test-build.ts';
import { createTestSite } from './testing/test-site.ts';

it('lets an address look back so often a minute, and no other pay for it', async () => {
  await using own = await createApiLeague();
  await using build = await writeTestBuild();
  await own.addLadder('tanks');
  const site = await createTestSite(own, { build });
  const read = async (path: string, remoteAddress: string) =>
    site.fetch(new Request(`http://localhost:3000${path}`), {
      incoming: { socket: { remoteAddress } },
    });
  const past = '/ladders/tanks/_payload.json?at=2026-01-01T12:00:00Z';
  // One token left, in a bucket that does not refill during the test.
  await own.database.query(
    `insert into private.rate_limits (key, tokens, refilled_at)
     values ('past:10.0.0.1', 1, $1)`,
    [new Date(Date.now() + 3_600_000)],
  );
  expect((await read(past, '10.0.0.1')).status).toBe(200);
  const refused = await read(past, '10.0.0.1');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { status: 429 } });
  // The page itself says so, too; the present and other people go on.
  expect((await read('/ladders/tanks?at=2026-01-01', '10.0.0.1')).status).toBe(429);
  expect((await read('/ladders/tanks', '10.0.0.1')).status).toBe(200);
  expect((await read(past, '10.0.0.2')).status).toBe(200);
  // A hundred and twenty each.
  const rows = await own.database.query(
    `select tokens::float8 as tokens from private.rate_limits where key = 'past:10.0.0.2'`,
  );
  expect(rows).toEqual([{ tokens: 119 }]);
});
