import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createBackend } from '@muster/backend';
import { createTestDatabase } from '@muster/database/testing';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { startSmtpSink } from '../mail/testing/smtp-sink.ts';
import { startBackend } from '../testing/backend-process.ts';
import { sendRawTraffic } from '../testing/raw-traffic.ts';
import { serveBackend } from './backend.ts';
import { OperatorError } from './command.ts';

/** A file of settings, in a folder that goes with it. */
async function writeSettings(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-backend-'));
  const path = join(folder, 'config.toml');
  await writeFile(path, text);
  return { folder, path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('muster backend sends mail by the mail server that it is given, hands texts to whom its file names, keeps files where it is told, as large as its file says, and draws pictures', async () => {
  await using own = await createTestDatabase();
  const { apiKeys, close } = await createBackend({ database: own.database });
  await close();
  await using sink = await startSmtpSink();
  const texts: unknown[] = [];
  const server = createServer(async (asked, answer) => {
    texts.push(JSON.parse((await asked.toArray()).join('')));
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await using settings = await writeSettings(
    `[auth.email]
     enable_confirmations = true
     [auth.sms]
     enable_signup = true
     enable_confirmations = true
     [auth.hook.send_sms]
     enabled = true
     uri = "http://127.0.0.1:${(server.address() as AddressInfo).port}/"
     secrets = "v1,whsec_${'A'.repeat(32)}"
     [storage]
     file_size_limit = "1KiB"`,
  );
  const stored = join(settings.folder, 'stored');
  {
    await using backend = await startBackend(
      own.url,
      { SMTP_URL: sink.url, STORAGE_DIR: stored },
      { more: ['--config', settings.path] },
    );
    expect((await backend.signUp('aino@league.test')).status).toBe(200);
    const mail = await vi.waitFor(
      () => {
        const [first] = sink.mails;
        if (first === undefined) {
          throw new Error('nothing has come yet');
        }
        return first;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(mail.to).toEqual(['aino@league.test']);
    expect(mail.email.subject).toBe('Vahvista osoitteesi');
    expect(mail.email.text).toContain('/auth/v1/verify?token=');
    const asked = { phone: '358401234567', password: 'correct horse' };
    const init = { method: 'POST', body: JSON.stringify(asked) };
    expect((await fetch(`${backend.url}/auth/v1/signup`, init)).status).toBe(200);
    await expect.poll(() => texts).toMatchObject([{ user: { phone: '358401234567' } }]);
    const headers = { authorization: `Bearer ${apiKeys.serviceRole}` };
    const post = async (path: string, body: BodyInit, type: string) =>
      fetch(`${backend.url}/storage/v1/${path}`, {
        ...{ method: 'POST', body },
        headers: { ...headers, 'content-type': type },
      });
    await post('bucket', '{"name":"open","public":true}', 'application/json');
    const upload = async (bytes: number) =>
      (await post(`object/open/${bytes}`, 'x'.repeat(bytes), 'text/plain')).status;
    expect([await upload(1023), await upload(1024), await upload(1025)]).toEqual([200, 200, 400]);
    const red = { width: 40, height: 20, channels: 3, background: '#a02030' } as const;
    const picture = await sharp({ create: red }).png().toBuffer();
    await post('object/open/red.png', new Uint8Array(picture), 'image/png');
    const drawn = await fetch(
      `${backend.url}/storage/v1/render/image/public/open/red.png?width=10&height=10`,
    );
    expect(drawn.headers.get('x-transformations')).toBe('height:10,width:10,resizing_type:fill');
    expect((await sharp(await drawn.arrayBuffer()).metadata()).width).toBe(10);
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const files = await readdir(stored, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toHaveLength(3);
});

test('muster backend answers on, whatever bytes come and wherever they break off; without a mail server it says what it would have sent', async () => {
  await using own = await createTestDatabase();
  await using backend = await startBackend(own.url, { SMTP_URL: '' });
  await sendRawTraffic(Number(new URL(backend.url).port), { seed: 20260117, attacks: 1500 });
  expect(backend.hasEnded()).toBe(false);
  expect(backend.errors).toEqual([]);
  expect((await fetch(`${backend.url}/auth/v1/health`)).status).toBe(200);
  expect((await backend.signUp('aino@league.test')).status).toBe(200);
  await expect
    .poll(() => backend.lines)
    .toContain('Nothing sends mail here: confirmation to aino@league.test');
  expect(await own.database.query('select from private.mails')).toEqual([]);
});

const address = 'uri takes an address that starts with http:// or https://';
const secrets = 'secrets takes v1,whsec_ and 24 random bytes or more in base64';

// None has good secrets: each is refused before anything is served.
test.each([
  ['http://texts.test/', secrets],
  ['https://texts.test/', secrets],
  ['ftp://texts.test/', address],
  ['httpsx://texts.test/', address],
  ['pg-functions://postgres/public/send', address],
  ['texts.test', address],
])('muster backend says what is wrong with a file that has %s send texts', async (uri, reason) => {
  await using settings = await writeSettings(
    `[auth.hook.send_sms]
     enabled = true
     uri = "${uri}"
     secrets = "v1,whsec_short"`,
  );
  const asked = { values: { config: settings.path }, positionals: [] };
  await expect(serveBackend(asked)).rejects.toThrow(
    new OperatorError(`${settings.path} cannot be used: auth.hook.send_sms.${reason}`),
  );
});

/** Signs somebody up, who comes from an address of their own; resolves to the status. */
function signUpFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const email = `from-${localAddress}@league.test`;
    const body = JSON.stringify({ email, password: 'correct horse' });
    request(`${url}/auth/v1/signup`, { method: 'POST', localAddress, agent: false })
      .once('error', reject)
      .once('response', (answer) => resolve(answer.resume().statusCode))
      .end(body);
  });
}

/** Of the addresses of this machine one that nobody else comes from. */
const proxy = '127.0.0.3';

test('one address cannot use up the files that the process may open, and with them its database; hints are only for so many of one, and another is told so by its proxy', async () => {
  await using own = await createTestDatabase();
  await using backend = await startBackend(
    own.url,
    { SMTP_URL: '', TRUSTED_PROXY: proxy },
    { openFiles: '300' },
  );
  const port = Number(new URL(backend.url).port);
  const sockets = Array.from({ length: 400 }, () =>
    connect({ port, host: '127.0.0.1' }).on('error', () => undefined),
  );
  // Of the hundred that there are for all, an eighth for one.
  await vi.waitFor(() => expect(sockets.filter((socket) => !socket.closed)).toHaveLength(12), {
    timeout: 60_000,
    interval: 50,
  });
  expect(await signUpFrom('127.0.0.2', backend.url)).toBe(200);
  for (const socket of sockets) {
    socket.destroy();
  }
  await vi.waitFor(async () => expect(await signUpFrom('127.0.0.1', backend.url)).toBe(200), {
    timeout: 60_000,
    interval: 50,
  });

  const open = (from: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'x-forwarded-for': `203.0.113.9, ${from}`,
      };
      request(`${backend.url}/realtime/v1/websocket`, {
        headers,
        localAddress: proxy,
        agent: false,
      })
        .once('error', reject)
        .once('response', (answer) => resolve(answer.resume().statusCode))
        .once('upgrade', (answer, socket) => {
          upgraded.push(socket);
          resolve(answer.statusCode);
        })
        .end();
    });
  const upgraded: Duplex[] = [];
  for (let count = 0; count < 10; count += 1) {
    expect(await open(`2001:db8::${count}`)).toBe(101);
  }
  expect(await open('2001:db8::ffff')).toBe(429);
  expect(await open('2001:db8:0:1::1')).toBe(101);
  for (const socket of upgraded) {
    socket.destroy();
  }
});
