import type { DocumentData } from '@muster/site/document-data.ts';
import type { PageHead } from '@muster/site/page-head.ts';
import { describe, expect, it } from 'vitest';
import type { Logo } from '../page/settings.ts';
import { toDocument, toScriptJson } from './document.ts';
import { toSecurityPolicy } from './security-policy.ts';

const data: DocumentData = {
  build: 'b1',
  locale: 'fi',
  zone: 'UTC',
  chosen_zone: null,
  now: 0,
  routing: { strategy: 'no_prefix', defaultLocale: 'en' },
  shell: {
    league_name: 'Muster',
    title_suffix: ' League',
    footer: '© 2025 Muster',
    hue: 25,
    locales: ['en', 'fi'],
    pages: [],
    menus: { casual: [], competitions: [], servers: [] },
    forum_url: null,
    chat_invite_url: null,
    analytics_host: null,
    backend: { url: null, anon_key: '' },
    has_chat_sign_in: true,
    is_open_identity: false,
    has_demo: false,
  },
  viewer: null,
  is_development: false,
  page: { data: { name: '</script><script>alert(1)</script>' }, viewer: null, now: 0 },
};

function write(
  changes: Partial<DocumentData> = {},
  html = '<a href="/about">x</a>',
  logo: Logo | null = null,
  emblem?: PageHead['emblem'],
  { pin = '', ...about }: Partial<PageHead> & { pin?: string } = {},
) {
  const head = {
    ...{ title: 'A', description: 'd', ...(emblem === undefined ? {} : { emblem }) },
    ...about,
  };
  return toDocument({
    data: { ...data, ...changes },
    rendered: { html, pin, title: 'A "B" <c>', head },
    files: { scripts: ['/a.js'], modules: [], styles: ['/a.css'], fonts: [] },
    url: new URL('http://localhost/fi/about?x=1'),
    origin: 'https://muster.example',
    logo,
  });
}

describe('toDocument', () => {
  it('writes the language as a tag and escapes what people wrote', () => {
    const html = write();
    expect(html).toContain('<html lang="fi-FI">');
    expect(html).toContain('<title>A &quot;B&quot; &lt;c&gt;</title>');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('<link rel="canonical" href="https://muster.example/fi/about">');
    expect(html).not.toContain('hreflang');
  });

  it('names the other languages and puts the language into links where addresses have one', () => {
    const routing = { strategy: 'prefix_except_default', defaultLocale: 'en' } as const;
    const html = write(
      { routing },
      '<a class="a" href="/about?x=1">x</a><a href="/assets/y">y</a><a href="/es">es</a>',
    );
    expect(html).toContain('hreflang="fi-FI" href="https://muster.example/fi/about"');
    // This league offers two.
    expect(html.match(/hreflang="/g)).toHaveLength(3);
    expect(html).toContain('hreflang="x-default" href="https://muster.example/about"');
    expect(html).toContain('<a class="a" href="/fi/about?x=1">');
    expect(html).toContain('<a href="/assets/y">');
    expect(html).toContain('<a href="/es">');
  });
});

describe('what a page says of itself', () => {
  it('is found by nobody’s search where it is private, and by all where it is not', () => {
    const noindex = '<meta name="robots" content="noindex">';
    expect(write()).not.toContain('robots');
    expect(write({}, '', null, undefined, { isPrivate: false })).not.toContain('robots');
    expect(write({}, '', null, undefined, { isPrivate: true })).toContain(noindex);
  });

  it('is what it is about, and nothing where it says nothing', () => {
    const about = (description?: string) =>
      write({}, '', null, undefined, description === undefined ? {} : { description });
    expect(about(`Who "plays" & 'wins' <here>`)).toContain(
      '<meta name="description" content="Who &quot;plays&quot; &amp; &#39;wins&#39; &lt;here&gt;">',
    );
    expect(about()).toContain('<meta name="description" content="d">');
  });

  it('has feeds in its language where it has any', () => {
    expect(write()).not.toContain('/articles/feed.');
    const html = write({}, '', null, undefined, { has_feeds: true });
    expect(html).toContain('type="application/atom+xml" href="/articles/feed.atom?in=fi"');
    expect(html).toContain('type="application/feed+json" href="/articles/feed.json?in=fi"');
  });

  it('has what stands above every page before it, and its links in its language', () => {
    expect(write()).not.toContain('id="pin"');
    const routing = { strategy: 'prefix', defaultLocale: 'en' } as const;
    const pin = '<a href="/matches/1">now</a>';
    const html = write({ routing }, 'page', null, undefined, { pin });
    expect(html).toContain(
      '<aside id="pin"><a href="/fi/matches/1">now</a></aside><div id="app">page</div>',
    );
  });
});

describe('a link of a page whose address has its language', () => {
  const routing = { strategy: 'prefix', defaultLocale: 'en' } as const;
  it.each([
    ['/', '/fi'],
    ['/about#top', '/fi/about#top'],
    ['/ladders/api', '/fi/ladders/api'],
    ['/apis', '/fi/apis'],
    ['/articles/feeds', '/fi/articles/feeds'],
    ['/articles/feed.atom?in=fi', '/articles/feed.atom?in=fi'],
    ['//elsewhere.example', '//elsewhere.example'],
    ['https://elsewhere.example/', 'https://elsewhere.example/'],
    ['#top', '#top'],
    ...['/api/x', '/api', '/assets/a.js', '/builds/latest.json', '/locale/de', '/terrain/a.svg']
      .concat(['/emblems/a.svg', '/auth/v1/verify', '/rest/v1/x', '/realtime/v1', '/storage/v1/x'])
      .concat(['/functions/v1/x', '/dev/mail'])
      .map((path): [string, string] => [path, path]),
  ])('%s leads to %s', (address, to) => {
    expect(write({ routing }, `<a class="b" href="${address}">x</a>`)).toContain(
      `<a class="b" href="${to}">x</a>`,
    );
  });

  it('is the page’s own, and no other’s of the head', () => {
    const html = write({ routing }, '<img src="/about"><link href="/about">');
    expect(html).toContain('<img src="/about"><link href="/about">');
  });
});

describe('the league’s own logo', () => {
  const logo = { path: '/api/league-logos/ab', width: 36 };

  it('is the tab’s icon, an app’s, the picture of links, and stands in the bar', () => {
    const html = write({}, '', logo);
    expect(html).toContain('data-logo style="--logo:url(/api/league-logos/ab/bar.webp);');
    expect(html).toContain('--logo-width:36px;"');
    expect(html).toContain('<link rel="icon" href="/api/league-logos/ab/icon.png"');
    expect(html).toContain('<link rel="apple-touch-icon" href="/api/league-logos/ab/app.png">');
    expect(html).toContain(
      'property="og:image" content="https://muster.example/api/league-logos/ab/link.jpg"',
    );
    expect(html).not.toContain('/favicon.svg');
  });

  it('goes with a hue of the league’s own', () => {
    const html = write({ shell: { ...data.shell, hue: 200 } }, '', logo);
    expect(html).toMatch(/style="--hue:200;--deep:[\d.]+;--logo:url/);
  });

  it('is Muster’s mark where there is none', () => {
    const html = write();
    expect(html).toContain('<link rel="icon" href="/favicon.svg"');
    expect(html).not.toMatch(/data-logo|og:image|apple-touch-icon/);
  });
});

describe('the picture that goes with a link', () => {
  const logo = { path: '/api/league-logos/ab', width: 36 };
  const team = { kind: 'team', name: 'Rook "&" <Co>' } as const;
  const readPicture = (html: string) => /property="og:image" content="([^"]+)"/.exec(html)?.[1];

  it('is the emblem of what the page is about, before the league’s logo', () => {
    const html = write({}, '', logo, team);
    expect(readPicture(html)).toBe(
      'https://muster.example/emblems/team.png?of=Rook%20%22%26%22%20%3CCo%3E',
    );
    expect(html).toContain('property="og:image:width" content="1200"');
    expect(html).toContain('property="og:image:height" content="630"');
  });

  it('is its own picture where it has one, whose measures are others', () => {
    const html = write({}, '', logo, { ...team, picture: '/api/logos/cd' });
    expect(readPicture(html)).toBe('https://muster.example/api/logos/cd/256.webp');
    expect(html).not.toContain('og:image:width');
  });

  it('is the emblem where its own picture was taken away', () => {
    expect(readPicture(write({}, '', null, { ...team, picture: null }))).toContain('/emblems/');
  });
});

describe('toScriptJson', () => {
  it('cannot end the element that it stands in, and reads as what it was', () => {
    const value = { text: '</script><!--\u2028' };
    expect(toScriptJson(value)).not.toContain('<');
    expect(JSON.parse(toScriptJson(value))).toEqual(value);
  });
});

describe('toSecurityPolicy', () => {
  it('lets no inline script in', () => {
    const policy = toSecurityPolicy({
      connect: ['https://db.example'],
      pictures: [],
      isDevelopment: false,
    });
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain('https://db.example wss://db.example');
  });

  it('lets in what is ours, and besides only where it was told', () => {
    const write = (isDevelopment: boolean) =>
      toSecurityPolicy({
        connect: ['https://db.example', 'http://files.example'],
        pictures: ['https://pictures.example'],
        isDevelopment,
      }).split('; ');
    const connects =
      "connect-src 'self' https://api.iconify.design https://db.example http://files.example wss://db.example ws://files.example";
    expect(write(false)).toEqual([
      ...["default-src 'self'", "script-src 'self'", "style-src 'self'"],
      ...["style-src-attr 'unsafe-inline'", "img-src 'self' data: https://pictures.example"],
      ...["font-src 'self'", connects, "object-src 'none'", "base-uri 'none'"],
      ...["form-action 'self'", "frame-ancestors 'none'"],
    ]);
    const more = write(true).filter((part) => !write(false).includes(part));
    expect(more).toEqual([
      "script-src 'self' 'unsafe-inline'",
      "style-src 'self' 'unsafe-inline'",
      `${connects} ws:`,
    ]);
  });
});
