import type { Queryable } from '@muster/database';
import { defaultLocale, getLocale, isLocaleCode } from '@muster/site';
import { nameLeague } from '@muster/site/pages/articles/name-league.ts';
import type { ProseNode } from '@muster/site/pages/articles/prose-node.ts';
import { toProse } from '../page/markdown.ts';
import { pickLocale, toText } from '../page/texts.ts';
import { type Ages, toAgesSql } from '../writing/reading.ts';

const mostEntries = 30;

interface FeedRow {
  slug: string;
  title: Record<string, string>;
  summary: Record<string, string>;
  body: Record<string, string>;
  author: string | null;
  published_at: Date;
  ages: Ages | null;
}

/** Where a feed is read, and as what. */
export interface FeedAbout {
  origin: string;
  league: string;
  locale: string;
  now: Date;
}

interface Entry {
  url: string;
  language: string;
  title: string;
  summary: string;
  html: string;
  author: string;
  published: string;
  updated: string;
}

const statement = `
  select a.slug, a.title, a.summary, a.body, a.author, a.published_at, ${toAgesSql('articles', 'a.slug')} as ages
  from public.articles a where a.published_at <= $1 and a.hidden_at is null order by a.published_at desc, a.slug limit ${mostEntries}`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// What XML 1.0 has no place for, however it is written.
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeText = (text: string): string =>
  text.replace(notInXml, '').replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Nodes as HTML with whole addresses: a feed is read elsewhere. */
function toHtml(nodes: readonly ProseNode[], origin: string): string {
  const toWhole = (address: string) => {
    return escapeText(URL.canParse(address, origin) ? new URL(address, origin).href : origin);
  };
  return nodes
    .map((node) => {
      if (typeof node === 'string') {
        return escapeText(node);
      }
      if (node.tag === 'img') {
        const { alt, width, height } = node;
        return `<img src="${toWhole(node.src)}" alt="${escapeText(alt)}" width="${width}" height="${height}">`;
      }
      if (node.tag === 'br' || node.tag === 'hr') {
        return `<${node.tag}>`;
      }
      const href = node.tag === 'a' ? ` href="${toWhole(node.href)}"` : '';
      return `<${node.tag}${href}>${toHtml(node.children, origin)}</${node.tag}>`;
    })
    .join('');
}

function toEntry(row: FeedRow, { origin, league, locale }: FeedAbout): Entry {
  const shown = pickLocale(row.title, locale) ?? defaultLocale;
  const published = row.published_at.toISOString();
  const changed = row.ages?.newest[shown]?.at;
  const last = changed === undefined ? published : new Date(changed).toISOString();
  const read = (text: Record<string, string>) => nameLeague(toText(text, shown), league);
  return {
    url: `${origin}/articles/${row.slug}`,
    language: isLocaleCode(shown) ? getLocale(shown).tag : shown,
    title: read(row.title),
    summary: read(row.summary),
    html: toHtml(toProse(read(row.body)), origin),
    author: row.author ?? league,
    published,
    // What was written before it was published is as old as its publication.
    updated: last > published ? last : published,
  };
}

/** The newest published articles, in the language asked for where they have it. */
export async function readFeed(queryable: Queryable, about: FeedAbout): Promise<Entry[]> {
  const rows = await queryable.query<FeedRow>(statement, [about.now]);
  return rows.map((row) => toEntry(row, about));
}

const toFeedUrl = ({ origin, locale }: FeedAbout, name: string) =>
  `${origin}/articles/feed.${name}?in=${locale}`;

/** RFC 4287. */
export function toAtom(entries: readonly Entry[], about: FeedAbout): string {
  const { origin, league } = about;
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  const items = entries.map(
    (entry) => `<entry xml:lang="${entry.language}"><id>${escapeText(entry.url)}</id>
<title>${escapeText(entry.title)}</title><link href="${escapeText(entry.url)}"/>
<published>${entry.published}</published><updated>${entry.updated}</updated>
<author><name>${escapeText(entry.author)}</name></author>
<summary>${escapeText(entry.summary)}</summary>
<content type="html">${escapeText(entry.html)}</content></entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeText(toFeedUrl(about, 'atom'))}</id>
<title>${escapeText(league)}</title><updated>${updated}</updated>
<link href="${escapeText(`${origin}/articles`)}"/><link rel="self" href="${escapeText(toFeedUrl(about, 'atom'))}"/>
${items.join('')}</feed>
`;
}

/** https://www.jsonfeed.org/version/1.1/ */
export function toJsonFeed(entries: readonly Entry[], about: FeedAbout): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: about.league,
    home_page_url: `${about.origin}/articles`,
    feed_url: toFeedUrl(about, 'json'),
    items: entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      date_published: entry.published,
      date_modified: entry.updated,
      authors: [{ name: entry.author }],
      language: entry.language,
    })),
  };
}
