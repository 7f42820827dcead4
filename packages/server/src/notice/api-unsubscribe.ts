import { createHash } from 'node:crypto';
import { toNetwork } from '@muster/backend';
import { getLocale, isLocaleCode, type LocaleCode } from '@muster/site';
import { detectLocale } from '@muster/site/intl/detect-locale.ts';
import { isNoticeGroup, listKinds } from '@muster/site/pages/notices/kinds.ts';
import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type ApiParts, limitBody, requireRate } from '../http/command-route.ts';
import { getPeerAddress } from '../http/peer.ts';
import { getTranslator } from '../translate.ts';
import { chooseNotices } from './choose.ts';
import {
  getUnsubscribeSecret,
  parseUnsubscribeToken,
  type Unsubscription,
} from './unsubscribe-token.ts';

const perMinute = 30;

/** The page's only style; its hash stands in the policy. */
const style = `
:root{color-scheme:dark light;--ground:oklch(.17 .008 25);--ink:oklch(.95 .008 60);--act:oklch(.56 .195 27);--act-hover:oklch(.51 .185 27);--act-text:oklch(.78 .12 30);--focus:oklch(.9 .11 85)}
@media (prefers-color-scheme:light){:root{--ground:oklch(.975 .006 60);--ink:oklch(.22 .015 25);--act:oklch(.53 .195 27);--act-hover:oklch(.47 .18 27);--act-text:oklch(.48 .175 27);--focus:oklch(.45 .16 260)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 "Public Sans Variable",system-ui,sans-serif}
.bar{background:oklch(.33 .115 25);border-bottom:1px solid oklch(.27 .1 25);padding:14px 0}
.bar p,main{max-width:600px;margin:0 auto;padding:0 16px}
.bar a{color:oklch(.96 .01 60);text-decoration:none}
.bar p,h1{font-family:"Sofia Sans Extra Condensed","Arial Narrow",sans-serif;font-weight:800;line-height:.95}
.bar p{font-size:22px;text-transform:uppercase}
main{padding:32px 16px 64px}
h1{font-size:38px;margin:0 0 16px}
p{margin:0 0 16px}
a{color:var(--act-text)}
button{min-height:44px;padding:8px 20px;font:inherit;font-weight:700;color:oklch(.99 .005 60);background:var(--act);border:0;border-radius:3px;cursor:pointer}
button:hover{background:var(--act-hover)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(style)
  .digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface Reader {
  username: string;
  locale: string;
}

/** What the page shows: the question, that it is done, or that the link is none of ours. */
type Step = 'question' | 'done' | 'invalid';

interface PageInput {
  step: Step;
  locale: LocaleCode;
  league: string;
  name: string;
  subject: Unsubscription['subject'] | null;
}

function toSubjectName(subject: Unsubscription['subject'], locale: LocaleCode): string {
  const t = getTranslator(locale, 'notices');
  return isNoticeGroup(subject) ? t(`groups.${subject}.name`) : t(`names.${subject}`);
}

function renderPage({ step, locale, league, name, subject }: PageInput) {
  const t = getTranslator(locale, 'mail');
  const title = t('notice.unsubscribe.title', {
    group: subject === null ? league : toSubjectName(subject, locale),
  });
  const bodies = {
    question: html`<p>${t('notice.unsubscribe.lead', { league, name })}</p>
<form method="post"><button>${t('notice.unsubscribe.button')}</button></form>`,
    done: html`<p role="status">${t('notice.unsubscribe.done')}</p>
<p><a href="/account/notifications">${t('notice.unsubscribe.back')}</a></p>`,
    invalid: html`<p role="alert">${t('notice.unsubscribe.invalid')}</p>
<p><a href="/account/notifications">${t('notice.choose')}</a></p>`,
  };
  return html`<!doctype html>
<html lang="${getLocale(locale).tag}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${raw(style)}</style></head>
<body><header class="bar"><p><a href="/">${league}</a></p></header>
<main><h1>${title}</h1>${bodies[step]}</main></body></html>`;
}

async function findReader(parts: ApiParts, personId: string): Promise<Reader | null> {
  const [reader] = await parts.league.database.query<Reader>(
    'select username, locale from public.profiles where id = $1 and user_id is not null',
    [personId],
  );
  return reader ?? null;
}

function endMail({ league }: ApiParts, { person_id, subject }: Unsubscription): Promise<void> {
  const kinds = isNoticeGroup(subject) ? listKinds(subject) : [subject];
  return chooseNotices(league.database, person_id, kinds, { mail: false });
}

async function answer(parts: ApiParts, context: Context, step: 'question' | 'done') {
  const address = getPeerAddress(context.req.raw, context.env, parts.config);
  const key = `unsubscribe:${toNetwork(address)}`;
  await requireRate(parts, { key, most: perMinute, seconds: 60 });
  const secret = await getUnsubscribeSecret(parts.league.database);
  const asked = parseUnsubscribeToken(secret, context.req.query('token') ?? '');
  const reader = asked === null ? null : await findReader(parts, asked.person_id);
  context.header('content-security-policy', policy);
  context.header('referrer-policy', 'no-referrer');
  const wished = detectLocale(null, context.req.header('accept-language'));
  const page = { league: parts.settings.current.leagueName, name: reader?.username ?? '' };
  if (asked === null || reader === null) {
    return context.html(
      renderPage({ step: 'invalid', locale: wished, subject: null, ...page }),
      400,
    );
  }
  if (step === 'done') {
    await endMail(parts, asked);
  }
  const locale = isLocaleCode(reader.locale) ? reader.locale : wished;
  return context.html(renderPage({ step, locale, subject: asked.subject, ...page }));
}

/**
 * The end of one kind of mail, by the link in it: without signing in, by the token alone. Looking at the
 * address changes nothing, since mail programs and scanners look at every link; the button does, or the
 * mail program's own (RFC 8058), which comes from no page of ours.
 */
export function mountUnsubscribe(api: Hono, parts: ApiParts): void {
  api.get('/unsubscribe', (context) => answer(parts, context, 'question'));
  api.post('/unsubscribe', limitBody, (context) => answer(parts, context, 'done'));
}
