/** One statement of an SQL text: its words without comments, and where it begins. */
interface ScannedStatement {
  /** The statement without comments, its quoted parts emptied, spaces made single, in lower case. */
  words: string;
  /** The line of its first word, from 1. */
  line: number;
}

/** A line that only psql understands. */
interface MetaCommand {
  text: string;
  line: number;
}

export interface ScannedText {
  statements: ScannedStatement[];
  metaCommands: MetaCommand[];
}

/**
 * What may begin at a place in an SQL text, in the order in which it is looked for. An `E''` string
 * has backslash escapes; in all others a backslash is a character like any other.
 */
const tokens =
  /(?<comment>--[^\n]*)|(?<block>\/\*)|(?<escaped>\b[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|$))|(?<quoted>'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$))|(?<dollar>(?<![\w$])\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|(?<meta>\\[^\n]*)|(?<end>;)|(?<space>\s+)|(?<word>[\w$\u0080-\uffff]+|[^\s])/g;

/** Reads SQL as far as telling its statements apart needs: quotes, dollar quotes, comments, `begin atomic`. */
export function scanStatements(text: string): ScannedText {
  const statements: ScannedStatement[] = [];
  const metaCommands: MetaCommand[] = [];
  const lineOf = createLineCounter(text);
  let words: string[] = [];
  let start = 0;
  const finish = () => {
    if (words.length > 0) {
      statements.push({ words: words.join(' '), line: lineOf(start) });
    }
    words = [];
  };
  tokens.lastIndex = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const groups = match.groups ?? {};
    if (groups.comment !== undefined || groups.space !== undefined) {
      continue;
    }
    if (groups.block !== undefined) {
      tokens.lastIndex = findBlockEnd(text, tokens.lastIndex);
      continue;
    }
    if (groups.end !== undefined && !isInsideBody(words)) {
      finish();
      continue;
    }
    if (groups.meta !== undefined) {
      metaCommands.push({ text: groups.meta.trim(), line: lineOf(match.index) });
      continue;
    }
    if (words.length === 0) {
      start = match.index;
    }
    if (groups.dollar !== undefined) {
      const close = text.indexOf(groups.dollar, tokens.lastIndex);
      tokens.lastIndex = close < 0 ? text.length : close + groups.dollar.length;
    }
    words.push(toWord(groups));
  }
  finish();
  return { statements, metaCommands };
}

/** The line of a place in a text, from 1. */
export function getLineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function toWord(groups: Record<string, string | undefined>): string {
  return groups.word?.toLowerCase() ?? "''";
}

/** Block comments nest in PostgreSQL. */
function findBlockEnd(text: string, from: number): number {
  let depth = 1;
  let index = from;
  while (depth > 0 && index < text.length) {
    const open = text.indexOf('/*', index);
    const close = text.indexOf('*/', index);
    if (close < 0) {
      return text.length;
    }
    const isNested = open >= 0 && open < close;
    depth += isNested ? 1 : -1;
    index = (isNested ? open : close) + 2;
  }
  return index;
}

/** The body of a function in standard SQL (`begin atomic … end`) has semicolons of its own. */
function isInsideBody(words: readonly string[]): boolean {
  if (words[0] !== 'create') {
    return false;
  }
  const start = words.findIndex((word, at) => word === 'begin' && words[at + 1] === 'atomic');
  if (start < 0) {
    return false;
  }
  let depth = 0;
  for (const word of words.slice(start)) {
    if (word === 'begin' || word === 'case') {
      depth += 1;
    } else if (word === 'end') {
      depth -= 1;
    }
  }
  return depth > 0;
}

/** Counts on from the last place asked for, so that a long file is read once. */
function createLineCounter(text: string): (index: number) => number {
  let line = 1;
  let counted = 0;
  return (index) => {
    for (
      let at = text.indexOf('\n', counted);
      at >= 0 && at < index;
      at = text.indexOf('\n', counted)
    ) {
      line += 1;
      counted = at + 1;
    }
    return line;
  };
}
