/** How often a request is sent again (specification §7.8). */
export const fetchRetryCount = 3;
const firstDelay = 200;
/** Whoever asks us to wait longer than this gets no further request; the person decides. */
const longestWait = 5_000;
/** Passing trouble of the server, or of what stands before it (specification §9); any other answer is final. */
export const passingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

interface AgainOptions {
  /** Whoever waits may stop waiting. */
  signal?: AbortSignal | null | undefined;
  /** The statuses after which the same is asked again. */
  passing?: ReadonlySet<number> | undefined;
}

/**
 * Sends a request, and sends it again after 200, 400 and 800 ms, or as long as the answer asks to wait,
 * while the network fails or the server says that it cannot answer now. Only for what may arrive twice: what
 * reads, what sets something to a value, what takes something away, and commands that bear an id.
 * @returns the last answer. @throws what the last attempt threw.
 */
export async function fetchAgain(
  send: () => Promise<Response>,
  { signal, passing = passingStatuses }: AgainOptions = {},
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === fetchRetryCount;
    let wait = firstDelay * 2 ** attempt;
    try {
      const response = await send();
      wait = Math.max(wait, readWait(response));
      if (isLast || !passing.has(response.status) || wait > longestWait) {
        return response;
      }
      await response.body?.cancel();
    } catch (error) {
      if (isLast || signal?.aborted) {
        throw error;
      }
    }
    await delay(wait);
  }
}

/** The milliseconds that an answer asks to wait; 0 where it says nothing that is a number of seconds. */
function readWait(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
