import { describe, expect, it } from 'vitest';
import type { PinnedMatch, ViewerData } from '../document-data.ts';
import { readWords, renderPage } from '../pages/testing/render-page.tsx';
import { Bell } from './bell.tsx';
import { Pin } from './pin.tsx';

const look = { viewer: null, locale: 'en' } as const;

describe('the match at hand', () => {
  const read = (starts_at: string, until: string | null) => {
    const pin: PinnedMatch = {
      ...{ id: 'm', kind: 'report', team: 'Kaarna', opponent: 'Dust', starts_at, until },
    };
    const html = renderPage(({ data }) => <Pin pin={data} />, pin, look);
    expect(html).toContain('href="/matches/m"');
    return readWords(/<span class="pin-clock">(.*?)<span class="pin-act">/s.exec(html)?.[1] ?? '');
  };
  it.each<[string, string, string | null, string]>([
    ['before its start', '2026-11-20T19:30:00Z', null, '30:00 until the start'],
    ['an hour before', '2026-11-20T20:00:00Z', '2026-11-20T19:10:00Z', '01:00:00 until the start'],
    ['a moment before', '2026-11-20T19:00:01Z', null, '00:01 until the start'],
    ['from its start on', '2026-11-20T19:00:00Z', null, 'under way'],
    ['while it asks something', '2026-11-20T18:00:00Z', '2026-11-20T19:05:00Z', '05:00 left'],
    ['for an hour at most', '2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z', '01:00:00 left'],
    ['for longer', '2026-11-20T18:00:00Z', '2026-11-20T20:00:01Z', 'under way'],
    ['no more', '2026-11-20T18:00:00Z', '2026-11-20T19:00:00Z', 'under way'],
  ])('%s', (_what, starts_at, until, words) => {
    expect(read(starts_at, until)).toBe(words);
  });
});

it.each([
  [0, 'Notifications', ''],
  [1, 'Notifications, 1 new', '1'],
  [99, 'Notifications, 99 new', '99'],
  [100, 'Notifications, 100 new', '99+'],
])('the bell of %i new notices', (unread, label, figure) => {
  const viewer: ViewerData = {
    ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
    ...{ unread, desk: null, note: null },
  };
  const html = renderPage(({ data }) => <Bell viewer={data} />, viewer, look);
  expect(html).toContain(`aria-label="${label}"`);
  expect(readWords(html)).toBe(figure);
});
