import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Behaviour, openFakeServer } from '../testing/fake-server.ts';
import { writeChallenge } from './answer-bytes.ts';
import { askServer } from './ask-server.ts';
import { QuerySocket } from './query-socket.ts';
import { SplitAnswers } from './split.ts';

const socket = new QuerySocket();
/** For servers that give no answer whatever the time: nothing hangs on how long it is. */
const hasty = new QuerySocket({ tryMilliseconds: 30 });
afterAll(() => Promise.all([socket.close(), hasty.close()]));

const names = Array.from({ length: 100 }, (_, index) => `Somebody of many words ${index}`);

describe('a server that answers', () => {
  it.each<[string, Partial<Behaviour>, object]>([
    ['as it should', { names: ['Ada', 'Bo'] }, { people: ['Ada', 'Bo'], players: 2, map: 'Earth' }],
    ['without a challenge', { challenge: 'none', names: ['Ada'] }, { people: ['Ada'] }],
    [
      'with another challenge each time',
      { challenge: 'rotating', names: ['Ada'] },
      { people: ['Ada'] },
    ],
    ['in pieces, the last first', { split: 'reversed', names }, { people: names }],
    ['in pieces, each twice', { split: 'doubled', names }, { people: names }],
    ['that nobody plays', { info: { players: 0 } }, { players: 0, people: [] }],
    ['with the port of the game', { info: { game_port: 40_000 } }, { game_port: 40_000 }],
    ['with a password', { info: { has_password: true } }, { has_password: true }],
    ['more bots than players', { info: { players: 3, bots: 200 } }, { players: 3, bots: 3 }],
    ['with names past their count', { names: ['Ada', 'Bo'], count: 1 }, { people: ['Ada', 'Bo'] }],
    ['with a count past its names', { names: ['Ada'], count: 255 }, { people: ['Ada'] }],
    [
      'with names that turn the line round, or have no end',
      {
        names: [
          '\u202eadA\u202c\u0007',
          '\u200b',
          `${'e\u0301\u0302\u0303'.repeat(90)}`,
          'x'.repeat(1000),
        ],
      },
      { people: ['adA', `${'\u00e9\u0302\u0303'.repeat(10)}\u00e9\u0302`, 'x'.repeat(32)] },
    ],
  ])('is heard: %s', async (_what, behaviour, claim) => {
    await using server = await openFakeServer(behaviour);
    const asked = await askServer(socket, server.peer, 'a2s');
    expect(asked).toMatchObject({ kind: 'answered', claim });
    expect(asked.kind === 'answered' && asked.ping >= 1).toBe(true);
  });

  it('by Quake 2, with frags below zero and colours', async () => {
    const status = [
      '\\hostname\\x\\mapname\\urban\\maxclients\\12\\needpass\\3\\version\\q2pro\\iv\\1',
      '-3 45 "^1Ada"',
      '0 0 "B\u009fo"',
      'no player',
      '7 9 "cut',
      '',
    ].join('\n');
    await using server = await openFakeServer({ status });
    expect(await askServer(socket, server.peer, 'quake2')).toMatchObject({
      kind: 'answered',
      claim: {
        players: 3,
        max_players: 12,
        map: 'urban',
        has_password: true,
        version: 'q2pro',
        people: ['Ada', 'Bo', 'cut'],
      },
    });
  });

  it.each<[string, Partial<Behaviour>]>([
    ['nothing of who plays, since a piece is missing', { split: 'missing' }],
    ['nothing of who plays, in 255 pieces', { split: 'claims_255' }],
  ])('says what is played and %s', async (_what, behaviour) => {
    await using server = await openFakeServer({ ...behaviour, challenge: 'none', names });
    const asked = await askServer(new QuerySocket({ tryMilliseconds: 200 }), server.peer, 'a2s');
    expect(asked).toMatchObject({ kind: 'answered', claim: { map: 'Earth', people: null } });
  });
});

describe('a server that does not', () => {
  it.each<[string, Partial<Behaviour>, 'a2s' | 'quake2', string]>([
    ['is silent', { isSilent: true }, 'a2s', 'silent'],
    ['is silent', { isSilent: true }, 'quake2', 'silent'],
    ['has another answer for it', { isSpoofed: true }, 'a2s', 'silent'],
    ['sends 64 KB of nothing', { raw: Buffer.alloc(65_000, 0xff) }, 'a2s', 'silent'],
    ['speaks another protocol', { raw: Buffer.from('HTTP/1.1 400') }, 'a2s', 'silent'],
    ['speaks another protocol', { raw: Buffer.from('HTTP/1.1 400') }, 'quake2', 'silent'],
    ['sends nothing', { raw: Buffer.alloc(0) }, 'a2s', 'silent'],
    ['has only challenges', { challenge: 'endless' }, 'a2s', 'malformed'],
    ['cuts its answer', { challenge: 'none', cutAt: 12 }, 'a2s', 'malformed'],
    ['says nothing at all', { status: 'hello' }, 'quake2', 'malformed'],
  ])('is %s by its protocol', async (_what, behaviour, protocol, kind) => {
    await using server = await openFakeServer(behaviour);
    const by = kind === 'silent' ? hasty : socket;
    expect(await askServer(by, server.peer, protocol)).toEqual({ kind });
  });

  it('is asked twice, and has four hops', async () => {
    await using silent = await openFakeServer({ isSilent: true });
    await askServer(hasty, silent.peer, 'a2s');
    expect(silent.asked).toHaveLength(2);
    await using endless = await openFakeServer({ challenge: 'endless' });
    await askServer(socket, endless.peer, 'a2s');
    expect(endless.asked).toHaveLength(4);
  });

  it('is no answer where our own socket fails, whatever was heard before', async () => {
    await using server = await openFakeServer({ names: ['Ada'] });
    const failing = new QuerySocket();
    let asked = 0;
    vi.spyOn(failing, 'request').mockImplementation((peer, request) => {
      asked += 1;
      return asked === 3 ? Promise.reject(new Error('no socket')) : socket.request(peer, request);
    });
    await expect(askServer(failing, server.peer, 'a2s')).rejects.toThrow('no socket');
  });

  it('is waited for five seconds in all, whatever is asked', async () => {
    await using server = await openFakeServer({ names: ['Ada'] });
    const watched = new QuerySocket();
    const ends: number[] = [];
    vi.spyOn(watched, 'request').mockImplementation((peer, request) => {
      ends.push(request.until);
      return socket.request(peer, request);
    });
    const begun = performance.now();
    expect(await askServer(watched, server.peer, 'a2s')).toMatchObject({ kind: 'answered' });
    const ended = performance.now();
    const [first = 0] = ends;
    // One end for all of the questions, counted from the first.
    expect(new Set(ends)).toEqual(new Set([first]));
    expect(ends.length).toBeGreaterThan(1);
    expect(first).toBeGreaterThanOrEqual(begun + 5000);
    expect(first).toBeLessThanOrEqual(ended + 5000);
  });

  it('comes too late: it is silent then, and heard the next time', async () => {
    await using server = await openFakeServer({ isSilent: true });
    expect(await askServer(hasty, server.peer, 'a2s')).toEqual({ kind: 'silent' });
    server.tell({ isSilent: false });
    expect(await askServer(socket, server.peer, 'a2s')).toMatchObject({ kind: 'answered' });
  });
});

const mostDatagrams = 3000;

/** A piece of an answer that never becomes whole. */
function toPiece(number: number): Buffer {
  const head = Buffer.from([0xfe, 255, 255, 255, 0, 0, 0, 0, 40, number % 40, 0, 5]);
  head.writeUInt32LE(number, 4);
  return Buffer.concat([head, Buffer.alloc(1200, number)]);
}

describe('a server that floods', () => {
  const many = (toDatagram: (number: number) => Buffer) =>
    Array.from({ length: mostDatagrams }, (_, number) => toDatagram(number));
  const toChallenge = (number: number) => writeChallenge(Buffer.from([number % 251, 1, 2, 3]));

  it.each<[string, Buffer[], string]>([
    ['pieces of ever more answers', many(toPiece), 'silent'],
    ['nothing of any protocol', many((number) => Buffer.alloc(1200, number % 250)), 'silent'],
    ['challenges', many(toChallenge), 'malformed'],
  ])('with %s is given up, and another one is heard meanwhile', async (_what, raw, kind) => {
    await using flooding = await openFakeServer({ raw });
    await using honest = await openFakeServer({ names: ['Ada'] });
    const flooded = askServer(socket, flooding.peer, 'a2s');
    await expect.poll(() => flooding.asked.length).toBeGreaterThan(0);
    expect(await askServer(socket, honest.peer, 'a2s')).toMatchObject({
      kind: 'answered',
      claim: { people: ['Ada'] },
    });
    expect(await flooded).toEqual({ kind });
  });

  it('keeps no more of it than four answers that are not whole', () => {
    const pieces = new SplitAnswers({ isFirstEngine: false });
    const toHalf = (id: number, number: 0 | 1) =>
      Buffer.from([0xfe, 255, 255, 255, id, 0, 0, 0, 2, number, 0, 5, id]);
    for (const id of [1, 2, 3, 4, 5]) {
      expect(pieces.take(toHalf(id, 0))).toBeNull();
    }
    // The first of them went for the last.
    const wholes = [5, 4, 3, 2, 1].map((id) => pieces.take(toHalf(id, 1))?.toString('hex') ?? null);
    expect(wholes).toEqual(['0505', '0404', '0303', '0202', null]);
  });
});

it('asks many at once, and one server once at a time', async () => {
  const servers = await Promise.all(Array.from({ length: 64 }, () => openFakeServer({ names })));
  const asked = await Promise.all(
    servers.flatMap(({ peer }) => [askServer(socket, peer, 'a2s'), askServer(socket, peer, 'a2s')]),
  );
  expect(asked.map(({ kind }) => kind)).toEqual(Array(128).fill('answered'));
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
});
