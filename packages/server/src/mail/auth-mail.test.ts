import type { AuthMail } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { expect, it } from 'vitest';
import { createDirectMail } from './auth-mail.ts';
import type { Delivery } from './send-message.ts';
import type { SmtpMessage } from './smtp.ts';

const mail: AuthMail = {
  ...{ kind: 'magic_link', to: 'ann@players.test', code: '123456', link: 'http://localhost/x' },
  ...{ siteUrl: 'http://localhost', newEmail: null, locale: null, acceptLanguage: null },
  userMetadata: {},
};

/** Hands a mail over where no league and so no transaction is; gives what the mail server got. */
async function hand(change: Partial<AuthMail>, delivery: Delivery = { outcome: 'sent' }) {
  const given: SmtpMessage[] = [];
  const send = createDirectMail({
    smtp: {
      async deliver(message) {
        given.push(message);
        return delivery;
      },
    },
    host: 'league.test',
    getLeagueName: () => 'Kaarna',
  });
  // There is none, and none is asked for.
  await send({ ...mail, ...change }, null as unknown as Transaction);
  return given;
}

it.each([
  ['nothing that is known', {}, 'Sign in to Kaarna'],
  ['what the browser wishes', { acceptLanguage: 'de-AT' }, 'Anmelden bei Kaarna'],
  [
    'what was said, before that',
    { acceptLanguage: 'de', locale: 'fi-FI' },
    'Kirjaudu liigaan Kaarna',
  ],
  [
    'what the browser wishes, where what was said is no language of ours',
    { acceptLanguage: 'de', locale: 'sv' },
    'Anmelden bei Kaarna',
  ],
])('is in the language of %s', async (_whose, change, subject) => {
  const [message = expect.fail()] = await hand(change);
  expect(message).toMatchObject({ to: 'ann@players.test', unsubscribeUrl: null });
  expect(message.subject.length).toBeGreaterThan(0);
  expect(message.messageId).toMatch(/^<[0-9a-f-]{36}@league\.test>$/);
  expect(message.subject).toBe(subject);
});

it('goes to one address, and is a failure of who asked where it is not taken', async () => {
  await expect(hand({ to: 'a@players.test, b@players.test' })).rejects.toThrow(
    'the address is not one that mail can be sent to',
  );
  for (const outcome of ['refused', 'later', 'unknown'] as const) {
    await expect(hand({}, { outcome, answer: 'No.' })).rejects.toThrow(
      'The mail server did not take a mail: No.',
    );
  }
});

it.each([
  ['magic_link', 'Or type this code where you were asked for it: 123456', 'http://localhost/x'],
  ['reauthentication', 'Type this code where you are asked for it: 123456', null],
] as const)('has a code beside the button, or alone: %s', async (kind, code, link) => {
  const [message = expect.fail()] = await hand({ kind });
  const lines = message.text.split('\n');
  expect(lines).toContain(code);
  expect(lines.includes('http://localhost/x')).toBe(link !== null);
});
