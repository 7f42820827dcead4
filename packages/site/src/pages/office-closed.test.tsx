import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../document-data.ts';
import AdminsPage from './admins/admins.tsx';
import HealthPage from './health/health.tsx';
import LadderAdminPage from './ladder-admin/ladder-admin.tsx';
import AdminLogPage from './office-log/admin-log.tsx';
import RulesEditPage from './rules-edit/rules-edit.tsx';
import RulingPage from './ruling/ruling.tsx';
import { readWords, renderPage } from './testing/render-page.tsx';

const looker: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: true, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};
const ladder = { id: 'l', slug: 'tanks', name: 'Tanks' };
const line = { query: '', from: 1, limit: 50, total: 0, kept: 0 };
const figures = {
  site_total: 0,
  ladder_total: 0,
  open_disputes: 0,
  rulings: 0,
  median_hours: null,
};

const side = (name: string) => ({ name, entry_id: name });
const match = {
  ...{ id: 'm', number: 1, ladder, sides: { challenger: side('Dust'), defender: side('Mud') } },
  ...{ dispute: null, appeal: null, evidence: null, log: [], texts: {}, names: { people: {} } },
  rules: { dispute: { outsider: null } },
};
const open = {
  kind: 'dispute',
  reason: null,
  opened_at: '2026-11-20T18:00:00Z',
  aimed_at: null,
  holder: null,
};

/** Each page of an office as whoever has none gets it, and what it says to them. */
const closed: [string, ComponentType<{ data: never }>, object, string][] = [
  ['the desk', AdminsPage, { admins: [], part: line, ...figures, desk: null }, ''],
  [
    'a ladder’s desk',
    LadderAdminPage,
    { ladder, is_held: false, desk: null },
    'You do not run this ladder',
  ],
  [
    'a ladder’s rules',
    RulesEditPage,
    { ladder, season: null, next: null, people: {}, may_edit: false, is_held: false },
    'You do not run this ladder',
  ],
  [
    'a ruling',
    RulingPage,
    { match, open, refusal: 'not_admin', meetings: [], precedents: [] },
    'This is not yours to rule',
  ],
  [
    'the league’s health',
    HealthPage,
    { parts: null, sheet: null },
    'This page is for site admins.',
  ],
  ['the log of offices', AdminLogPage, { log: null }, 'This log is for people in office.'],
];

const read = (Page: (typeof closed)[number][1], data: object, viewer: ViewerData | null) =>
  // No more of a page's data than this is looked at.
  readWords(renderPage(Page, data as never, { viewer, locale: 'en' }));
const held = 'You are suspended Your standing page says why, until when and how to appeal.';

describe.each(closed)('%s', (_name, Page, data, foreign) => {
  it.each<[string, ViewerData | null]>([
    ['nobody', null],
    ['somebody', looker],
    ['somebody muted', { ...looker, held: 'muted' }],
  ])('is simply not there for %s without the office', (_who, viewer) => {
    expect(read(Page, data, viewer)).toContain(foreign);
    expect(read(Page, data, viewer)).not.toContain(held);
  });

  it('says that a sanction keeps the reader from it', () => {
    const words = read(Page, data, { ...looker, held: 'barred' });
    expect(words).toContain(held);
    expect(foreign !== '' && words.includes(foreign)).toBe(false);
  });
});

it.each(closed.filter(([, , data]) => 'is_held' in data))(
  '%s says so too of a sanction on the ladder alone',
  (_name, Page, data, foreign) => {
    const words = read(Page, { ...data, is_held: true }, looker);
    expect(words).toContain(held);
    expect(words).not.toContain(foreign);
  },
);
