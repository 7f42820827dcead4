import * as v from 'valibot';
import type { Outcome } from './listed.ts';
import { cleanText, longest } from './wire/claim.ts';

// Battlefield 2042's servers speak no public protocol; a service of the community's knows those of Portal.

const timeoutMilliseconds = 5000;
const mostBytes = 256 * 1024;
const cacheMilliseconds = 60_000;
/** After so many failures in a row it is left alone for a while. */
const failuresToBreak = 3;
const breakMilliseconds = 5 * 60_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000));
const found = v.object({
  servers: v.pipe(
    v.array(
      v.object({
        prefix: v.string(),
        playerAmount: count,
        maxPlayers: count,
        currentMap: v.optional(v.nullable(v.string()), ''),
      }),
    ),
    v.maxLength(1000),
  ),
});

/** A body of a stranger's, no more of it than may be. */
async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > mostBytes) {
      throw new Error('the answer is too long');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

export interface PortalService {
  /** What the service says of the server of that name. */
  ask: (name: string) => Promise<Outcome>;
}

interface PortalOptions {
  /** The service's address; null: it is not asked. */
  url: string | null;
  now: () => Date;
  fetch?: typeof fetch;
}

/** Asks the service at most once a minute for each name, and not at all for a while where it fails. */
export function createPortalService({
  url,
  now,
  fetch: get = fetch,
}: PortalOptions): PortalService {
  const unavailable: Outcome = { kind: 'missed', fault: 'unavailable' };
  const kept = new Map<string, { at: number; outcome: Outcome }>();
  let failures = 0;
  let brokenUntil = 0;

  async function request(base: string, name: string): Promise<Outcome> {
    const address = new URL('servers/', base.endsWith('/') ? base : `${base}/`);
    address.search = new URLSearchParams({ name, limit: '20' }).toString();
    const asked = performance.now();
    const response = await get(address, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const text = await readBounded(response);
    if (!response.ok) {
      throw new Error(`HTTP ${response.status}`);
    }
    const { servers } = v.parse(found, JSON.parse(text));
    const server = servers.find(({ prefix }) => prefix.trim() === name);
    if (server === undefined) {
      return { kind: 'missed', fault: 'unlisted' };
    }
    return {
      kind: 'answered',
      ping: Math.round(performance.now() - asked),
      claim: {
        players: server.playerAmount,
        max_players: server.maxPlayers,
        bots: null,
        map: cleanText(server.currentMap ?? '', longest.map),
        has_password: false,
        version: '',
        game_port: null,
        people: null,
      },
    };
  }

  return {
    async ask(name) {
      const at = now().getTime();
      const last = kept.get(name);
      if (last !== undefined && at - last.at < cacheMilliseconds) {
        return last.outcome;
      }
      if (url === null || at < brokenUntil) {
        return unavailable;
      }
      try {
        const outcome = await request(url, name);
        failures = 0;
        kept.delete(name);
        kept.set(name, { at, outcome });
        const [oldest] = kept.keys();
        if (kept.size > 500 && oldest !== undefined) {
          kept.delete(oldest);
        }
        return outcome;
      } catch {
        failures += 1;
        if (failures >= failuresToBreak) {
          failures = 0;
          brokenUntil = at + breakMilliseconds;
        }
        return unavailable;
      }
    },
  };
}
