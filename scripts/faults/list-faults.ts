/** A small fault that somebody could write: one change in one line of a file. */
export interface Fault {
  line: number;
  was: string;
  becomes: string;
}

interface Change {
  find: RegExp;
  put: string | ((found: string, ...groups: string[]) => string);
}

/** What is changed, in code and in the SQL that stands in it: comparisons, joints, limits, guards, orders. */
const changes: readonly Change[] = [
  { find: / === /g, put: ' !== ' },
  { find: / !== /g, put: ' === ' },
  { find: / < (?=[\w$('-])/g, put: ' <= ' },
  { find: / > (?=[\w$('-])/g, put: ' >= ' },
  { find: / <= /g, put: ' < ' },
  { find: / >= /g, put: ' > ' },
  { find: / && /g, put: ' || ' },
  { find: / \|\| /g, put: ' && ' },
  { find: / \?\? /g, put: ' && ' },
  { find: / and /g, put: ' or ' },
  { find: / or /g, put: ' and ' },
  { find: /\bis not null\b/g, put: 'is null' },
  { find: /\bis null\b/g, put: 'is not null' },
  { find: /\bnot exists\b/g, put: 'exists' },
  { find: / desc\b/g, put: '' },
  { find: /\bif \(!/g, put: 'if (' },
  { find: /\bif \((?=[\w$]+\))/g, put: 'if (!' },
  { find: /\btrue\b/g, put: 'false' },
  { find: /\bfalse\b/g, put: 'true' },
  {
    find: /(?<!\$)\b([2-9]|[1-9][\d_]*\d)\b(?=[;,)\s*])/g,
    put: (found) => String(Number(found.replaceAll('_', '')) * 2),
  },
  {
    find: /^(\s+)(?:await )?(?:require|refuse|check|limit)[A-Z]?\w*\(.*\);$/g,
    put: (_, space) => `${space};`,
  },
  { find: /^(\s+)throw .*;$/g, put: (_, space) => `${space};` },
];

/** Lines that do nothing when the program runs, or whose change no test could tell from a change of words. */
const quiet =
  /^\s*(\/\/|\/?\*|import\b|export (type|interface|\*|\{)|\}? ?from '|type\b|interface\b|describe\()/;

/** What a failure says stands in the next line. */
const saysNext = /\b\w*(Error|Failed)\($/;

/** A text that is a page's style begins here, and ends with the first line that begins with its quote. */
const styleBegins = /\bstyle = `$/;

/** Parts of a line where a sign is no operator: texts for people and for the log, the look of a mail. */
const isQuietPart = (line: string, at: number) => {
  const before = line.slice(0, at);
  const isLook = /style="[^"]*$/.test(before);
  return (
    isLook ||
    /\/\/ /.test(before) ||
    /\b(\w*Error|\w*Failed|log\.\w+|message:)\s*\(?['`]/.test(before)
  );
};

/** Every fault that can be put into a file's text, in the order of its lines. */
export function listFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  let inComment = false;
  let inStyle = false;
  let isSaid = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*\/\*/.test(line)) {
      inComment = true;
    }
    inStyle = inStyle ? !line.startsWith('`') : styleBegins.test(line);
    const skipped = inComment || inStyle || isSaid || quiet.test(line);
    isSaid = saysNext.test(line);
    if (/\*\//.test(line)) {
      inComment = false;
    }
    if (skipped) {
      continue;
    }
    faults.push(...listOfLine(line).map((becomes) => ({ line: index + 1, was: line, becomes })));
  }
  return faults;
}

function listOfLine(line: string): string[] {
  return changes.flatMap(({ find, put }) =>
    [...line.matchAll(find)]
      .filter(({ index }) => !isQuietPart(line, index))
      .map((match) => {
        const [found, ...groups] = match;
        const instead = typeof put === 'string' ? put : put(found, ...groups);
        return line.slice(0, match.index) + instead + line.slice(match.index + found.length);
      })
      .filter((becomes) => becomes !== line),
  );
}
