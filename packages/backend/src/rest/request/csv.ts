import { refuseTableSize, restLimits } from '../limits.ts';

/** A field and what ends it: a comma, the end of its line, or the end of the text. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/suy;

/**
 * Reads a table of text with a line of names (RFC 4180); an unquoted NULL is null. Resolves to null where
 * lines differ in length or a quote stands where none can. Throws where it stands for too much.
 */
export function parseCsv(text: string): Record<string, string | null>[] | null {
  const [names, ...lines] = readLines(text) ?? [];
  if (names === undefined || lines.some((line) => line.length !== names.length)) {
    return null;
  }
  // Each line becomes an object with all the names.
  if (names.join().length * lines.length > restLimits.tableNames) {
    throw refuseTableSize();
  }
  return lines.map((line) => Object.fromEntries(line.map((value, at) => [names[at] ?? '', value])));
}

function readLines(text: string): (string | null)[][] | null {
  const lines: (string | null)[][] = [];
  let line: (string | null)[] = [];
  let at = 0;
  while (at < text.length || line.length > 0) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null) {
      return null;
    }
    const [whole, quoted, plain, end] = found;
    line.push(quoted?.replaceAll('""', '"') ?? (plain === 'NULL' ? null : (plain ?? '')));
    at += whole.length;
    if (end === ',') {
      continue;
    }
    lines.push(line);
    line = [];
  }
  return lines;
}
