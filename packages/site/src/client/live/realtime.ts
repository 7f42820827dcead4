import { RealtimeClient } from '@supabase/realtime-js';
import { getBackendUrl, getRuntime } from '../runtime.ts';
import { hasSessionCookie } from '../session/session-cookie.ts';
import type { Hint } from './hint.ts';

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
  const { openSession } = await import('../session/session.ts');
  const { data } = await (await openSession()).getSession();
  lastToken = data.session?.access_token ?? key;
  return lastToken;
}

type Listener = (hint: Hint | null) => void;

/** A topic that parts of the page listen to: a client joins each but once. */
interface HeardTopic {
  listeners: Set<Listener>;
  isJoined: boolean;
  leave: () => void;
}

const heardTopics = new Map<string, HeardTopic>();

function joinTopic(topic: string): HeardTopic {
  const realtime = openClient();
  const channel = realtime.channel(topic, { config: { private: true } });
  const heard: HeardTopic = {
    listeners: new Set(),
    isJoined: false,
    leave: () => void realtime.removeChannel(channel),
  };
  const tell = (hint: Hint | null) => {
    for (const listener of [...heard.listeners]) {
      listener(hint);
    }
  };
  channel.on('broadcast', { event: '*' }, ({ payload }) => {
    tell(isHint(payload) ? payload : null);
  });
  channel.subscribe((status) => {
    heard.isJoined = status === 'SUBSCRIBED';
    // At the first join too: what happened since the page was rendered was told to nobody here.
    if (heard.isJoined) {
      tell(null);
    }
  });
  return heard;
}

/** Listens to one topic; whenever it is joined, the first time too, it reports null: hints may have been missed before. */
export function listenToTopic(topic: string, onHint: Listener): () => void {
  const heard = heardTopics.get(topic) ?? joinTopic(topic);
  heardTopics.set(topic, heard);
  heard.listeners.add(onHint);
  if (heard.isJoined) {
    onHint(null);
  }
  return () => {
    heard.listeners.delete(onHint);
    if (heard.listeners.size === 0 && heardTopics.get(topic) === heard) {
      heardTopics.delete(topic);
      heard.leave();
    }
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
