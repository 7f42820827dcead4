import { RealtimeClient } from '@supabase/realtime-js';
import type { Hint } from './hint.ts';
import { getBackendUrl, getRuntime } from './runtime.ts';
import { hasSessionCookie } from './session-cookie.ts';

export const heartbeatInterval = 30_000;
export const realtimeTimeout = 10_000;
/** Waits between attempts to connect again; the last one stays. */
export const reconnectDelays = [1000, 2000, 5000, 10_000] as const;

export function toReconnectDelay(tries: number): number {
  return reconnectDelays[Math.min(Math.max(tries, 1), reconnectDelays.length) - 1] ?? 10_000;
}

let client: RealtimeClient | null = null;
let lastToken: string | null = null;

function openClient(): RealtimeClient {
  const key = getRuntime().environment.shell.backend.anon_key;
  client ??= new RealtimeClient(`${getBackendUrl().replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    heartbeatIntervalMs: heartbeatInterval,
    timeout: realtimeTimeout,
    reconnectAfterMs: toReconnectDelay,
    accessToken: readAccessToken,
  });
  return client;
}

async function readAccessToken(): Promise<string> {
  const key = getRuntime().environment.shell.backend.anon_key;
  if (!hasSessionCookie()) {
    return key;
  }
  // Each heartbeat asks, and asking may renew the session, which waits until the tab is seen again.
  if (lastToken !== null && document.visibilityState === 'hidden') {
    return lastToken;
  }
  const { openSession } = await import('./session.ts');
  const { data } = await (await openSession()).getSession();
  lastToken = data.session?.access_token ?? key;
  return lastToken;
}

/** Listens to one topic; whenever it is joined, the first time too, it reports null: hints may have been missed before. */
export function listenToTopic(topic: string, onHint: (hint: Hint | null) => void): () => void {
  const realtime = openClient();
  const channel = realtime.channel(topic, { config: { private: true } });
  channel.on('broadcast', { event: '*' }, ({ payload }) => {
    onHint(isHint(payload) ? payload : null);
  });
  channel.subscribe((status) => {
    // At the first join too: what happened since the page was rendered was told to nobody here.
    if (status === 'SUBSCRIBED') {
      onHint(null);
    }
  });
  return () => {
    void realtime.removeChannel(channel);
  };
}

function isHint(value: unknown): value is Hint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'version' in value &&
    typeof value.version === 'number'
  );
}
