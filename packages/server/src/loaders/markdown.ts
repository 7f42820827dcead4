import MarkdownIt from 'markdown-it';

/** Raw HTML stays text, and links lead only where a browser may go: the library's defaults. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** What people wrote in Markdown as HTML that is safe to show. */
export function toHtml(source: string): string {
  return markdown.render(source);
}
