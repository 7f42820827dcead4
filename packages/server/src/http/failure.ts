import type { DatabaseUnavailable } from '@muster/database';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface FailureBody {
  code: string;
  params: Record<string, unknown>;
  field?: string;
  /** Only where a client of ours is told to expect these very words. */
  message?: string;
}

/** A request that is answered with an error: a status and a stable code with its figures. */
export class Failure extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: FailureBody;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    body: FailureBody,
    headers: Record<string, string> = {},
  ) {
    super(body.code);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** What an address names and is not there. */
export function notFound(what: string): Failure {
  return new Failure(404, { code: 'not_found', params: { what, id: '' } });
}

/** The database is away or has too much to do: the same again in a moment may well succeed. */
export function toUnavailableFailure({ retryAfter }: DatabaseUnavailable): Failure {
  const body = { code: 'unavailable', params: { seconds: retryAfter } };
  return new Failure(503, body, { 'retry-after': String(retryAfter) });
}
