import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator } from '@playwright/test';
import { type ApiPerson, obey, readPage, setLanguage } from './world/api-person.ts';
import { bringApiAdmin } from './world/bring-admin.ts';
import { holdRequests } from './world/hold-requests.ts';
import { type ApiTeam, bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person } from './world/person.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

/** From the press on a message to its being read again: who reports, who decides, whom it concerns, who hears the appeal. */

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

test.describe.configure({ mode: 'default' });

const tags = { en: 'en-US', de: 'de-DE', pl: 'pl-PL', pt: 'pt-BR' } as const;

/** A browser of somebody, in a language that is theirs. */
async function bring(
  browser: Browser,
  person: ApiPerson,
  { locale, isPhone = false }: { locale: keyof typeof tags; isPhone?: boolean },
): Promise<Person> {
  await setLanguage(url, person, locale);
  const setting = { url, texts: new Texts(locale), tag: tags[locale], isPhone };
  return openBrowserOf(browser, setting, person);
}

const bringJudge = () => bringApiAdmin({ url, dataDir }, 'Judge');

/** A match that both sides have agreed on: its room is open and takes evidence. */
async function agree(above: ApiTeam, below: ApiTeam): Promise<string> {
  const { match } = await obey({ url }, below.captain, '/api/ladders/bf6-2v2-tanks/challenges', {
    ...{ entry: below.entry, opponent: above.entry, nonce: randomUUID() },
  });
  const day = 24 * 3600 * 1000;
  const evening = Math.ceil(Date.now() / day) * day + day + 20 * 3600 * 1000;
  const times = [evening, evening + day].map((epoch) => new Date(epoch).toISOString());
  const path = `/matches/${match}`;
  await obey({ url }, above.captain, `/api${path}/acceptance`, { times, nonce: randomUUID() });
  await obey({ url }, below.captain, `/api${path}/confirmation`, { time: times[0] });
  return path;
}

async function bringPicture(
  { cookie }: ApiPerson,
  path: string,
  { name, picture }: { name: string; picture: Buffer },
): Promise<void> {
  const body = new Uint8Array(picture);
  const query = new URLSearchParams({ name: `${name}.png`, note: 'Losers' });
  const answer = await fetch(`${url}/api${path}/evidence?${query}`, {
    method: 'POST',
    headers: { origin: url, cookie },
    body,
  });
  expect(answer.status).toBe(200);
}

/** Reports what stands there: one press beside it, and one on the reason. */
async function report(reporter: Person, place: Locator, reason: string): Promise<void> {
  const { page, texts } = reporter;
  await reporter.press(place.getByRole('button', { name: texts.say('pieces.report') }));
  await reporter.expectInOrder();
  await reporter.pressNamed(texts.say(`report.reasons.${reason}`), page.getByRole('dialog'));
  // It is pressed away: it stays for some pages, and the next one is to say it anew.
  const sent = page.getByText(texts.say('report.sent'));
  await reporter.press(sent);
  await expect(sent).toHaveCount(0);
}

/** Opens the case about these words from the list, and takes it in hand; returns its path. */
async function openCase(admin: Person, words: string): Promise<string> {
  const { page, texts } = admin;
  await admin.open('/admins/cases');
  const line = page.locator('.case-line').filter({ hasText: words });
  await admin.press(line.getByRole('link'));
  await expect(page.locator('.case-thing').first()).toBeVisible();
  await admin.expectAlive();
  await admin.pressNamed(texts.say('moderation.claim.take'));
  await expect(page.locator('.case-claim .case-own')).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Ticks an act and does it. */
async function act(admin: Person, name: string): Promise<void> {
  const { page, texts } = admin;
  await admin.press(page.getByLabel(texts.say(`moderation.acts.${name}`)));
  await admin.expectInOrder();
  await admin.press(page.locator('.case-form .button-main'));
  await expect(page.locator('.case-acts-done')).toContainText(
    texts.say(`moderation.done_acts.${name}`),
  );
}

test('a message is reported, hidden on a phone in Polish, appealed against in German, and read again', async ({
  browser,
}) => {
  const [above, below] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  const match = await agree(above, below);
  const words = `Rubbish ${makeName('words')}`;
  await obey({ url }, below.captain, `/api${match}/messages`, { text: words });
  const reporter = await bring(browser, above.captain, { locale: 'pt' });
  await reporter.open(match);
  const line = reporter.page.locator('.talk-lines li').filter({ hasText: words });
  await report(reporter, line, 'insult');

  const admin = await bring(browser, await bringJudge(), { locale: 'pl', isPhone: true });
  const path = await openCase(admin, words);
  const waiting = await reporter.context.newPage();
  await waiting.goto('/account/reports');
  const own = waiting.locator('.case-words').filter({ hasText: words });
  await expect(own).toContainText(reporter.texts.say('moderation.own.states.open'));

  // Somebody else reports the same while it is being decided: what is ticked and written stays.
  const { page, texts } = admin;
  await page.getByLabel(texts.say('moderation.answer')).fill('Proszę o spokój.');
  const [message] = await readMessages(above.captain, match);
  await obey({ url }, above.mate, '/api/reports', {
    kind: 'match_message',
    id: message,
    reason: 'spam',
  });
  await expect(page.getByText(texts.say('moderation.moved'))).toBeVisible();
  await expect(page.getByLabel(texts.say('moderation.answer'))).toHaveValue('Proszę o spokój.');
  await act(admin, 'hide');

  // Who reported sees it gone, and what became of it, without asking.
  await expect(line).toHaveCount(0);
  await expect(own).toContainText(reporter.texts.say('moderation.done_acts.hide'));
  await expect(own).toContainText('Proszę o spokój.');
  // What is hidden is withheld from who decides too, until the press that is written down.
  await expect(page.getByText(words)).toHaveCount(0);
  await admin.pressNamed(texts.say('moderation.read'));
  await expect(page.locator('.case-thing')).toContainText(words);
  await admin.follow(`/admins/log?act=withheld_read&who=${encodeURIComponent(admin.name)}`);
  await expect(page.locator(`.office-log-acts a[href="${path}"]`)).toHaveCount(1);

  const author = await bring(browser, below.captain, { locale: 'de' });
  await author.open('/account/reports');
  const about = author.page.locator('.case-words').filter({ hasText: words });
  await expect(about).toContainText(author.texts.say('moderation.done_acts.hide'));
  await author.press(about.locator('summary'));
  await author.page
    .getByLabel(author.texts.say('moderation.own.appeal_text'))
    .fill('Das war ein Scherz unter uns.');
  await author.pressNamed(author.texts.say('moderation.own.send'));
  await expect(about).toContainText(author.texts.say('moderation.own.appealed'));

  const second = await bring(browser, await bringJudge(), { locale: 'en' });
  await second.open('/admins/cases');
  const appealed = second.page.locator('.case-urgent').filter({
    has: second.page.locator(`a[href="${path}"]`),
  });
  await expect(appealed).toContainText(second.texts.say('moderation.states.appealed'));
  await second.press(appealed.getByRole('link'));
  await expect(second.page.getByText('Das war ein Scherz unter uns.')).toBeVisible();
  await second.page.getByLabel(second.texts.say('moderation.appeal.answer')).fill('It was banter.');
  await second.pressNamed(second.texts.say('moderation.appeal.grant'));
  await expect(second.page.getByText(second.texts.say('moderation.appeal.granted'))).toBeVisible();
  await expect(line).toBeVisible();
  await expect(about).toContainText(author.texts.say('moderation.appeal.granted'));
});

async function readMessages(person: ApiPerson, match: string): Promise<string[]> {
  const answer = await fetch(`${url}/api${match}/messages`, { headers: { cookie: person.cookie } });
  const { data } = (await answer.json()) as { data: { messages: { id: string }[] } };
  return data.messages.map(({ id }) => id);
}

test('a picture is hidden, looked at by who decides, and shown again', async ({ browser }) => {
  const [above, below] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  const match = await agree(above, below);
  const reporter = await bring(browser, above.captain, { locale: 'de', isPhone: true });
  await reporter.open(match);
  const shot = await reporter.page.locator('.match-top').screenshot();
  const name = makeName('board');
  await bringPicture(below.captain, match, { name, picture: shot });
  const piece = reporter.page.locator('.evidence-piece');
  await report(reporter, piece, 'picture');
  const admin = await bring(browser, await bringJudge(), { locale: 'pt', isPhone: true });
  const path = await openCase(admin, name);
  await expectPictureMovesNothing(admin, path);
  await act(admin, 'hide');
  await reporter.open(match);
  await expect(piece).toHaveCount(0);
  const { page, texts } = admin;
  await admin.pressNamed(texts.say('moderation.read'));
  await expectPicture(admin);
  await admin.press(page.locator('.case-undo summary'));
  await page.getByLabel(texts.say('moderation.undo.why')).fill('Não é nada.');
  await admin.pressNamed(texts.say('moderation.undo.act'));
  await expect(page.locator('.case-acts-done s')).toBeVisible();
  await reporter.open(match);
  await expect(piece).toHaveCount(1);
});

function expectPicture({ page }: Person): Promise<void> {
  const picture = page.locator('.case-thing img');
  return expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
}

/** A picture that comes late would move what a thumb is on its way to, and the press would be lost. */
async function expectPictureMovesNothing(admin: Person, path: string): Promise<void> {
  const { page } = admin;
  const measured = await holdRequests(page, '**/preview');
  await admin.open(path);
  const button = page.locator('.case-claim button');
  // Letters that come late move it too.
  await page.evaluate(async () => void (await document.fonts.ready));
  const before = await button.boundingBox();
  measured();
  await expectPicture(admin);
  expect(await button.boundingBox()).toEqual(before);
  await page.unroute('**/preview');
}

test('names, people, notices and articles are reported from where they stand, each in two presses', async ({
  browser,
}) => {
  const [team, other] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  const text = `We look for nobody nice ${makeName('notice')}`;
  await obey({ url }, team.captain, '/api/boards', {
    ...{
      kind: 'team_seeks_player',
      game: 'battlefield6',
      team: team.slug,
      region: 'EU',
      zone: 'UTC',
    },
    ...{ evenings: [], languages: ['en'], text },
  });
  const reporter = await bring(browser, other.captain, { locale: 'pl' });
  const { page } = reporter;
  const top = page.locator('main');
  const go = async (path: string, route: string) => {
    await reporter.follow(path);
    await expect(page.locator(`main[data-route="${route}"]:not([aria-busy="true"])`)).toBeVisible();
  };
  await reporter.open(`/teams/${team.slug}`);
  await report(reporter, top, 'name');
  const { data } = await readPage(url, `/teams/${team.slug}`);
  const [captain] = data.members as { user_id: string }[];
  await go(`/profiles/${captain?.user_id}`, 'profile');
  await report(reporter, top, 'name');
  await go('/boards', 'boards');
  await report(reporter, page.locator('li, article').filter({ hasText: text }).last(), 'insult');
  await go('/articles/welcome', 'article');
  await report(reporter, top, 'other');
  await reporter.follow('/account/reports');
  await expect(page.locator('.case-words')).toHaveCount(4);
});
