import { expect, it } from 'vitest';
import type { ViewerData } from '../../document-data.ts';
import type { AccountData } from '../account/data.ts';
import { OwnInvitations } from '../account/own-invitations.tsx';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { TeamData } from './data.ts';
import { InviteStrip } from './invite-strip.tsx';
import { JoinRequests } from './join-requests.tsx';

const at = '2026-11-20T18:00:00Z';
const rook: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};
const ada = { person_id: 'a', username: 'Ada', user_id: null, words: 'Let me.', at };
const invitation = { invite_id: 'i', role: 'player', by: 'Ada' };
const good = { code: 'c', state: 'good' };

/** What somebody sees of the team who may act, and what they see while they may not. */
function see(
  page: typeof JoinRequests | typeof InviteStrip,
  viewer: object,
  given: object = {},
): string[] {
  return [true, false].map((may_act) => {
    const seen = { requests: [], invitation: null, ...viewer, may_act };
    const team = { slug: 'k', name: 'Kaarna', disbanded_at: null, invite: null, viewer: seen };
    // No more of the page's data is looked at.
    const data = { ...team, ...given } as unknown as TeamData;
    return readWords(renderPage(page, data, { viewer: rook, locale: 'en' }));
  });
}

it('shows who asks to join also to a leader who may not answer, and no button', () => {
  const [free, held] = see(JoinRequests, { requests: [ada] });
  expect(free).toMatch(/Ada .*Let me\. Take in Ada Decline$/);
  expect(held).toMatch(/Ada .*Let me\.$/);
});

it('tells of an invitation also whom a suspension keeps from taking it, and has no button', () => {
  const [free, held] = see(InviteStrip, { invitation });
  expect(free).toMatch(/^Kaarna invites you Ada asks you in by name\. .* No, thanks Join Kaarna$/);
  expect(held).toBe('Kaarna invites you Ada asks you in by name.');
});

it('offers a link to whom it can let in', () => {
  const [free, held] = see(InviteStrip, {}, { invite: good });
  expect(free).toMatch(/Join Kaarna$/);
  expect(held).toBe('');
});

it('offers no invite of a team that is no more', () => {
  for (const viewer of [{ invitation }, {}]) {
    expect(see(InviteStrip, viewer, { invite: good, disbanded_at: at })).toEqual(['', '']);
  }
});

it.each<[ViewerData['held'] | null, RegExp]>([
  [null, /No, thanks Join Kaarna$/],
  // Who may not speak may play.
  ['muted', /No, thanks Join Kaarna$/],
  ['barred', /Kaarna Ada asks you in, until [^,]*$/],
])('lists the own invitations to who is held: %s', (held, ends) => {
  const team = { slug: 'k', name: 'Kaarna', logo: null };
  const invitations = [{ invite_id: 'i', team, by: 'Ada', expires_at: at }];
  const viewer = held == null ? rook : { ...rook, held };
  const data = { invitations } as unknown as AccountData;
  expect(readWords(renderPage(OwnInvitations, data, { viewer, locale: 'en' }))).toMatch(ends);
});
