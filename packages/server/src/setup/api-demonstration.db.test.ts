import { expect, it } from 'vitest';
import { askAll, createCast, onlyTo } from '../testing/cast.ts';

const call = { path: '/setup/demonstration/clearing' };

it('the demonstration is cleared by the site’s admins; to all others there is no such address', async () => {
  const cast = await createCast();
  await using _own = cast.own;
  const answers = await askAll(cast, call);
  expect(answers).toEqual(onlyTo(['site admin'], 'not_found', { not_found: ['visitor'] })(answers));
  const steward = cast.people['site admin'] ?? null;
  expect((await cast.own.send(steward, call)).body.data).toEqual({ outcome: 'none' });
  const others = { origin: 'https://evil.example' };
  const strange = await cast.own.send(steward, { ...call, headers: others });
  expect(strange.body.error?.code).toBe('origin_not_allowed');
  const statuses: number[] = [];
  for (const body of [{ everything: true }, { everything: 'yes' }, {}, {}]) {
    statuses.push((await cast.own.send(steward, { ...call, body })).status);
  }
  expect(statuses).toEqual([200, 400, 200, 429]);
});
