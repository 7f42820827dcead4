import { randomUUID } from 'node:crypto';
import type { VerifyToken } from './authorize.ts';
import { type Caller, identify, isFault, toExpiryMessage } from './caller.ts';
import { type Channel, type Line, type RefusedJoin, toToken } from './channel.ts';
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
  verify: VerifyToken;
  hub: Hub;
  presences: Presences;
  speech: SpeechLimits;
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

  private constructor(
    frame: Frame,
    parts: {
      name: string;
      line: Line;
      config: JoinConfig;
      caller: Caller;
      token: string | null;
    },
    services: ChannelServices,
  ) {
    const { name, line, config, caller, token } = parts;
    this.joinRef = frame.joinRef;
    this.welcome = { postgres_changes: config.changes };
    this.#name = name;
    this.#key = toChannelKey(name, config.isPrivate);
    this.#presenceName = config.presenceKey ?? randomUUID();
    this.#config = config;
    this.#line = line;
    this.#services = services;
    this.#caller = caller;
    this.#token = token;
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
    if (config.isPrivate) {
      const message = `You do not have permissions to read from this Channel topic: ${name}`;
      return { reason: `Unauthorized: ${message}` };
    }
    if (config.replay !== null) {
      return { reason: 'UnableToReplayMessages: Replay is not allowed for public channels' };
    }
    return new ClientChannel(frame, { name, line, config, caller, token }, services);
  }

  get until(): number | null {
    return this.#caller.until;
  }

  start(): void {
    const { hub, presences } = this.#services;
    hub.join(this.#key, this.#line);
    if (this.#config.hearsPresence) {
      hub.join(toPresenceKey(this.#key), this.#line);
      const state = presences.list(this.#key);
      this.#line.push(this.#name, 'presence_state', state, this.joinRef);
    }
    if (this.#config.changes.length > 0) {
      this.#tellOf('postgres_changes', 'Changes of tables are not sent by this release');
    }
  }

  async handle(frame: Frame): Promise<void> {
    switch (frame.event) {
      case 'access_token':
        await this.#renew(toToken(frame.payload.access_token));
        break;
      case 'broadcast':
        this.#broadcast(frame);
        break;
      case 'presence':
        this.#changePresence(frame);
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
    hub.leave(this.#key, this.#line);
    hub.leave(toPresenceKey(this.#key), this.#line);
    this.#untrack();
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
    this.#caller = caller;
    this.#token = token;
  }

  #broadcast(frame: Frame): void {
    if (!this.#maySpeak()) {
      this.#line.reply(frame, 'error', { reason: notPublic });
      return;
    }
    if (!this.#services.speech.take(this.#line.address, this.#caller.claims)) {
      this.#line.end(this.#name, 'Too many messages per second');
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

  #changePresence(frame: Frame): void {
    const { event, payload = {} } = frame.payload;
    const verb = typeof event === 'string' ? event.toLowerCase() : '';
    if (!this.#presenceCalls.take(performance.now())) {
      this.#line.end(this.#name, 'Client presence rate limit exceeded');
    } else if (verb === 'untrack') {
      this.#untrack();
      this.#line.reply(frame, 'ok', {});
    } else if (verb !== 'track') {
      this.#line.reply(frame, 'error', { reason: 'UnknownPresenceEvent' });
    } else if (!this.#maySpeak()) {
      this.#line.reply(frame, 'error', { reason: notPublic });
    } else if (!isRecord(payload)) {
      this.#line.reply(frame, 'error', { reason: 'Presence track payload must be a map' });
    } else if (Buffer.byteLength(JSON.stringify(payload)) > maxPresenceBytes) {
      this.#line.end(this.#name, 'Track message size exceeded');
    } else {
      this.#track(frame, payload);
    }
  }

  #track(frame: Frame, payload: Record<string, unknown>): void {
    const { hub, presences } = this.#services;
    // Who says that they are here hears of the others from now on.
    hub.join(toPresenceKey(this.#key), this.#line);
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

  #maySpeak(): boolean {
    return maySpeakPublicly(this.#caller, this.#services);
  }

  #tellOf(extension: string, message: string): void {
    const payload = { extension, status: 'error', message, channel: this.#name };
    this.#line.push(this.#name, 'system', payload, this.joinRef);
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
  return parseHintTopic(topic) === null && !isPrivate && maySpeakPublicly(caller, services);
}

const notPublic = 'PrivateOnly: nothing may be sent on public channels here';
