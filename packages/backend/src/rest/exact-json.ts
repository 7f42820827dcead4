declare global {
  interface JSON {
    /** A value that `JSON.stringify` prints as it is; in Node since 22, not yet in TypeScript's library. */
    rawJSON(text: string): object;
  }
}

/** Parses JSON so that printing it again gives every number with the digits that it had. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
    return JSON.rawJSON(source);
  });
}
