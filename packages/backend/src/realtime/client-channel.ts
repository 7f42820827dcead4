import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '@muster/database';
import { type Caller, identify, isFault, toExpiryMessage } from './caller.ts';
import type { Listening } from './changes/listening.ts';
import { type Channel, type Line, type RefusedJoin, toToken } from './channel.ts';
import { askWriting, type ChannelRights } from './channel-rights.ts';
import { type ChannelServices, findReading, maySpeakPublicly } from './channel-services.ts';
import type { Broadcast } from './exchange/notice.ts';
import { type Frame, isRecord, type ProtocolVersion } from './frames.ts';
import type { Subscriber } from './hub.ts';
import { type JoinConfig, parseJoinConfig } from './join-config.ts';
import type { NamedChannel } from './presences.ts';
import { Replaying } from './replaying.ts';
import { publish } from './speak.ts';
import { TokenBucket } from './token-bucket.ts';
import { toChannelKey, toPresenceKey } from './topics.ts';

/** What a client may say of itself, in bytes of JSON. */
const maxPresenceBytes = 4 * 1024;
const maxChanges = 100;
/** How often one client may say something new of itself on a channel. */
const presenceCalls = { burst: 10, perSecond: 0.5 };

/** A channel on which clients speak to each other. */
export class ClientChannel implements Channel, Subscriber {
  readonly version: ProtocolVersion;
  readonly joinRef: string | null;
  readonly welcome: { postgres_changes: JoinConfig['changes'] };
  readonly #name: string;
  readonly #key: string;
  readonly #named: NamedChannel;
  readonly #presenceName: string;
  readonly #config: JoinConfig;
  readonly #line: Line;
  readonly #services: ChannelServices;
  readonly #presenceCalls = new TokenBucket(presenceCalls, performance.now());
  #caller: Caller;
  #token: string | null;
  #isOver = false;
  /** Who says that they are here hears of the others from then on. */
  #hearsPresence: boolean;
  #reads: ChannelRights;
  /** Asked when it is first needed: most who listen never speak. */
  #writes: ChannelRights | null = null;
  readonly #replaying: Replaying;
  /** Where it is told of changes of tables. */
  #listening: Listening | null = null;

  private constructor(
    frame: Frame,
    parts: {
      name: string;
      line: Line;
      config: JoinConfig;
      caller: Caller;
      token: string | null;
      reads: ChannelRights;
    },
    services: ChannelServices,
  ) {
    const { name, line, config, caller, token, reads } = parts;
    this.version = line.version;
    this.joinRef = frame.joinRef;
    this.welcome = { postgres_changes: config.changes };
    this.#name = name;
    this.#key = toChannelKey(name, config.isPrivate);
    this.#named = { key: this.#key, topic: name };
    this.#presenceName = config.presenceKey ?? randomUUID();
    this.#config = config;
    this.#hearsPresence = config.hearsPresence;
    this.#line = line;
    this.#replaying = new Replaying(line);
    this.#services = services;
    this.#caller = caller;
    this.#token = token;
    this.#reads = reads;
  }

  static async open(
    frame: Frame,
    { name, line }: { name: string; line: Line },
    services: ChannelServices,
  ): Promise<ClientChannel | RefusedJoin> {
    const config = parseJoinConfig(frame.payload.config);
    if (config.changes.length > maxChanges) {
      return { reason: `InvalidJoinPayload: at most ${maxChanges} changes of tables a channel` };
    }
    const given = frame.payload.access_token ?? frame.payload.user_token;
    const token = toToken(given) ?? line.token;
    const caller = await identify(token, services.verify);
    if (isFault(caller)) {
      return { reason: `${caller.code}: ${caller.message}` };
    }
    if (!config.isPrivate) {
      return config.replay === null
        ? new ClientChannel(
            frame,
            { name, line, config, caller, token, reads: allRights },
            services,
          )
        : { reason: 'UnableToReplayMessages: Replay is not allowed for public channels' };
    }
    const reads = await findReading(services, { caller, address: line.address }, name);
    if (reads === null) {
      return { reason: `UnableToConnectToProject: ${unavailable}` };
    }
    if (!reads.broadcast && !(config.hearsPresence && reads.presence)) {
      return { reason: toUnauthorized(name) };
    }
    if (config.replay !== null && !reads.broadcast) {
      return { reason: toUnauthorized(name) };
    }
    const parts = { name, line, config, caller, token, reads };
    const channel = new ClientChannel(frame, parts, services);
    const fault = config.replay === null ? null : await channel.#readReplay(config.replay);
    return fault === null ? channel : { reason: fault };
  }

  get until(): number | null {
    return this.#caller.until;
  }

  start(): void {
    const { presences } = this.#services;
    this.#listen();
    if (this.#config.hearsPresence && this.#reads.presence) {
      const state = presences.list(this.#key);
      this.#line.push(this.#name, 'presence_state', state, this.joinRef);
    }
    if (!this.#replaying.tell(this.#name)) {
      this.restart();
    }
    if (this.#config.wantsDatabase) {
      this.#tellOf('system', 'ok', 'Replication connection established');
    }
    if (this.#config.changes.length > 0) {
      const channel = { name: this.#name, line: this.#line, joinRef: this.joinRef };
      this.#listening = this.#services.changes.listen(channel, this.#config.changes, this.#caller);
    }
  }

  async handle(frame: Frame): Promise<void> {
    switch (frame.event) {
      case 'access_token':
        await this.#renew(toToken(frame.payload.access_token));
        break;
      case 'broadcast':
        await this.#broadcast(frame);
        break;
      case 'presence':
        await this.#changePresence(frame);
        break;
      default:
      // As with Supabase, what is not known is not answered.
    }
  }

  toExpiryMessage(now: number): string {
    return toExpiryMessage(this.until ?? now, now);
  }

  close(): void {
    const { hub } = this.#services;
    this.#isOver = true;
    hub.leave(this.#key, this);
    hub.leave(toPresenceKey(this.#key), this);
    this.#services.presences.untrack(this.#named, this);
    this.#listening?.end();
  }

  send(bytes: Buffer, isBinary: boolean, id: string | null): void {
    this.#replaying.send(bytes, isBinary, id);
  }

  /** One that is not open yet joins again as soon as it is. */
  restart(): void {
    if (!this.#replaying.miss()) {
      this.#line.restart(this.#name);
    }
  }

  /** Listens before it reads, so that nothing falls between. Why it could not be read, or null. */
  async #readReplay(wanted: NonNullable<JoinConfig['replay']>): Promise<string | null> {
    this.#services.hub.join(this.#key, this);
    const fault = await this.#replaying.read(this.#services.database, this.#name, wanted);
    if (fault !== null) {
      this.close();
    }
    return fault;
  }

  /** Hears what its rights let it hear. */
  #listen(): void {
    const { hub } = this.#services;
    if (this.#reads.broadcast) {
      hub.join(this.#key, this);
    }
    if (this.#hearsPresence && this.#reads.presence) {
      hub.join(toPresenceKey(this.#key), this);
    }
  }

  /** A newer token takes the place of the one before; one that is not good ends the channel. */
  async #renew(token: string | null): Promise<void> {
    if (token === null || token === this.#token) {
      return;
    }
    const caller = await identify(token, this.#services.verify);
    if (isFault(caller)) {
      this.#line.end(this.#name, caller.message);
      return;
    }
    await this.#lookAgain(caller);
    this.#caller = caller;
    this.#token = token;
    void this.#listening?.renew(caller);
  }

  /** Another token may give other rights; one that takes the right to hear away ends the channel. */
  async #lookAgain(caller: Caller): Promise<void> {
    if (!this.#config.isPrivate) {
      return;
    }
    const { address } = this.#line;
    const reads = await findReading(this.#services, { caller, address }, this.#name);
    if (reads === null) {
      this.#line.end(this.#name, unavailable);
    } else if (isLess(reads, this.#reads)) {
      const message = `You no longer have permission to read from this Channel topic: ${this.#name}`;
      this.#line.end(this.#name, message);
    } else if (!this.#isOver) {
      this.#reads = reads;
      this.#writes = null;
      this.#listen();
    }
  }

  async #broadcast(frame: Frame): Promise<void> {
    const said = this.#toBroadcast(frame);
    const bytes = said.bytes.length;
    if (!this.#services.speech.take(this.#line.address, this.#caller.claims, bytes)) {
      this.#line.end(this.#name, 'Too many messages per second');
      return;
    }
    const refusal = await this.#findRefusal('broadcast');
    if (refusal !== null) {
      this.#refuse(frame, refusal);
      return;
    }
    const except = this.#config.hearsItself ? null : this;
    if (!publish(this.#services, said, except)) {
      this.#refuse(frame, 'Too many messages per second');
    } else if (this.#config.acknowledges) {
      this.#line.reply(frame, 'ok', {});
    }
  }

  /** As with Supabase, who asked for no answer to what they broadcast gets none. */
  #refuse(frame: Frame, reason: string): void {
    if (this.#config.acknowledges) {
      this.#line.reply(frame, 'error', { reason });
    }
  }

  #toBroadcast({ payload, body }: Frame): Broadcast {
    const { event } = payload;
    const said = { kind: 'broadcast', ...this.#named } as const;
    return body !== undefined && typeof event === 'string'
      ? { ...said, event, form: body.isJson ? 'json' : 'bytes', bytes: body.bytes }
      : { ...said, event: '', form: 'frame', bytes: Buffer.from(JSON.stringify(payload)) };
  }

  async #changePresence(frame: Frame): Promise<void> {
    const { event, payload = {} } = frame.payload;
    const verb = typeof event === 'string' ? event.toLowerCase() : '';
    if (!this.#presenceCalls.take(performance.now())) {
      this.#line.end(this.#name, 'Client presence rate limit exceeded');
    } else if (verb === 'untrack') {
      this.#services.presences.untrack(this.#named, this);
      this.#line.reply(frame, 'ok', {});
    } else if (verb !== 'track') {
      this.#line.reply(frame, 'error', { reason: 'UnknownPresenceEvent' });
    } else if (!isRecord(payload)) {
      this.#line.reply(frame, 'error', { reason: 'Presence track payload must be a map' });
    } else if (Buffer.byteLength(JSON.stringify(payload)) > maxPresenceBytes) {
      this.#line.end(this.#name, 'Track message size exceeded');
    } else {
      await this.#track(frame, payload);
    }
  }

  async #track(frame: Frame, payload: Record<string, unknown>): Promise<void> {
    const { presences } = this.#services;
    const refusal = await this.#findRefusal('presence');
    if (refusal !== null) {
      this.#line.reply(frame, 'error', { reason: refusal });
      return;
    }
    // Who has gone while policies were asked is not here.
    if (this.#isOver) {
      return;
    }
    this.#hearsPresence = true;
    this.#listen();
    const said = { name: this.#presenceName, payload };
    if (presences.track(this.#named, this, said)) {
      this.#line.reply(frame, 'ok', {});
    } else {
      this.#line.reply(frame, 'error', { reason: 'Too many are present on this channel' });
    }
  }

  /** Why the client may not say this, or null. */
  async #findRefusal(extension: keyof ChannelRights): Promise<string | null> {
    if (!this.#config.isPrivate) {
      return maySpeakPublicly(this.#caller, this.#services) ? null : notPublic;
    }
    try {
      this.#writes ??= await this.#services.asks.ask(this.#line.address, () =>
        askWriting(this.#services, this.#caller, this.#name),
      );
    } catch (thrown) {
      if (thrown instanceof DatabaseUnavailable) {
        return `UnableToConnectToProject: ${unavailable}`;
      }
      throw thrown;
    }
    const message = `You do not have permissions to write to this Channel topic: ${this.#name}`;
    return this.#writes[extension] ? null : `Unauthorized: ${message}`;
  }

  #tellOf(extension: string, status: 'ok' | 'error', message: string): void {
    const payload = { extension, status, message, channel: this.#name };
    this.#line.push(this.#name, 'system', payload, this.joinRef);
  }
}

function isLess(now: ChannelRights, before: ChannelRights): boolean {
  return (before.broadcast && !now.broadcast) || (before.presence && !now.presence);
}

const allRights: ChannelRights = { broadcast: true, presence: true };
const unavailable = 'Realtime was unable to connect to the project database';
const notPublic = 'PrivateOnly: nothing may be sent on public channels here';

function toUnauthorized(name: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`;
}
