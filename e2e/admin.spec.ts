import { type Browser, expect } from '@playwright/test';
import { obey, readPage, setLanguage, signInByApi } from './world/api-person.ts';
import { bringAdmin, bringApiAdmin } from './world/bring-admin.ts';
import { chooseAt, chooseNamed } from './world/choose.ts';
import { holdRequests } from './world/hold-requests.ts';
import { listMatches } from './world/list-matches.ts';
import { bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person, Setting } from './world/person.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

interface Standing {
  name: string;
  place: number | null;
  wins: number;
  losses: number;
}

/** Who stands where on a ladder now, by name, without what each has under way: that goes on by clocks of its own. */
async function readStandings(slug: string): Promise<Map<string, Standing>> {
  const { data } = await readPage(url, `/ladders/${slug}`);
  const { standings } = data as { standings: Standing[] };
  return new Map(standings.map((row) => [row.name, { ...row, status: null }]));
}

const bring = (browser: Browser, setting: Setting) =>
  bringAdmin({ browser, setting, dataDir, kind: 'Judge' });

/** Ends the matches of the demonstration to which one side will not come: the clock would give them to the other. */
async function voidUnattended(slug: string): Promise<void> {
  const matches = await listMatches(url, [slug]);
  const admin = await bringApiAdmin({ url, dataDir }, 'Clerk');
  for (const { id } of matches.filter(({ status }) => status === 'checking_in')) {
    const why = { rule: 'schedule.apart', reason: 'Nobody came.' };
    await obey({ url }, admin, `/api/matches/${id}/void`, why);
  }
}

/** Takes the first dispute of a ladder's desk in hand and opens its page. */
async function takeFirstCase(admin: Person, slug: string): Promise<void> {
  const { page, texts } = admin;
  await admin.open(`/ladders/${slug}/admin`);
  const waiting = page.locator('.desk-case', { has: page.locator('a[href$="/ruling"]') }).first();
  await admin.pressNamed(texts.say('case-holder.take'), waiting);
  await expect(
    waiting.getByRole('button', { name: texts.say('case-holder.give_back') }),
  ).toBeVisible();
  await admin.expectInOrder();
  await admin.press(waiting.locator('a[href$="/ruling"]'));
  await expect(page.getByRole('heading', { name: texts.say('ruling.form') })).toBeVisible();
  await admin.expectAlive();
}

/** Chooses an outcome and reads what it would move: who would stand where, with which record. */
async function previewOutcome(admin: Person, outcome: string): Promise<Map<string, string[]>> {
  const { page, texts } = admin;
  await admin.press(page.locator(`input[name="outcome"][value="${outcome}"]`));
  const preview = page.locator('.ruling-preview');
  await expect(preview).not.toContainText(texts.say('ruling.reckoning'));
  await expect(preview.locator('.effects')).toBeVisible();
  await admin.expectInOrder();
  const rows = await preview.locator('tbody tr').evaluateAll((found) =>
    found.map((row) => ({
      name: row.querySelector('th')?.textContent ?? '',
      // The last of each cell is what it would be.
      cells: [...row.querySelectorAll('td')].map(
        (cell) => (cell.querySelector('b') ?? cell.querySelector('.soft'))?.textContent ?? '',
      ),
    })),
  );
  return new Map(rows.map(({ name, cells }) => [name, cells]));
}

/** Rests the ruling on a rule, gives the reason, and waits until it is given. */
async function giveRuling(admin: Person, reason: string): Promise<void> {
  const { page, texts } = admin;
  await page.getByLabel(texts.say('ruling.rule')).selectOption('report.evidence');
  await page.getByLabel(texts.say('ruling.reason'), { exact: true }).fill(reason);
  await admin.pressNamed(texts.say('ruling.give'));
  await expect(page.getByText(texts.say('ruling.not.closed'))).toBeVisible();
}

const toSetting = (locale: string, tag: string, isPhone: boolean): Setting => ({
  url,
  texts: new Texts(locale),
  tag,
  isPhone,
});

test('an admin takes a case, sees what a ruling moves, and it moves that', async ({ browser }) => {
  const admin = await bring(browser, toSetting('de', 'de-DE', false));
  const { page, texts } = admin;
  // Whole standings are compared: on this ladder no other spec has a team, and cases wait at any hour.
  const slug = 'squad-4v4-cc';
  await voidUnattended(slug);
  await takeFirstCase(admin, slug);
  const before = await readStandings(slug);
  // Scores that speak against the winner are said to, and give no ruling.
  await previewOutcome(admin, 'challenger');
  const scores = page.locator('.match-form .scores input');
  await scores.nth(0).fill('0');
  await scores.nth(1).fill('1');
  await expect(page.locator('.match-form-error[aria-live]')).not.toBeEmpty();
  await expect(page.getByRole('button', { name: texts.say('ruling.give') })).toBeDisabled();
  await previewOutcome(admin, 'forfeit_challenger');
  const told = await previewOutcome(admin, 'voided');
  expect(await readStandings(slug)).toEqual(before);
  const reason = `Die Aufnahme zeigt es (${makeName('Grund')}).`;
  await giveRuling(admin, reason);
  const after = await readStandings(slug);
  for (const [name, [place, record]] of told) {
    const row = after.get(name);
    if (row === undefined) {
      continue;
    }
    expect(String(row.place ?? '–'), name).toBe(place);
    expect(`${row.wins}–${row.losses}`, name).toBe(record);
  }
  for (const [name, row] of after) {
    if (!told.has(name)) {
      expect(row.place, name).toBe(before.get(name)?.place);
    }
  }
  await admin.open(`/ladders/${slug}/admin`);
  const acts = page.getByRole('region', { name: texts.say('ladder-admin.acts') });
  await expect(acts).toContainText(reason);
  await expect(acts).toContainText(admin.name);
  await admin.open(`/ladders/${slug}/log`);
  await expect(page.getByText(reason)).toBeVisible();
});

test('an admin strikes an entry with a reason, and nobody else sees the desk', async ({
  browser,
}) => {
  // A team without any: three strikes would suspend it.
  const team = await bringApiTeam({ url });
  const admin = await bring(browser, toSetting('pl', 'pl-PL', true));
  const { page, texts } = admin;
  const bringList = await holdRequests(page, '**/finder-box-*.js');
  await admin.open('/ladders/bf6-2v2-tanks/admin');
  const entry = page.getByLabel(texts.say('ladder-admin.entry'), { exact: true });
  // Whoever is quicker than the list need not press again.
  await admin.press(entry);
  await expect(page.locator('.finder')).toHaveCount(0);
  bringList();
  await expect(entry).toBeFocused();
  await expect(page.locator('.finder-option').first()).toBeVisible();
  await chooseNamed(entry, team.name);
  await page.getByLabel(texts.say('ladder-admin.what')).selectOption('strikes');
  const give = page.getByRole('button', { name: texts.say('ladder-admin.act.strikes') });
  await expect(give).toBeDisabled();
  const reason = `Nie przyszli (${makeName('powod')}).`;
  const second = `Znowu nie przyszli (${makeName('powod')}).`;
  for (const words of [reason, second]) {
    await page.getByLabel(texts.say('ladder-admin.reason_label')).fill(words);
    await admin.press(give);
    await expect(page.getByRole('region', { name: texts.say('ladder-admin.acts') })).toContainText(
      words,
    );
  }
  await admin.expectInOrder();
  // Each strike is lifted by a name of its own.
  const what = page.getByLabel(texts.say('ladder-admin.what'));
  await expect(what.locator('option').filter({ hasText: reason })).toHaveCount(1);
  await what.selectOption({
    label: (await what.locator('option').filter({ hasText: second }).textContent()) ?? '',
  });
  await page.getByLabel(texts.say('ladder-admin.reason_label')).fill(makeName('cofam'));
  await admin.pressNamed(texts.say('ladder-admin.act.strike_lift'));
  await expect(page.locator('.desk-facts')).not.toContainText(second);
  await expect(page.locator('.desk-facts')).toContainText(reason);
  const nobody = await signInByApi(url, makeName('Str'));
  await setLanguage(url, nobody, 'pl');
  const stranger = await openBrowserOf(browser, toSetting('pl', 'pl-PL', true), nobody);
  await stranger.open('/ladders/bf6-2v2-tanks/admin');
  await expect(stranger.page.getByText(texts.say('ladder-admin.not_yours'))).toBeVisible();
  await expect(stranger.page.getByText(reason)).toHaveCount(0);
});

test('an admin voids one running match after seeing what it moves, and measures a suspension by others', async ({
  browser,
}) => {
  const admin = await bring(browser, toSetting('fr', 'fr-FR', true));
  const { page, texts } = admin;
  // Here no other spec has a match, which this might end, and there is one of each status at any hour.
  const slug = 'aqtion-4v4-teamplay';
  await admin.open(`/ladders/${slug}/admin`);
  const running = page.getByRole('region', { name: texts.say('ladder-admin.deadlines') });
  const challenged = texts.say('pieces.match_status.challenged');
  const line = running.getByRole('listitem').filter({ hasText: challenged }).first();
  const match = (await line.getByRole('link').first().getAttribute('href')) ?? '';
  const open = line.getByRole('button', {
    name: texts.say('ladder-admin.void_of', { match: await line.getByRole('link').innerText() }),
  });
  await admin.press(open);
  const preview = line.locator('.ruling-preview');
  await expect(preview).toContainText(texts.say('pieces.match_status.voided'));
  const form = line.locator('form');
  const give = form.getByRole('button', { name: texts.say('ladder-admin.void'), exact: true });
  await expect(give).toBeDisabled();
  await form.getByLabel(texts.say('ruling.rule')).selectOption('schedule.apart');
  const reason = `Le serveur a brûlé (${makeName('raison')}).`;
  await form.getByLabel(texts.say('ladder-admin.reason_label')).fill(reason);
  await admin.expectInOrder();
  await admin.press(give);
  const acts = page.getByRole('region', { name: texts.say('ladder-admin.acts') });
  await expect(acts).toContainText(reason);
  await expect(running.locator(`a[href="${match}"]`)).toHaveCount(0);

  // An agreed hour has no deadline to extend; elsewhere a refusal calls the field by its label.
  const lines = running.getByRole('listitem');
  const extend = lines.getByText(texts.say('ladder-admin.extend'), { exact: true });
  const scheduled = lines.filter({ hasText: texts.say('pieces.match_status.scheduled') });
  await expect(scheduled.first()).toBeVisible();
  await expect(scheduled.getByText(texts.say('ladder-admin.extend'))).toHaveCount(0);
  const toggle = extend.first();
  await admin.press(toggle);
  const deadline = running.locator('form');
  await deadline.getByLabel(texts.say('ladder-admin.until')).fill('2020-01-01T12:00');
  await deadline.getByLabel(texts.say('ladder-admin.reason_label')).fill(reason);
  await admin.press(deadline.locator('button[type="submit"]'));
  const field = texts.say('ladder-admin.until');
  await expect(deadline.getByRole('alert')).toHaveText(
    texts.say('refusals.field_invalid', { field }),
  );
  await admin.press(toggle);
  await expect(deadline).toHaveCount(0);

  await chooseAt(page.getByLabel(texts.say('ladder-admin.entry'), { exact: true }), 1);
  await page.getByLabel(texts.say('ladder-admin.what')).selectOption('suspension');
  const until = page.getByLabel(texts.say('ladder-admin.until'));
  await expect(until).toHaveValue('');
  await admin.press(page.locator('.desk-lengths button').first());
  const chosen = Date.parse(await until.inputValue()) - Date.now();
  expect(Math.round(chosen / 86_400_000)).toBe(14);
  await admin.expectInOrder();
});

test('an admin edits the next season’s rules, with limits, changes and a preview', async ({
  browser,
}) => {
  const admin = await bring(browser, toSetting('de', 'de-DE', true));
  const { page, texts } = admin;
  await admin.open('/ladders/squad-4v4-cc/admin');
  await admin.pressNamed(texts.say('ladder-admin.rules_edit'));
  await expect(page.getByRole('heading', { name: texts.say('rules-edit.heading') })).toBeVisible();
  await admin.expectAlive();
  const save = page.getByRole('button', { name: texts.say('rules-edit.save') });
  await expect(save).toBeDisabled();
  const longest = page.locator('[id="rest.maximum"]').getByRole('spinbutton');
  await longest.fill('90');
  await expect(page.locator('[id="rest.maximum"] .field-error')).toContainText('60');
  await expect(save).toBeDisabled();
  await longest.fill('5');
  await page.locator('[id="challenge.answerWithin"]').getByRole('spinbutton').fill('48');
  const changes = page.getByRole('region', { name: texts.say('rules-edit.changes') });
  await expect(changes).toContainText('48 Stunden');
  await expect(changes).toContainText('5 Tage');
  await admin.expectInOrder();
  for (const [name, words] of [
    ['Suomi', new Texts('fi').say('rule-names.names.challenge.answerWithin')],
    ['Français', new Texts('fr').say('rule-names.names.challenge.answerWithin')],
  ] as const) {
    await admin.press(page.getByRole('button', { name, exact: true }));
    await expect(page.locator('.rules-preview')).toContainText(words);
  }
  await admin.press(page.getByRole('button', { name: 'Deutsch', exact: true }));
  await admin.press(save);
  await expect(page.getByText(texts.say('rules-edit.saved'))).toBeVisible();
  const version = texts.say('rules-edit.saved_version', { version: '\\d+' });
  await expect(page.getByText(new RegExp(version))).toBeVisible();
});
