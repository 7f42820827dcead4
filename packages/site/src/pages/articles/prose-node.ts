/** What a piece of Markdown comes to: text, or an element with what is in it. */
export type ProseNode =
  | string
  | {
      tag:
        | 'p'
        | 'h2'
        | 'h3'
        | 'h4'
        | 'ul'
        | 'ol'
        | 'li'
        | 'blockquote'
        | 'pre'
        | 'code'
        | 'strong'
        | 'em'
        | 'hr'
        | 'br';
      children: ProseNode[];
    }
  | { tag: 'a'; href: string; children: ProseNode[] };
