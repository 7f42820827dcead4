/** How often a request is sent again when the network fails; an answer, whatever it says, is never asked for twice. */
export const fetchRetryCount = 3;
const firstDelay = 200;
const timeout = 15_000;

export interface FetchOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Fetches from our own server, again after 200, 400 and 800 ms while the network fails. */
export async function fetchWithRetry(
  address: string,
  options: FetchOptions = {},
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetch(address, toInit(options));
    } catch (error) {
      if (attempt >= fetchRetryCount || options.signal?.aborted) throw error;
      await delay(firstDelay * 2 ** attempt);
    }
  }
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

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
