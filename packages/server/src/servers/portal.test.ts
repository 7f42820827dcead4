import { expect, it } from 'vitest';
import { createPortalService } from './portal.ts';

const house = { prefix: 'Our house', playerAmount: 3, maxPlayers: 64, currentMap: 'Orbital' };
const url = 'http://service.example/';

function createService(answer: () => Response | Promise<Response>) {
  let time = 0;
  let asked = 0;
  const service = createPortalService({
    url,
    now: () => new Date(time),
    fetch: async () => {
      asked += 1;
      return answer();
    },
  });
  return { ...service, count: () => asked, pass: (milliseconds: number) => (time += milliseconds) };
}

it('hears of the server of that very name', async () => {
  const others = [{ ...house, prefix: 'Our house 2' }];
  const { ask } = createService(() => Response.json({ servers: [...others, house] }));
  expect(await ask('Our house')).toMatchObject({
    kind: 'answered',
    claim: { players: 3, max_players: 64, map: 'Orbital', people: null },
  });
  const none = createService(() => Response.json({ servers: others }));
  expect(await none.ask('Our house')).toEqual({ kind: 'missed', fault: 'unlisted' });
});

it('asks once a minute', async () => {
  const service = createService(() => Response.json({ servers: [house] }));
  await service.ask('Our house');
  service.pass(59_999);
  await service.ask('Our house');
  expect(service.count()).toBe(1);
  service.pass(1);
  await service.ask('Our house');
  expect(service.count()).toBe(2);
});

it.each<[string, () => Response]>([
  ['an error', () => new Response('busy', { status: 503 })],
  ['no JSON', () => new Response('<html>')],
  ['another form', () => Response.json({ servers: [{ ...house, playerAmount: -1 }] })],
  ['a redirection', () => Response.error()],
  ['more than may be', () => new Response(new Uint8Array(256 * 1024 + 1))],
])(
  'takes no %s for an answer, and after three leaves it alone for five minutes',
  async (_what, answer) => {
    const service = createService(answer);
    for (const _time of [1, 2, 3, 4]) {
      expect(await service.ask('Our house')).toEqual({ kind: 'missed', fault: 'unavailable' });
    }
    expect(service.count()).toBe(3);
    service.pass(5 * 60_000 - 1);
    await service.ask('Our house');
    expect(service.count()).toBe(3);
    service.pass(1);
    await service.ask('Our house');
    expect(service.count()).toBe(4);
  },
);

it('asks nobody where it is not switched on', async () => {
  const service = createPortalService({
    url: null,
    now: () => new Date(),
    fetch: () => Promise.reject(new Error('asked')),
  });
  expect(await service.ask('Our house')).toEqual({ kind: 'missed', fault: 'unavailable' });
});

it('asks with the name under the address, whether that ends in a slash or not', async () => {
  for (const base of ['http://service.example/bf', 'http://service.example/bf/']) {
    const asked: string[] = [];
    const { ask } = createPortalService({
      url: base,
      now: () => new Date(0),
      fetch: async (address) => {
        asked.push(String(address));
        return Response.json({ servers: [{ ...house, prefix: ' Our house ', currentMap: null }] });
      },
    });
    expect(await ask('Our house')).toMatchObject({ kind: 'answered', claim: { map: '' } });
    expect(asked).toEqual(['http://service.example/bf/servers/?name=Our+house&limit=20']);
  }
});

it.each<[string, object, string]>([
  ['as many players as may be', { playerAmount: 1000, maxPlayers: 1000 }, 'answered'],
  ['one more', { playerAmount: 1001 }, 'missed'],
  ['one place more', { maxPlayers: 1001 }, 'missed'],
  ['nobody', { playerAmount: 0, maxPlayers: 0 }, 'answered'],
  ['half a player', { playerAmount: 0.5 }, 'missed'],
  ['no map', { currentMap: undefined }, 'answered'],
])('takes an answer with %s or not', async (_what, change, kind) => {
  const { ask } = createService(() => Response.json({ servers: [{ ...house, ...change }] }));
  expect((await ask('Our house')).kind).toBe(kind);
});

it.each([64, 65])('keeps 64 characters of a map that has %i', async (length) => {
  const currentMap = 'x'.repeat(length);
  const { ask } = createService(() => Response.json({ servers: [{ ...house, currentMap }] }));
  expect(await ask('Our house')).toMatchObject({ claim: { map: 'x'.repeat(64) } });
});

it.each([
  [1000, 'answered'],
  [1001, 'missed'],
])('takes an answer of %i servers or not', async (count, kind) => {
  const one = { prefix: '', playerAmount: 0, maxPlayers: 0 };
  const servers = [...Array.from({ length: count - 1 }, () => one), house];
  const { ask } = createService(() => Response.json({ servers }));
  expect((await ask('Our house')).kind).toBe(kind);
});

it.each([
  [0, 'answered'],
  [1, 'missed'],
])('takes an answer of as many bytes as may be, and %i more, or not', async (more, kind) => {
  const text = JSON.stringify({ servers: [house] });
  const { ask } = createService(() => new Response(text.padEnd(256 * 1024 + more)));
  expect((await ask('Our house')).kind).toBe(kind);
});

it('keeps what it heard of one that is not listed too, and of each name for itself', async () => {
  const service = createService(() => Response.json({ servers: [house] }));
  for (const _time of [1, 2]) {
    expect(await service.ask('Elsewhere')).toEqual({ kind: 'missed', fault: 'unlisted' });
    expect(await service.ask('Our house')).toMatchObject({ kind: 'answered' });
  }
  expect(service.count()).toBe(2);
});

it('tells what it heard a moment ago though it leaves the service alone', async () => {
  let isGone = false;
  const service = createService(() =>
    isGone ? new Response('busy', { status: 503 }) : Response.json({ servers: [house] }),
  );
  await service.ask('Our house');
  isGone = true;
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await service.ask(name);
  }
  expect(service.count()).toBe(4);
  expect(await service.ask('Our house')).toMatchObject({ kind: 'answered' });
});

it('counts failures in a row alone', async () => {
  const answers = ['no', 'no', 'yes', 'no', 'no', 'yes'];
  const service = createService(() =>
    answers.shift() === 'yes'
      ? Response.json({ servers: [] })
      : new Response('busy', { status: 503 }),
  );
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await service.ask(name);
  }
  expect(service.count()).toBe(6);
});

it('keeps what it heard of the last five hundred names', async () => {
  const service = createService(() => Response.json({ servers: [] }));
  for (let name = 0; name <= 500; name += 1) {
    await service.ask(`${name}`);
  }
  await service.ask('1');
  expect(service.count()).toBe(501);
  await service.ask('0');
  expect(service.count()).toBe(502);
});
