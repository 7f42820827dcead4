import { renderToString } from 'react-dom/server';
import { useFormatter, useTranslations } from 'use-intl';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createStore } from '../app/store.ts';
import type { IntlState } from './locale-store.ts';
import type { LocaleCode } from './locales.ts';

const made = (
  ['DateTimeFormat', 'NumberFormat', 'PluralRules', 'ListFormat', 'RelativeTimeFormat'] as const
).map((kind) => vi.spyOn(Intl, kind));
// What keeps them takes the constructors as it finds them: so it is loaded after the spies, and not kept for other tests.
vi.resetModules();
afterAll(() => vi.resetModules());
const { IntlRoot } = await import('./intl-root.tsx');

const texts = { shell: { count: '{count, plural, one {# match} other {# matches}}' } };
const now = new Date('2026-11-20T19:00:00.000Z');

function Words() {
  const translate = useTranslations('shell') as unknown as (
    key: string,
    values: { count: number },
  ) => string;
  const format = useFormatter();
  const at = format.dateTime(now, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const ago = format.relativeTime(new Date('2026-11-18T19:00:00.000Z'));
  return `${translate('count', { count: 1234 })} ${at} ${format.list(['a', 'b'])} ${ago}`;
}

function render(locale: LocaleCode, zone: string): string {
  const messages = texts as unknown as IntlState['messages'];
  const store = createStore<IntlState>({ locale, messages, zone, now, pending: null });
  return renderToString(
    <IntlRoot store={store}>
      <Words />
    </IntlRoot>,
  );
}

describe('the formatters of a page', () => {
  it("speak its language, in its viewer's zone", () => {
    expect(render('en', 'Europe/Berlin')).toBe('1,234 matches Fri 08:00 PM a and b 2 days ago');
    expect(render('de', 'America/New_York')).toBe('1.234 matches Fr., 14:00 a und b vor 2 Tagen');
  });

  it('are made once for a language and a zone, however many ask', () => {
    const count = () => made.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    render('pl', 'Asia/Tokyo');
    const first = count();
    expect(first).toBeGreaterThanOrEqual(5);
    for (let times = 0; times < 5; times += 1) {
      render('pl', 'Asia/Tokyo');
    }
    expect(count()).toBe(first);
    render('pl', 'Asia/Seoul');
    expect(count()).toBe(first + 1);
  });
});
