import { expect } from '@playwright/test';
import { sendRawTraffic } from '../packages/server/src/testing/raw-traffic.ts';
import { test } from './world/test.ts';

test('the server answers on, whatever bytes come and wherever they break off', async () => {
  const url = process.env.MUSTER_URL ?? '';
  await sendRawTraffic(Number(new URL(url).port), { seed: 20260118, attacks: 3000 });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(url)).status).toBe(200);
});
