import { describe, expect, it } from 'vitest';
import { createVisitorCache, toVisitorKey, type VisitorCache } from './visitor-cache.ts';

/** Asks for a page that would now have this text, and gives what is sent. */
async function ask(cache: VisitorCache, key: string, text: string, init: ResponseInit = {}) {
  const answer = await cache.get(key, async () => new Response(text, init));
  return answer.text();
}

describe('the cache of visitors’ pages', () => {
  it('sends the same page for a second, headers and all', async () => {
    let now = 0;
    const cache = createVisitorCache({ now: () => now, later: () => {} });
    const headers = { 'content-type': 'text/html', vary: 'Cookie' };
    await ask(cache, 'a', 'one', { headers });
    now = 999;
    const answer = await cache.get('a', async () => new Response('two'));
    expect(await answer.text()).toBe('one');
    expect(Object.fromEntries(answer.headers)).toEqual(headers);
    now = 1000;
    expect(await ask(cache, 'a', 'two')).toBe('two');
  });

  it('does not keep what was being made when it was cleared', async () => {
    const cache = createVisitorCache({ now: () => 0, later: () => {} });
    let finish = (_answer: Response): void => {};
    const making = cache.get('a', () => new Promise<Response>((resolve) => (finish = resolve)));
    const waiting = cache.get('a', async () => new Response('not asked for'));
    cache.clear();
    expect(await ask(cache, 'a', 'new')).toBe('new');
    finish(new Response('old'));
    expect(await (await making).text()).toBe('old');
    expect(await (await waiting).text()).toBe('old');
    expect(await ask(cache, 'a', 'newer')).toBe('new');
  });

  it('keeps no failure, no missing page and no cookie', async () => {
    const cache = createVisitorCache({ now: () => 0, later: () => {} });
    const failed = cache.get('a', () => Promise.reject(new Error('no database')));
    await expect(failed).rejects.toThrow('no database');
    await ask(cache, 'a', 'missing', { status: 404 });
    await ask(cache, 'a', 'for one', { headers: { 'set-cookie': 'a=b' } });
    expect(await ask(cache, 'a', 'found')).toBe('found');
    expect(await ask(cache, 'a', 'later')).toBe('found');
  });

  it('holds no page for longer than it may be sent, and counts it no more', async () => {
    const waiting: (() => void)[] = [];
    const later = (work: () => void, milliseconds: number) => {
      expect(milliseconds).toBe(1000);
      waiting.push(work);
    };
    const cache = createVisitorCache({ maxBytes: 25, now: () => 0, later });
    await ask(cache, 'a', 'ten bytes.');
    for (const work of waiting.splice(0)) {
      work();
    }
    expect(await ask(cache, 'a', 'ten again.')).toBe('ten again.');
    // Both find room: what was forgotten counts no more.
    await ask(cache, 'b', 'ten bytes.');
    expect(await ask(cache, 'a', 'new')).toBe('ten again.');
    // Made anew since: the time of the one before says nothing of it.
    const [first] = waiting.splice(0);
    cache.clear();
    await ask(cache, 'b', 'newer');
    first?.();
    expect(await ask(cache, 'b', 'newest')).toBe('newer');
  });

  it('forgets what was not used for the longest when its bytes are full', async () => {
    const cache = createVisitorCache({ maxBytes: 25, now: () => 0, later: () => {} });
    const page = 'ten bytes.';
    await ask(cache, 'a', page);
    await ask(cache, 'b', page);
    await ask(cache, 'a', 'new');
    await ask(cache, 'c', page);
    expect(await ask(cache, 'a', 'new')).toBe(page);
    expect(await ask(cache, 'b', 'new')).toBe('new');
  });
});

it('has sixteen MiB of pages, each with its key', async () => {
  const cache = createVisitorCache({ now: () => 0, later: () => {} });
  const page = 'x'.repeat(1024 * 1024 - 1);
  for (const key of 'abcdefghijklmnop') {
    await ask(cache, key, page);
  }
  expect(await ask(cache, 'a', 'new')).toBe(page);
  await ask(cache, 'q', '');
  expect(await ask(cache, 'b', 'new')).toBe('new');
});

describe('the key of a visitor’s page', () => {
  const toKey = (headers: Record<string, string>, path = '/ladders/tanks', isDevelopment = false) =>
    toVisitorKey(new Request(`http://localhost:3000${path}`, { headers }), {
      isDevelopment,
      locales: ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'],
    });

  it('is another for each address, host, language, zone and coding', () => {
    const keys = [
      toKey({}),
      toKey({}, '/ladders/tanks?from=201'),
      toKey({}, '/ladders/tanks', true),
      toKey({ host: 'elsewhere.example' }),
      toKey({ 'accept-language': 'fi' }),
      toKey({ cookie: 'muster-locale=pl' }),
      toKey({ cookie: 'muster-zone=Europe%2FHelsinki' }),
      toKey({ cookie: 'muster-zone=Europe%2FParis' }),
      toKey({ 'accept-encoding': 'gzip, br' }),
      toKey({ 'accept-encoding': 'gzip' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(toKey({ cookie: 'muster-zone=Nowhere; other=1' })).toBe(
      toKey({ cookie: 'muster-zone=UTC', 'accept-language': 'en' }),
    );
  });

  it('is nobody’s who may have a session', () => {
    expect(toKey({ authorization: 'Bearer x' })).toBeNull();
    expect(toKey({ cookie: 'muster-auth-token=x' })).toBeNull();
    expect(toKey({ cookie: 'a=b; muster-auth-token.1=x' })).toBeNull();
    expect(toKey({ cookie: 'a=b; muster-setup=x' })).toBeNull();
    expect(toKey({ cookie: 'a=b; muster-setups=x' })).not.toBeNull();
  });
});
