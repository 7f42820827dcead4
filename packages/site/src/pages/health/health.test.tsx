import { describe, expect, it } from 'vitest';
import { locales } from '../../intl/locales.ts';
import { MailStep } from '../setup/steps/mail-step.tsx';
import { readTexts, renderPage } from '../testing/render-page.tsx';
import type { HealthPart } from './data.ts';
import HealthPage from './health.tsx';

describe.each(locales.map(({ code }) => code))('mail in %s', (locale) => {
  const look = { locale, viewer: null };
  const { mail_unset } = readTexts(locale).health;

  it.each(['well', 'look', 'off'] as const)(
    'on the page of health leads to the step that sets it, and is said to be unset where it is: %s',
    (state) => {
      const mail: HealthPart = { name: 'mail', state, facts: [] };
      const others: HealthPart = { name: 'channels', state, facts: [] };
      const drawn = renderPage(HealthPage, { parts: [mail, others] }, look);
      expect(drawn.split('href="/setup?step=mail"')).toHaveLength(2);
      const isSaid = drawn.includes(mail_unset);
      expect(isSaid).toBe(state === 'off');
    },
  );

  it.each(['none', 'mailbox', 'smtp'] as const)(
    'in the set-up leads to the page of health: %s',
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
});
