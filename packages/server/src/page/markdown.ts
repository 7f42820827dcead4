import type { ProseNode } from '@muster/site/pages/articles/prose-node.ts';
import MarkdownIt from 'markdown-it';

type Token = ReturnType<typeof markdown.parse>[number];
type Element = Exclude<ProseNode, string>;
type PlainTag = Exclude<Element['tag'], 'a' | 'img' | 'th' | 'td'>;

/** As much as an article may have; what an import brought beyond it is shown as it stands. */
const mostCharacters = 20_000;
/** What a table may have for rows and columns together, those included that its rows leave out. */
const mostCells = 4000;
/** What people nest, and not so deep that showing it takes long. */
const deepest = 20;

/** Raw HTML stays text, and links lead only where a browser may go: the library's defaults. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.set({ maxNesting: deepest });
const withoutTables = new MarkdownIt({ html: false, linkify: false, typographer: false });
withoutTables.set({ maxNesting: deepest }).disable('table');
const flat = new MarkdownIt({ html: false, linkify: false, typographer: false });
flat.set({ maxNesting: deepest }).disable(['list', 'blockquote', 'table']);

/** The elements that a page may show. A heading of an article stands below the page's own. */
const tags: Record<string, PlainTag> = {
  p: 'p',
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  s: 's',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
};

/** What turns the direction of what stands around a text; letters have theirs by themselves. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text without marks that would turn round what stands beside it. */
export const withoutDirectionMarks = (text: string): string => text.replace(directionMarks, '');

/** Whether a row could part a table's head from its rows, in a quote as well. */
const isDelimiterRow = (row: string): boolean =>
  /^[\s>|:-]*$/.test(row) && row.lastIndexOf('-') > row.lastIndexOf('>');

/** Whether rows of a table's columns could come to more cells than a page shows: the library fills up short rows. */
function hasHugeTable(source: string): boolean {
  const rows = source.split('\n');
  const columns = rows
    .filter(isDelimiterRow)
    .map((row) => row.replace(/^\s*\||\|\s*$/g, '').split('|').length);
  return Math.max(0, ...columns) * rows.length > mostCells;
}

/** Whether something opens so deep that the library leaves out what stands in it and, of a list, all that follows. */
const isCut = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ type, level }) =>
      (type === 'blockquote_open' || type === 'list_item_open') && level >= deepest - 1,
  );

/** No word is left out: of what nests too deep the marks stand as they were written. */
function parse(text: string): Token[] {
  const tokens = (hasHugeTable(text) ? withoutTables : markdown).parse(text, {});
  return isCut(tokens) ? flat.parse(text, {}) : tokens;
}

/** What people wrote in Markdown, as nodes that a page shows without ever taking HTML as it is. */
export function toProse(source: string): ProseNode[] {
  const plain = withoutDirectionMarks(source);
  const [text, rest] = [plain.slice(0, mostCharacters), plain.slice(mostCharacters)];
  const nodes = toNodes(parse(text));
  return rest === '' ? nodes : [...nodes, { tag: 'p', children: [rest] }];
}

function toNodes(tokens: readonly Token[]): ProseNode[] {
  const root: ProseNode[] = [];
  const open: ProseNode[][] = [root];
  const add = (node: ProseNode) => open.at(-1)?.push(node);
  for (const token of tokens) {
    if (token.nesting === -1) {
      // Paragraphs of tight lists are hidden: nothing was opened for them.
      if (!token.hidden && open.length > 1) {
        open.pop();
      }
    } else if (token.nesting === 1) {
      if (token.hidden) {
        continue;
      }
      const element = toElement(token);
      add(element);
      open.push(element.children);
    } else {
      for (const node of toLeaves(token)) {
        add(node);
      }
    }
  }
  return root;
}

const isOutward = (href: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href);

function toElement(token: Token): Exclude<Element, { tag: 'img' }> {
  if (token.tag === 'a') {
    const href = String(token.attrGet('href') ?? '');
    const rel = isOutward(href) ? { rel: 'external noopener nofollow' } : {};
    return { tag: 'a', href, ...rel, children: [] };
  }
  if (token.tag === 'th' || token.tag === 'td') {
    const [, align] =
      /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? [];
    return align === 'left' || align === 'center' || align === 'right'
      ? { tag: token.tag, align, children: [] }
      : { tag: token.tag, children: [] };
  }
  return { tag: tags[token.tag] ?? 'p', children: [] };
}

/** The address of an own upload says how large the picture is, so that the page keeps its place. */
const ownPicture = /^\/api\/pictures\/[0-9a-f]{32}\/([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/;

/** A picture where it is one of the league's own; else its words, so that nothing is loaded from elsewhere. */
function toPicture(token: Token): ProseNode[] {
  const src = String(token.attrGet('src') ?? '');
  const [, width, height] = ownPicture.exec(src) ?? [];
  if (width === undefined || height === undefined) {
    return token.content === '' ? [] : [token.content];
  }
  const size = { width: Number(width), height: Number(height) };
  return [{ tag: 'img', src, alt: token.content, ...size, children: [] }];
}

/** A token without an end of its own: text, code, a break, or what stands inside a block. */
function toLeaves(token: Token): ProseNode[] {
  switch (token.type) {
    case 'inline':
      return toNodes(token.children ?? []);
    case 'text':
      return token.content === '' ? [] : [token.content];
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [{ tag: 'br', children: [] }];
    case 'hr':
      return [{ tag: 'hr', children: [] }];
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }];
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [token.content.trimEnd()] }] }];
    case 'image':
      return toPicture(token);
    default:
      return token.content === '' ? [] : [token.content];
  }
}
