import { randomUUID } from 'node:crypto';
import { type Database, DatabaseUnavailable } from '@muster/database';
import type { VerifyToken } from './authorize.ts';
import { type Caller, identify, isFault, toExpiryMessage } from './caller.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { Listening } from './changes/listening.ts';
import { type Channel, type Line, type RefusedJoin, toToken } from './channel.ts';
import { askReading, askWriting, type ChannelRights } from './channel-rights.ts';
import { type Frame, isRecord } from './frames.ts';
import type { Hub } from './hub.ts';
import { type JoinConfig, parseJoinConfig } from './join-config.ts';
import { type Message, toBroadcast, toTextMessage } from './messages.ts';
import type { PresenceDiff, Presences } from './presences.ts';
import type { SpeechLimits } from './speech-limits.ts';
import { TokenBucket } from './token-bucket.ts';
import { parseHintTopic, toChannelKey, toPresenceKey } from './topics.ts';

/** What every channel between clients works with. */
export interface ChannelServices {
  database: Database;
  onError: (error: unknown) => void;
  verify: VerifyToken;
  hub: Hub;
  presences: Presences;
  speech: SpeechLimits;
  changes: ChangeFeed;
  /** Whether clients may speak on channels that no policy guards. */
  allowsPublic: boolean;
}

/** What a client may say of itself, in bytes of JSON. */
const maxPresenceBytes = 4 * 1024;
const maxChanges = 100;
/** How often one client may say something new of itself on a channel. */
const presenceCalls = { burst: 10, perSecond: 0.5 };

/** A channel on which clients speak to each other. */
export class ClientChannel implements Channel {
  readonly joinRef: string | null;
  readonly welcome: { postgres_changes: JoinConfig['changes'] };
  readonly #name: string;
  readonly #key: string;
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
    this.joinRef = frame.joinRef;
    this.welcome = { postgres_changes: config.changes };
    this.#name = name;
    this.#key = toChannelKey(name, config.isPrivate);
    this.#presenceName = config.presenceKey ?? randomUUID();
    this.#config = config;
    this.#hearsPresence = config.hearsPresence;
    this.#line = line;
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
    const reads = await findReading(services, caller, name);
    if (reads === null) {
      return { reason: `UnableToConnectToProject: ${unavailable}` };
    }
    if (!reads.broadcast && !(config.hearsPresence && reads.presence)) {
      const message = `You do not have permissions to read from this Channel topic: ${name}`;
      return { reason: `Unauthorized: ${message}` };
    }
    return new ClientChannel(frame, { name, line, config, caller, token, reads }, services);
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
    hub.leave(this.#key, this.#line);
    hub.leave(toPresenceKey(this.#key), this.#line);
    this.#untrack();
    this.#listening?.end();
  }

  /** Hears what its rights let it hear. */
  #listen(): void {
    const { hub } = this.#services;
    if (this.#reads.broadcast) {
      hub.join(this.#key, this.#line);
    }
    if (this.#hearsPresence && this.#reads.presence) {
      hub.join(toPresenceKey(this.#key), this.#line);
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
    const reads = await findReading(this.#services, caller, this.#name);
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
    if (!this.#services.speech.take(this.#line.address, this.#caller.claims)) {
      this.#line.end(this.#name, 'Too many messages per second');
      return;
    }
    const refusal = await this.#findRefusal('broadcast');
    if (refusal !== null) {
      this.#line.reply(frame, 'error', { reason: refusal });
      return;
    }
    const except = this.#config.hearsItself ? null : this.#line;
    this.#services.hub.publish(this.#key, this.#toMessage(frame), except);
    if (this.#config.acknowledges) {
      this.#line.reply(frame, 'ok', {});
    }
  }

  #toMessage({ payload, body }: Frame): Message {
    const { event } = payload;
    return body !== undefined && typeof event === 'string'
      ? toBroadcast(this.#name, event, body)
      : toTextMessage(this.#name, 'broadcast', payload);
  }

  async #changePresence(frame: Frame): Promise<void> {
    const { event, payload = {} } = frame.payload;
    const verb = typeof event === 'string' ? event.toLowerCase() : '';
    if (!this.#presenceCalls.take(performance.now())) {
      this.#line.end(this.#name, 'Client presence rate limit exceeded');
    } else if (verb === 'untrack') {
      this.#untrack();
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
    const diff = presences.track(this.#key, this, said);
    if (diff === null) {
      this.#line.reply(frame, 'error', { reason: 'Too many are present on this channel' });
      return;
    }
    this.#tellOfPresence(diff);
    this.#line.reply(frame, 'ok', {});
  }

  #untrack(): void {
    const diff = this.#services.presences.untrack(this.#key, this);
    if (diff !== null) {
      this.#tellOfPresence(diff);
    }
  }

  #tellOfPresence(diff: PresenceDiff): void {
    const message = toTextMessage(this.#name, 'presence_diff', { ...diff });
    this.#services.hub.publish(toPresenceKey(this.#key), message);
  }

  /** Why the client may not say this, or null. */
  async #findRefusal(extension: keyof ChannelRights): Promise<string | null> {
    if (!this.#config.isPrivate) {
      return maySpeakPublicly(this.#caller, this.#services) ? null : notPublic;
    }
    try {
      this.#writes ??= await askWriting(this.#services, this.#caller, this.#name);
    } catch (thrown) {
      if (thrown instanceof DatabaseUnavailable) {
        return `UnableToConnectToProject: ${unavailable}`;
      }
      throw thrown;
    }
    const message = `You do not have permissions to write to this Channel topic: ${this.#name}`;
    return this.#writes[extension] ? null : `Unauthorized: ${message}`;
  }
}

/** An operator's own program may always. */
function maySpeakPublicly({ role }: Caller, { allowsPublic }: ChannelServices): boolean {
  return allowsPublic || role === 'service_role';
}

/** Whether somebody may say something on a channel that they have not joined. */
export async function mayBroadcast(
  { topic, isPrivate }: { topic: string; isPrivate: boolean },
  caller: Caller,
  services: ChannelServices,
): Promise<boolean> {
  if (parseHintTopic(topic) !== null) {
    return false;
  }
  return isPrivate
    ? (await askWriting(services, caller, topic)).broadcast
    : maySpeakPublicly(caller, services);
}

/** What a client may hear on a private channel; null where the database cannot be asked. */
async function findReading(
  services: ChannelServices,
  caller: Caller,
  name: string,
): Promise<ChannelRights | null> {
  try {
    return await askReading(services, caller, name);
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) {
      return null;
    }
    throw thrown;
  }
}

function isLess(now: ChannelRights, before: ChannelRights): boolean {
  return (before.broadcast && !now.broadcast) || (before.presence && !now.presence);
}

const allRights: ChannelRights = { broadcast: true, presence: true };
const unavailable = 'Realtime was unable to connect to the project database';
const notPublic = 'PrivateOnly: nothing may be sent on public channels here';
