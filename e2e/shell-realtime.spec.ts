import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { test } from './world/test.ts';

/*
 * The site's own realtime client in a browser whose clock stands still until it is moved, against a
 * socket that answers as it is told.
 */

type Frame = [join: string | null, ref: string | null, topic: string, event: string, data: unknown];

interface Socket {
  route: WebSocketRoute;
  /** The events of the frames that came, oldest first. */
  events: string[];
}

interface SocketsOptions {
  /** Whether a frame is answered at all. */
  isAnswered?: () => boolean;
  /** Whether a connection is closed before it is open. */
  isRefused?: () => boolean;
}

async function takeSockets(
  page: Page,
  { isAnswered = () => true, isRefused = () => false }: SocketsOptions = {},
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (route) => {
    const socket: Socket = { route, events: [] };
    sockets.push(socket);
    if (isRefused()) {
      void route.close({ code: 1012 });
      return;
    }
    route.onMessage((message) => {
      const [join, ref, topic, event] = JSON.parse(String(message)) as Frame;
      socket.events.push(event);
      if (!isAnswered()) {
        return;
      }
      const reply: Frame = [join, ref, topic, 'phx_reply', { status: 'ok', response: {} }];
      route.send(JSON.stringify(reply));
    });
  });
  return sockets;
}

/** Opens a ladder with a clock of the test's own; what the page asks to wait for is noted. */
async function openLadder(page: Page): Promise<() => Promise<number[]>> {
  await page.clock.install();
  await openAlive(page, '/login');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    const waits: number[] = [];
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const real = window[name] as typeof window.setTimeout;
      Object.assign(window, {
        [name]: (run: () => void, wait = 0, ...rest: unknown[]) => {
          waits.push(wait);
          return real(run, wait, ...rest);
        },
      });
    }
    Object.assign(window, { waits });
    const anchor = document.createElement('a');
    anchor.href = '/ladders/bf6-2v2-tanks';
    document.querySelector('main')?.append(anchor);
    anchor.click();
  });
  return () => page.evaluate(() => (window as unknown as { waits: number[] }).waits);
}

const count = (socket: Socket | undefined, event: string) =>
  socket?.events.filter((one) => one === event).length ?? 0;

test('the heart of realtime beats every 30 s', async ({ page }) => {
  const sockets = await takeSockets(page);
  await openLadder(page);
  await expect.poll(() => count(sockets[0], 'phx_join')).toBe(1);
  await page.clock.runFor(29_900);
  await page.evaluate(() => {});
  expect(count(sockets[0], 'heartbeat')).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(() => count(sockets[0], 'heartbeat')).toBe(1);
  await page.clock.runFor(30_000);
  await expect.poll(() => count(sockets[0], 'heartbeat')).toBe(2);
  expect(sockets).toHaveLength(1);
});

test('a join that is not answered within 10 s is tried again', async ({ page }) => {
  let isAnswered = false;
  const sockets = await takeSockets(page, { isAnswered: () => isAnswered });
  const readWaits = await openLadder(page);
  await expect.poll(() => count(sockets[0], 'phx_join')).toBe(1);
  expect(await readWaits()).toContain(10_000);
  await page.clock.runFor(9_900);
  await page.evaluate(() => {});
  expect(count(sockets[0], 'phx_join')).toBe(1);
  isAnswered = true;
  await page.clock.runFor(100);
  await page.clock.runFor(1000);
  await expect.poll(() => count(sockets[0], 'phx_join')).toBe(2);
});

test('a lost connection is made again after 1, 2, 5 and 10 s, and then every 10; then the page looks again', async ({
  page,
}) => {
  let isDown = false;
  const sockets = await takeSockets(page, { isRefused: () => isDown });
  const readWaits = await openLadder(page);
  await expect.poll(() => count(sockets[0], 'phx_join')).toBe(1);
  isDown = true;
  let before = (await readWaits()).length;
  await sockets[0]?.route.close({ code: 1012 });
  const delays = [1000, 2000, 5000, 10_000, 10_000];
  for (const [place, delay] of delays.entries()) {
    await expect.poll(async () => (await readWaits()).slice(before)).toContain(delay);
    if (place === delays.length - 1) {
      isDown = false;
    }
    before = (await readWaits()).length;
    await page.clock.runFor(delay - 1);
    await page.evaluate(() => {});
    expect(sockets).toHaveLength(place + 1);
    await page.clock.runFor(1);
    await expect.poll(() => sockets.length).toBe(place + 2);
  }
  const looked = page.waitForResponse('**/ladders/bf6-2v2-tanks/_payload.json');
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return count(sockets.at(-1), 'phx_join');
    })
    .toBeGreaterThan(0);
  expect((await looked).status()).toBe(200);
});
