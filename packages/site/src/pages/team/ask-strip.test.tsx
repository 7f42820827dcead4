import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import { readWords, renderPage } from '../testing/render-page.tsx';
import { AskStrip } from './ask-strip.tsx';
import type { TeamData } from './data.ts';
import { TeamEntries } from './team-entries.tsx';

const rook: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};
const at = '2026-11-20T18:00:00Z';

describe('asking to join', () => {
  const own = { role: null, invitation: null, request: null };
  function see(
    viewer: object | null,
    given: object = {},
    looker: ViewerData | null = rook,
  ): string {
    const team = { slug: 'k', name: 'Kaarna', disbanded_at: null, invite: null, viewer, ...given };
    // No more of the page's data is looked at.
    const data = team as unknown as TeamData;
    const html = renderPage(AskStrip, data, { viewer: looker, locale: 'en' });
    // What the dialog holds is not open.
    return readWords(html.replace(/<dialog.*<\/dialog>/s, ''));
  }
  it.each<[string, string, string]>([
    ['begins with signing in', see(null, {}, null), 'Sign in to ask to join'],
    ['is one press', see(own), 'Ask to join'],
    [
      'waits',
      see({ ...own, request: { state: 'waiting', at } }),
      'You have asked Kaarna Since Fri 18:00',
    ],
    [
      'was declined, with a reason',
      see({ ...own, request: { state: 'declined', at, reason: 'Full' } }),
      'Kaarna did not take you in Full Ask again',
    ],
    [
      'was declined without',
      see({ ...own, request: { state: 'declined', at, reason: '' } }),
      'Kaarna did not take you in No reason was given. Ask again',
    ],
    ['is not for its own people', see({ ...own, role: 'player' }), ''],
    ['is not for who is invited', see({ ...own, invitation: { by: 'Ada' } }), ''],
    ['is not for who has a link that holds', see(own, { invite: { state: 'good' } }), ''],
    ['is for who has a link of before', see(own, { invite: { state: 'used' } }), 'Ask to join'],
    ['is over with the team', see(own, { disbanded_at: at }), ''],
    ['is not for who is held', see(own, {}, { ...rook, held: 'muted' }), ''],
  ])('%s', (_what, words, begins) => {
    expect(words.startsWith(begins)).toBe(true);
    expect(words === '').toBe(begins === '');
  });
});

describe('where a team stands', () => {
  const entry = {
    ...{ entry_id: 'e', ladder: { slug: 'tanks', name: 'Tanks' }, rung: 3, size: 9, form: '' },
    ...{ season: { name: 'Season 2', is_demo: false, is_running: true } },
    ...{ wins: 2, losses: 1, draws: 0, rungs: [], ratings: [] },
  };
  const read = (entries: object[]) =>
    readWords(
      renderPage(TeamEntries, { entries } as unknown as TeamData, { viewer: null, locale: 'en' }),
    );
  it.each<[string, object, string]>([
    ['its rung and record', {}, 'Place 3 Tanks Season 2 · of 9 Won and lost: 2–1'],
    ['draws where there are any', { draws: 1 }, '2–1–1'],
    ['no rung', { rung: null }, 'No place yet – Tanks Season 2 Won'],
    [
      'that it is over',
      { season: { ...entry.season, is_running: false } },
      'Season 2 · season over · of 9',
    ],
    [
      'no name of a demonstration',
      { season: { ...entry.season, is_demo: true } },
      'Tanks of 9 Won',
    ],
  ])('says %s', (_what, given, words) => {
    expect(read([{ ...entry, ...given }])).toContain(words);
  });

  it('says that it stands nowhere', () => {
    expect(read([])).toContain('On no ladder yet.');
    expect(read([entry])).not.toContain('On no ladder yet.');
  });
});
