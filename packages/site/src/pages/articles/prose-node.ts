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
        | 's'
        | 'hr'
        | 'br'
        | 'table'
        | 'thead'
        | 'tbody'
        | 'tr';
      children: ProseNode[];
    }
  | { tag: 'th' | 'td'; align?: 'left' | 'center' | 'right'; children: ProseNode[] }
  | { tag: 'a'; href: string; rel?: string; children: ProseNode[] }
  /** One of the league's own uploads. */
  | { tag: 'img'; src: string; alt: string; width: number; height: number; children: [] };
