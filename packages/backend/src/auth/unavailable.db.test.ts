import { connect } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, test } from 'vitest';
import { loadAuthKeys } from './keys.ts';
import { createAuthHarness } from './testing/auth-harness.ts';

test('while the database is away every call is told to come again, in the form that the client tries again by', async () => {
  await using own = await createTestDatabase();
  // Keys that are known, and a database that nobody answers for.
  const keys = await loadAuthKeys({ database: own.database });
  const away = connect('postgres://nobody@127.0.0.1:1/none');
  await using harness = await createAuthHarness({}, { keys, database: away });
  const calls = [
    await harness.request('/token?grant_type=password', {
      method: 'POST',
      json: { email: 'a@example.org', password: 'correct horse' },
    }),
    await harness.request('/otp', { method: 'POST', json: { email: 'a@example.org' } }),
  ];
  for (const answer of calls) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  await away.close();
});
