import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as command from '../../client/command/command.ts';
import type { Texts, WritingData } from './data.ts';
import { DraftKeeper, isSameTexts } from './draft-keeper.ts';
import { findUnsent, keepUnsent, type Unsent } from './unsent.ts';

/** However slow the machine is; the tool's own limit is a second. */
const patient = { timeout: 60_000 };

type Kept = { texts: Texts; revision: number; at: string; version: string };

/** A server that keeps one draft and the revisions of a text, as the API does. */
const server = {
  draft: null as Kept | null,
  revisions: new Map<number, Texts>(),
  isGone: false,
  /** What it takes without an answer arriving. */
  losesAnswer: false,
  asked: [] as string[],
};

function answer(path: string, method: string, body: Record<string, unknown>): Response {
  const url = new URL(path, 'http://localhost');
  const refused = (code: string, params: object) =>
    Response.json({ error: { code, params } }, { status: 409 });
  if (url.pathname.endsWith('/draft')) {
    if (method === 'GET') {
      return Response.json({ data: { draft: server.draft } });
    }
    if ((body.seen ?? null) !== (server.draft?.version ?? null)) {
      return refused('draft_changed', { version: server.draft?.version ?? '' });
    }
    const at = new Date().toISOString();
    const { texts, revision, version } = body as unknown as Kept;
    server.draft = method === 'DELETE' ? null : { texts, revision, version, at };
    return Response.json({ data: { at } });
  }
  const number = /\/revisions\/(\d+)$/.exec(url.pathname)?.[1];
  if (number !== undefined) {
    return Response.json({ data: { number, texts: server.revisions.get(Number(number)) } });
  }
  const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
  const revisions = [...server.revisions.keys()]
    .filter((one) => one < before)
    .toSorted((one, other) => other - one);
  return Response.json({ data: { revisions: revisions.map((one) => ({ number: one })) } });
}

/** What the browser keeps, of which only the keys can be listed. */
function createStorage(): Storage {
  const storage = {};
  const methods = {
    getItem: (key: string): string | null => Reflect.get(storage, key) ?? null,
    setItem: (key: string, value: string) => Reflect.set(storage, key, value),
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(storage, name, { value });
  }
  return storage as Storage;
}

let heard: EventTarget;

beforeEach(() => {
  Object.assign(server, {
    ...{ draft: null, revisions: new Map([[3, { title: 'Saved', body: 'a\nb\nc' }]]) },
    ...{ isGone: false, losesAnswer: false, asked: [] },
  });
  vi.useFakeTimers();
  vi.spyOn(command, 'addRefusalTexts').mockResolvedValue();
  heard = new EventTarget();
  vi.stubGlobal('window', heard);
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('fetch', async (path: string, options: { method: string; body?: string }) => {
    const method = options.method;
    server.asked.push(method);
    if (server.isGone) {
      throw new TypeError('network down');
    }
    const given = answer(path, method, JSON.parse(options.body ?? '{}') as Record<string, unknown>);
    if (server.losesAnswer) {
      throw new TypeError('network down');
    }
    return given;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = (draft: Kept | null = server.draft) =>
  new DraftKeeper(
    {
      ...{ kind: 'articles', slug: 'up', locale: 'en', revision: 3, draft },
      texts: server.revisions.get(3) ?? {},
      // The keeper reads no more of the page's data.
    } as WritingData,
    'rook',
  );
const write = (keeper: DraftKeeper, texts: Texts, revision = 3) =>
  keeper.write({ texts, revision });
const prefix = 'muster-draft:rook:articles/up/en:';

describe('a draft', () => {
  it('is kept in the browser at once and on the server a second and a half later', async () => {
    const keeper = open();
    expect(keeper.store.get()).toMatchObject({ isBack: false, isWaiting: false, keptAt: null });
    write(keeper, { title: 'Mine' });
    expect(findUnsent(prefix)?.unsent).toMatchObject({ texts: { title: 'Mine' }, seen: null });
    expect(keeper.store.get().isWaiting).toBe(true);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(server.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(keeper.store.get().isWaiting).toBe(false), patient);
    expect(server.draft).toMatchObject({ texts: { title: 'Mine' }, revision: 3 });
    expect(keeper.store.get().keptAt).toBe(server.draft?.at);
    expect(findUnsent(prefix)).toBeNull();
  });

  it('that the network loses is sent again every five seconds while the page is open, and at once when it is back', async () => {
    server.isGone = true;
    const keeper = open();
    const end = keeper.start();
    write(keeper, { title: 'Mine' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(keeper.store.get().error?.code).toBe('network_failed');
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked).toHaveLength(2);
    server.isGone = false;
    heard.dispatchEvent(new Event('online'));
    await vi.waitFor(
      () => expect(keeper.store.get()).toMatchObject({ error: null, isWaiting: false }),
      patient,
    );
    server.isGone = true;
    write(keeper, { title: 'More' });
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    // Sent once more as the page goes, and then no more.
    expect(server.asked).toHaveLength(4);
    expect(findUnsent(prefix)?.unsent.texts).toEqual({ title: 'More' });
  });

  it('that a tab has left behind is taken up and sent by the next', async () => {
    const left = (title: string, at: number): Unsent => ({
      ...{ texts: { title }, revision: 3, seen: null, base: { title: 'Saved' }, at },
    });
    keepUnsent(`${prefix}one`, left('Older', 1));
    keepUnsent(`${prefix}two`, left('Newer', 2));
    keepUnsent('muster-draft:rook:articles/other/en:x', left('Another', 3));
    localStorage.setItem(`${prefix}three`, '{"at":9}');
    const keeper = open();
    const end = keeper.start();
    expect(keeper.store.get()).toMatchObject({
      isBack: true,
      draft: { texts: { title: 'Newer' } },
    });
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(server.draft?.texts).toEqual({ title: 'Newer' }), patient);
    await vi.waitFor(
      () => expect(findUnsent(prefix)?.unsent.texts).toEqual({ title: 'Older' }),
      patient,
    );
    end();
  });

  it('warns whoever closes the tab while something of it waits', async () => {
    const keeper = open();
    const end = keeper.start();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      heard.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    write(keeper, { title: 'Mine' });
    expect(close()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(keeper.store.get().isWaiting).toBe(false), patient);
    expect(close()).toBe(false);
    end();
  });

  it('whose answer was lost is known for one’s own, and nothing is joined', async () => {
    const keeper = open();
    const end = keeper.start();
    server.losesAnswer = true;
    write(keeper, { title: 'Mine' });
    await vi.advanceTimersByTimeAsync(1_500);
    server.losesAnswer = false;
    write(keeper, { title: 'Mine too' });
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(server.draft?.texts).toEqual({ title: 'Mine too' }), patient);
    expect(keeper.store.get().isJoined).toBe(false);
    end();
  });

  it('that another tab wrote on as well is put together with it', async () => {
    const keeper = open();
    const end = keeper.start();
    server.draft = {
      texts: { title: 'Saved', body: 'A\nb\nc' },
      revision: 3,
      at: '',
      version: 'x',
    };
    write(keeper, { title: 'Saved', body: 'a\nb\nC', game: 'mine' });
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(keeper.store.get().isJoined).toBe(true), patient);
    await vi.advanceTimersByTimeAsync(1_500);
    const joined = { title: 'Saved', body: 'A\nb\nC', game: 'mine' };
    await vi.waitFor(() => expect(server.draft?.texts).toEqual(joined), patient);
    end();
  });

  it('of another revision is put together over what was saved when the older was begun', async () => {
    const keeper = open();
    const end = keeper.start();
    server.revisions.set(5, { title: 'Saved', body: 'a\nb\nc\nd' });
    server.draft = {
      texts: { title: 'Saved', body: 'a\nb\nc\nD' },
      revision: 5,
      at: '',
      version: 'x',
    };
    write(keeper, { title: 'Saved', body: 'A\nb\nc' });
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(keeper.store.get().isJoined).toBe(true), patient);
    await vi.advanceTimersByTimeAsync(1_500);
    const joined = { texts: { title: 'Saved', body: 'A\nb\nc\nD' }, revision: 5 };
    await vi.waitFor(() => expect(server.draft).toMatchObject(joined), patient);
    end();
  });

  it('that is saved goes, and what was typed meanwhile goes on', async () => {
    const keeper = open();
    const saved = { texts: { title: 'Mine' }, revision: 4 };
    write(keeper, saved.texts);
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(server.draft).not.toBeNull(), patient);
    await vi.waitFor(() => expect(keeper.store.get().isWaiting).toBe(false), patient);
    await keeper.saved(saved);
    expect(server.draft).toBeNull();
    expect(keeper.store.get()).toMatchObject({ draft: saved, isBack: false, keptAt: null });
    write(keeper, { title: 'More' }, 4);
    await keeper.saved(saved);
    expect(keeper.store.get().draft).toEqual({ texts: { title: 'More' }, revision: 4 });
    await keeper.drop(saved);
    expect(findUnsent(prefix)).toBeNull();
  });

  it('moves with its text to another address word', () => {
    const keeper = open();
    keeper.moveTo('down');
    expect(findUnsent('muster-draft:rook:articles/down/en:')).toBeNull();
    write(keeper, { title: 'Mine' });
    keeper.moveTo('down');
    expect(findUnsent(prefix)).toBeNull();
    expect(findUnsent('muster-draft:rook:articles/down/en:')?.unsent.texts).toEqual({
      title: 'Mine',
    });
  });
});

it.each<[Texts, Texts, boolean]>([
  [{}, { title: '' }, true],
  [{ title: 'a' }, { title: 'a', body: '' }, true],
  [{ title: 'a' }, { title: 'b' }, false],
  [{ title: 'a' }, {}, false],
  [{}, { body: 'a' }, false],
])('texts %j and %j are the same: %s', (one, other, isSame) => {
  expect(isSameTexts(one, other)).toBe(isSame);
});
