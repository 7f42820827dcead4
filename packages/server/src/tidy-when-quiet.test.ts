import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quietMilliseconds, tidyWhenQuiet, worthBytes } from './tidy-when-quiet.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('calls it quiet after twenty seconds, and eight MiB worth it', () => {
  expect([quietMilliseconds, worthBytes]).toEqual([20_000, 8_388_608]);
});

it('tidies up once when nobody has asked for a while, and again only after somebody has', () => {
  const server = createServer();
  let size = worthBytes;
  const collect = vi.fn(() => {
    size += worthBytes;
  });
  tidyWhenQuiet(server, { collect, getSize: () => size });
  const ask = (url: string) => server.emit('request', { url }, {});
  vi.advanceTimersByTime(quietMilliseconds - 1);
  ask('/ladders');
  vi.advanceTimersByTime(quietMilliseconds - 1);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(collect).toHaveBeenCalledTimes(1);
  // Probes are no visitors: they neither keep it from resting nor wake it.
  ask('/readyz');
  ask('/healthz');
  vi.advanceTimersByTime(10 * quietMilliseconds);
  expect(collect).toHaveBeenCalledTimes(1);
  ask('/');
  size += worthBytes;
  vi.advanceTimersByTime(quietMilliseconds - 1);
  ask('/readyz');
  vi.advanceTimersByTime(1);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('collects only what is worth it: what came since the last time', () => {
  const server = createServer();
  let size = worthBytes;
  const collect = vi.fn(() => {
    size = 5 * worthBytes;
  });
  tidyWhenQuiet(server, { collect, getSize: () => size });
  const rush = (left: number) => {
    size = left;
    server.emit('request', { url: '/' }, {});
    vi.advanceTimersByTime(quietMilliseconds);
  };
  rush(20 * worthBytes);
  expect(collect).toHaveBeenCalledTimes(1);
  rush(6 * worthBytes - 1);
  expect(collect).toHaveBeenCalledTimes(1);
  rush(6 * worthBytes);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('does nothing more once the server is closed', () => {
  const server = createServer();
  const collect = vi.fn();
  tidyWhenQuiet(server, { collect, getSize: () => worthBytes });
  server.emit('close');
  server.emit('request', { url: '/' }, {});
  vi.advanceTimersByTime(2 * quietMilliseconds);
  expect(collect).not.toHaveBeenCalled();
});
