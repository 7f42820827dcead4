import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { followAddress } from '../shell/open.ts';
import { listWords, measureOverflow } from './look.ts';
import { makeTag } from './names.ts';
import { saveData } from './save-data.ts';
import { listEnglishOnly, type Texts } from './texts.ts';

export interface Setting {
  url: string;
  texts: Texts;
  /** The language tag of the browser. */
  tag: string;
  /** A phone is touched; anything else is clicked. */
  isPhone: boolean;
  /** Whether the code of further pages is fetched ahead, as for anybody who does not save data. */
  fetchesAhead?: boolean;
  /** The server's time, where it is not ours. */
  now?: number;
}

interface ComeOptions {
  browser: Browser;
  setting: Setting;
  name: string;
}

/** Somebody with a browser of their own, and what they do on the site. */
export class Person {
  readonly name: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly texts: Texts;
  readonly #setting: Setting;
  readonly #english: ReadonlySet<string>;

  private constructor({ setting, name }: ComeOptions, context: BrowserContext, page: Page) {
    this.name = name;
    this.context = context;
    this.page = page;
    this.texts = setting.texts;
    this.#setting = setting;
    this.#english = new Set(listEnglishOnly(setting.texts.locale));
  }

  /** Opens a browser. */
  static async come(options: ComeOptions): Promise<Person> {
    const { browser, setting } = options;
    const context = await browser.newContext({
      baseURL: setting.url,
      locale: setting.tag,
      ...(setting.isPhone
        ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
        : { viewport: { width: 1280, height: 900 } }),
    });
    if (setting.fetchesAhead !== true) {
      await saveData(context);
    }
    if (setting.now !== undefined) {
      await context.clock.install({ time: setting.now });
    }
    return new Person(options, context, await context.newPage());
  }

  async open(path: string): Promise<void> {
    // It is alive before the last of its pictures is here, for which a busy machine may take its time.
    await this.page.goto(path, { waitUntil: 'domcontentloaded' });
    await this.expectAlive();
  }

  /** Goes there by a link of the page, as a reader does: the document stays. */
  async follow(path: string): Promise<void> {
    await followAddress(this.page, path);
    await expect(this.page).toHaveURL(this.#setting.url + path);
    await this.expectInOrder();
  }

  /** Waits until the page answers, and sees that it fits the screen and speaks one's language. */
  async expectAlive(): Promise<void> {
    await expect(this.page.locator('html[data-alive]')).toBeAttached();
    await expect(this.page.locator('html')).toHaveAttribute('lang', this.#setting.tag);
    await this.expectInOrder();
  }

  /** Sees that the page fits the screen, and that nothing on it is left in English. */
  async expectInOrder(): Promise<void> {
    const where = this.page.url();
    await expect.poll(() => measureOverflow(this.page), `${where} scrolls sideways`).toBe(0);
    const foreign = (await listWords(this.page)).filter((words) => this.#english.has(words));
    expect(foreign, `English on ${where}`).toEqual([]);
  }

  /** Clicks, or on a phone touches. */
  async press(control: Locator): Promise<void> {
    await (this.#setting.isPhone ? control.tap() : control.click());
  }

  /** Presses the button or link of the page that bears these words. */
  async pressNamed(words: string, within: Locator | Page = this.page): Promise<void> {
    const named = { name: words, exact: true };
    const control = within.getByRole('button', named).or(within.getByRole('link', named));
    await this.press(control.first());
  }

  /** Shuts the page, as one does for the night; the session stays. */
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
  }

  /** Comes back when so much time has passed for this browser as well. */
  async comeBack(path: string, now: number): Promise<void> {
    const own = await this.page.evaluate(() => Date.now());
    if (now > own) {
      await this.context.clock.fastForward(now - own);
    }
    await this.open(path);
    await this.expectSignedIn();
  }

  /** Says who they are at the chat platform's stand-in, and waits to be back. */
  async identify(): Promise<void> {
    const field = this.page.getByRole('textbox');
    await field.fill(this.name);
    await field.press('Enter');
    await this.expectSignedIn();
    await this.expectAlive();
  }

  async signIn(): Promise<void> {
    const words = this.texts.say('shell.nav.sign_in');
    await this.pressNamed(words, this.page.getByRole('banner'));
    await this.identify();
  }

  async expectSignedIn(): Promise<void> {
    await expect(this.page.locator('.bar-person summary')).toHaveAccessibleName(
      new RegExp(this.name),
    );
  }

  /** Opens a ladder by the menu of the bar. */
  async openLadder({ label, heading }: { label: string; heading: string }): Promise<void> {
    if (this.#setting.isPhone) {
      await this.pressNamed(this.texts.say('shell.nav.menu'));
    }
    const menu = this.page.getByText(this.texts.say('shell.nav.competitions'), { exact: true });
    await this.press(menu);
    await this.pressNamed(label, this.page.getByRole('banner'));
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await this.expectInOrder();
  }

  /** Founds a team from the home page on; ends on the team's page. */
  async foundTeam(name: string): Promise<void> {
    await this.pressNamed(this.texts.say('next-step.find_team.act'));
    await this.page.getByLabel(this.texts.say('team-forms.form.name'), { exact: true }).fill(name);
    await this.page
      .getByLabel(this.texts.say('team-forms.form.tag'), { exact: true })
      .fill(makeTag());
    await this.expectInOrder();
    await this.pressNamed(this.texts.say('team-forms.new.act'));
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(name);
    await this.expectInOrder();
  }

  /** Makes an invite on the team's page and gives its address, to be sent to somebody. */
  async makeInvite(): Promise<string> {
    await this.pressNamed(this.texts.say('team.links.make'));
    const link = this.page.locator('main a[href*="?invite="]');
    const path = await link.getAttribute('href');
    await this.expectInOrder();
    return path ?? '';
  }

  /** Opens an invite as a stranger, signs in there, and joins. */
  async joinByInvite(path: string, team: string): Promise<void> {
    await this.open(path);
    await expect(
      this.page.getByText(this.texts.say('team.invite.good.title', { team })),
    ).toBeVisible();
    await this.pressNamed(this.texts.say('team.invite.good.sign_in'));
    await this.identify();
    await this.pressNamed(this.texts.say('team.invite.good.join', { team }));
    await this.expectOnRoster(this.name);
  }

  async expectOnRoster(name: string): Promise<void> {
    const roster = this.page.getByRole('complementary');
    await expect(roster.getByRole('link', { name })).toBeVisible();
  }

  /** Enters the team that they lead, on the ladder's page. */
  async joinLadder(team: string): Promise<void> {
    const title = this.texts.say('ladder.next.join', { team });
    await expect(this.page.getByText(title)).toBeVisible();
    await this.pressNamed(this.texts.say('ladder.next.join_button'));
    const dialog = this.page.getByRole('dialog');
    await this.expectInOrder();
    await this.pressNamed(this.texts.say('ladder.join.button'), dialog);
    await expect(this.page.getByText(this.texts.say('ladder.join.done'))).toBeVisible();
    await expect(this.findRow(team)).toContainText(this.texts.say('ladder.standings.yours'));
    await this.expectInOrder();
  }

  findRow(team: string): Locator {
    return this.page.locator('tr[data-row]').filter({
      has: this.page.getByRole('rowheader', { name: new RegExp(team) }),
    });
  }

  /** The rung on which the ladder's page shows a team. */
  async readRung(team: string): Promise<number> {
    return Number(await this.findRow(team).locator('.standings-number').textContent());
  }
}
