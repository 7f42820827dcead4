import { beforeAll, describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { TeamNewData } from './data.ts';
import TeamNewPage, { stills } from './team-new.tsx';

beforeAll(() => Promise.all(stills.map((part) => part.fetch())));

describe('founding a team', () => {
  const see = (refusal: TeamNewData['refusal']) =>
    readWords(
      renderPage(TeamNewPage, { refusal, zones: [], zone: 'UTC', locale: 'en' } as const, {
        viewer: null,
        locale: 'en',
      }),
    );
  const form = ['You become its captain', 'Home time zone', 'Found the team'];

  it('has its form for whoever may', () => {
    for (const words of form) {
      expect(see(null)).toContain(words);
    }
  });

  it('says in place of it what the call would answer', () => {
    const words = see({ code: 'too_many_teams', params: { limit: 5 } });
    expect(words).toContain('One person may found 5 teams, and you have.');
    for (const one of form) {
      expect(words).not.toContain(one);
    }
  });
});
