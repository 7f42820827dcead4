import { getLocale, type LocaleCode } from '@muster/site';
import { html, raw } from 'hono/html';

/** What goes out: a mail program shows one of the two bodies. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says. All of it is plain text; the layout does the rest. */
export interface MailContent {
  locale: LocaleCode;
  subject: string;
  /** One paragraph each. */
  paragraphs: readonly string[];
  button: { label: string; url: string; fallback: string } | null;
  /** Figures to be typed, with the words before them. */
  code: { label: string; value: string } | null;
  /** What stands small at the end: why this came, how to end it. */
  notes: readonly { text: string; url?: string }[];
  /** The league's name and address. */
  from: { name: string; url: string };
}

// Mail programs know neither our fonts nor OKLCH; these are the light theme's colours (tokens.css).
const colour = {
  ground: '#faf6f3',
  ink: '#211817',
  soft: '#60524e',
  bar: '#641114',
  edge: '#4c070a',
  barInk: '#f7f0eb',
  act: '#c32324',
  line: '#dbd2cd',
};
const text = "font-family:'Public Sans',system-ui,'Segoe UI',Helvetica,Arial,sans-serif";
const display = "font-family:'Sofia Sans Extra Condensed','Arial Narrow',Impact,sans-serif";

function toText(content: MailContent): string {
  const { paragraphs, code, button, notes, from } = content;
  return [
    ...paragraphs,
    ...(button === null ? [] : [`${button.label}:\n${button.url}`]),
    ...(code === null ? [] : [`${code.label} ${code.value}`]),
    `-- \n${from.name}\n${from.url}`,
    ...notes.map(({ text: note, url }) => (url === undefined ? note : `${note}\n${url}`)),
  ]
    .join('\n\n')
    .concat('\n');
}

function renderButton({ button }: MailContent) {
  return button === null
    ? ''
    : html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;background:${colour.act};color:#fff;font-weight:700;text-decoration:none;padding:12px 24px;border-radius:3px">${button.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:${colour.soft}">${button.fallback}<br><a href="${button.url}" style="color:${colour.soft};overflow-wrap:anywhere">${button.url}</a></p>`;
}

function renderCode({ code }: MailContent) {
  return code === null
    ? ''
    : html`<p style="margin:16px 0 4px">${code.label}</p>
<p style="margin:0 0 24px;font-size:38px;line-height:1.1;font-weight:700;letter-spacing:6px;font-variant-numeric:tabular-nums">${code.value}</p>`;
}

async function toHtml(content: MailContent): Promise<string> {
  const { locale, subject, paragraphs, notes, from } = content;
  const page = html`<!doctype html>
<html lang="${getLocale(locale).tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:${colour.ground};color:${colour.ink};${raw(text)};font-size:16px;line-height:1.5">
<div style="background:${colour.bar};border-bottom:3px solid ${colour.edge}"><div style="max-width:600px;margin:0 auto;padding:14px 20px;${raw(display)};font-size:22px;font-weight:800;text-transform:uppercase"><a href="${from.url}" style="color:${colour.barInk};text-decoration:none">${from.name}</a></div></div>
<div style="max-width:600px;margin:0 auto;padding:28px 20px 40px">
<h1 style="margin:0 0 16px;${raw(display)};font-size:38px;line-height:1;font-weight:800">${subject}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 12px;overflow-wrap:anywhere">${paragraph}</p>\n`)}${renderButton(content)}${renderCode(content)}
<div style="border-top:1px solid ${colour.line};padding-top:12px;font-size:13px;color:${colour.soft}">
${notes.map(({ text: note, url }) => html`<p style="margin:0 0 8px">${url === undefined ? note : html`<a href="${url}" style="color:${colour.soft}">${note}</a>`}</p>\n`)}</div>
</div></body></html>
`;
  return String(await page);
}

/** Lays a mail out, as text and as HTML that needs nothing from anywhere. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  return { subject: content.subject, text: toText(content), html: await toHtml(content) };
}
