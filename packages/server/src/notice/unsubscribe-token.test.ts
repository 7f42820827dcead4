import { expect, it } from 'vitest';
import { createUnsubscribeToken, parseUnsubscribeToken } from './unsubscribe-token.ts';

const secret = 'of this league';
const personId = '01980000-0000-7000-8000-000000000001';
const make = (subject: 'challenged' | 'reports', by = secret) =>
  createUnsubscribeToken(by, { person_id: personId, subject });

it.each(['challenged', 'reports'] as const)(
  'stands for whose mail of what it ends: %s',
  (subject) => {
    expect(parseUnsubscribeToken(secret, make(subject))).toEqual({ person_id: personId, subject });
  },
);

const [person = '', subject = '', signature = ''] = make('challenged').split('.');

it.each([
  ['by another league', make('challenged', 'of another')],
  ['for somebody else', `${person.replace(/1$/, '2')}.${subject}.${signature}`],
  ['of another kind', `${person}.reports.${signature}`],
  ['with another signature', `${person}.${subject}.${'A'.repeat(signature.length)}`],
  ['with a shorter one', `${person}.${subject}.${signature.slice(1)}`],
  ['with none', `${person}.${subject}`],
  ['of no parts', ''],
])('is not ours: %s', (_what, token) => {
  expect(parseUnsubscribeToken(secret, token)).toBeNull();
});

it('stands for nothing that is no kind of mail any more', () => {
  const unknown = createUnsubscribeToken(secret, {
    person_id: personId,
    subject: 'forgotten' as 'challenged',
  });
  expect(parseUnsubscribeToken(secret, unknown)).toBeNull();
});
