import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import {
  type ApiPerson,
  obey,
  readPage,
  sendByApi,
  setLanguage,
  signInByApi,
} from './world/api-person.ts';
import { bringAdmin } from './world/bring-admin.ts';
import { type ApiTeam, bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { makeName, makeTag } from './world/names.ts';
import type { Person, Setting } from './world/person.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

const desk: Setting = { url, texts: new Texts('de'), tag: 'de-DE', isPhone: false };
const phone: Setting = { url, texts: new Texts('pt'), tag: 'pt-BR', isPhone: true };

const bringJudge = (browser: Browser, kind: string): Promise<Person> =>
  bringAdmin({ browser, setting: desk, dataDir, kind });

const ladder = '/api/ladders/bf6-2v2-tanks';

/** A team of somebody who is there already, with one mate, on the ladder. */
async function bringTeamOf(captain: ApiPerson): Promise<ApiTeam> {
  const name = makeName('Team');
  const mate = await signInByApi(url, makeName('Mate'));
  const home = { tag: makeTag(), zone: 'UTC', locale: 'pt' };
  const { slug } = await obey({ url }, captain, '/api/teams', { name, ...home });
  const { code } = await obey({ url }, captain, `/api/teams/${slug}/invites`);
  await obey({ url }, mate, `/api/teams/${slug}/join`, { code });
  const { entry } = await obey({ url }, captain, `${ladder}/entries`, { team: slug });
  return { name, slug: String(slug), entry: String(entry), captain, mate };
}

/** Another team, which has challenged this one. */
async function bringChallenger(team: ApiTeam): Promise<ApiTeam> {
  const challenger = await bringApiTeam({ url });
  await obey({ url }, challenger.captain, `${ladder}/challenges`, {
    entry: challenger.entry,
    opponent: team.entry,
    nonce: randomUUID(),
  });
  return challenger;
}

test('a captain is banned with what follows said first, appeals in their own language, and another admin lifts it', async ({
  browser,
}) => {
  const captain = await signInByApi(url, makeName('Capitã'));
  await setLanguage(url, captain, 'pt');
  const banned = await openBrowserOf(browser, phone, captain);
  const team = await bringTeamOf(captain);
  const other = await bringChallenger(team);
  const judge = await bringJudge(browser, 'Judge');
  const second = await bringJudge(browser, 'Second');

  // What becomes of team and match stands there before the ban is given.
  const { page, texts } = judge;
  await judge.open(`/admins/people/${encodeURIComponent(team.captain.name)}`);
  await page.getByLabel(texts.say('people.form.kind'), { exact: true }).selectOption('ban');
  const after = page.locator('.people-after');
  await expect(after).toContainText(team.name);
  await expect(after).toContainText(team.mate.name);
  await expect(after).toContainText(other.name);
  const give = page.getByRole('button', { name: `${team.captain.name} ausschließen` });
  await expect(give).toBeDisabled();
  await page.getByLabel(texts.say('people.form.reason'), { exact: true }).fill('Aimbot im Spiel.');
  await judge.press(page.locator('.people-length').nth(1));
  await judge.press(page.getByLabel(texts.say('people.form.sure'), { exact: true }));
  await judge.expectInOrder();
  await judge.press(give);
  const card = page.locator('.sanction-on');
  await expect(card).toContainText('Aimbot im Spiel.');
  const { data } = await readPage(url, `/teams/${team.slug}`);
  const { members } = data as { members: { username: string; role: string }[] };
  expect(members.find(({ username }) => username === team.mate.name)?.role).toBe('captain');

  // On a phone in Portuguese, the line is on every page, and says why and until when.
  const line = banned.page.locator('.site-note a[href$="/account/standing"]');
  await banned.open('/about');
  for (const path of ['/', '/ladders/bf6-2v2-tanks', `/teams/${team.slug}`, '/me']) {
    await banned.follow(path);
    await expect(line).toContainText('Você tem um banimento até');
    await expect(line).toContainText('Aimbot im Spiel.');
    await expect(line).toContainText('como recorrer');
  }
  await banned.press(line);
  await expect(banned.page).toHaveURL(/\/account\/standing$/);
  const own = banned.page.locator('.sanction-on');
  await expect(own).toContainText('Aimbot im Spiel.');
  await banned.expectInOrder();
  const copy = await banned.context.request.get('/api/me/data');
  expect(copy.status()).toBe(200);
  await own.getByLabel(banned.texts.say('sanctions.appeal.words')).fill('Não fui eu.');
  await banned.pressNamed(banned.texts.say('sanctions.appeal.send'), own);
  await expect(own).toContainText('Não fui eu.');
  await banned.expectInOrder();

  // Who gave it only looks; another admin finds it on the desk, takes it in hand and lifts it.
  const lineOf = (admin: Person) =>
    admin.page.locator('.queue-line').filter({ hasText: team.captain.name });
  await judge.follow('/admins');
  await expect(lineOf(judge)).toContainText(texts.say('admins.queue.own'));
  await second.open('/admins');
  await second.press(lineOf(second).getByRole('link').last());
  const appealed = second.page.locator('.sanction-on');
  await second.pressNamed(second.texts.say('moderation.claim.take'), appealed);
  await expect(
    appealed.getByRole('button', { name: second.texts.say('moderation.claim.release') }),
  ).toBeVisible();
  await expect(lineOf(judge)).toContainText(second.name);
  await appealed.getByLabel(second.texts.say('sanctions.appeal.reason')).fill('War er nicht.');
  await second.expectInOrder();
  await second.pressNamed(second.texts.say('sanctions.appeal.grant'), appealed);
  await expect(second.page.locator('.sanction-on')).toHaveCount(0);
  await expect(lineOf(judge)).toHaveCount(0);

  for (const path of ['/', '/account/standing']) {
    await banned.follow(path);
    await expect(line).toHaveCount(0);
  }
  await expect(banned.page.locator('.sanction')).toContainText('War er nicht.');
});

test('an admin renames a reported team, ends it with what that moves said first, and brings it back', async ({
  browser,
}) => {
  const team = await bringApiTeam({ url });
  const other = await bringChallenger(team);
  const { data } = await readPage(url, `/teams/${team.slug}`);
  await obey({ url }, other.captain, '/api/reports', { kind: 'team', id: data.id, reason: 'name' });
  const admin = await bringJudge(browser, 'Namer');
  const { page, texts } = admin;

  // From the report to the case, and from there to the team.
  await admin.open('/admins');
  await admin.press(
    page.locator('.queue-line').filter({ hasText: team.name }).getByRole('link').last(),
  );
  await admin.pressNamed(texts.say('moderation.team_record', { team: team.name }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(team.name);
  await admin.expectInOrder();
  const openForm = (key: string) =>
    admin.press(page.locator('summary', { hasText: texts.say(key) }));
  const reasonIn = (section: string) =>
    page
      .locator(`section[aria-labelledby="${section}"]`)
      .getByLabel(texts.say('people.team.reason'));

  await openForm('people.team.rename');
  const name = makeName('Kind');
  await page.getByLabel(texts.say('people.team.name'), { exact: true }).fill(name);
  await reasonIn('names').fill('Nicht so.');
  await admin.pressNamed(texts.say('people.team.rename'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const edit = { path: `/api/teams/${team.slug}/edit`, body: { name: team.name } };
  const refused = await sendByApi(url, team.captain, edit);
  expect(refused.body.error?.code).toBe('name_removed');

  await openForm('people.names.undo');
  await page.locator('.sanction').getByLabel(texts.say('people.names.reason')).fill('Doch.');
  await admin.press(page.getByRole('button', { name: texts.say('people.names.undo') }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(team.name);

  await openForm('people.team.disband');
  await expect(page.locator('.people-after')).toContainText(other.name);
  await reasonIn('end').fill('Ein Scherz.');
  await admin.press(page.getByLabel(texts.say('people.team.sure'), { exact: true }));
  await admin.expectInOrder();
  await admin.press(page.getByRole('button', { name: texts.say('people.team.disband') }));
  await expect(page.locator('.people-after')).toContainText(team.mate.name);
  expect((await readPage(url, `/teams/${team.slug}`)).data.disbanded_at).not.toBeNull();

  await reasonIn('end').fill('Doch keiner.');
  await admin.expectInOrder();
  await admin.pressNamed(texts.say('people.team.return'));
  await expect(page.locator('.lines').first()).toContainText(team.captain.name);
  // What was read of it just now is kept for visitors until the hint of the change is heard.
  await expect
    .poll(async () => (await readPage(url, `/teams/${team.slug}`)).data.disbanded_at)
    .toBeNull();
  const back = (await readPage(url, `/teams/${team.slug}`)).data;
  expect(back).toMatchObject({ disbanded_at: null, name: team.name });
  expect(back.members).toHaveLength(2);
});
