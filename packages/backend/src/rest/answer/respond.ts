import { isBodiless, RestFailure } from '../failure.ts';
import { type Preferences, toPreferenceApplied } from '../request/preferences.ts';
import { exposedSchema } from '../schema/read-schema.ts';
import type { AnswerRow } from '../sql/answer-sql.ts';
import type { Asked } from './asked.ts';

/** What an answer says beside its rows. */
export interface Reply {
  status: number;
  /** Null for none, as for HEAD and 204. */
  body: string | null;
  /** Whether the answer is of a form that its headers name. */
  hasContent: boolean;
  contentRange?: string;
  location?: string | null;
  applied: readonly (keyof Preferences)[];
}

/** The answer, with the headers and the status that functions have set. Throws PGRST111 and PGRST112. */
export function respond(asked: Asked, row: AnswerRow, reply: Reply): Response {
  const headers = new Headers();
  if (reply.hasContent) {
    headers.set('Content-Type', asked.format.contentType);
    if (asked.hasProfile) {
      headers.set('Content-Profile', exposedSchema);
    }
  }
  if (reply.contentRange !== undefined) {
    headers.set('Content-Range', reply.contentRange);
  }
  if (reply.location) {
    headers.set('Location', reply.location);
  }
  const applied = toPreferenceApplied(asked.preferences, reply.applied);
  if (applied !== null) {
    headers.set('Preference-Applied', applied);
  }
  const status = row.status === null ? reply.status : toStatus(row.status);
  for (const [name, value] of readHeaders(row.headers)) {
    setHeader(headers, name, value);
  }
  return new Response(isBodiless(status) ? null : reply.body, { status, headers });
}

/** `0-24/573`, with stars for what is empty or unknown. */
export function toContentRange(first: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** Refuses an object of no row or of several. */
export function requireSingular({ format }: Asked, rows: number): void {
  if (format.kind !== 'object' || rows === 1) {
    return;
  }
  throw new RestFailure(406, {
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  });
}

/** Refuses to have written more rows than the request allows. */
export function requireAffected({ preferences }: Asked, rows: number): void {
  const { maxAffected, handling } = preferences;
  if (maxAffected === null || handling !== 'strict' || rows <= maxAffected) {
    return;
  }
  throw new RestFailure(400, {
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  });
}

/** The one element of a JSON array, which the database has written. */
export function toObject(body: string | null): string | null {
  return body === null ? null : body.slice(1, -1);
}

function toStatus(text: string): number {
  const status = Number(text);
  if (Number.isInteger(status) && status >= 200 && status <= 599) {
    return status;
  }
  throw new RestFailure(500, {
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  });
}

function readHeaders(text: string | null): [string, string][] {
  if (text === null) {
    return [];
  }
  try {
    const list = JSON.parse(text) as Record<string, string>[];
    return list.flatMap((each) => Object.entries(each));
  } catch {
    throw refuseHeaders();
  }
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    if (name.toLowerCase() === 'set-cookie') {
      headers.append(name, value);
    } else {
      headers.set(name, value);
    }
  } catch {
    throw refuseHeaders();
  }
}

function refuseHeaders(): RestFailure {
  return new RestFailure(500, {
    code: 'PGRST111',
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  });
}
