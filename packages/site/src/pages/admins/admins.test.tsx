import { describe, expect, it } from 'vitest';
import TeamAdminPage from '../people/team-admin.tsx';
import type { TeamAdminData } from '../people/team-data.ts';
import { readWords, renderPage } from '../testing/render-page.tsx';
import AdminsPage from './admins.tsx';
import type { AdminLine, AdminsData } from './data.ts';

const look = { viewer: null, locale: 'en' } as const;

describe('an admin in the list', () => {
  const line: AdminLine = {
    ...{ person_id: 'p', username: 'Ada', user_id: 'u', ladders: [], ladders_total: 0 },
    ...{ is_site_admin: true, rulings: 0, median_hours: null, overturned: 0 },
  };
  const read = (given: Partial<AdminLine>) => {
    const data: AdminsData = {
      ...{ admins: [{ ...line, ...given }], site_total: 1, ladder_total: 1, open_disputes: 0 },
      ...{ part: { query: '', from: 1, limit: 50, total: 1, kept: 1 }, rulings: 0 },
      ...{ median_hours: null, desk: null },
    };
    return readWords(renderPage(AdminsPage, data, look));
  };
  const ladders = [{ slug: 'tanks', name: 'Tanks' }];
  it.each<[string, Partial<AdminLine>, string]>([
    ['who has ruled nothing', {}, 'no ruling yet'],
    ['whose ladders are all named', { ladders, ladders_total: 1 }, 'Tanks no ruling yet'],
    ['who has more ladders', { ladders, ladders_total: 3 }, 'Tanks and 2 more no ruling yet'],
    ['with rulings', { rulings: 2, overturned: 1 }, '2 rulings · 1 overturned'],
    [
      'with the hours of them',
      { rulings: 1, median_hours: 47.9 },
      '1 ruling · half of them within 47.9 hours · none overturned',
    ],
    ['with the days of them', { rulings: 1, median_hours: 48 }, 'half of them within 2 days'],
  ])('%s', (_what, given, words) => {
    expect(read(given)).toContain(words);
  });
});

describe('a team’s page for those in office', () => {
  const team: TeamAdminData = {
    ...{ slug: 'k', name: 'Kaarna', tag: 'KRN', founded_at: '2026-01-02T12:00:00Z', why: null },
    ...{ disbanded_at: null, is_own: false, returning: null, renamings: [], cases: [] },
    ...{ asking: 0, entries: [], matches: [] },
    members: [{ person_id: 'p', username: 'Ada', role: 'captain', sanction: null }],
  };
  const read = (given: Partial<TeamAdminData>) =>
    readWords(renderPage(TeamAdminPage, { ...team, ...given }, look));
  const gone = { disbanded_at: '2026-11-20T18:00:00Z', returning: [] };

  it('has its roster, its name and its end while it is there', () => {
    const words = read({});
    for (const one of ['Roster', 'Ada', 'Give it another name', 'Its end', 'Disband the team']) {
      expect(words).toContain(one);
    }
    for (const one of ['The way back', 'Cases about it', 'You are on this team', 'Muted']) {
      expect(words).not.toContain(one);
    }
    const members = team.members.map((one) => ({ ...one, sanction: 'mute' as const }));
    expect(read({ members })).toContain('Muted');
  });

  it('has the way back once it has gone', () => {
    const words = read({ ...gone, why: 'by_admin' });
    for (const one of ['Disbanded by an admin', 'The way back', 'Bring the team back']) {
      expect(words).toContain(one);
    }
    for (const one of ['Roster', 'Its end', 'Disband the team', 'Give it another name']) {
      expect(words).not.toContain(one);
    }
    expect(read(gone)).toContain('Disbanded by its captain');
  });

  it('lets another act where the reader is on it', () => {
    for (const given of [{}, gone]) {
      const words = read({ ...given, is_own: true });
      expect(words).toContain('You are on this team');
      for (const one of ['Give it another name', 'Disband the team', 'Bring the team back']) {
        expect(words).not.toContain(one);
      }
    }
  });
});
