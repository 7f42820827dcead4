import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { obey, setLanguage } from './world/api-person.ts';
import { openForm } from './world/captain.ts';
import { bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';

for (const locale of ['en', 'fi']) {
  test(`what a long form is sent with is under the thumb as soon as it opens, and stays there: ${locale}`, async ({
    browser,
  }) => {
    const server = { url };
    const above = await bringApiTeam(server);
    const below = await bringApiTeam(server);
    const challenge = { entry: below.entry, opponent: above.entry, nonce: randomUUID() };
    const { match } = await obey(
      server,
      below.captain,
      '/api/ladders/bf6-2v2-tanks/challenges',
      challenge,
    );
    const tag = locale === 'en' ? 'en-US' : 'fi-FI';
    const setting = { url, texts: new Texts(locale), tag, isPhone: true };
    await setLanguage(url, above.captain, locale);
    const captain = await openBrowserOf(browser, setting, above.captain);
    await captain.open(`/matches/${match}`);
    const dialog = await openForm(captain, 'accept');
    const send = dialog.getByRole('button', {
      name: captain.texts.say('match-forms.form.button.accept'),
    });
    await expect(dialog.locator('.hours-day').first()).toBeVisible();
    const isLonger = () => dialog.evaluate((one) => one.scrollHeight > one.clientHeight + 100);
    expect(await isLonger(), 'the form is longer than the screen').toBe(true);
    await expect(send).toBeInViewport({ ratio: 1 });
    await dialog.locator('.hours-day').last().scrollIntoViewIfNeeded();
    await expect(send).toBeInViewport({ ratio: 1 });
    await captain.leave();
  });
}
