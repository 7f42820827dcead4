import { randomBytes } from 'node:crypto';
import { lookup as lookUp } from 'node:dns/promises';
import { once } from 'node:events';
import {
  request as askHttp,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as askHttps } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { pipeline } from 'node:stream';
import type { AllowedHost } from './config.ts';
import type { FunctionLimits } from './limits.ts';

/** Where the league itself is: what people call it, and where this machine reaches it. */
export interface LeagueAddress {
  url: string;
  host: string;
  port: number;
}

export interface DoorOptions {
  getLeague: () => LeagueAddress;
  /** Whether an address is one of the internet's. */
  isPublic: (address: string) => boolean;
  limits: Pick<FunctionLimits, 'outgoing' | 'outgoingMs'>;
  /** How names become addresses. */
  resolve?: (name: string) => Promise<readonly string[]>;
}

/** The way out of functions: it looks where a request leads, dials that very address, and nothing else. */
export interface Door {
  port: number;
  /** Lets a function through with what it may reach; returns the token by which it is known. */
  admit(hosts: readonly AllowedHost[]): string;
  dismiss(token: string): void;
  close(): Promise<void>;
}

interface Guest {
  hosts: readonly AllowedHost[];
  underWay: number;
}

/** Where a request goes: the address that was looked at is the one that is dialled. */
interface Way {
  target: URL;
  address: string;
  port: number;
  isLeague: boolean;
}

class Refusal extends Error {}

/** What is said of one connection, of the door, and of who asks: the last is for nobody but the league to say. */
const keptBack =
  /^(connection|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-door-.*|x-forwarded-.*|x-real-ip)$/;

/** Opens the way out on a port of loopback, where a function is known by its token. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const guests = new Map<string, Guest>();
  const server = createServer((asked, answer) => {
    const guest = guests.get(String(asked.headers['x-door-token']));
    if (guest === undefined) {
      answer.writeHead(403).end();
      return;
    }
    void handle(asked, answer, { guest, options });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    admit: (hosts) => {
      const token = randomBytes(24).toString('base64url');
      guests.set(token, { hosts, underWay: 0 });
      return token;
    },
    dismiss: (token) => void guests.delete(token),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(
  asked: IncomingMessage,
  answer: ServerResponse,
  { guest, options }: { guest: Guest; options: DoorOptions },
): Promise<void> {
  guest.underWay += 1;
  answer.once('close', () => {
    guest.underWay -= 1;
  });
  try {
    if (guest.underWay > options.limits.outgoing) {
      throw new Refusal(`A function has at most ${options.limits.outgoing} requests under way`);
    }
    const way = await findWay(String(asked.headers['x-door-target']), guest.hosts, options);
    send(asked, answer, way, options.limits.outgoingMs);
  } catch (thrown) {
    refuse(answer, thrown);
  }
}

/** Decides where a request leads; a name that leads to this machine or its network leads nowhere. */
async function findWay(
  text: string,
  hosts: readonly AllowedHost[],
  options: DoorOptions,
): Promise<Way> {
  const target = URL.parse(text);
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw new Refusal('The address is none');
  }
  const league = options.getLeague();
  if (target.origin === new URL(league.url).origin) {
    return { target, address: league.host, port: league.port, isLeague: true };
  }
  const name = toName(target);
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  if (!hosts.some((host) => host.name === name && host.port === port)) {
    throw new Refusal(`${name}:${port} is not among the function's hosts`);
  }
  if (isIP(name) !== 0) {
    return { target, address: name, port, isLeague: false };
  }
  const addresses = await (options.resolve ?? resolveName)(name);
  const address = addresses.find(options.isPublic);
  if (address === undefined || !addresses.every(options.isPublic)) {
    throw new Refusal(`${name} leads to an address that is not on the internet`);
  }
  return { target, address, port, isLeague: false };
}

async function resolveName(name: string): Promise<readonly string[]> {
  return (await lookUp(name, { all: true })).map(({ address }) => address);
}

/** A host's name, or its address without the brackets that IPv6 has in an address of the web. */
const toName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function send(asked: IncomingMessage, answer: ServerResponse, way: Way, standsMs: number): void {
  const { target, address, port } = way;
  // Whatever the name leads to by now, the address that was looked at is dialled.
  const sent: RequestOptions = {
    method: asked.method ?? 'GET',
    host: address,
    port,
    path: `${target.pathname}${target.search}`,
    headers: toHeaders(asked.headers, way),
    agent: false,
    timeout: standsMs,
  };
  const isSecure = target.protocol === 'https:' && !way.isLeague;
  // What a certificate has to prove; an address proves itself.
  const name = toName(target);
  const servername = isIP(name) === 0 ? name : '';
  const out = isSecure ? askHttps({ ...sent, servername }) : askHttp(sent);
  out.once('timeout', () => out.destroy(new Error('it stands still')));
  out.once('response', (given) => {
    answer.writeHead(given.statusCode ?? 502, toAnswerHeaders(given.headers, way));
    pipeline(given, answer, () => undefined);
  });
  pipeline(asked, out, (error) => {
    if (error && !answer.headersSent) {
      refuse(answer, new Refusal(`${target.host} could not be asked: ${error.message}`));
    }
  });
  out.on('error', (error) => {
    if (!answer.headersSent) {
      refuse(answer, new Refusal(`${target.host} could not be asked: ${error.message}`));
    } else {
      answer.destroy();
    }
  });
  answer.once('close', () => out.destroy());
}

function toHeaders(
  given: IncomingHttpHeaders,
  { target, isLeague }: Way,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { host: target.host };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !keptBack.test(name)) {
      headers[name] = value;
    }
  }
  // By it the league sees that not this machine's own people ask, who may see what nobody else may.
  return isLeague ? { ...headers, 'x-forwarded-for': 'function' } : headers;
}

function toAnswerHeaders(
  given: IncomingHttpHeaders,
  { target, isLeague }: Way,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !keptBack.test(name)) {
      headers[name] = value;
    }
  }
  return isLeague && given.location !== undefined
    ? { ...headers, location: new URL(given.location, target).href }
    : headers;
}

function refuse(answer: ServerResponse, thrown: unknown): void {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(403, { 'x-door-refusal': encodeURIComponent(reason.slice(0, 500)) }).end();
}
