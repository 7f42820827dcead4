import { _api, addAPIProvider, loadIcons } from '@iconify/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { iconLoaderOptions } from './icons.ts';

/*
 * The real loader with our constants: two hosts, and a clock that stands still until it is moved.
 */

type Answer = () => Promise<Response>;

const asked: { url: URL; at: number }[] = [];
let answers: Answer[] = [];
let provider = 0;

const never: Answer = () => new Promise(() => {});
const status =
  (code: number): Answer =>
  async () =>
    new Response('', { status: code });

function toIcons(url: URL): Response {
  const names = (url.searchParams.get('icons') ?? '').split(',');
  const icons = Object.fromEntries(names.map((name) => [name, { body: '<path d="M0 0"/>' }]));
  return Response.json({ prefix: 'set', icons });
}

/** Asks two hosts of a provider of its own for icons, and gives what was had and what was not. */
function load(names: readonly string[]): Promise<{ had: number; missing: number }> {
  provider += 1;
  const name = `test${provider}`;
  addAPIProvider(name, {
    ...iconLoaderOptions,
    resources: ['https://one.example', 'https://two.example'],
    // Always the first host first.
    random: false,
    index: 0,
  });
  return new Promise((resolve) => {
    loadIcons(
      names.map((icon) => `@${name}:set:${icon}`),
      (had, missing, pending) => {
        if (pending.length === 0) {
          resolve({ had: had.length, missing: missing.length });
        }
      },
    );
  });
}

const hosts = () => asked.map(({ url }) => url.hostname);

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answers = [];
  _api.setFetch(async (input) => {
    const url = new URL(String(input));
    asked.push({ url, at: Date.now() });
    const answer = answers.shift();
    return answer === undefined ? toIcons(url) : answer();
  });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the icon loader', () => {
  it('asks the next host when the first has not answered within 750 ms', async () => {
    answers = [never];
    const loaded = load(['a']);
    await vi.advanceTimersByTimeAsync(100);
    const from = asked[0]?.at ?? 0;
    await vi.advanceTimersByTimeAsync(750);
    expect(hosts()).toEqual(['one.example', 'two.example']);
    expect((asked[1]?.at ?? 0) - from).toBe(750);
    expect(await loaded).toEqual({ had: 1, missing: 0 });
  });

  it('asks the next host at once after any failure but 404', async () => {
    answers = [status(500)];
    const loaded = load(['a']);
    await vi.advanceTimersByTimeAsync(100);
    expect(hosts()).toEqual(['one.example', 'two.example']);
    expect(await loaded).toEqual({ had: 1, missing: 0 });
  });

  it('gives up at a 404', async () => {
    answers = [status(404)];
    const loaded = load(['a']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hosts()).toEqual(['one.example']);
    expect(await loaded).toEqual({ had: 0, missing: 1 });
  });

  it('gives up 5000 ms after the last host was asked', async () => {
    answers = [never, never];
    let ended = 0;
    const loaded = load(['a']).then((result) => {
      ended = Date.now();
      return result;
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(hosts()).toEqual(['one.example', 'two.example']);
    expect(await loaded).toEqual({ had: 0, missing: 1 });
    const after = ended - (asked[0]?.at ?? 0);
    // Twice 750 ms to the next host, of which there is none after the second, then the time-out.
    expect(after).toBeGreaterThanOrEqual(6500);
    expect(after).toBeLessThan(6510);
  });

  it('has nothing, and asks nobody, where there is no fetch', async () => {
    const fetched = _api.getFetch();
    _api.setFetch(undefined as never);
    const loaded = load(['a']);
    await vi.advanceTimersByTimeAsync(100);
    expect(await loaded).toEqual({ had: 0, missing: 1 });
    if (fetched !== undefined) {
      _api.setFetch(fetched);
    }
  });

  it('parts what would make an address longer than 500 characters', async () => {
    const names = Array.from({ length: 60 }, (_, place) => `a-long-name-of-an-icon-${place}`);
    const loaded = load(names);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await loaded).toEqual({ had: 60, missing: 0 });
    expect(asked.length).toBeGreaterThan(3);
    for (const { url } of asked) {
      expect((url.pathname + url.search).length).toBeLessThanOrEqual(500);
    }
  });
});
