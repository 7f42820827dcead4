import { expect, it } from 'vitest';
import { getMailWay, type MailWay } from './mail-way.ts';

const home = { smtpUrl: null, host: '127.0.0.1', siteUrl: null, devIdentity: false };

it.each<[string, Partial<Parameters<typeof getMailWay>[0]>, MailWay]>([
  ['a mail server, on this machine alone', { smtpUrl: 'smtp://mail.example' }, 'smtp'],
  [
    'a mail server, for everybody',
    { smtpUrl: 'smtp://mail.example', siteUrl: 'https://league.example' },
    'smtp',
  ],
  ['no mail server, on this machine alone', {}, 'mailbox'],
  ['no mail server, where people try it out', { host: '0.0.0.0', devIdentity: true }, 'mailbox'],
  ['no mail server, listening to everybody', { host: '0.0.0.0' }, 'none'],
  ['no mail server, known by a name', { siteUrl: 'https://league.example' }, 'none'],
])('%s', (_what, change, way) => {
  expect(getMailWay({ ...home, ...change })).toBe(way);
});
