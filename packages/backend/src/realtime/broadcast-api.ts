import { DatabaseUnavailable } from '@muster/database';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type GatewayBindings, getAddress } from '../gateway.ts';
import { type Caller, identify, isFault } from './caller.ts';
import { type ChannelServices, mayBroadcast } from './channel-services.ts';
import { isJson, isRecord, maxBodyBytes, maxTopicLength, type UserBody } from './frames.ts';
import { publish } from './speak.ts';
import { toChannelKey } from './topics.ts';

interface ApiEnv {
  Bindings: GatewayBindings;
}

/** One message, as a program hands it in. */
interface Sent {
  topic: string;
  event: string;
  body: UserBody;
  isPrivate: boolean;
}

const mostMessages = 100;
const tooMany = 'You have exceeded your rate limit';
const maxBatchBytes = 512 * 1024;

/** What programs call that have no socket: `/api/broadcast` and `/api/broadcast/{topic}/events/{event}`. */
export function createBroadcastApi(services: ChannelServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const limited = (maxSize: number) =>
    bodyLimit({ maxSize, onError: () => refuse(413, 'Payload size exceeds tenant limit') });

  app.post('/api/broadcast', limited(maxBatchBytes), async (context) => {
    const caller = await findCaller(context.req.raw.headers, services);
    if (caller === null) {
      return refuse(401, 'Unauthorized');
    }
    const text = await context.req.text();
    const read = readBatch(text);
    if ('errors' in read) {
      return Response.json(read, { status: 422 });
    }
    const address = getAddress(context.env) ?? '';
    const rights = new Map<string, boolean>();
    for (const sent of read.messages) {
      if (!services.speech.take(address, caller.claims, sent.body.bytes.length)) {
        return refuse(429, tooMany);
      }
      // As with Supabase, what may not be said is left out, and the rest goes its way.
      const key = toChannelKey(sent.topic, sent.isPrivate);
      const isAllowed =
        rights.get(key) ?? (await mayBroadcast(sent, { caller, address }, services));
      rights.set(key, isAllowed);
      if (isAllowed && !say(sent, services)) {
        return refuse(429, tooMany);
      }
    }
    return accepted();
  });

  app.post('/api/broadcast/:topic/events/:event', limited(maxBodyBytes), async (context) => {
    const caller = await findCaller(context.req.raw.headers, services);
    if (caller === null) {
      return refuse(401, 'Unauthorized');
    }
    const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== undefined && type !== 'application/json' && type !== 'application/octet-stream') {
      return refuse(
        415,
        'Unsupported Media Type. Use application/json or application/octet-stream',
      );
    }
    const { topic, event } = context.req.param();
    const bytes = Buffer.from(await context.req.arrayBuffer());
    const body = { isJson: type !== 'application/octet-stream', bytes };
    const isPrivate = context.req.query('private') === 'true';
    if (body.isJson && !isJson(bytes)) {
      return refuse(400, 'The body is no JSON');
    }
    const fault = findNameFault({ topic, event });
    if (fault !== null) {
      return Response.json({ errors: fault }, { status: 422 });
    }
    const sent = { topic, event, body, isPrivate };
    const address = getAddress(context.env) ?? '';
    if (!services.speech.take(address, caller.claims, bytes.length)) {
      return refuse(429, tooMany);
    }
    if (!(await mayBroadcast(sent, { caller, address }, services))) {
      return refuse(403, 'Unauthorized');
    }
    return say(sent, services) ? accepted() : refuse(429, tooMany);
  });

  app.onError((error) => {
    if (error instanceof DatabaseUnavailable) {
      return refuse(503, 'Realtime was unable to connect to the project database');
    }
    services.onError(error);
    return refuse(500, 'Something went wrong');
  });
  app.notFound(() => refuse(404, 'not found'));
  return app;
}

/** Who asks; null for who brings no token, or one that is not good now. */
async function findCaller(headers: Headers, { verify }: ChannelServices): Promise<Caller | null> {
  const token = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const caller = token === undefined ? null : await identify(token, verify);
  return caller === null || isFault(caller) ? null : caller;
}

type Faults = Record<string, string[]>;

function readBatch(text: string): { messages: Sent[] } | { errors: unknown } {
  const given = parse(text);
  const messages = isRecord(given) ? given.messages : undefined;
  if (!Array.isArray(messages) || messages.length === 0) {
    return { errors: { messages: ["can't be blank"] } };
  }
  if (messages.length > mostMessages) {
    return { errors: { messages: [`at most ${mostMessages} at once`] } };
  }
  const faults = messages.map(findFault);
  if (faults.some((fault) => fault !== null)) {
    return { errors: { messages: faults.map((fault) => fault ?? {}) } };
  }
  return { messages: messages.map(toSent) };
}

function findFault(message: unknown): Faults | null {
  if (!isRecord(message)) {
    return { message: ['is invalid'] };
  }
  const { payload } = message;
  if (payload === undefined || payload === null) {
    return { ...findNameFault(message), payload: ["can't be blank"] };
  }
  if (!isRecord(payload)) {
    return { ...findNameFault(message), payload: ['is invalid'] };
  }
  return Buffer.byteLength(JSON.stringify(payload)) > maxBodyBytes
    ? { ...findNameFault(message), payload: ['Payload size exceeds tenant limit'] }
    : findNameFault(message);
}

function findNameFault({ topic, event }: Record<string, unknown>): Faults | null {
  const faults = Object.entries({ topic, event }).flatMap(([field, value]) => {
    const fault = findTextFault(value);
    return fault === null ? [] : [[field, [fault]]];
  });
  return faults.length === 0 ? null : Object.fromEntries(faults);
}

function findTextFault(value: unknown): string | null {
  if (value === undefined || value === null || value === '') {
    return "can't be blank";
  }
  if (typeof value !== 'string') {
    return 'is invalid';
  }
  return value.length > maxTopicLength ? `has more than ${maxTopicLength} characters` : null;
}

function toSent(message: Record<string, unknown>): Sent {
  return {
    topic: String(message.topic),
    event: String(message.event),
    body: { isJson: true, bytes: Buffer.from(JSON.stringify(message.payload)) },
    isPrivate: message.private === true || message.private === 'true',
  };
}

/** Whether it is on its way to all who listen. */
function say({ topic, event, body, isPrivate }: Sent, services: ChannelServices): boolean {
  return publish(services, {
    ...{ kind: 'broadcast', topic, key: toChannelKey(topic, isPrivate), event },
    ...{ form: body.isJson ? 'json' : 'bytes', bytes: body.bytes },
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function accepted(): Response {
  return new Response(null, { status: 202 });
}

function refuse(status: number, message: string): Response {
  return Response.json({ message, error: message }, { status });
}
