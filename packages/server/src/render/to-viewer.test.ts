import { expect, it } from 'vitest';
import type { SiteContext } from './site-options.ts';
import { toViewer } from './to-viewer.ts';

const ann = {
  ...{ user_id: 'u', person_id: 'p', username: 'Ann', is_site_admin: true, is_editor: false },
};
/** Nothing else of a request is looked at. */
const show = (more: Partial<SiteContext>) =>
  toViewer({ viewer: ann, zone: 'UTC', ...more } as SiteContext, 'en');

it('is nobody for a visitor, whatever else is known', () => {
  expect(show({ viewer: null, unread: 3 })).toBeNull();
});

it('is who they are, with nothing new where nothing is known', () => {
  expect(show({})).toEqual({ ...ann, unread: 0, desk: null, note: null, pin: null });
  const more = { ...ann, secret: 'of the session' };
  expect(show({ viewer: more })).not.toHaveProperty('secret');
});

it('has what waits for them', () => {
  // It is handed on as it is.
  const pin = { match_id: 'm' } as unknown as NonNullable<SiteContext['pin']>;
  expect(show({ unread: 3, desk: 2, pin })).toMatchObject({ unread: 3, desk: 2, pin });
});

it.each([
  ['a ban', { kind: 'ban' }, 'barred'],
  ['a suspension', { kind: 'suspension' }, 'barred'],
  ['a mute', { kind: 'mute' }, 'muted'],
  ['one of a ladder', { kind: 'ban', ladder: 'Tanks' }, undefined],
])('reads of %s, and is offered nothing that it holds back', (_what, own, held) => {
  const sanction = { until: null, ladder: null, reason: 'It was rude.', ...own };
  const shown = show({ sanction });
  expect(shown?.held).toBe(held);
  expect(shown?.note).toContain('It was rude.');
  expect(Object.hasOwn(shown ?? {}, 'held')).toBe(held !== undefined);
});
