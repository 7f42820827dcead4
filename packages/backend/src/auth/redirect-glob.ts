const patterns = new Map<string, RegExp>();

/**
 * The pattern of an allow-list entry, as Supabase reads it: `*` and `?` stop at `.` and `/`, `**` does
 * not, `[abc]`, `[!abc]` and `{one,two}` choose, a backslash takes the next character as it is.
 */
export function toPattern(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known !== undefined) {
    return known;
  }
  const pattern = new RegExp(`^${toSource(glob)}$`, 's');
  patterns.set(glob, pattern);
  return pattern;
}

const token =
  /\\(?<escaped>.)|(?<any>\*\*+)|(?<some>\*)|(?<one>\?)|\[(?<not>!?)(?<set>[^\]]+)\]|(?<choice>[{},])|(?<plain>.)/gs;

function toSource(glob: string): string {
  let depth = 0;
  let source = '';
  for (const { groups = {} } of glob.matchAll(token)) {
    if (groups.any) {
      source += '.*';
    } else if (groups.some) {
      source += '[^./]*';
    } else if (groups.one) {
      source += '[^./]';
    } else if (groups.set) {
      source += `[${groups.not ? '^' : ''}${groups.set.replace(/[\\\]^]/g, '\\$&')}]`;
    } else if (groups.choice === '{') {
      depth += 1;
      source += '(?:';
    } else if (groups.choice === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (groups.choice === ',' && depth > 0) {
      source += '|';
    } else {
      source += escapeLiteral(groups.escaped ?? groups.choice ?? groups.plain ?? '');
    }
  }
  return source + ')'.repeat(depth);
}

function escapeLiteral(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
