import { type Browser, expect, type Page } from '@playwright/test';
import { followAddress } from './shell/open.ts';
import { type ApiPerson, obey, signInByApi } from './world/api-person.ts';
import { expectNext } from './world/captain.ts';
import { bringLiveMatches, type LiveMatch, openBrowserOf, readMatch } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import type { Person } from './world/person.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { setOffice } from './world/set-office.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

/** A league with one admin who plays: somebody whom the rules name judges the admin's own match, and nothing else. */

const texts = new Texts('en');
const slug = 'own-judge';
const day = 24 * 3600_000;

const server = prepareClockedServer();

const come = (browser: Browser, who: ApiPerson) => openBrowserOf(browser, server.toSetting(), who);

async function readPerson({ cookie }: ApiPerson): Promise<string> {
  const answer = await fetch(`${server.url}/account/_payload.json`, { headers: { cookie } });
  const { viewer } = (await answer.json()) as { viewer: { person_id: string } };
  return viewer.person_id;
}

/** A ladder whose rules name the outsider before its season. */
async function openLadder(admin: ApiPerson, outsider: ApiPerson): Promise<void> {
  const rules = { team: { size: 2 }, dispute: { outsider: await readPerson(outsider) } };
  const ladder = { game: 'battlefield6', slug, name: 'Own judge', format: 'rung', region: 'EU' };
  await obey(server, admin, '/api/ladders', { ...ladder, zone: 'UTC', rules });
  await obey(server, admin, `/api/ladders/${slug}/seasons`, {
    name: 'One',
    starts_at: new Date(server.toNow()).toISOString(),
    ends_at: new Date(server.toNow() + 90 * day).toISOString(),
  });
  await obey(server, admin, `/api/ladders/${slug}/seasons/opening`);
}

/** The defender disputes what the challenger reports. */
async function dispute({ path, above, below }: LiveMatch): Promise<void> {
  const { maps } = await readMatch(server.url, path);
  const scores = maps.slice(0, 2).map(({ map }) => ({ map, challenger: 2, defender: 0 }));
  await obey(server, below.captain, `/api${path}/report`, { scores });
  await obey(server, above.captain, `/api${path}/dispute`, { statement: 'It was void.' });
}

async function giveRuling(page: Page): Promise<void> {
  await page.getByRole('radio', { name: texts.say('ruling.outcomes.voided') }).check();
  await page.getByRole('combobox', { name: texts.say('ruling.rule') }).press('ArrowDown');
  await page.getByRole('textbox', { name: texts.say('ruling.reason') }).fill('Both left early.');
  await page.getByRole('button', { name: texts.say('ruling.give') }).click();
  await expect(page.getByText(texts.say('ruling.given'))).toBeVisible();
}

/** Whoever looks at the match reads who decides it and by when. */
async function expectToldWho({ page }: Person, name: string): Promise<void> {
  const told = page
    .getByRole('region', { name: texts.say('match-record.dispute.title') })
    .getByText('since nobody in office can');
  await expect(told).toContainText(name);
  await expect(told.locator('time')).toBeVisible();
}

test('of the only admin’s own dispute the outsider is told, and rules on it and on nothing else', async ({
  browser,
}) => {
  const outsider = await signInByApi(server.url, makeName('Outsider'));
  const maker = await signInByApi(server.url, makeName('Maker'));
  await setOffice(server.dataDir, 'grant', maker.name);
  await openLadder(maker, outsider);
  await setOffice(server.dataDir, 'revoke', maker.name);

  const [own, other] = (await bringLiveMatches(server, 2, slug)) as [LiveMatch, LiveMatch];
  await setOffice(server.dataDir, 'grant', own.above.captain.name);
  await dispute(own);
  for (const { captain } of [own.above, own.below]) {
    const side = await come(browser, captain);
    await side.open(own.path);
    // Whoever has not spoken yet is asked to first.
    const next = captain === own.above.captain ? 'wait_outsider' : 'statement';
    await expectNext(side, next, outsider.name);
    await expectToldWho(side, outsider.name);
    await side.leave();
  }

  const told = await signInByApi(server.url, outsider.name);
  const judge = await come(browser, told);
  const { page } = judge;
  await judge.open('/');
  const between = { challenger: own.below.name, defender: own.above.name };
  await expect(page.getByText(texts.say('next-step.rule.title', between)).first()).toBeVisible();
  await judge.pressNamed(texts.say('next-step.rule.act'), page.getByRole('main'));
  await expect(page).toHaveURL(new RegExp(own.path));
  await followAddress(page, own.path);
  await expectNext(judge, 'rule');
  await judge.pressNamed(texts.say('match.next.button.rule'), page.locator('.next-thing'));
  await expect(page).toHaveURL(new RegExp(`${own.path}/ruling$`));
  await giveRuling(page);
  expect((await readMatch(server.url, own.path)).status).toBe('voided');

  // The only admin has no part in the next one.
  await dispute(other);
  await followAddress(page, other.path);
  await expectNext(judge, 'wait_ruling_site');
  await followAddress(page, `${other.path}/ruling`);
  await expect(page.getByText(texts.say('ruling.not.not_admin'))).toBeVisible();
  await expect(page.getByRole('button', { name: texts.say('ruling.give') })).toHaveCount(0);
  await followAddress(page, '/me');
  await expect(page.locator('main[data-route="me"] h1')).toBeVisible();
  await expect(page.getByRole('link', { name: texts.say('next-step.rule.act') })).toHaveCount(0);
});
