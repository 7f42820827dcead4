import type { ProseNode } from '@muster/site/pages/articles/prose-node.ts';
import MarkdownIt from 'markdown-it';

type Token = ReturnType<typeof markdown.parse>[number];
type Element = Exclude<ProseNode, string>;
type PlainTag = Exclude<Element['tag'], 'a'>;

/** Raw HTML stays text, and links lead only where a browser may go: the library's defaults. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

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
};

/** What people wrote in Markdown, as nodes that a page shows without ever taking HTML as it is. */
export function toProse(source: string): ProseNode[] {
  return toNodes(markdown.parse(source, {}));
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

function toElement(token: Token): Element {
  if (token.tag === 'a') {
    return { tag: 'a', href: String(token.attrGet('href') ?? ''), children: [] };
  }
  return { tag: tags[token.tag] ?? 'p', children: [] };
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
    default:
      // A picture is shown by its words: nothing is loaded from elsewhere.
      return token.content === '' ? [] : [token.content];
  }
}
