import { createRequire } from 'node:module';
import { locales } from '@muster/site';
import type { Settings } from '../page/settings.ts';
import { escapeHtml, toLook } from '../render/document.ts';

const require = createRequire(import.meta.url);

/**
 * Nothing is fetched and nothing sent, whatever the pages' own code may be made to try. `file:` is there for
 * browsers to whom files of one folder are not of one origin.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file: 'unsafe-inline'",
  "img-src 'self' file: data:",
  "font-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What stands there until the pages do, and stays where they cannot: in each language, as none is known yet. */
function listOpening(): string {
  return locales
    .map(({ code, tag }) => {
      const texts = require(`@muster/site/locales/${code}/public-file.json`) as { opening: string };
      return `<p lang="${tag}">${escapeHtml(texts.opening)}</p>`;
    })
    .join('');
}

/** The page that opens the file; `logo` is where that lies beside it. */
export function toIndexPage({ leagueName, titleSuffix, hue, logo }: Settings): string {
  return [
    `<!doctype html><html lang="en"${toLook(hue, logo)}><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="dark light"><meta name="description" content="">',
    `<title>${escapeHtml(leagueName + titleSuffix)}</title>`,
    '<link rel="stylesheet" href="site/style.css">',
    '</head><body><div id="note"></div>',
    `<div id="app"><div class="page file-opening">${listOpening()}</div></div>`,
    '<script src="site/muster.js"></script></body></html>\n',
  ].join('');
}
