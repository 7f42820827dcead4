import { DatabaseUnavailable } from '@muster/database';

/** What the storage service answers with where it does not do what it was asked. */
interface FailureBody {
  /** The status that is meant, as a text; the answer's own is 400 for most. */
  statusCode: string;
  code: string;
  error: string;
  message: string;
  /** What Supabase's clients say instead of the message. */
  msg?: string;
}

interface FailureInput {
  status: number;
  code: string;
  message: string;
  msg?: string;
  /** The older word for the code; the same where nothing is said. */
  error?: string;
  /** The answer's own status, where it is not the one that Supabase's service gives. */
  answer?: number;
  /** In seconds. */
  retryAfter?: number;
}

/** A request that is not done, with its answer as Supabase's clients read it. */
export class StorageFailure extends Error {
  readonly status: number;
  readonly body: FailureBody;
  readonly #retryAfter: number | undefined;

  constructor({ status, code, message, msg, error = code, answer, retryAfter }: FailureInput) {
    super(message);
    this.name = 'StorageFailure';
    this.status = answer ?? (status < 500 ? 400 : status);
    const told = msg === undefined ? { message } : { message, msg };
    this.body = { statusCode: String(status), code, error, ...told };
    this.#retryAfter = retryAfter;
  }

  getResponse(): Response {
    const headers = new Headers();
    if (this.#retryAfter !== undefined) {
      headers.set('Retry-After', String(this.#retryAfter));
    }
    return Response.json(this.body, { status: this.status, headers });
  }
}

export function noSuchBucket(): StorageFailure {
  const message = 'Bucket not found';
  return new StorageFailure({ status: 404, code: 'NoSuchBucket', error: message, message });
}

export function noSuchKey(): StorageFailure {
  return new StorageFailure({
    status: 404,
    code: 'NoSuchKey',
    error: 'not_found',
    message: 'Object not found',
  });
}

export function noSuchRoute(method: string, path: string): StorageFailure {
  const message = `Route ${method}:${path} not found`;
  return new StorageFailure({
    status: 404,
    code: 'NotFound',
    error: 'Not Found',
    message,
    answer: 404,
  });
}

export function accessDenied(message = 'Access denied'): StorageFailure {
  return new StorageFailure({ status: 403, code: 'AccessDenied', error: 'Unauthorized', message });
}

/** A token that cannot be read. */
const unreadable = 'Invalid Compact JWS';

export function invalidToken(): StorageFailure {
  return accessDenied(unreadable);
}

/**
 * Of a request without a token. Supabase's service words it so; behind the gateway of its tool, which sends an empty
 * one on, clients hear that it cannot be read.
 */
export function noToken(): StorageFailure {
  return new StorageFailure({
    status: 400,
    code: 'InvalidRequest',
    error: 'Error',
    message: "headers must have required property 'authorization'",
    msg: unreadable,
  });
}

export function alreadyExists(what: 'Key' | 'Bucket' | 'Resource'): StorageFailure {
  return new StorageFailure({
    status: 409,
    code: what === 'Resource' ? 'ResourceAlreadyExists' : `${what}AlreadyExists`,
    error: 'Duplicate',
    message: 'The resource already exists',
  });
}

export function bucketNotEmpty(): StorageFailure {
  const message = 'The bucket you tried to delete is not empty';
  return new StorageFailure({ status: 409, code: 'ResourceNotEmpty', message });
}

export function invalidBucketName(): StorageFailure {
  return new StorageFailure({
    status: 400,
    code: 'InvalidBucketName',
    error: 'Invalid Input',
    message: 'Bucket name invalid',
  });
}

export function invalidKey(key: string): StorageFailure {
  const shown = key.slice(0, 200);
  return new StorageFailure({ status: 400, code: 'InvalidKey', message: `Invalid key: ${shown}` });
}

/** A part of the request that is not what it must be; the message names it and the rule. */
export function invalidRequest(message: string): StorageFailure {
  return new StorageFailure({ status: 400, code: 'InvalidRequest', message });
}

export function invalidMediaType(mediaType: string): StorageFailure {
  return new StorageFailure({
    status: 415,
    code: 'InvalidMimeType',
    error: 'invalid_mime_type',
    message: `mime type ${mediaType.slice(0, 200)} is not supported`,
  });
}

export function tooLarge(what = 'object'): StorageFailure {
  return new StorageFailure({
    status: 413,
    code: 'EntityTooLarge',
    error: 'Payload too large',
    message: `The ${what} exceeded the maximum allowed size`,
  });
}

export function invalidRange(): StorageFailure {
  return new StorageFailure({
    status: 416,
    code: 'InvalidRange',
    error: 'invalid_range',
    message: 'invalid range provided',
    answer: 416,
  });
}

export function slowDown(message: string, status: 429 | 503): StorageFailure {
  return new StorageFailure({ status, code: 'SlowDown', message, answer: status, retryAfter: 1 });
}

/** What the driver throws when PostgreSQL refuses a statement. */
interface DatabaseError extends Error {
  severity: string;
  code: string;
  detail?: string;
}

function isDatabaseError(thrown: unknown): thrown is DatabaseError {
  return thrown instanceof Error && 'code' in thrown && 'severity' in thrown;
}

/** A disk says that it is full, of this machine or of the database's. */
function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EDQUOT', '53100'].includes(String(error.code))
  );
}

function storageFull(): StorageFailure {
  const message = 'There is no room left for files';
  return new StorageFailure({ status: 507, code: 'StorageFull', message, retryAfter: 60 });
}

/** A failure of the database or of a disk in the service's words; anything else is returned as it came. */
export function toStorageFailure(thrown: unknown): unknown {
  if (isDiskFull(thrown)) {
    return storageFull();
  }
  if (thrown instanceof DatabaseUnavailable) {
    const { reason, retryAfter } = thrown;
    const code = reason === 'away' ? 'DatabaseTimeout' : 'SlowDown';
    const message = 'The database cannot be reached now';
    return new StorageFailure({ status: 503, code, message, retryAfter });
  }
  return isDatabaseError(thrown) ? (toKnown(thrown) ?? thrown) : thrown;
}

function toKnown({ code, message, detail = '' }: DatabaseError): StorageFailure | null {
  switch (code) {
    case '42501':
      return accessDenied(
        message.includes('row-level security')
          ? 'new row violates row-level security policy'
          : message,
      );
    case 'PT401':
      return accessDenied(message);
    case 'PT413':
      return new StorageFailure({ status: 413, code: 'QuotaExceeded', message });
    case '23505':
      return alreadyExists('Resource');
    case '23503':
      return detail.includes('is still referenced')
        ? new StorageFailure({ status: 409, code: 'ResourceReferenced', message })
        : new StorageFailure({
            status: 404,
            code: 'InvalidRequest',
            message: 'The related resource does not exist',
          });
    case '57014':
      return new StorageFailure({
        status: 544,
        code: 'DatabaseTimeout',
        message: 'The connection to the database timed out',
      });
    default:
      // What a policy or trigger of the operator's says, or a value that no column takes.
      return /^(22|23|P0)/.test(code) ? invalidRequest(message) : null;
  }
}
