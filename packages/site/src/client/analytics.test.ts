import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Router } from '../app/router.tsx';
import { createStore } from '../app/store.ts';
import { startAnalytics, trackEvent } from './analytics.ts';
import { type Runtime, setRuntime } from './runtime.ts';

/*
 * The real tracker in a window of our own; the browser tests see what the site itself counts.
 */

const sent: { address: string; type: unknown; body: Record<string, unknown> }[] = [];

/** A tab of a league that counts at `host`, or does not count. */
function openTab(host: string | null): () => void {
  setRuntime({ environment: { shell: { analytics_host: host } } } as unknown as Runtime);
  const location = { pathname: '/login', search: '', hash: '' };
  return startAnalytics({ shown: createStore({ location }) } as unknown as Router);
}

beforeEach(() => {
  sent.length = 0;
  const location = {
    href: 'https://league.example/login',
    hostname: 'league.example',
    protocol: 'https:',
    pathname: '/login',
    search: '',
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, innerWidth: 1280 });
  vi.stubGlobal('document', { referrer: 'https://search.example/' });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit) => {
    const type = new Headers(headers).get('content-type');
    sent.push({ address, type, body: JSON.parse(String(body)) });
    return new Response(null, { status: 202 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an event that is counted', () => {
  it('is not sent while analytics are off', () => {
    openTab(null);
    trackEvent('Team founded');
    expect(sent).toEqual([]);
  });

  it('bears its properties as text and its revenue as it is, and neither unless given', () => {
    const stop = openTab('https://stats.example');
    sent.length = 0;
    const revenue = { currency: 'EUR', amount: 12.5 };
    trackEvent('Team founded', { props: { game: 'squad', people: 4 }, revenue });
    trackEvent('Team founded');
    const plain = {
      n: 'Team founded',
      u: 'https://league.example/login',
      d: 'league.example',
      r: 'https://search.example/',
      w: 1280,
      h: 0,
    };
    const post = { address: 'https://stats.example/api/event', type: 'text/plain' };
    expect(sent).toEqual([
      { ...post, body: { ...plain, p: '{"game":"squad","people":4}', $: revenue } },
      { ...post, body: plain },
    ]);
    stop();
  });
});
