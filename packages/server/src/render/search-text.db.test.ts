import { expect, it } from 'vitest';
import { createApiLeague } from '../testing/api-league.ts';
import { writeTestBuild } from './testing/test-build.ts';
import { createTestSite } from './testing/test-site.ts';

it('searches with what the database can hold of what is searched for', async () => {
  await using own = await createApiLeague();
  await using build = await writeTestBuild();
  const asked: (string | null)[] = [];
  const site = await createTestSite(own, {
    build,
    loaders: {
      ladder: async ({ database, url }) => {
        const words = url.searchParams.get('q');
        await database.query('select $1::text', [words]);
        asked.push(words);
        return null;
      },
    },
  });
  for (const path of ['/ladders/tanks', '/ladders/tanks/_payload.json']) {
    await site.fetch(new Request(`http://localhost:3000${path}?q=a%00b`), {
      incoming: { socket: { remoteAddress: '10.0.0.1' } },
    });
  }
  expect(asked).toEqual(['ab', 'ab']);
});
