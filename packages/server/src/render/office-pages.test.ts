import { type LocaleCode, pageNames, pages } from '@muster/site';
import { describe, expect, it } from 'vitest';
import type { PresentSanction } from '../page/sanction-line.ts';
import { findClosedHint, toReader } from './office-pages.ts';

const viewer = {
  ...{ user_id: 'u', person_id: 'p', username: 'Ann', is_site_admin: true, is_editor: true },
};
const banned = { kind: 'ban', until: null, ladder: null, reason: null };

const findPage = (path: string) =>
  pageNames.find((name) => pages[name].path === path) ?? expect.fail(path);
const isKnown = (path: string, sanction: typeof banned | null) =>
  toReader(findPage(path), { viewer, sanction }) !== null;

describe('whose office rests', () => {
  it.each([
    ['/admins', false],
    ['/archives/import', false],
    ['/matches/:id/ruling', false],
    ['/ladders/:slug/admin', false],
    ['/archives', true],
    ['/matches/:id', true],
    ['/account', true],
  ])('is nobody on the pages of offices, and who they are on all others: %s', (path, isReader) => {
    expect(isKnown(path, banned)).toBe(isReader);
    expect(isKnown(path, null)).toBe(true);
  });

  it.each([
    ['a ban', banned, false],
    ['a suspension', { ...banned, kind: 'suspension' }, false],
    ['a mute', { ...banned, kind: 'mute' }, true],
  ])(
    'rests by a sanction on the whole site that is not words alone: %s',
    (_what, sanction, isReader) => {
      expect(isKnown('/admins', sanction)).toBe(isReader);
      // One of a ladder is that ladder's.
      expect(
        toReader(findPage('/admins'), { viewer, sanction: { ...sanction, ladder: 'Tanks' } }),
      ).toBe(viewer);
    },
  );
});

describe('why such a page is closed', () => {
  const say = (path: string, sanction: PresentSanction | null, locale: LocaleCode = 'en') =>
    findClosedHint(findPage(path), { viewer, sanction, zone: 'UTC' }, locale).hint;
  const page = '/admins/cases/:id';
  const suspended = { ...banned, kind: 'suspension', until: '2026-11-20T19:00:00.000Z' };

  it('is said as the calls would, in the reader’s language', () => {
    const standing = 'Your standing page says why and how to appeal.';
    expect(say(page, banned)).toBe(`You are banned. ${standing}`);
    expect(say(page, suspended)).toBe(
      `You are suspended until Friday, November 20 at 19:00 (UTC). ${standing}`,
    );
    expect(say(page, banned, 'de')).toContain('Du bist ausgeschlossen.');
  });

  it.each<[string, string, PresentSanction | null]>([
    ['by no sanction', page, null],
    ['by a mute', page, { ...banned, kind: 'mute' }],
    ['by one of a ladder', page, { ...banned, ladder: 'Tanks' }],
    ['on a page of no office', '/teams/:slug', banned],
  ])('is not %s', (_why, path, sanction) => {
    expect(say(path, sanction)).toBeUndefined();
  });

  it('is nobody’s who is not signed in', () => {
    const nobody = { viewer: null, sanction: null, zone: 'UTC' };
    expect(findClosedHint(findPage(page), nobody, 'en')).toEqual({});
  });
});
