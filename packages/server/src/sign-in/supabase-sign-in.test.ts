import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { createChatReader, createSignInReader } from './sign-in.ts';

afterEach(() => {
  vi.useRealTimers();
});

const settings = {
  external: {
    email: true,
    phone: true,
    anonymous_users: true,
    google: true,
    discord: true,
    apple: false,
  },
  disable_signup: false,
};

/** Supabase as far as its settings go, answering one after the other; the last for good. */
async function withSupabase(
  answers: unknown[],
  work: (read: ReturnType<typeof createSignInReader>, asked: string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.apikey}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = parseConfig({
    SUPABASE_URL: `http://127.0.0.1:${port}`,
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    DATABASE_URL: 'postgres://localhost/postgres',
  });
  try {
    await work(
      createSignInReader(config, async () => []),
      asked,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('offers what Supabase does, the chat platform first, and asks for no captcha of ours', () =>
  withSupabase([settings], async (read, asked) => {
    expect(await read()).toEqual({
      providers: [
        { name: 'discord', label: null },
        { name: 'google', label: null },
      ],
      email: true,
      sign_up: true,
      captcha: false,
    });
    expect(asked).toEqual(['/auth/v1/settings anon']);
  }));

it('offers no address and no joining where Supabase takes none', () =>
  withSupabase([{ external: { email: false }, disable_signup: true }], async (read) => {
    expect(await read()).toEqual({ providers: [], email: false, sign_up: false, captcha: false });
  }));

it('asks again after five minutes, and at once where it went wrong', () =>
  withSupabase(['nonsense', settings], async (read, asked) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await expect(read()).rejects.toThrow();
    await read();
    vi.setSystemTime(Date.now() + 300_000);
    await read();
    expect(asked).toHaveLength(2);
    vi.setSystemTime(Date.now() + 1);
    await read();
    expect(asked).toHaveLength(3);
  }));

it('leads to the chat platform only where Supabase lets people in by it, and keeps to that while it is away', () =>
  withSupabase(
    [settings, { external: { discord: false }, disable_signup: false }, 'nonsense'],
    async (readSignIn) => {
      const config = parseConfig({
        SUPABASE_URL: 'https://league.supabase.test/',
        SUPABASE_ANON_KEY: 'anon',
        SUPABASE_SERVICE_ROLE_KEY: 'service',
        DATABASE_URL: 'postgres://localhost/postgres',
      });
      expect(config.supabase?.url).toBe('https://league.supabase.test');
      vi.useFakeTimers({ toFake: ['Date'] });
      const hasChat = createChatReader(config, { loadWays: async () => [], readSignIn });
      expect(await hasChat()).toBe(true);
      for (const _asked of ['off', 'away']) {
        vi.setSystemTime(Date.now() + 300_001);
        await hasChat();
        await readSignIn().catch(() => null);
        expect(await hasChat()).toBe(false);
      }
    },
  ));

it('leads to the page with the ways in while Supabase has said nothing', async () => {
  const config = parseConfig({
    SUPABASE_URL: 'https://league.supabase.test',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    DATABASE_URL: 'postgres://localhost/postgres',
  });
  const readSignIn = () => Promise.reject(new Error('away'));
  expect(await createChatReader(config, { loadWays: async () => [], readSignIn })()).toBe(false);
});
