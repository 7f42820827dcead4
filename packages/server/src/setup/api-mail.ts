import { randomUUID } from 'node:crypto';
import { defaultLocale, isLocaleCode } from '@muster/site';
import type { MailTest } from '@muster/site/pages/setup/data.ts';
import type { Hono } from 'hono';
import { refuseField, refuseMissing } from '../engine/refusal.ts';
import { type ApiParts, limitBody, requireOwnOrigin, requireRate } from '../http/command-route.ts';
import { getOwnOrigin } from '../http/origin.ts';
import { isSingleAddress } from '../mail/outbox.ts';
import { renderMail } from '../mail/render-mail.ts';
import type { Delivery } from '../mail/send-message.ts';
import { createSmtpServer } from '../mail/smtp.ts';
import { getTranslator } from '../translate.ts';
import { findOwnAddress } from './mail-step.ts';
import { isSiteAdmin } from './who.ts';

const limit = { most: 5, seconds: 600 };
const longestWait = 20_000;

/** The words of a server that is not ours, on one line and without marks that turn what stands around them. */
const toWords = (answer = '') => answer.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

function toTest({ outcome, answer }: Delivery): MailTest {
  const isUnsent = outcome === 'refused' || outcome === 'later';
  return { outcome: isUnsent ? 'unsent' : outcome, answer: toWords(answer) };
}

/** `POST /setup/mail/test`: a site admin's mail to themselves, past the outbox, with what the mail server says to it. */
export function mountMailTest(api: Hono, parts: ApiParts): void {
  const { config, settings, league } = parts;
  api.post('/setup/mail/test', limitBody, async (context) => {
    requireOwnOrigin(context, config);
    const { viewer, locale } = await parts.resolveContext(context.req.raw);
    const { database, now } = league;
    if (viewer === null || !(await isSiteAdmin(database, viewer.person_id, now()))) {
      refuseMissing(context.req.path);
    }
    await requireRate(parts, { key: `mail-test:${viewer.person_id}`, ...limit });
    const url = config.smtpUrl ?? refuseField('SMTP_URL', 'required');
    const to = await findOwnAddress(database, viewer);
    if (to === null || !isSingleAddress(to)) {
      refuseField('address', 'required');
    }
    const siteUrl = getOwnOrigin(context.req.raw, config);
    const getLeagueName = () => settings.current.leagueName;
    const language = isLocaleCode(locale) ? locale : defaultLocale;
    const t = getTranslator(language, 'mail');
    const content = await renderMail({
      locale: language,
      subject: t('test.subject', { league: getLeagueName() }),
      paragraphs: [t('test.lead', { league: getLeagueName() })],
      button: {
        label: t('test.button'),
        url: `${siteUrl}/setup?step=mail`,
        fallback: t('layout.fallback'),
      },
      code: null,
      notes: [],
      from: { name: getLeagueName(), url: siteUrl },
    });
    const messageId = `<${randomUUID()}@${new URL(siteUrl).hostname}>`;
    const server = createSmtpServer({ url, getLeagueName, siteUrl });
    const mail = { messageId, to, unsubscribeUrl: null, ...content };
    const delivery = await server.deliver(mail, AbortSignal.timeout(longestWait));
    return context.json({ data: toTest(delivery) });
  });
}
