import { expect, it } from 'vitest';
import { createApiLeague } from '../api/testing/api-league.ts';
import { parseConfig } from '../config.ts';
import { loaders } from '../loaders/index.ts';
import { createShellLoader } from '../loaders/shell.ts';
import { createContextResolver } from '../request-context.ts';
import { createSite } from './create-site.ts';
import { writeTestBuild } from './testing/test-build.ts';

it('searches with what the database can hold of what is searched for', async () => {
  await using own = await createApiLeague();
  await using build = await writeTestBuild();
  const config = parseConfig({});
  const asked: (string | null)[] = [];
  const site = await createSite({
    config,
    loaders: {
      ...loaders,
      ladder: async ({ database, url }) => {
        const words = url.searchParams.get('q');
        await database.query('select $1::text', [words]);
        asked.push(words);
        return null;
      },
    },
    resolveContext: createContextResolver({
      config,
      database: own.database,
      verify: () => Promise.reject(new Error('Nobody is signed in.')),
    }),
    loadShell: createShellLoader(),
    anonKey: 'none',
    mayUseDevelopmentPages: () => false,
    onError: (error) => {
      throw error;
    },
    siteFolder: build.folder,
  });
  for (const path of ['/ladders/tanks', '/ladders/tanks/_payload.json']) {
    await site.fetch(new Request(`http://localhost:3000${path}?q=a%00b`), {
      incoming: { socket: { remoteAddress: '10.0.0.1' } },
    });
  }
  expect(asked).toEqual(['ab', 'ab']);
});
