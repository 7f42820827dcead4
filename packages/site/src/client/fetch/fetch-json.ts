import { fetchAgain } from './fetch-again.ts';

const timeout = 15_000;

export interface FetchOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The statuses after which the same is asked again, where not the usual ones. */
  passing?: ReadonlySet<number>;
}

/** Fetches from our own server what may be asked for again: reads, and commands that bear an id. */
export function fetchWithRetry(address: string, options: FetchOptions = {}): Promise<Response> {
  const { signal, passing } = options;
  return fetchAgain(() => fetch(address, toInit(options)), { signal, passing });
}

function toInit({ method = 'GET', body, headers = {}, signal }: FetchOptions): RequestInit {
  const limit = AbortSignal.timeout(timeout);
  const init: RequestInit = {
    method,
    headers: { Accept: 'application/json', ...headers },
    credentials: 'same-origin',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
  }
  return init;
}
