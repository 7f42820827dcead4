import { describe, expect, it } from 'vitest';
import { createSmtpServer, getSender, greetSmtpServer } from './smtp.ts';
import { type SinkMood, startSmtpSink } from './testing/smtp-sink.ts';

it.each([
  [
    'what the address says',
    'smtp://me%40mail.test:x@mail.test?from=league@b.test',
    'league@b.test',
  ],
  ['who signs in there', 'smtp://me%40mail.test:x@mail.test', 'me@mail.test'],
  [
    'nobody at the site’s host, where who signs in is no address',
    'smtp://me:x@mail.test',
    'noreply@league.test',
  ],
  [
    'nobody at the site’s host, where nobody signs in',
    'smtps://mail.test:465',
    'noreply@league.test',
  ],
])('the sender is %s', (_who, url, sender) => {
  expect(getSender(url, 'https://league.test:8443/')).toBe(sender);
});

const mail = {
  ...{ messageId: '<1@league.test>', to: 'ann@players.test', subject: 'Hej', text: 'Text' },
  ...{ html: '<p>Text</p>', unsubscribeUrl: null },
};
const open = (url: string) =>
  createSmtpServer({ url, getLeagueName: () => 'Kaarna', siteUrl: 'https://league.test' });
const forever = new AbortController().signal;

describe('what becomes of a mail', () => {
  it.each<[string, SinkMood, object]>([
    ['taken', 'take', { outcome: 'sent', answer: expect.stringMatching(/^250 /) }],
    ['not taken now', 'busy', { outcome: 'later', answer: expect.stringMatching(/^451 /) }],
    ['never taken', 'refuse', { outcome: 'refused', answer: expect.stringMatching(/^550 /) }],
    ['perhaps taken, where the answer broke off', 'hang_up', { outcome: 'unknown' }],
  ])('is said by the server: %s', async (_what, mood, delivery) => {
    await using sink = await startSmtpSink();
    sink.mood = mood;
    expect(await open(sink.url).deliver(mail, forever)).toMatchObject(delivery);
  });

  it('is not known where it was given up before the server answered', async () => {
    await using sink = await startSmtpSink();
    sink.mood = 'never_answer';
    const giving = new AbortController();
    const delivered = open(sink.url).deliver(mail, giving.signal);
    await expect.poll(() => sink.mails.length, { timeout: 300_000 }).toBe(1);
    giving.abort();
    expect(await delivered).toMatchObject({ outcome: 'unknown' });
  });

  it('is to be tried again where nobody takes it: a wrong password is ours to mend', async () => {
    await using sink = await startSmtpSink({ user: 'me@league.test' });
    const wrong = sink.url.replace(':secret@', ':wrong@');
    const refused = await open(wrong).deliver(mail, forever);
    expect(refused).toMatchObject({ outcome: 'later', answer: expect.stringMatching(/^535 /) });
    expect(sink.tries).toBe(0);
    const gone = sink.url;
    await sink[Symbol.asyncDispose]();
    expect(await open(gone).deliver(mail, forever)).toMatchObject({ outcome: 'later' });
  });

  it('goes to one person, from the league, and says that a program wrote it', async () => {
    await using sink = await startSmtpSink({ user: 'me@league.test' });
    await open(sink.url).deliver(mail, forever);
    await open(sink.url).deliver({ ...mail, unsubscribeUrl: 'https://league.test/u' }, forever);
    const [first, second] = sink.mails.map(({ email, to }) => ({
      to,
      from: email.from,
      headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    }));
    expect(first).toMatchObject({
      to: ['ann@players.test'],
      from: { name: 'Kaarna', address: 'me@league.test' },
      headers: { 'auto-submitted': 'auto-generated', 'message-id': '<1@league.test>' },
    });
    expect(Object.keys(first?.headers ?? {}).filter((key) => key.startsWith('list-'))).toEqual([]);
    expect(second?.headers).toMatchObject({
      'list-unsubscribe': '<https://league.test/u>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  });
});

describe('whether the mail server would take one', () => {
  it('is asked without a mail, and the answer holds no secret', async () => {
    await using open = await startSmtpSink();
    expect(await greetSmtpServer(open.url, forever)).toBeNull();
    await using shut = await startSmtpSink({ user: 'me@league.test' });
    expect(await greetSmtpServer(shut.url, forever)).toBeNull();
    const wrong = shut.url.replace(':secret@', ':wrong@');
    expect(await greetSmtpServer(wrong, forever)).toBe('EAUTH (535)');
    expect([open.tries, shut.tries]).toEqual([0, 0]);
    const gone = open.url;
    await open[Symbol.asyncDispose]();
    expect(await greetSmtpServer(gone, forever)).toMatch(/^[A-Z]+$/);
  });
});
