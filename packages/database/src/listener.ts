import pg from 'pg';

type OnPayload = (payload: string) => void;

const firstDelayMs = 100;
const longestDelayMs = 10_000;
const heartbeatMs = 30_000;
const heartbeatTimeoutMs = 10_000;

interface ListenerOptions {
  config: pg.ClientConfig;
  /** Settles a connection before anything else goes over it. */
  onConnect: (client: pg.Client) => Promise<void>;
  onError: (error: Error) => void;
}

/**
 * One connection that listens for everybody in this process. It is opened at the first channel and
 * opened again with growing pauses when lost; after that every listener is called with an empty
 * payload before anything new, since what was sent meanwhile is gone and only a look at the tables can tell.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #channels = new Map<string, Set<OnPayload>>();
  /** The channels of which something may have been missed, and nobody was told yet. */
  #behind = new Set<string>();
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #delay = firstDelayMs;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    if (this.#closed) {
      throw new Error('The database is closed: nothing can be listened to.');
    }
    const listeners = this.#channels.get(channel) ?? new Set();
    // A function of our own each time, so that the same callback given twice is stopped one by one.
    const entry: OnPayload = (payload) => onPayload(payload);
    listeners.add(entry);
    this.#channels.set(channel, listeners);
    try {
      const client = await this.#connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      this.#forget(channel, entry);
      throw error;
    }
    return () => this.#stop(channel, entry);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#channels.clear();
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #stop(channel: string, entry: OnPayload): Promise<void> {
    this.#forget(channel, entry);
    if (!this.#channels.has(channel)) {
      const client = await this.#client?.catch(() => undefined);
      // Somebody may have asked for the channel again while we waited.
      if (client && !this.#channels.has(channel)) {
        await client.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      }
    }
  }

  #forget(channel: string, entry: OnPayload): void {
    const listeners = this.#channels.get(channel);
    listeners?.delete(entry);
    if (listeners?.size === 0) {
      this.#channels.delete(channel);
    }
  }

  #connect(): Promise<pg.Client> {
    if (!this.#client) {
      const opening = this.#open();
      this.#client = opening;
      opening.catch(() => {
        if (this.#client === opening) {
          this.#client = undefined;
        }
      });
    }
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    // Several may ask for channels at once.
    const client = new pg.Client({ ...this.#options.config, pipeline: true });
    client.on('error', (error) => this.#options.onError(error));
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    await client.connect();
    try {
      await this.#options.onConnect(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => this.#onLost());
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#beat(client), heartbeatMs);
    this.#heartbeat.unref();
    return client;
  }

  /** A connection whose other side vanished without a word looks open for hours; asking finds out. */
  #beat(client: pg.Client): void {
    const silence = setTimeout(() => {
      this.#options.onError(new Error('The listening connection stopped answering.'));
      client.end().catch(() => undefined);
    }, heartbeatTimeoutMs);
    client
      .query('select 1')
      .catch(() => undefined)
      .finally(() => clearTimeout(silence));
  }

  #onLost(): void {
    this.#client = undefined;
    this.#behind = new Set(this.#channels.keys());
    clearInterval(this.#heartbeat);
    if (!this.#closed) {
      this.#scheduleRetry();
    }
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(
      () => void this.#reconnect(),
      this.#delay * (0.75 + Math.random() / 2),
    );
    this.#delay = Math.min(this.#delay * 2, longestDelayMs);
  }

  /** Listens to all channels, also where somebody has opened a connection for one more meanwhile. */
  async #reconnect(): Promise<void> {
    if (this.#closed || this.#channels.size === 0) {
      return;
    }
    try {
      const client = await this.#connect();
      const channels = [...this.#channels.keys()];
      for (const channel of channels) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      this.#delay = firstDelayMs;
      for (const channel of this.#behind) {
        this.#tellOfLoss(channel);
      }
    } catch (error) {
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
      if (!this.#closed) {
        this.#scheduleRetry();
      }
    }
  }

  #tellOfLoss(channel: string): void {
    if (this.#behind.delete(channel)) {
      this.#deliver(channel, '');
    }
  }

  /** Before anything new comes, it is said that something before it may be missing. */
  #deliver(channel: string, payload: string): void {
    this.#tellOfLoss(channel);
    for (const onPayload of [...(this.#channels.get(channel) ?? [])]) {
      try {
        onPayload(payload);
      } catch (error) {
        this.#options.onError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}
