import { connect } from 'node:net';

/** Bytes that somebody sends to a server, piece by piece, and how they leave. */
interface Attack {
  pieces: Buffer[];
  /** After the last piece: cut it off at once, once something has come back, or leave in order. */
  ending: 'reset' | 'reset_after_answer' | 'end';
}

type Random = () => number;

const methods = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PRI',
  'get',
  'M-SEARCH',
  '\0',
  '',
];
const targets = [
  '//',
  '/',
  '*',
  '',
  '///',
  '//[',
  'http://[',
  'http://',
  'http://localhost:99999/',
  'localhost:80',
  '/%',
  '/%ff%00',
  '/\\..\\',
  '/../../../etc/passwd',
  '/?apikey=%E0%A4%A',
  '/auth/v1/health',
  '/auth/v1/verify?token=%00&type=%',
  '/rest/v1/profiles?select=%',
  '/rest/v1/%2e%2e/%c0%af',
  '/realtime/v1/websocket',
  '/realtime/v1/websocket?vsn=2.0.0&apikey=%',
  '/realtime/v1/websocket?vsn=\u0000',
  '//realtime/v1/websocket',
  'ws://[::1/realtime/v1/websocket',
  '/realtime/v1/elsewhere',
  '/_payload.json',
  '/teams/%f0%28%8c%28',
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'ICE/1.0', ''];
const headers = [
  'Host: localhost',
  'Host: ',
  'Host: [',
  'Host: a:b:c',
  'Host: localhost:99999999',
  'Host: \u00ff\u00fe',
  'Host: evil.example\r\nHost: localhost',
  'Origin: file:///',
  'Origin: http://[',
  'Origin: blob:null',
  'Origin: null',
  'Cookie: %; =; a=%E0%A4%A; sb-auth-token=base64-%%%',
  'Cookie: sb-localhost-auth-token=base64-eyJ9; locale=%',
  'Authorization: Bearer a.b.c',
  'Authorization: Bearer ..',
  'apikey: eyJhbGciOiJIUzI1NiJ9.e30.AAAA',
  'Range: bytes=9-1,-,--5,99999999999999999999-',
  'Accept-Language: ;;q=9,*;q=x',
  'If-None-Match: "',
  'Accept-Encoding: ;',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Expect: 100-continue',
  'Expect: nothing',
  'Connection: Upgrade, close',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=',
  'X-Forwarded-For: ,,,',
  'No colon',
  ': no name',
  'Bad\u0001Name: x',
  'X: \u0000',
  `X-Long: ${'x'.repeat(20_000)}`,
];
const upgrades = [
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Upgrade: ',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Version: 99',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Key: short',
  'Sec-WebSocket-Extensions: permessage-deflate; x="',
  'Sec-WebSocket-Protocol: a,,b',
];
const bodies = [
  '',
  '{',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n',
  '[[[[',
  '\0\0\0',
];
const messages = [
  '{',
  'null',
  '[]',
  '[1,2]',
  '[null,null,null,null,null]',
  '{"topic":1}',
  '["1","1","phoenix","heartbeat",{}]',
  '["1","1","realtime:ladder:x","phx_join",{"config":[],"access_token":{}}]',
  '["1","1","realtime:person:0197d0a0-0000-7000-8000-000000000001","phx_join",{"access_token":"a.b.c"}]',
  '["1","1","realtime:match:0197d0a0-0000-7000-8000-000000000001","phx_join",null]',
  '["1","1","realtime:match:0197d0a0-0000-7000-8000-000000000001","phx_leave",7]',
  '["__proto__","1","constructor","toString",{"__proto__":1}]',
  `${'['.repeat(5000)}`,
  '\ud800',
];

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function pick<T>(random: Random, from: readonly T[]): T {
  // The index is below the length, and no list here is empty.
  return from[Math.floor(random() * from.length)] as T;
}

function pickSome<T>(random: Random, from: readonly T[], most: number): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(random, from));
}

/** One websocket frame, with a header that may say anything. */
function writeFrame(random: Random): Buffer {
  const text = Buffer.from(pick(random, messages));
  const isInOrder = random() < 0.6;
  const first = isInOrder ? 0x81 : Math.floor(random() * 256);
  const isMasked = isInOrder || random() < 0.7;
  const length = random() < 0.85 ? text.length : Math.floor(random() * 2 ** 32);
  const head =
    length < 126
      ? Buffer.from([first, (isMasked ? 0x80 : 0) | length])
      : Buffer.from([first, (isMasked ? 0x80 : 0) | 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  if (length >= 126) {
    head.writeBigUInt64BE(BigInt(length) << (random() < 0.9 ? 0n : 30n), 2);
  }
  // A mask of zeros leaves the text as it is.
  return Buffer.concat(isMasked ? [head, Buffer.alloc(4), text] : [head, text]);
}

function writeRequest(random: Random): Buffer {
  const isUpgrade = random() < 0.5;
  const own = isUpgrade
    ? ['Connection: Upgrade', 'Upgrade: websocket', ...pickSome(random, upgrades, 4)]
    : pickSome(random, upgrades, 1);
  const lines = [
    `${isUpgrade && random() < 0.9 ? 'GET' : pick(random, methods)} ${pick(random, targets)} ${random() < 0.9 ? 'HTTP/1.1' : pick(random, versions)}`,
    ...(random() < 0.8 ? ['Host: localhost'] : []),
    ...own,
    ...pickSome(random, headers, 3),
  ];
  const lineEnd = random() < 0.95 ? '\r\n' : '\n';
  const text = `${lines.join(lineEnd)}${lineEnd}${lineEnd}${pick(random, bodies)}`;
  return Buffer.from(text, random() < 0.5 ? 'latin1' : 'utf8');
}

/** A handshake that is in order, so that the frames after it are read. */
function writeHandshake(random: Random): Buffer {
  const version = pick(random, ['1.0.0', '2.0.0', '']);
  return Buffer.from(
    `GET /realtime/v1/websocket?vsn=${version} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
}

/** Turns some of the bytes into others, or cuts the end off. */
function damage(random: Random, bytes: Buffer): Buffer {
  if (random() < 0.3) {
    return bytes.subarray(0, Math.floor(random() * bytes.length));
  }
  const damaged = Buffer.from(bytes);
  for (let count = 0; count < 1 + random() * 4; count += 1) {
    damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
  }
  return damaged;
}

function createAttack(random: Random): Attack {
  const kind = random();
  const pieces =
    kind < 0.35
      ? [writeHandshake(random), ...Array.from({ length: 3 }, () => writeFrame(random))]
      : kind < 0.95
        ? Array.from({ length: 1 + Math.floor(random() * 2) }, () => writeRequest(random))
        : [Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)))];
  return {
    pieces: pieces.map((piece) => (random() < 0.2 ? damage(random, piece) : piece)),
    ending: pick(random, ['reset', 'reset_after_answer', 'reset_after_answer', 'end'] as const),
  };
}

/** How long an attacker waits for an answer that may never come. */
const patienceMilliseconds = 250;

function attack(port: number, { pieces, ending }: Attack): Promise<void> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.once('close', () => done());
    // Who has begun to leave in order cannot break off any more: of such a socket Node never says that it is closed.
    socket.setTimeout(patienceMilliseconds, () =>
      ending === 'end' ? socket.destroy() : socket.resetAndDestroy(),
    );
    if (ending === 'reset_after_answer') {
      socket.once('data', () => socket.resetAndDestroy());
    } else {
      socket.resume();
    }
    for (const piece of pieces) {
      socket.write(piece);
    }
    if (ending === 'end') {
      socket.end();
    }
    if (ending === 'reset') {
      socket.write('', () => socket.resetAndDestroy());
    }
  });
}

/** Every attack that has ended a server once, so that no seed can miss it. */
function listKnownAttacks(): Attack[] {
  const upgrade = (target: string) =>
    Buffer.from(
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
  return [
    { pieces: [upgrade('//')], ending: 'end' },
    ...Array.from(
      { length: 50 },
      (): Attack => ({ pieces: [upgrade('/nowhere')], ending: 'reset_after_answer' }),
    ),
    ...Array.from(
      { length: 50 },
      (): Attack => ({ pieces: [upgrade('/nowhere')], ending: 'reset' }),
    ),
  ];
}

/**
 * Sends what no client would to a server of this machine: malformed request lines, headers, upgrades and
 * frames, cut off in the middle. The same seed sends the same, but for the order of arrival.
 */
export async function sendRawTraffic(
  port: number,
  { seed, attacks }: { seed: number; attacks: number },
): Promise<void> {
  const random = createRandom(seed);
  const waiting = [
    ...listKnownAttacks(),
    ...Array.from({ length: attacks }, () => createAttack(random)),
  ];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await attack(port, next);
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
}
