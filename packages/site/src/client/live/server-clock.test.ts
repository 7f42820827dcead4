import { expect, it } from 'vitest';
import { getServerTime, learnServerTime } from './server-clock.ts';

const hour = 3600_000;

it('keeps what was learnt of the server when it is told its own time', () => {
  learnServerTime(Date.now() + hour);
  for (let visit = 0; visit < 50; visit += 1) {
    learnServerTime(getServerTime());
  }
  expect(Math.abs(getServerTime() - Date.now() - hour)).toBeLessThan(60_000);
});
