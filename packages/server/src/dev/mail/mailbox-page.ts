import { createHash } from 'node:crypto';
import { getLocale, type LocaleCode } from '@muster/site';
import { html, raw } from 'hono/html';
import { getTranslator } from '../../translate.ts';
import type { KeptMail } from './kept-mail.ts';

/** The page's only style; its hash stands in the policy. */
const style = `
:root{color-scheme:dark light;--ground:oklch(.17 .008 25);--raised:oklch(.205 .01 25);--line:oklch(.3 .012 25);--ink:oklch(.95 .008 60);--soft:oklch(.74 .015 50);--act-text:oklch(.78 .12 30);--focus:oklch(.9 .11 85)}
@media (prefers-color-scheme:light){:root{--ground:oklch(.975 .006 60);--raised:oklch(.995 .003 60);--line:oklch(.87 .012 50);--ink:oklch(.22 .015 25);--soft:oklch(.45 .02 35);--act-text:oklch(.48 .175 27);--focus:oklch(.45 .16 260)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 "Public Sans Variable",system-ui,sans-serif}
.bar{background:oklch(.33 .115 25);border-bottom:1px solid oklch(.27 .1 25);color:oklch(.96 .01 60);padding:14px 0}
.bar p,main{max-width:760px;margin:0 auto;padding:0 16px}
.bar p,h1,h2{font-family:"Sofia Sans Extra Condensed","Arial Narrow",sans-serif;font-weight:800;line-height:.95;letter-spacing:.01em}
.bar p{font-size:22px;text-transform:uppercase}
main{padding:32px 16px 64px}
h1{font-size:38px;margin:0 0 12px;overflow-wrap:anywhere}
h2{font-size:22px;margin:32px 0 8px;text-transform:uppercase}
p{margin:0 0 12px}
.soft{color:var(--soft)}
ol{list-style:none;margin:24px 0 0;padding:0;border-top:1px solid var(--line)}
li{border-bottom:1px solid var(--line)}
li a{display:block;padding:10px 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
li a:hover strong,li a:focus-visible strong{color:var(--act-text)}
li span{display:block;color:var(--soft);font-size:14px}
a{color:var(--act-text)}
.back{display:inline-block;padding:10px 0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0 0 16px;font-size:15px}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:620px;border:1px solid var(--line);background:#fff}
pre{margin:0;padding:16px;background:var(--raised);border:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}
`;

/** Only our own frame loads, nothing runs, nobody frames it. */
export const mailboxPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(style)
  .digest(
    'base64',
  )}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A mail in its frame: it brings its styles along, loads nothing, runs nothing, and its links open the whole tab. */
export const mailPolicy =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

type Html = ReturnType<typeof html>;

function renderDocument(locale: LocaleCode, body: Html): Html {
  const title = getTranslator(locale, 'mail')('mailbox.title');
  return html`<!doctype html>
<html lang="${getLocale(locale).tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${raw(style)}</style></head>
<body><header class="bar"><p>${title}</p></header><main>${body}</main></body></html>`;
}

function toTime(at: Date, locale: LocaleCode): string {
  return at.toLocaleString(getLocale(locale).tag, { dateStyle: 'medium', timeStyle: 'long' });
}

/** The list of what was written, the newest first. */
export function renderMailbox(
  mails: readonly KeptMail[],
  { locale, to }: { locale: LocaleCode; to: string | null },
): Html {
  const t = getTranslator(locale, 'mail');
  const none = to === null ? t('mailbox.empty') : t('mailbox.emptyFor', { address: to });
  const list = html`<ol>${mails.map(
    (mail) =>
      html`<li><a href="/dev/mail/${mail.id}"><strong>${toTitle(mail)}</strong>
<span>${mail.recipient} · ${toTime(mail.created_at, locale)}</span></a></li>`,
  )}</ol>`;
  return renderDocument(
    locale,
    html`<h1>${t('mailbox.title')}</h1><p class="soft">${t('mailbox.lead')}</p>
${mails.length === 0 ? html`<p>${none}</p>` : list}`,
  );
}

/** A text to a phone is all that it says. */
function toTitle({ subject, text_body }: KeptMail): string {
  return subject ?? text_body;
}

function renderView({ id }: KeptMail, locale: LocaleCode): Html {
  const t = getTranslator(locale, 'mail');
  return html`<h2>${t('mailbox.view')}</h2>
<iframe src="/dev/mail/${id}/html" title="${t('mailbox.frame')}" sandbox="allow-top-navigation-by-user-activation"></iframe>`;
}

/** One mail, as it looks and as text. */
export function renderKeptMail(mail: KeptMail, locale: LocaleCode): Html {
  const t = getTranslator(locale, 'mail');
  const parts = mail.text_body.split(/(https?:\/\/\S+)/);
  return renderDocument(
    locale,
    html`<a class="back" href="/dev/mail">${t('mailbox.back')}</a>
<h1>${toTitle(mail)}</h1>
<dl><dt>${t('mailbox.to')}</dt><dd>${mail.recipient}</dd>
<dt>${t('mailbox.at')}</dt><dd>${toTime(mail.created_at, locale)}</dd>
<dt>${t('mailbox.kind')}</dt><dd>${mail.kind}</dd></dl>
<h2>${t('mailbox.text')}</h2>
<pre>${parts.map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</pre>
${mail.html_body === null ? '' : renderView(mail, locale)}`,
  );
}
