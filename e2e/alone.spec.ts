import { expect, test } from '@playwright/test';
import { type ApiPerson, sendByApi, signInByApi } from './world/api-person.ts';
import { expectNext } from './world/captain.ts';
import { type ClockedServer, startClockedServer } from './world/clocked-server.ts';
import { bringLiveMatch, openBrowserOf, readMatch } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Setting } from './world/person.ts';
import { runMuster } from './world/run-muster.ts';
import { Texts } from './world/texts.ts';

const texts = new Texts('en');
const hour = 3_600_000;

let server: ClockedServer;
test.setTimeout(300_000);
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startClockedServer();
});
test.afterAll(() => server.stop());

const toSetting = (): Setting => ({
  url: server.url,
  texts,
  tag: 'en-US',
  isPhone: false,
  now: Date.now() + server.getAhead(),
});
const toNow = () => Date.now() + server.getAhead();

async function obey(person: ApiPerson, path: string, body: Record<string, unknown>) {
  const answer = await sendByApi(server.url, person, { path: `/api${path}`, body });
  expect([path, answer.status, answer.body.error ?? null]).toEqual([path, 200, null]);
}

test('where the only admin has ruled, both sides read that nobody else can judge, and then that the ruling stands', async ({
  browser,
}) => {
  const { path, above, below } = await bringLiveMatch(server);
  const { maps } = await readMatch(server.url, path);
  const scores = (challenger: number, defender: number) =>
    maps.slice(0, 2).map(({ map }) => ({ map, challenger, defender }));
  await obey(below.captain, `${path}/report`, { scores: scores(2, 1) });
  await obey(above.captain, `${path}/report`, { scores: scores(0, 2) });
  await server.passUntil(toNow() + 2 * hour);
  await expect.poll(async () => (await readMatch(server.url, path)).status).toBe('disputed');

  const name = makeName('Sole');
  await signInByApi(server.url, name);
  const granted = await runMuster({ DATA_DIR: server.dataDir }, 'admin', 'grant', name);
  expect(granted.code, granted.errors).toBe(0);
  const sole = await signInByApi(server.url, name);
  const loser = await signInByApi(server.url, above.captain.name);
  const outcome = { kind: 'completed', winner: 'challenger', scores: scores(2, 1) };
  const words = { rule: 'report', reason: 'The pictures say so.' };
  await obey(sole, `${path}/ruling`, { outcome, ...words });
  await obey(loser, `${path}/appeal`, { statement: 'It was the other way round.' });

  const captain = await openBrowserOf(browser, toSetting(), loser);
  await captain.open(path);
  await expectNext(captain, 'wait_nobody_stands');
  const [nobody = ''] = texts.say('match-record.dispute.judge.stands', { time: '' }).split('.');
  const disputes = captain.page.getByRole('region', {
    name: texts.say('match-record.dispute.title'),
  });
  await expect(disputes).toContainText(nobody);

  const admin = await openBrowserOf(browser, toSetting(), sole);
  await admin.open(`${path}/ruling`);
  await expect(admin.page.getByText(texts.say('ruling.not.nobody'))).toBeVisible();
  await expect(admin.page.getByText(texts.say('ruling.not_reason.nobody'))).toBeVisible();
  await expect(admin.page.getByRole('button', { name: texts.say('ruling.give') })).toHaveCount(0);

  await server.passUntil(toNow() + 73 * hour);
  await captain.open(path);
  await expect(disputes).toContainText(texts.say('match-record.dispute.unjudged'));
  await expectNext(captain, 'completed', below.name);
});
