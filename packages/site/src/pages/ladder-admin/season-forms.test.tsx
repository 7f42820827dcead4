import { expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { LadderAdminData } from './data.ts';
import { SeasonForms } from './season-forms.tsx';

type Desk = NonNullable<LadderAdminData['desk']>;

function Forms({ data }: { data: Pick<Desk, 'retired'> }) {
  const part = { query: '', from: 1, limit: 50, total: 0, kept: 0 };
  const desk: Desk = {
    ...{ season: null, cases: [], cases_part: part, median_hours: null, matches: [] },
    ...{ matches_part: part, stuck: 0, placed: 0, has_entries: false, acts: [] },
    ...{ names: { entries: {}, people: {}, matches: {}, runs: {} }, next_version: null },
    ...{ is_site_admin: true, ...data },
  };
  return <SeasonForms ladder="tanks" desk={desk} carriesOrder />;
}

it('offers to plan a season, but where the ladder or its game is retired', () => {
  const render = (retired: string | null) =>
    readWords(renderPage(Forms, { retired }, { viewer: null, locale: 'en' }));
  expect(render(null)).toContain('Plan the season');
  const words = render('Tanks');
  expect(words).not.toContain('Plan the season');
  expect(words).toContain('Tanks is retired');
});
