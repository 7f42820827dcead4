import { expect, type Locator } from '@playwright/test';
import type { Person } from './person.ts';

export interface Score {
  /** Who is meant, by the team's name. */
  team: string;
  /** One figure for each map, in the order of the match. */
  figures: number[];
}

const dialogOf = ({ page }: Person): Locator => page.getByRole('dialog');

/** Challenges from the standings; ends in the match room, whose path is given. */
export async function challenge(captain: Person, opponent: string): Promise<string> {
  const words = captain.texts.say('ladder.challenge.button_for', { team: opponent });
  await captain.pressNamed(words, captain.findRow(opponent));
  await captain.expectInOrder();
  await captain.pressNamed(words, dialogOf(captain));
  await captain.page.waitForURL(/\/matches\//);
  await expectNext(captain, 'wait_answer', opponent);
  return new URL(captain.page.url()).pathname;
}

/** Sees that the room's one next thing is this. */
export async function expectNext(captain: Person, key: string, team = ''): Promise<void> {
  const words = captain.texts.say(`match.next.say.${key}`, { team });
  await expect(captain.page.locator('.next-thing-title')).toHaveText(words);
  await captain.expectInOrder();
}

/** Opens one of the room's forms. */
export async function openForm(captain: Person, form: string): Promise<Locator> {
  await captain.pressNamed(captain.texts.say(`match.next.button.${form}`));
  const dialog = dialogOf(captain);
  await expect(dialog).toBeVisible();
  await captain.expectInOrder();
  return dialog;
}

/** Sends the form that is open, and waits until it is done. */
export async function sendForm(captain: Person, form: string): Promise<void> {
  const dialog = dialogOf(captain);
  await captain.pressNamed(captain.texts.say(`match-forms.form.button.${form}`), dialog);
  await expect(dialog).toBeHidden();
}

/** Finds the challenge by the ladder page's next thing. */
export async function findOnLadder(captain: Person, own: string, opponent: string): Promise<void> {
  const { texts, page } = captain;
  const words = texts.say('next-step.answer.title', { team: own, opponent });
  await expect(page.getByText(words)).toBeVisible();
  await captain.pressNamed(texts.say('next-step.answer.act'));
}

/** Finds the challenge among their own matches, one press from anywhere. */
export async function findInOwnMatches(captain: Person, own: string, opponent: string) {
  const { texts, page } = captain;
  const title = texts.say('shell.titles.me');
  await captain.pressNamed(title, page.getByRole('banner'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const words = texts.say('next-step.answer.title', { team: own, opponent });
  const waiting = page.getByRole('region', { name: texts.say('me.waiting') });
  await expect(waiting.getByText(words)).toBeVisible();
  await captain.expectInOrder();
  await captain.pressNamed(texts.say('next-step.answer.act'), waiting);
}

/** In the room of a challenge: accepts it with times. */
export async function acceptWithTimes(captain: Person, opponent: string): Promise<void> {
  await expectNext(captain, 'answer', opponent);
  const dialog = await openForm(captain, 'accept');
  for (const day of [1, 2]) {
    const hours = dialog.locator('.hours-day').nth(day).getByRole('button');
    await captain.press(hours.first());
  }
  await expect(dialog.locator('.times-chosen li')).toHaveCount(2);
  await captain.expectInOrder();
  await sendForm(captain, 'accept');
  await expectNext(captain, 'wait_choice', opponent);
}

/** Chooses the first of the offered times, without having loaded the page again. */
export async function chooseFirstTime(captain: Person, opponent: string): Promise<void> {
  await expectNext(captain, 'choose_time', opponent);
  const dialog = await openForm(captain, 'choose');
  await captain.press(dialog.getByRole('radio').first());
  await sendForm(captain, 'choose');
  await expectNext(captain, 'scheduled');
}

/** Checks the whole team in. */
export async function checkIn(captain: Person, team: string): Promise<void> {
  await expectNext(captain, 'check_in', team);
  const dialog = await openForm(captain, 'check_in');
  for (const box of await dialog.getByRole('checkbox').all()) {
    if (!(await box.isChecked())) {
      await captain.press(box);
    }
  }
  await sendForm(captain, 'check_in');
}

/** Sees that one side has checked in. */
export async function expectOneSideIn({ page, texts }: Person): Promise<void> {
  const missing = page.getByText(texts.say('match.lineups.not_in'), { exact: true });
  await expect(missing).toHaveCount(1);
}

/** Types the scores of both teams into the open form. */
export async function typeScores(captain: Person, scores: readonly Score[]): Promise<void> {
  const rows = dialogOf(captain).locator('tbody tr');
  for (const { team, figures } of scores) {
    for (const [index, figure] of figures.entries()) {
      const map = (await rows.nth(index).getByRole('rowheader').textContent()) ?? '';
      const label = captain.texts.say('match-pieces.report.score_of', { team, map });
      await captain.page.getByLabel(label, { exact: true }).fill(String(figure));
    }
  }
  await captain.expectInOrder();
}

export async function report(captain: Person, scores: readonly Score[]): Promise<void> {
  await openForm(captain, 'report');
  await typeScores(captain, scores);
  await sendForm(captain, 'report');
}
