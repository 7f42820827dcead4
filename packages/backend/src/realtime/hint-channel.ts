import type { Database } from '@muster/database';
import { authorizeListening, type VerifyToken } from './authorize.ts';
import { type Channel, type Line, type RefusedJoin, toToken } from './channel.ts';
import { type Frame, isRecord, type ProtocolVersion } from './frames.ts';
import type { Hub, Subscriber } from './hub.ts';
import type { HintTopic } from './topics.ts';

interface HintServices {
  database: Database;
  verify: VerifyToken;
  hub: Hub;
}

/** A topic on which the server alone speaks. */
export class HintChannel implements Channel, Subscriber {
  readonly version: ProtocolVersion;
  readonly joinRef: string | null;
  readonly welcome = { postgres_changes: [] };
  until: number | null;
  readonly #topic: HintTopic;
  readonly #name: string;
  readonly #line: Line;
  readonly #services: HintServices;

  private constructor(
    frame: Frame,
    parts: { topic: HintTopic; name: string; line: Line; until: number | null },
    services: HintServices,
  ) {
    this.version = parts.line.version;
    this.joinRef = frame.joinRef;
    this.until = parts.until;
    this.#topic = parts.topic;
    this.#name = parts.name;
    this.#line = parts.line;
    this.#services = services;
  }

  static async open(
    frame: Frame,
    parts: { topic: HintTopic; name: string; line: Line },
    services: HintServices,
  ): Promise<HintChannel | RefusedJoin> {
    const config = isRecord(frame.payload.config) ? frame.payload.config : {};
    const changes = config.postgres_changes;
    if (Array.isArray(changes) && changes.length > 0) {
      return {
        reason: 'Changes of tables are not sent: listen to the hints and fetch what changed',
      };
    }
    const token = toToken(frame.payload.access_token);
    const permission = await authorizeListening(parts.topic, token, services);
    return permission.ok
      ? new HintChannel(frame, { ...parts, until: permission.until }, services)
      : { reason: permission.reason };
  }

  start(): void {
    this.#services.hub.join(this.#name, this);
  }

  async handle(frame: Frame): Promise<void> {
    switch (frame.event) {
      case 'access_token':
        await this.#renew(toToken(frame.payload.access_token));
        break;
      case 'broadcast':
        this.#refuse(frame, 'Unauthorized: only the server writes to this topic');
        break;
      case 'presence':
        this.#refuse(frame, 'Presence is not kept on this topic');
        break;
      default:
        this.#refuse(frame, `unknown event: ${frame.event.slice(0, 50)}`);
    }
  }

  toExpiryMessage(): string {
    return 'Token has expired: fields must be renewed before the topic is joined again';
  }

  close(): void {
    this.#services.hub.leave(this.#name, this);
  }

  send(bytes: Buffer, isBinary: boolean): void {
    this.#line.send(bytes, isBinary);
  }

  restart(): void {
    this.#line.restart(this.#name);
  }

  /** A newer token keeps a person's topic open; one that does not fit closes it. */
  async #renew(token: string | null): Promise<void> {
    if (token === null) {
      return;
    }
    const permission = await authorizeListening(this.#topic, token, this.#services);
    if (permission.ok) {
      this.until = permission.until;
    } else {
      this.#line.end(this.#name, this.toExpiryMessage());
    }
  }

  #refuse(frame: Frame, reason: string): void {
    this.#line.reply(frame, 'error', { reason });
  }
}
