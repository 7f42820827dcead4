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
