import { fetchAgain } from './fetch-again.ts';

const timeout = 15_000;

export interface FetchOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Fetches from our own server what may be asked for again: reads, and commands that bear an id. */
export function fetchWithRetry(address: string, options: FetchOptions = {}): Promise<Response> {
  return fetchAgain(() => fetch(address, toInit(options)), options.signal);
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
