import { expect, test } from '@playwright/test';
import { signInByApi } from './world/api-person.ts';
import { expectNext, openForm, sendForm, typeScores } from './world/captain.ts';
import { type ClockedServer, startClockedServer } from './world/clocked-server.ts';
import { bringLiveMatch, type LiveMatch, openBrowserOf, readMatch } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person, Setting } from './world/person.ts';
import { Texts } from './world/texts.ts';

const texts = new Texts('en');
const minute = 60_000;

let server: ClockedServer;
test.setTimeout(240_000);
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
  const match = await bringLiveMatch(server);
  const { path, below, above } = match;
  const first = await openBrowserOf(browser, toSetting(), below.captain);
  const second = await openBrowserOf(browser, toSetting(), above.captain);
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

test('where neither corrects, the hour passes, an admin is asked, and both reports stand beside each other', async ({
  browser,
}) => {
  const match = await bringLiveMatch(server);
  const { path, below, above } = match;
  const first = await openBrowserOf(browser, toSetting(), below.captain);
  const second = await openBrowserOf(browser, toSetting(), above.captain);
  await first.open(path);
  await second.open(path);
  await reportOtherwise(match, first, second);
  await server.passUntil(Date.now() + server.getAhead() + 61 * minute);
  await expect.poll(async () => (await readMatch(server.url, path)).status).toBe('disputed');
  const { log } = await readMatch(server.url, path);
  expect(log.map(({ type }) => type).slice(-3)).toEqual([
    'match_reported',
    'match_reported',
    'match_disputed',
  ]);

  const watcher = await openBrowserOf(
    browser,
    toSetting(),
    await signInByApi(server.url, makeName('Watcher')),
  );
  await watcher.open(path);
  // Nobody real is in office yet.
  await expectNext(watcher, 'wait_nobody_void');
  const scores = watcher.page.getByRole('region', {
    name: texts.say('match-pieces.scores.title'),
  });
  for (const { name } of [below, above]) {
    const words = texts.say('match-pieces.scores.reported_by', { team: name });
    await expect(scores.getByRole('heading', { name: words })).toBeVisible();
  }
  await expect(scores.getByText(texts.say('match-pieces.compare.other'))).toHaveCount(3);
});
