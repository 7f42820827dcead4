import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import { readPage, sendByApi, signInByApi } from './world/api-person.ts';
import { expectNext, openForm, report, typeScores } from './world/captain.ts';
import {
  bringApiTeam,
  type LiveMatch,
  openBrowserOf,
  planLiveMatches,
  readMatch,
} from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person } from './world/person.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { tanksPath } from './world/two-teams.ts';

const texts = new Texts('en');

const server = prepareClockedServer();
const takeLiveMatch = planLiveMatches(server, 4);

let untouched: Promise<LiveMatch> | undefined;

/** One in which nothing that is tried may change anything. */
function takeUntouched(): Promise<LiveMatch> {
  untouched ??= takeLiveMatch();
  return untouched;
}

const toWin = ({ above, below }: LiveMatch) => [
  { team: below.name, figures: [2, 1] },
  { team: above.name, figures: [0, 0] },
];

async function toScores({ path }: LiveMatch) {
  const { maps } = await readMatch(server.url, path);
  return maps.slice(0, 2).map(({ map }) => ({ map, challenger: 1, defender: 0 }));
}

test('a wrong score gets a sentence that names the map, and changes nothing', async ({
  browser,
}) => {
  const match = await takeUntouched();
  const before = await readMatch(server.url, match.path);
  const captain = await openBrowserOf(browser, server.toSetting(), match.below.captain);
  await captain.open(match.path);
  const dialog = await openForm(captain, 'report');
  await expect(dialog).toContainText(texts.say('match-pieces.report.undecided'));
  const send = dialog.getByRole('button', { name: texts.say('match-forms.form.button.report') });
  await expect(send).toBeDisabled();

  await typeScores(captain, [
    { team: match.below.name, figures: [2, 1, 1] },
    { team: match.above.name, figures: [0, 1, 0] },
  ]);
  await send.click();
  const map = before.maps[1]?.map ?? '';
  await expect(dialog.getByRole('alert')).toContainText(`${map} cannot end level`);
  const after = await readMatch(server.url, match.path);
  expect([after.status, after.version, after.log.length]).toEqual([
    'live',
    before.version,
    before.log.length,
  ]);
});

test('a time that is typed and not added is offered with the others', async ({ browser }) => {
  const [above, below] = [await bringApiTeam(server), await bringApiTeam(server)];
  const challenge = { entry: below.entry, opponent: above.entry, nonce: randomUUID() };
  const path = `/api${tanksPath}/challenges`;
  const { body } = await sendByApi(server.url, below.captain, { path, body: challenge });
  const captain = await openBrowserOf(browser, server.toSetting(), above.captain);
  await captain.open(`/matches/${body.data?.match}`);
  const dialog = await openForm(captain, 'accept');
  const send = dialog.getByRole('button', { name: texts.say('match-forms.form.button.accept') });
  const days = dialog.locator('.hours-day');
  await captain.press(days.nth(1).getByRole('button').first());
  await expect(dialog.locator('.times-chosen li')).toHaveCount(1);
  await expect(send).toBeDisabled();
  const now = server.toNow();
  const typed = `${new Date(now + 4 * 24 * 3600_000).toISOString().slice(0, 10)}T19:45`;
  await dialog.locator('input[type="datetime-local"]').fill(typed);
  await captain.press(send);
  await expect(dialog).toBeHidden();
  await expectNext(captain, 'wait_choice', below.name);
  const { offered } = (await readPage(server.url, `/matches/${body.data?.match}`)).data;
  expect(offered).toHaveLength(2);
});

test("somebody else's match has no buttons, and the API refuses whoever asks all the same", async ({
  browser,
}) => {
  const match = await takeUntouched();
  const stranger = await signInByApi(server.url, makeName('Stranger'));
  const mate = await signInByApi(server.url, match.below.mate.name);
  const before = await readMatch(server.url, match.path);
  for (const person of [stranger, mate]) {
    const looker = await openBrowserOf(browser, server.toSetting(), person);
    await looker.open(match.path);
    await looker.expectSignedIn();
    await expectNext(looker, 'live');
    for (const form of ['report', 'concede', 'forfeit', 'dispute']) {
      const words = { name: texts.say(`match.next.button.${form}`), exact: true };
      await expect(looker.page.getByRole('button', words)).toHaveCount(0);
    }
    for (const [path, body] of [
      ['report', { scores: await toScores(match) }],
      ['concession', {}],
      ['forfeit', { opponent: match.above.name }],
    ] as const) {
      const answer = await sendByApi(server.url, person, {
        path: `/api${match.path}/${path}`,
        body,
      });
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 403, 'not_captain']);
    }
  }
  expect(await readMatch(server.url, match.path)).toEqual(before);
});

test('who is out of reach bears a reason instead of a button, and the API gives the same one', async ({
  browser,
}) => {
  const team = await bringApiTeam(server);
  const captain = await openBrowserOf(browser, server.toSetting(), team.captain);
  await captain.open(tanksPath);
  // The first of them: whoever is above may rest, as the demonstration has it today.
  const why = captain.page.getByRole('button', { name: texts.say('ladder.no.out_of_reach') });
  const far = captain.page.locator('tr[data-row]').filter({ has: why }).first();
  const theirs = Number(await far.locator('.standings-number').textContent());
  await expect(far.getByRole('button', { name: /^Challenge/ })).toHaveCount(0);
  await captain.press(far.getByRole('button'));
  const own = await captain.readRung(team.name);
  await expect(captain.page.getByRole('dialog')).toContainText(
    `Rung ${theirs} is out of your reach from rung ${own}: you may go up 3 rungs there.`,
  );
  const answer = await sendByApi(server.url, team.captain, {
    path: '/api/ladders/bf6-2v2-tanks/challenges',
    body: {
      entry: team.entry,
      opponent: await far.getAttribute('data-row'),
      nonce: randomUUID(),
    },
  });
  expect([answer.status, answer.body.error]).toMatchObject([
    422,
    { code: 'out_of_reach', params: { own, theirs, reach: 3 } },
  ]);
});

/** Reports while the network loses either the command or its answer: it is sent again as the same command and counts once. */
async function reportOver(
  browser: Browser,
  match: LiveMatch,
  lost: 'command' | 'answer',
): Promise<Person> {
  const captain = await openBrowserOf(browser, server.toSetting(), match.below.captain);
  await captain.open(match.path);
  const ids: string[] = [];
  await captain.page.route('**/report', async (route) => {
    ids.push((route.request().postDataJSON() as { command_id: string }).command_id);
    if (ids.length > 1) {
      await route.continue();
    } else {
      if (lost === 'answer') {
        await route.fetch();
      }
      await route.abort('connectionreset');
    }
  });
  await report(captain, toWin(match));
  await expectNext(captain, 'wait_confirmation', match.above.name);
  expect(ids).toEqual([ids[0], ids[0]]);
  const { log, status } = await readMatch(server.url, match.path);
  expect(status).toBe('reported');
  expect(log.filter(({ type }) => type === 'match_reported')).toHaveLength(1);
  return captain;
}

test('when the network loses the command, the report is sent again as the same command and counts once', async ({
  browser,
}) => {
  await reportOver(browser, await takeLiveMatch(), 'command');
});

test('when it loses the answer too; who has reported is not asked again, and a second report from another tab changes nothing', async ({
  browser,
}) => {
  const match = await takeLiveMatch();
  const captain = await reportOver(browser, match, 'answer');
  const words = { name: texts.say('match.next.button.report'), exact: true };
  await expect(captain.page.getByRole('button', words)).toHaveCount(0);

  const reported = await readMatch(server.url, match.path);
  const again = await sendByApi(server.url, match.below.captain, {
    path: `/api${match.path}/report`,
    body: { scores: await toScores(match) },
  });
  expect([again.status, again.body.error?.code]).toEqual([422, 'already_reported']);
  const stale = await sendByApi(server.url, match.below.captain, {
    path: `/api${match.path}/report`,
    body: { version: reported.version - 1, scores: await toScores(match) },
  });
  expect([stale.status, stale.body.error?.code]).toEqual([409, 'match_changed']);
  expect(await readMatch(server.url, match.path)).toEqual(reported);
});

test('while the network stays away the form says so and keeps what was typed', async ({
  browser,
}) => {
  const match = await takeLiveMatch();
  const captain = await openBrowserOf(browser, server.toSetting(), match.below.captain);
  // What sends a file and what a refusal is told in were being fetched ahead when the network went.
  const gone = Promise.withResolvers<void>();
  await captain.page.route(/assets\/(?:send-file|texts-\w+-refusals)-/, async (route) => {
    await gone.promise;
    await route.abort('internetdisconnected');
  });
  await captain.open(match.path);
  const dialog = await openForm(captain, 'report');
  await typeScores(captain, toWin(match));
  await captain.context.setOffline(true);
  gone.resolve();
  const send = dialog.getByRole('button', { name: texts.say('match-forms.form.button.report') });
  await send.click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(dialog.locator('input').first()).toHaveValue('2');
  await captain.page.unrouteAll({ behavior: 'wait' });
  await captain.context.setOffline(false);
  await send.click();
  await expectNext(captain, 'wait_confirmation', match.above.name);
});
