import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClaimedMessage } from './send-message.ts';
import { areHookSecrets, createTextHook } from './text-hook.ts';

const servers: Server[] = [];
const secret = `v1,whsec_${'A'.repeat(32)}`;

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const message: ClaimedMessage = {
  ...{ id: 'm', kind: 'auth.text', channel: 'sms', recipient: '358401234567', subject: null },
  ...{ text_body: 'Your code is 123456.', html_body: null, unsubscribe_url: null, code: '123456' },
};

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const deliver = (url: string, signal = new AbortController().signal) =>
  createTextHook({ url, secrets: secret })(message, signal);

describe('what is made of the hook’s answer', () => {
  it.each([
    [200, { outcome: 'sent' }],
    [204, { outcome: 'sent' }],
    [300, { outcome: 'refused', answer: 'The hook answered 300.' }],
    [304, { outcome: 'refused', answer: 'The hook answered 304.' }],
    [400, { outcome: 'refused', answer: 'The hook answered 400.' }],
    [428, { outcome: 'refused', answer: 'The hook answered 428.' }],
    [429, { outcome: 'later', answer: 'The hook answered 429.' }],
    [430, { outcome: 'refused', answer: 'The hook answered 430.' }],
    [499, { outcome: 'refused', answer: 'The hook answered 499.' }],
    [500, { outcome: 'later', answer: 'The hook answered 500.' }],
    [503, { outcome: 'later', answer: 'The hook answered 503.' }],
  ])('%i', async (status, delivery) => {
    const url = await listen((_request, response) => response.writeHead(status).end());
    expect(await deliver(url)).toEqual(delivery);
  });

  it('may have come where the connection broke, and has not where there was none', async () => {
    const url = await listen((request) => request.socket.destroy());
    expect((await deliver(url)).outcome).toBe('unknown');
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    expect(await deliver(url)).toEqual({ outcome: 'later', answer: 'ECONNREFUSED' });
  });

  it('goes nowhere else by a redirection', async () => {
    let asked = 0;
    const elsewhere = await listen((_request, response) => {
      asked += 1;
      response.end();
    });
    const url = await listen((_request, response) =>
      response.writeHead(302, { location: elsewhere }).end(),
    );
    expect((await deliver(url)).outcome).toBe('unknown');
    expect(asked).toBe(0);
  });
});

it('says what is sent to whom and why, signed with each secret while one takes the place of another', async () => {
  const secrets = [secret, `v1,whsec_${'B'.repeat(32)}`];
  const called: { body: string; headers: Record<string, string> }[] = [];
  const url = await listen(async (request, response) => {
    const body = (await request.toArray()).join('');
    called.push({ body, headers: request.headers as Record<string, string> });
    response.end();
  });
  const hook = createTextHook({ url, secrets: secrets.join('|') });
  await hook(message, new AbortController().signal);
  const [call = expect.fail()] = called;
  expect(call.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'm' });
  for (const one of secrets) {
    expect(new Webhook(one.replace('v1,', '')).verify(call.body, call.headers)).toEqual({
      user: { phone: '358401234567' },
      sms: { otp: '123456', text: 'Your code is 123456.', channel: 'sms' },
    });
  }
  const other = new Webhook(`whsec_${'C'.repeat(32)}`);
  expect(() => other.verify(call.body, call.headers)).toThrow();
});

it.each([
  [secret, true],
  [`${secret}|${secret}`, true],
  [`${secret}|`, false],
  [`v1,whsec_${'A'.repeat(31)}`, false],
  [`v1,whsec_${'A'.repeat(32)}==`, true],
  [`v1,whsec_${'A'.repeat(32)}===`, false],
  [`whsec_${'A'.repeat(32)}`, false],
  ['', false],
])('takes %s for secrets of a hook: %s', (text, areSecrets) => {
  expect(areHookSecrets(text)).toBe(areSecrets);
});
