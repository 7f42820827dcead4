import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import type { Officer, OfficesData } from './data.ts';
import OfficesPage from './offices.tsx';

const toOfficer = (username: string): Officer => ({
  ...{ person_id: username, user_id: username, username },
});

function countTaken(admins: string[], editors: string[], admins_total = admins.length): number {
  const data: OfficesData = {
    ...{ admins: admins.map(toOfficer), editors: editors.map(toOfficer), ladders: [] },
    ...{ admins_total, editors_total: editors.length },
    part: { query: '', from: 1, limit: 50, total: 0 },
  };
  const markup = renderPage(OfficesPage, data, { viewer: null, locale: 'en' });
  return markup.match(/aria-label="Take /g)?.length ?? 0;
}

it('an office is taken from everybody who has it, but from the last admin of the site', () => {
  expect(countTaken(['Ann'], [])).toBe(0);
  expect(countTaken(['Ann', 'Ben'], [])).toBe(2);
  expect(countTaken([], ['Cleo'])).toBe(1);
});

it('counts admins who are not among those that were looked for', () => {
  expect(countTaken(['Ann'], [], 2)).toBe(1);
});
