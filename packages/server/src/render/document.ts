import { getLocale } from '@muster/site';
import type { DocumentData } from '@muster/site/document-data.ts';
import type { RenderedPage } from '@muster/site/entry-server.tsx';
import type { PageHead } from '@muster/site/page-head.ts';
import { splitLocalePath, toLocalePath } from '@muster/site/routing/locale-paths.ts';
import { defaultHue, toBarColor, toDeep } from '@muster/site/ui/hue.ts';
import type { Logo } from '../page/settings.ts';

/** What of the build a page's document links. */
export interface PageFiles {
  scripts: string[];
  /** Chunks that the page needs and that the browser would otherwise find late. */
  modules: string[];
  styles: string[];
  fonts: string[];
  /** Development's own start, written inline. */
  inlineScript?: string;
}

interface DocumentInput {
  data: DocumentData;
  rendered: RenderedPage;
  files: PageFiles;
  url: URL;
  origin: string;
  logo: Logo | null;
}

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => htmlEscapes[char] ?? char);
}

/** JSON that may stand in a script element: nothing in it can end the element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The whole document around a rendered page. */
export function toDocument({ data, rendered, files, url, origin, logo }: DocumentInput): string {
  const { tag } = getLocale(data.locale);
  const { head, title } = rendered;
  const canonical = origin + url.pathname;
  return [
    `<!doctype html><html lang="${tag}"${toLook(data.shell.hue, logo)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    files.fonts.map(toFontPreload).join(''),
    files.styles.map((file) => `<link rel="stylesheet" href="${file}">`).join(''),
    files.modules
      .map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`)
      .join(''),
    files.inlineScript === undefined ? '' : `<script type="module">${files.inlineScript}</script>`,
    files.scripts
      .map((file) => `<script type="module" fetchpriority="low" src="${file}"></script>`)
      .join(''),
    head.isPrivate ? '<meta name="robots" content="noindex">' : '',
    `<meta name="description" content="${escapeHtml(head.description ?? '')}">`,
    '<meta name="color-scheme" content="dark light"><meta name="theme-color" content="' +
      `${toBarColor(data.shell.hue)}">`,
    toIconLinks(logo),
    toLinkPicture(head.emblem, logo, origin),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    toAlternates(data, url, origin),
    head.has_feeds === true ? toFeedLinks(data.locale) : '',
    `<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:type" content="website">`,
    `<meta property="og:url" content="${escapeHtml(canonical)}">`,
    '</head><body>',
    rendered.pin === '' ? '' : `<aside id="pin">${localizeLinks(rendered.pin, data)}</aside>`,
    `<div id="app">${localizeLinks(rendered.html, data)}</div>`,
    `<script type="application/json" id="muster-data">${toScriptJson(data)}</script>`,
    '</body></html>',
  ].join('');
}

/** The league's hue, where it is not the one that ships, of which the styles make every other colour; and its logo. */
export function toLook(hue: number, logo: Logo | null): string {
  const colours = hue === defaultHue ? '' : `--hue:${hue};--deep:${toDeep(hue)};`;
  const mark =
    logo === null ? '' : `--logo:url(${logo.path}/bar.webp);--logo-width:${logo.width}px;`;
  const style = colours + mark;
  return `${logo === null ? '' : ' data-logo'}${style === '' ? '' : ` style="${style}"`}`;
}

/** The tab's icon; of a league with its own logo also that of an app. */
function toIconLinks(logo: Logo | null): string {
  return logo === null
    ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
    : `<link rel="icon" href="${logo.path}/icon.png" type="image/png"><link rel="apple-touch-icon" href="${logo.path}/app.png">`;
}

/** The picture that goes with a link: of what the page is about, else the league's logo, if it has one. */
function toLinkPicture(emblem: PageHead['emblem'], logo: Logo | null, origin: string): string {
  const toTag = (name: string, content: string | number) =>
    `<meta property="og:image${name}" content="${content}">`;
  if (emblem?.picture) {
    return toTag('', `${escapeHtml(origin)}${emblem.picture}/256.webp`);
  }
  const path = emblem === undefined ? logo && `${logo.path}/link.jpg` : toEmblemPath(emblem);
  return path === null
    ? ''
    : toTag('', escapeHtml(origin) + path) + toTag(':width', 1200) + toTag(':height', 630);
}

const toEmblemPath = ({ kind, name }: NonNullable<PageHead['emblem']>) =>
  `/emblems/${kind}.png?of=${escapeHtml(encodeURIComponent(name))}`;

function toFontPreload(file: string): string {
  return `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;
}

/** Where programs that read feeds find the articles in this language. */
function toFeedLinks(locale: string): string {
  const toLink = (file: string, type: string) =>
    `<link rel="alternate" type="application/${type}" href="/articles/${file}?in=${locale}">`;
  return toLink('feed.atom', 'atom+xml') + toLink('feed.json', 'feed+json');
}

/** Where the same page is in the other languages, if each has an address. */
function toAlternates({ routing, shell }: DocumentData, url: URL, origin: string): string {
  if (routing.strategy === 'no_prefix') {
    return '';
  }
  const { path } = splitLocalePath(url.pathname, routing);
  const links = shell.locales.map(getLocale).map(({ code, tag }) => {
    const address = escapeHtml(origin + toLocalePath(path, code, routing));
    return `<link rel="alternate" hreflang="${tag}" href="${address}">`;
  });
  const fallback = escapeHtml(origin + toLocalePath(path, routing.defaultLocale, routing));
  return `${links.join('')}<link rel="alternate" hreflang="x-default" href="${fallback}">`;
}

const notPages =
  /^\/(?:api|assets|builds|locale|terrain|emblems|auth|rest|realtime|storage|functions|dev)(?:\/|$)|^\/articles\/feed\.|^\/\//;

/**
 * Pages write plain addresses; where the language stands in the address, the document's links get it
 * here. In the browser the one listener for links does the same.
 */
function localizeLinks(html: string, { routing, locale }: DocumentData): string {
  if (routing.strategy === 'no_prefix') {
    return html;
  }
  return html.replace(/(<a [^>]*?href=")(\/[^"]*)"/g, (whole, start: string, address: string) => {
    const path = address.replace(/[?#].*/s, '');
    if (notPages.test(path) || splitLocalePath(path, routing).path !== path) {
      return whole;
    }
    return `${start}${toLocalePath(path, locale, routing)}${address.slice(path.length)}"`;
  });
}
