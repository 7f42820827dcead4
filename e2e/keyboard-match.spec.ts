import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { type ApiPerson, obey, signInByApi } from './world/api-person.ts';
import { bringApiAdmin } from './world/bring-admin.ts';
import { hear } from './world/heard.ts';
import {
  bringApiTeam,
  bringDatedMatch,
  type LiveMatch,
  openBrowserOf,
  readMatch,
  wake,
} from './world/live-match.ts';
import { makeName } from './world/names.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { tanksPath } from './world/two-teams.ts';

/** A match without a pointer: what the keys reach, and what a screen reader is told of it. */

const texts = new Texts('en');
/** More than any page has that can be reached. */
const mostSteps = 250;
const minute = 60_000;

const server = prepareClockedServer();

const come = (browser: Browser, who: ApiPerson) => openBrowserOf(browser, server.toSetting(), who);

/** Presses Tab until the focus is there; gives how often. */
async function tabTo(page: Page, target: Locator): Promise<number> {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return step;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there');
}

/** What says how things stand has the focus, so that it is read, and says this. */
async function expectSaid(page: Page, key: string, team = ''): Promise<void> {
  const line = page.locator('.next-thing-title');
  await expect(line).toHaveText(texts.say(`match.next.say.${key}`, { team }));
  await expect(line).toBeFocused();
}

type Heard = () => Promise<string[]>;

async function expectHeard(heard: Heard, key: string, team = ''): Promise<void> {
  await expect.poll(heard).toContain(texts.say(`match.next.say.${key}`, { team }));
}

/** Among the words that somebody hears are these. */
async function expectInHeard(heard: Heard, words: string): Promise<void> {
  await expect.poll(heard).toContainEqual(expect.stringContaining(words));
}

/** A page of the match as somebody has it, whose live regions are listened to. */
async function openHeard(browser: Browser, who: ApiPerson, path: string) {
  const person = await come(browser, who);
  const heard = await hear(person.page);
  await person.open(path);
  return { page: person.page, heard };
}

const sayButton = (form: string) => ({ name: texts.say(`match.next.button.${form}`) });
const openedForm = (page: Page, form: string) =>
  page.getByRole('dialog', { name: texts.say(`match-forms.form.title.${form}`) });

async function send(page: Page, form: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const words = texts.say(`match-forms.form.button.${form}`);
  await enter(page, dialog.getByRole('button', { name: words }));
  await expect(dialog).toBeHidden();
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('a challenge: a few presses to the teams in reach, arrows between them, what follows is read before it is sent, and the other side hears of it', async ({
  browser,
}) => {
  await bringApiTeam(server);
  const rival = await bringApiTeam(server);
  const own = await bringApiTeam(server);
  const { heard } = await openHeard(browser, rival.captain, tanksPath);
  const captain = await come(browser, own.captain);
  const { page } = captain;
  await captain.open(tanksPath);
  const skip = page.getByRole('button', { name: texts.say('ladder.standings.skip_to_reach') });
  await enter(page, skip);
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName(/^Challenge /);
  const first = await focused.getAttribute('aria-label');
  await page.keyboard.press('ArrowUp');
  await expect(focused).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  // From any button the arrows find every other that is in reach.
  const words = texts.say('ladder.challenge.button_for', { team: rival.name });
  for (let step = 0; step < 60 && (await focused.getAttribute('aria-label')) !== words; step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(focused).toHaveAccessibleName(words);
  await page.keyboard.press('Enter');
  const title = texts.say('ladder.challenge.title', { team: rival.name });
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAccessibleName(words);
  await page.keyboard.press('Enter');
  const send = dialog.getByRole('button', { name: words });
  await expect(send).toHaveAccessibleDescription(
    new RegExp(`${rival.name}.*${texts.say('challenge.lose')}`),
  );
  await enter(page, send);
  await page.waitForURL(/\/matches\//);
  await expect(page.locator('main')).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`${own.name}.*${rival.name}`));
  await expect(page.locator('.next-thing-title')).toHaveText(
    texts.say('match.next.say.wait_answer', { team: rival.name }),
  );
  await expectInHeard(heard, 'new notification');
});

test('a veto: from the line to the maps in a press, and each turn is read to both', async ({
  browser,
}) => {
  const slug = 'by-keys';
  const admin = await bringApiAdmin(server, 'Judge');
  const pool = { pool: ['North', 'South', 'West'], count: 1, choice: 'veto' };
  const rules = { team: { size: 2 }, maps: { ...pool, veto: ['ban', 'ban', 'decider'] } };
  const ladder = { game: 'battlefield6', slug, name: 'By keys', format: 'rung', region: 'EU' };
  await obey(server, admin, '/api/ladders', { ...ladder, zone: 'UTC', rules });
  const now = Date.now() + server.getAhead();
  await obey(server, admin, `/api/ladders/${slug}/seasons`, {
    name: 'One',
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 90 * 24 * 60 * minute).toISOString(),
  });
  await obey(server, admin, `/api/ladders/${slug}/seasons/opening`);
  const { path, above, below } = await bringDatedMatch(server, slug);
  const challenger = await openHeard(browser, below.captain, path);
  const defender = await openHeard(browser, above.captain, path);
  const turn = texts.say('match.next.say.veto_ban');
  const begins = await challenger.page.locator('.next-thing-title').innerText();
  const isFirst = begins === turn;
  const [first, second] = isFirst
    ? ([challenger, defender] as const)
    : ([defender, challenger] as const);
  for (const { page, heard, map, isAnswer } of [
    { ...first, map: 'North', isAnswer: false },
    { ...second, map: 'South', isAnswer: true },
  ]) {
    await expect(page.locator('.next-thing-title')).toHaveText(turn);
    if (isAnswer) {
      await expectHeard(heard, 'veto_ban');
    }
    await enter(page, page.getByRole('link', sayButton('veto')));
    const maps = page.getByRole('heading', { name: texts.say('match.maps.title') });
    await expect(maps).toBeFocused();
    const ban = page.getByRole('button', { name: texts.say('match.maps.ban', { map }) });
    expect(await tabTo(page, ban)).toBeLessThanOrEqual(4);
    await page.keyboard.press('Enter');
    await expect(ban).toHaveCount(0);
    await expect(maps).toBeFocused();
    await expectHeard(heard, 'scheduled');
  }
});

/** The page of somebody who does something, and of somebody else who hears of it. */
type Listener = Awaited<ReturnType<typeof openHeard>>;

/** The dialog opens on its first field, and the line says who is still missing. */
async function checkIn({ page }: Listener, { above, below }: LiveMatch): Promise<void> {
  await expect(page.locator('.next-thing-title')).toHaveText(
    texts.say('match.next.say.check_in', { team: below.name }),
  );
  await enter(page, page.getByRole('button', sayButton('check_in')));
  const dialog = openedForm(page, 'check_in');
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  const who = texts.say('match-forms.form.who_plays', { count: 2 });
  await expect(dialog.getByRole('group', { name: who })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: below.captain.name })).toBeVisible();
  for (const name of [below.captain.name, below.mate.name]) {
    const box = dialog.getByRole('checkbox', { name });
    if (!(await box.isChecked())) {
      await tabTo(page, box);
      await page.keyboard.press('Space');
    }
    await expect(box).toBeChecked();
  }
  await send(page, 'check_in');
  await expectSaid(page, 'wait_check_in', above.name);
}

async function checkInByApi({ path, above }: LiveMatch): Promise<void> {
  const { sides } = await readMatch(server.url, path);
  const players = sides.defender.people.map(({ person_id }) => person_id);
  await obey(server, above.captain, `/api${path}/check-in`, { players });
}

/** Every cell says whose it is and on which map, what the scores mean is heard, and so are they by the other side. */
async function report(
  { page, heard }: Listener,
  other: Listener,
  { path, above, below }: LiveMatch,
): Promise<void> {
  const { maps } = await readMatch(server.url, path);
  await expect(page.locator('.next-thing-title')).toHaveText(texts.say('match.next.say.report'));
  await enter(page, page.getByRole('button', sayButton('report')));
  const cells = openedForm(page, 'report').locator('tbody input');
  await expect(cells.first()).toBeFocused();
  for (const [index, figure] of ['2', '0', '1', '0'].entries()) {
    const team = (index % 2 === 0 ? below : above).name;
    const map = maps[Math.floor(index / 2)]?.map ?? '';
    await tabTo(page, cells.nth(index));
    await expect(cells.nth(index)).toHaveAccessibleName(
      texts.say('match-pieces.report.score_of', { team, map }),
    );
    await page.keyboard.type(figure);
  }
  const sides = { team: below.name, other: above.name };
  await expectInHeard(heard, texts.say('match-pieces.report.wins', sides));
  await send(page, 'report');
  await expectSaid(page, 'wait_confirmation', above.name);
  await expectHeard(other.heard, 'confirm_report', below.name);
}

/** Its field says who reads it, its button what follows, its side reads what is next, and the other hears it. */
async function dispute({ page }: Listener, other: Listener, below: string): Promise<void> {
  await expect(page.locator('.next-thing-title')).toHaveText(
    texts.say('match.next.say.confirm_report', { team: below }),
  );
  await enter(page, page.getByRole('button', sayButton('dispute')));
  const dialog = openedForm(page, 'dispute');
  const field = dialog.getByRole('textbox', { name: texts.say('match-forms.form.statement') });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(texts.say('match-forms.form.statement_hint'));
  await page.keyboard.type('They left before the second map.');
  await expect(
    dialog.getByRole('button', { name: texts.say('match-forms.form.button.dispute') }),
  ).toHaveAccessibleDescription(texts.say('match-forms.form.say.dispute'));
  await send(page, 'dispute');
  await expectSaid(page, 'wait_ruling_site');
  await expectHeard(other.heard, 'statement');
}

/** Outcome, rule and reason by keys, what it moves is heard, the end has the focus, and a side hears it. */
async function rule({ page, heard }: Listener, side: Listener): Promise<void> {
  const outcome = page.getByRole('radio', { name: texts.say('ruling.outcomes.voided') });
  await tabTo(page, page.getByRole('radio').first());
  for (let step = 0; step < 10 && !(await outcome.isChecked()); step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(outcome).toBeChecked();
  await expectInHeard(heard, texts.say('ruling.preview'));
  await tabTo(page, page.getByRole('combobox', { name: texts.say('ruling.rule') }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('textbox', { name: texts.say('ruling.reason') }));
  await page.keyboard.type('Both left early.');
  await enter(page, page.getByRole('button', { name: texts.say('ruling.give') }));
  await expectInHeard(heard, texts.say('ruling.given'));
  await expect(page.getByRole('heading', { name: texts.say('ruling.form') })).toBeFocused();
  await expectHeard(side.heard, 'voided');
}

test('a check-in, a report, a dispute and a ruling of one match by keys, and the other side hears of each', async ({
  browser,
}) => {
  const match = await bringDatedMatch(server);
  const { path, starts, above, below } = match;
  await server.passUntil(starts - 10 * minute);
  await wake(server, below);
  await wake(server, above);
  const challenger = await openHeard(browser, below.captain, path);
  await checkIn(challenger, match);
  await checkInByApi(match);
  await server.passUntil(starts + minute);
  const defender = await openHeard(browser, above.captain, path);
  await report(challenger, defender, match);
  const judge = await bringApiAdmin(server, 'Judge');
  await dispute(defender, challenger, below.name);
  await rule(await openHeard(browser, judge, `${path}/ruling`), defender);
});

test('the arrow keys go from row to row of every list, also where nobody challenges', async ({
  browser,
}) => {
  const { page } = await come(browser, await signInByApi(server.url, makeName('Reader')));
  await openAlive(page, '/boards');
  for (const [path, row] of [
    ['/boards', '.boards-post .boards-name'],
    ['/ladders/dirt2-intl-open-classic', '.drivers-name a'],
    ['/ladders/dirt2-intl-open-classic', '.drivers-why summary'],
  ] as const) {
    await followAddress(page, path);
    await expect(page.locator(row).first()).toBeAttached();
    const rows = page.locator(row).filter({ visible: true });
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rows.nth(1)).toBeFocused();
  }
});
