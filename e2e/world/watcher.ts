/** A socket that listens to one topic, as a page does. */
export interface Watcher {
  /** Every hint that has come so far. */
  hints: { id: string; version: number }[];
  close(): void;
}

type Frame = [unknown, unknown, string, string, { event?: string; payload?: unknown }];

/** Joins a topic of a server's realtime service, and returns once it has been let in. */
export async function watch(url: string, key: string, topic: string): Promise<Watcher> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`;
  const socket = new WebSocket(address);
  const hints: Watcher['hints'] = [];
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error(`${url} takes no socket`)));
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: {} }])),
    );
    socket.addEventListener('message', ({ data }) => {
      const [, , , event, body] = JSON.parse(String(data)) as Frame;
      if (event === 'phx_reply') {
        resolve();
      }
      if (event === 'broadcast') {
        hints.push(body.payload as Watcher['hints'][number]);
      }
    });
  });
  return { hints, close: () => socket.close() };
}
