import { pageNames, pages } from '@muster/site';
import { describe, expect, it } from 'vitest';
import { toReader } from './office-pages.ts';

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
