import { expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { LoginData } from './data.ts';
import LoginPage from './login.tsx';

const options = { providers: [], email: true, sign_up: true, captcha: false };
const show = (more: Pick<LoginData, 'restored'> = {}) =>
  readWords(
    renderPage(
      LoginPage,
      { options, has_organisations: false, ...more },
      { viewer: null, locale: 'en' },
    ),
  );

it('says after a restore who may sign in as an admin, or that nobody may yet', () => {
  expect(show({ restored: { admins: ['Ann', 'zoe'] } })).toMatch(
    /The league is restored\..*Ann and zoe/,
  );
  expect(show({ restored: { admins: [] } })).toMatch(/The league is restored\..*one-time address/);
  expect(show()).not.toContain('The league is restored.');
});
