import { expect, it } from 'vitest';
import { clientAddress, createAuthHarness } from './testing/auth-harness.ts';
import { post } from './testing/requests.ts';

/** From where requests are counted, and what somebody hears who comes too soon. */

it.each([
  ['127.0.0.1', 422],
  ['127.9.9.9', 422],
  ['::1', 422],
  ['::ffff:127.0.0.1', 422],
  ['::2', 429],
  ['192.0.2.1', 429],
  ['12.7.0.1', 429],
])('this machine is not counted unless that is asked for: %s', async (address, second) => {
  await using harness = await createAuthHarness({
    rateLimits: { enabled: true, countLoopback: false, burst: 1 },
  });
  harness.stopClock();
  const statuses = [];
  for (const email of ['one@a.example', 'two@a.example']) {
    const headers = { [clientAddress]: address };
    const answer = await post(harness, '/otp', { email, create_user: false }, headers);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([422, second]);
});

it('whoever asks too soon hears how many whole seconds are left', async () => {
  await using harness = await createAuthHarness();
  harness.stopClock();
  const ask = async () => (await post(harness, '/otp', { email: 'ann@a.example' })).json();
  await ask();
  const heard = [];
  for (const wait of [0, 0.001, 58.999, 0.999]) {
    harness.advance(wait);
    heard.push((await ask()).message);
  }
  expect(heard).toEqual(
    [60, 59, 1, 0].map(
      (left) => `For security purposes, you can only request this after ${left} seconds.`,
    ),
  );
});
