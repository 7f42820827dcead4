declare global {
  interface JSON {
    /** A value that `JSON.stringify` prints as it is; in Node since 22, not yet in TypeScript's library. */
    rawJSON(text: string): object;
  }
}

/** How the driver reads and writes one family of PostgreSQL types. */
interface WireType {
  to: number;
  from: number[];
  serialize: (value: unknown) => unknown;
  parse: (text: string) => unknown;
}

const asText = (value: unknown) => String(value);
const asJson = (value: unknown) => JSON.stringify(value);

/**
 * Values as PostgREST prints them: numbers with every digit that PostgreSQL gave, times in ISO 8601.
 * What a JavaScript number cannot hold travels as raw JSON and comes out as it went in.
 */
export const WIRE_TYPES: Record<string, WireType> = {
  bigint: { to: 20, from: [20], serialize: asText, parse: toExactNumber },
  numeric: { to: 1700, from: [1700], serialize: asText, parse: toExactNumber },
  float: { to: 701, from: [700, 701], serialize: asText, parse: toExactNumber },
  json: { to: 114, from: [114], serialize: asJson, parse: parseExactJson },
  jsonb: { to: 3802, from: [3802], serialize: asJson, parse: parseExactJson },
  timestamp: { to: 1114, from: [1114], serialize: asText, parse: toIsoTime },
  timestamptz: { to: 1184, from: [1184], serialize: asText, parse: toIsoTime },
};

/** NaN and the infinities have no JSON number; they stay words, as in PostgreSQL's own `to_json`. */
function toExactNumber(text: string): unknown {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return String(number) === text ? number : JSON.rawJSON(text);
}

function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
    return JSON.rawJSON(source);
  });
}

function toIsoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}
