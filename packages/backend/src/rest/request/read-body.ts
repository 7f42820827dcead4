import { RestFailure } from '../failure.ts';
import { refuseBodyDepth, restLimits } from '../limits.ts';
import type { RestRequest } from '../types.ts';
import { parseCsv } from './csv.ts';

/**
 * The body of a request. JSON goes to the database as the text that it came as, so that no number
 * loses a digit; here only the names of its members are looked at.
 */
export interface Body {
  kind: 'json' | 'form' | 'plain';
  contentType: string;
  text: string;
  /** Whether the JSON is one object, and not a list of them. */
  isObject: boolean;
  /** The names of the members of the object, or of each object of the list. */
  keys: readonly string[];
}

/**
 * Reads a body of JSON, of CSV, of a form, or of plain text. `columns` are the names that the query has given:
 * then the members of the objects may differ. `whenEmpty` stands for a body of nothing. Throws PGRST102.
 */
export async function readBody(
  request: RestRequest,
  columns: readonly string[] | null,
  whenEmpty = '',
): Promise<Body> {
  const sent = request.headers.get('content-type') ?? 'application/json';
  const contentType = sent.split(';')[0]?.trim().toLowerCase() ?? '';
  const text = (await request.text()) || whenEmpty;
  switch (contentType) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.object':
      return readJson(text, columns);
    case 'text/csv':
      return readCsv(text, columns);
    case 'application/x-www-form-urlencoded':
      return readForm(text);
    case 'text/plain':
    case 'text/xml':
      if (text.includes('\0')) {
        throw refuseBody('A text cannot hold the character of code zero');
      }
      return { kind: 'plain', contentType, text, isObject: false, keys: [] };
    default:
      throw refuseBody(`Content-Type not acceptable: ${contentType}`);
  }
}

function readJson(text: string, columns: readonly string[] | null): Body {
  requireShallow(text);
  const value = parse(text);
  const isObject = !Array.isArray(value);
  const body = { kind: 'json', contentType: 'application/json', text, isObject } as const;
  if (columns !== null) {
    return { ...body, keys: columns };
  }
  if (!Array.isArray(value)) {
    // Numbers and texts are no rows: PostgREST takes them for an empty list.
    return isRecord(value)
      ? { ...body, keys: Object.keys(value) }
      : { ...body, text: '[]', isObject: false, keys: [] };
  }
  const rows: unknown[] = value;
  const keys = isRecord(rows[0]) ? Object.keys(rows[0]) : [];
  const known = new Set(keys);
  const isUniform = rows.every((row) => {
    if (!isRecord(row)) {
      return false;
    }
    const own = Object.keys(row);
    return own.length === keys.length && own.every((key) => known.has(key));
  });
  if (!isUniform) {
    throw refuseBody('All object keys must match');
  }
  return { ...body, keys };
}

function readCsv(text: string, columns: readonly string[] | null): Body {
  const rows = parseCsv(text);
  if (rows === null) {
    throw refuseBody('All lines must have same number of fields');
  }
  return readJson(JSON.stringify(rows), columns);
}

/** Without recursion: a body may be as deep as it is long. */
function requireShallow(text: string): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) {
        at += 1;
      } else if (code === quote) {
        isText = false;
      }
    } else if (code === quote) {
      isText = true;
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > restLimits.bodyDepth) {
        throw refuseBodyDepth();
      }
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
    }
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuseBody('Empty or invalid json');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readForm(text: string): Body {
  const members = Object.fromEntries(new URLSearchParams(text));
  const json = JSON.stringify(members);
  const contentType = 'application/x-www-form-urlencoded';
  return { kind: 'form', contentType, text: json, isObject: true, keys: Object.keys(members) };
}

function refuseBody(message: string): RestFailure {
  return new RestFailure(400, { code: 'PGRST102', message });
}
