import { createChunks, DEFAULT_COOKIE_OPTIONS } from '@supabase/ssr';
import { describe, expect, it } from 'vitest';
import { iconFetchTimeout, iconLoaderOptions } from './icon/icons.ts';
import { heartbeatInterval, realtimeTimeout, toReconnectDelay } from './live/realtime.ts';
import { reloadGuardTime } from './navigation/reload-guard.ts';

describe('the constants that are easily forgotten', () => {
  it('beats the heart of realtime every 30 s and gives up after 10 s', () => {
    expect(heartbeatInterval).toBe(30_000);
    expect(realtimeTimeout).toBe(10_000);
  });

  it('connects again after 1, 2, 5 and 10 s, and then every 10', () => {
    expect([1, 2, 3, 4, 5, 50].map(toReconnectDelay)).toEqual([
      1000, 2000, 5000, 10_000, 10_000, 10_000,
    ]);
  });

  it('loads icons with short addresses, and waits neither long for a host nor for an icon', () => {
    expect(iconLoaderOptions).toEqual({ path: '/', maxURL: 500, rotate: 750, timeout: 5000 });
    expect(iconFetchTimeout).toBe(1500);
  });

  it('keeps the session 400 days in chunks of 3180 characters', () => {
    expect(DEFAULT_COOKIE_OPTIONS).toMatchObject({
      path: '/',
      sameSite: 'lax',
      maxAge: 400 * 24 * 60 * 60,
    });
    const [first, second] = createChunks('muster-auth-token', 'x'.repeat(4000));
    expect(first?.value.length).toBe(3180);
    expect(second?.name).toBe('muster-auth-token.1');
  });

  it('reloads the same path for a missing chunk once in ten seconds', () => {
    expect(reloadGuardTime).toBe(10_000);
  });
});
