import { expect, it } from 'vitest';
import { createAuthHarness, followToSite } from '../testing/auth-harness.ts';
import { signUp } from '../testing/requests.ts';

it('an account elsewhere that is taken away is written down with which it was', async () => {
  await using harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    security: { manualLinkingEnabled: true },
  });
  harness.provider.add({ id: '77', username: 'ann', email: 'ann@b.example', verified: true });
  const { headers, user } = await signUp(harness);
  const path = '/user/identities/authorize?provider=discord&person=ann';
  const begun = await harness.request(path, { headers });
  expect(begun.status).toBe(302);
  await followToSite(begun.headers.get('location') ?? '');
  // The same as an answer, for a page that goes there by itself.
  const asked = await harness.request(`${path}&skip_http_redirect=true`, { headers });
  expect([asked.status, Object.keys(await asked.json())]).toEqual([200, ['url']]);
  const { identities } = await (await harness.request('/user', { headers })).json();
  const [linked] = identities.filter(
    ({ provider }: { provider: string }) => provider === 'discord',
  );
  await harness.request(`/user/identities/${linked.identity_id}`, { method: 'DELETE', headers });
  const [entry] = await harness.database.query<{ payload: object }>(
    `select payload from auth.audit_log_entries where payload ->> 'action' = 'identity_unlinked'`,
  );
  expect(entry?.payload).toMatchObject({
    actor_id: user.id,
    traits: { identity_id: linked.identity_id, provider: 'discord', provider_id: '77' },
  });
});
