import { describe, expect, it } from 'vitest';
import { locales } from '../../intl/locales.ts';
import { MailStep } from '../setup/steps/mail-step.tsx';
import { readTexts, renderPage } from '../testing/render-page.tsx';
import type { EmergencySheet, HealthPart } from './data.ts';
import HealthPage from './health.tsx';

describe.each(locales.map(({ code }) => code))('health in %s', (locale) => {
  const look = { locale, viewer: null };
  const { mail_unset } = readTexts(locale).health;

  it.each(['well', 'look', 'off'] as const)(
    'mail on the page of health leads to the step that sets it, and is said to be unset where it is: %s',
    (state) => {
      const mail: HealthPart = { name: 'mail', state, facts: [] };
      const others: HealthPart = { name: 'channels', state, facts: [] };
      const drawn = renderPage(HealthPage, { parts: [mail, others], sheet: null }, look);
      expect(drawn.split('href="/setup?step=mail"')).toHaveLength(2);
      const isSaid = drawn.includes(mail_unset);
      expect(isSaid).toBe(state === 'off');
    },
  );

  it.each(['none', 'mailbox', 'smtp'] as const)(
    'mail in the set-up leads to the page of health: %s',
    (way) => {
      const isSet = way === 'smtp';
      const data = {
        ...{ way, own_address: null },
        server: isSet ? 'mail.example:587' : null,
        sender: isSet ? 'league@example' : null,
      };
      const drawn = renderPage(MailStep, data, look);
      expect(drawn).toContain('href="/admins/health#mail"');
    },
  );

  it('names the way back where files of the database are damaged, and else what its figures ask for', () => {
    const { damaged, part } = readTexts(locale).health;
    const facts: HealthPart['facts'] = [
      { name: 'damage', look: 'text', value: 'invalid page in block 0' },
    ];
    const draw = (more: Partial<HealthPart>) =>
      renderPage(
        HealthPage,
        { parts: [{ name: 'database', state: 'look', facts, ...more }], sheet: null },
        look,
      );
    const isSaid = (drawn: string) =>
      [damaged, part.database.do].map((text) => drawn.includes(text));
    expect(damaged).toContain('muster restore --at');
    expect(isSaid(draw({ is_damaged: true }))).toEqual([true, false]);
    expect(isSaid(draw({}))).toEqual([false, true]);
  });

  it('has a sheet to print, by hand only what nobody else knows', () => {
    const sheet: EmergencySheet = {
      ...{ league: 'https://league.example', place: 'host/bucket', is_s3: true, muster: '1.2.3' },
      ...{ newest: null, keys: ['age1x'], line: 'npx muster restore league-….zip' },
      printed_at: '2026-11-20T12:00:00.000Z',
    };
    const drawn = renderPage(HealthPage, { parts: [], sheet }, look);
    for (const told of [sheet.league, sheet.place, sheet.line, 'age1x', '1.2.3']) {
      expect(drawn).toContain(told);
    }
    expect(drawn.split('emergency-sheet-by-hand')).toHaveLength(3);
    const here = { ...sheet, is_s3: false, keys: [] };
    expect(renderPage(HealthPage, { parts: [], sheet: here }, look)).not.toContain('by-hand');
  });
});

it.each(locales.map(({ code }) => code))(
  'says in %s that another database’s last backup is what comes back, and of the embedded one what is copied',
  (locale) => {
    const { part, journal_elsewhere } = readTexts(locale).health;
    const draw = (state: HealthPart['state']) =>
      renderPage(
        HealthPage,
        { parts: [{ name: 'journal', state, facts: [] }], sheet: null },
        { locale, viewer: null },
      );
    const says = (state: HealthPart['state'], text: string) => draw(state).includes(text);
    expect(says('off', journal_elsewhere)).toBe(true);
    expect(says('off', part.journal.means)).toBe(false);
    expect(says('well', part.journal.means)).toBe(true);
    expect(says('look', part.journal.do)).toBe(true);
  },
);
