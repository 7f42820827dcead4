import { type Browser, expect } from '@playwright/test';
import { countDocuments } from './shell/open.ts';
import { readPage, setLanguage } from './world/api-person.ts';
import {
  acceptWithTimes,
  challenge,
  checkIn,
  chooseFirstTime,
  expectNext,
  expectOneSideIn,
  findInOwnMatches,
  findOnLadder,
  openForm,
  report,
  sendForm,
} from './world/captain.ts';
import { bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { Person, type Setting } from './world/person.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { test } from './world/test.ts';
import { bringTeam, tanksPath } from './world/two-teams.ts';

const minute = 60_000;

const server = prepareClockedServer();
test.describe.configure({ mode: 'default' });

/** A team whose captain sits at a browser. */
interface Team {
  name: string;
  captain: Person;
}

interface Meeting {
  above: Team;
  below: Team;
  path: string;
}

/** How a newcomer comes by a team is walked by the other side: this captain has one on the ladder and opens its page. */
async function bringOpponent(browser: Browser, setting: Setting): Promise<Team> {
  const { name, captain } = await bringApiTeam(server);
  await setLanguage(server.url, captain, setting.texts.locale);
  const person = await openBrowserOf(browser, setting, captain);
  await person.open(tanksPath);
  return { name, captain: person };
}

/** The team below challenges, the one above offers times, the challenger chooses one. */
async function agreeOnMatch(above: Team, below: Team, from: 'ladder' | 'me'): Promise<Meeting> {
  const path = await challenge(below.captain, above.name);
  await (from === 'ladder'
    ? findOnLadder(above.captain, above.name, below.name)
    : findInOwnMatches(above.captain, above.name, below.name));
  await acceptWithTimes(above.captain, below.name);
  await chooseFirstTime(below.captain, above.name);
  await expectNext(above.captain, 'scheduled');
  return { above, below, path };
}

/** Everybody sleeps until check-in is open, checks in, and the hour of the match comes. */
async function meet({ above, below, path }: Meeting): Promise<void> {
  const { time } = (await readPage(server.url, path)).data as { time: { starts_at: string } };
  const starts = Date.parse(time.starts_at);
  for (const { captain } of [above, below]) {
    await captain.leave();
  }
  await server.passUntil(starts - 10 * minute);
  for (const { captain } of [above, below]) {
    await captain.comeBack(path, starts - 10 * minute);
  }
  await checkIn(below.captain, below.name);
  await expectNext(below.captain, 'wait_check_in', above.name);
  await expectOneSideIn(above.captain);
  await checkIn(above.captain, above.name);
  await server.passUntil(starts + minute);
  await expectNext(below.captain, 'report', above.name);
  await expectNext(above.captain, 'report', below.name);
}

/** Somebody who only looks at the ladder, signed out, and never loads it again. */
async function watchLadder(watcher: Person): Promise<() => number> {
  await watcher.open(tanksPath);
  return countDocuments(watcher.page);
}

async function expectAbove(watcher: Person, upper: Team, lower: Team): Promise<void> {
  await expect
    .poll(async () => (await watcher.readRung(lower.name)) - (await watcher.readRung(upper.name)))
    .toBe(1);
}

test('two captains carry a match from challenge to result while a third person watches the rungs change', async ({
  browser,
}) => {
  const setting = { ...server.toSetting(), fetchesAhead: true };
  const watcher = await Person.come({ browser, setting: server.toSetting(), name: 'nobody' });
  const countLoads = await watchLadder(watcher);
  const above = await bringTeam(browser, setting);
  await above.mate.context.close();
  const below = await bringOpponent(browser, setting);
  await expectAbove(watcher, above, below);

  const meeting = await agreeOnMatch(above, below, 'ladder');
  await meet(meeting);

  const scores = [
    { team: below.name, figures: [2, 1] },
    { team: above.name, figures: [0, 0] },
  ];
  await report(below.captain, scores);
  await expectNext(below.captain, 'wait_confirmation', above.name);
  await expectNext(above.captain, 'confirm_report', below.name);
  await report(above.captain, scores);
  await expectNext(above.captain, 'completed', below.name);
  await expectNext(below.captain, 'completed', below.name);

  await expectAbove(watcher, below, above);
  const aside = { name: watcher.texts.say('ladder.aside.label') };
  await expect(watcher.page.getByRole('complementary', aside)).toContainText(below.name);
  expect(countLoads()).toBe(0);
});

test('the same on a phone in Finnish, by touch, and nothing is left in English', async ({
  browser,
}) => {
  const setting = server.toSetting({ locale: 'fi', tag: 'fi-FI', isPhone: true });
  const watcher = await Person.come({ browser, setting, name: 'nobody' });
  const countLoads = await watchLadder(watcher);
  const above = await bringTeam(browser, setting);
  await above.mate.context.close();
  const below = await bringOpponent(browser, setting);
  await expectAbove(watcher, above, below);

  const meeting = await agreeOnMatch(above, below, 'me');
  await meet(meeting);

  await report(below.captain, [
    { team: below.name, figures: [1, 0, 3] },
    { team: above.name, figures: [0, 2, 1] },
  ]);
  await expectNext(above.captain, 'confirm_report', below.name);
  await openForm(above.captain, 'confirm_report');
  await sendForm(above.captain, 'confirm_report');
  await expectNext(above.captain, 'completed', below.name);
  await expectNext(below.captain, 'completed', below.name);

  await expectAbove(watcher, below, above);
  await watcher.expectInOrder();
  expect(countLoads()).toBe(0);
});
