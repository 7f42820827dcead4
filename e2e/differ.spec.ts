import { expect } from '@playwright/test';
import { type ApiPerson, obey, signInByApi } from './world/api-person.ts';
import { bringApiAdmin } from './world/bring-admin.ts';
import { expectNext, openForm, sendForm, typeScores } from './world/captain.ts';
import {
  type LiveMatch,
  openBrowserOf,
  planLiveMatches,
  readMatch,
  wake,
} from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person } from './world/person.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const texts = new Texts('en');
const minute = 60_000;
const hour = 60 * minute;

const server = prepareClockedServer();
const takeLiveMatch = planLiveMatches(server, 3);

/** The challenger reports that it won two maps; the defender says that it did, and sees before that they differ. */
async function reportOtherwise({ below, above }: LiveMatch, first: Person, second: Person) {
  await openForm(first, 'report');
  await typeScores(first, [
    { team: below.name, figures: [2, 1] },
    { team: above.name, figures: [0, 0] },
  ]);
  await sendForm(first, 'report');
  await expectNext(first, 'wait_confirmation', above.name);

  await expectNext(second, 'confirm_report', below.name);
  const dialog = await openForm(second, 'report');
  await typeScores(second, [
    { team: below.name, figures: [2, 0, 0] },
    { team: above.name, figures: [0, 1, 2] },
  ]);
  const compared = dialog.locator('.scores-compared tbody tr');
  await expect(compared.nth(0)).toContainText(texts.say('match-pieces.compare.same'));
  await expect(compared.nth(1)).toContainText(texts.say('match-pieces.compare.other'));
  await expect(compared.nth(2)).toContainText(texts.say('match-pieces.compare.other'));
  await expect(dialog).toContainText(`2 maps differ from the report of ${below.name}`);
  await expect(dialog).toContainText('1 hour');
  await sendForm(second, 'report');
  await expectNext(second, 'settle_reports', below.name);
  // The other captain sees it without a touch.
  await expectNext(first, 'settle_reports', above.name);
}

test('of two captains who report different scores one corrects theirs, and the match is over', async ({
  browser,
}) => {
  const match = await takeLiveMatch();
  const { path, below, above } = match;
  const first = await openBrowserOf(browser, server.toSetting(), below.captain);
  const second = await openBrowserOf(browser, server.toSetting(), above.captain);
  await first.open(path);
  await second.open(path);
  await reportOtherwise(match, first, second);
  expect((await readMatch(server.url, path)).status).toBe('reported');

  const dialog = await openForm(first, 'settle');
  await expect(dialog.locator('input').first()).toHaveValue('2');
  const send = dialog.getByRole('button', { name: texts.say('match-forms.form.button.settle') });
  await expect(send).toBeDisabled();
  await first.pressNamed(texts.say('match-forms.form.copy_report', { team: above.name }), dialog);
  await expect(dialog).toContainText(
    texts.say('match-pieces.compare.agrees', { team: above.name }),
  );
  await sendForm(first, 'settle_same');
  await expectNext(first, 'completed', above.name);
  await expectNext(second, 'completed', above.name);
});

const findScores = ({ page }: Person) =>
  page.getByRole('region', { name: texts.say('match-pieces.scores.title') });

/** Both stand beside each other, each under its team's name. */
async function expectBothReports(
  person: Person,
  teams: Pick<LiveMatch, 'above' | 'below'>,
): Promise<void> {
  for (const { name } of [teams.below, teams.above]) {
    const words = texts.say('match-pieces.scores.reported_by', { team: name });
    await expect(findScores(person).getByRole('heading', { name: words })).toBeVisible();
  }
}

test('where neither corrects, the hour passes, an admin is asked, and both reports stand beside each other', async ({
  browser,
}) => {
  const match = await takeLiveMatch();
  const { path, below, above } = match;
  const { maps } = await readMatch(server.url, path);
  const report = (captain: ApiPerson, figures: [number, number][]) =>
    obey(server, captain, `/api${path}/report`, {
      scores: figures.map(([challenger, defender], place) => {
        const map = maps[place]?.map;
        return { map, challenger, defender };
      }),
    });
  await report(below.captain, [
    [2, 0],
    [1, 0],
  ]);
  await report(above.captain, [
    [2, 0],
    [0, 1],
    [0, 2],
  ]);
  await server.passUntil(server.toNow() + 61 * minute);
  await expect.poll(async () => (await readMatch(server.url, path)).status).toBe('disputed');
  const { log } = await readMatch(server.url, path);
  expect(log.map(({ type }) => type).slice(-3)).toEqual([
    'match_reported',
    'match_reported',
    'match_disputed',
  ]);

  const watcher = await openBrowserOf(
    browser,
    server.toSetting(),
    await signInByApi(server.url, makeName('Watcher')),
  );
  await watcher.open(path);
  // Nobody real is in office yet.
  await expectNext(watcher, 'wait_nobody_void');
  await expectBothReports(watcher, match);
  await expect(findScores(watcher).getByText(texts.say('match-pieces.compare.other'))).toHaveCount(
    3,
  );
});

test('where the only admin has ruled, both sides read that nobody else can judge, and then that the ruling stands', async ({
  browser,
}) => {
  const { path, above, below } = await takeLiveMatch();
  for (const team of [above, below]) {
    await wake(server, team);
  }
  const { maps } = await readMatch(server.url, path);
  const scores = (challenger: number, defender: number) =>
    maps.slice(0, 2).map(({ map }) => ({ map, challenger, defender }));
  await obey(server, below.captain, `/api${path}/report`, { scores: scores(2, 1) });
  await obey(server, above.captain, `/api${path}/report`, { scores: scores(0, 2) });
  await server.passUntil(server.toNow() + 2 * hour);
  await expect.poll(async () => (await readMatch(server.url, path)).status).toBe('disputed');

  const sole = await bringApiAdmin(server, 'Sole');
  const loser = await signInByApi(server.url, above.captain.name);
  // The form offers both reports as they were made.
  const admin = await openBrowserOf(browser, server.toSetting(), sole);
  await admin.open(`${path}/ruling`);
  for (const [team, score] of [
    [below.name, '2–1, 2–1'],
    [above.name, '0–2, 0–2'],
  ] as const) {
    const offer = texts.say('ruling.outcomes.as_reported', { team, score });
    await expect(admin.page.getByRole('radio', { name: offer })).toBeVisible();
  }
  const outcome = { kind: 'completed', winner: 'challenger', scores: scores(2, 1) };
  const words = { rule: 'report', reason: 'The pictures say so.' };
  await obey(server, sole, `/api${path}/ruling`, { outcome, ...words });
  await obey(server, loser, `/api${path}/appeal`, { statement: 'It was the other way round.' });

  const captain = await openBrowserOf(browser, server.toSetting(), loser);
  await captain.open(path);
  await expectNext(captain, 'wait_nobody_stands');
  const [nobody = ''] = texts.say('match-record.dispute.judge.stands', { time: '' }).split('.');
  const disputes = captain.page.getByRole('region', {
    name: texts.say('match-record.dispute.title'),
  });
  await expect(disputes).toContainText(nobody);
  await expectBothReports(captain, { above, below });

  await admin.open(`${path}/ruling`);
  await expect(admin.page.getByText(texts.say('ruling.not.nobody'))).toBeVisible();
  await expect(admin.page.getByText(texts.say('ruling.not_reason.nobody'))).toBeVisible();
  await expect(admin.page.getByRole('button', { name: texts.say('ruling.give') })).toHaveCount(0);

  await server.passUntil(server.toNow() + 73 * hour);
  await captain.open(path);
  await expect(disputes).toContainText(texts.say('match-record.dispute.unjudged'));
  await expectNext(captain, 'completed', below.name);
});
