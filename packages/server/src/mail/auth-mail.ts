import type { AuthMail, SendMail } from '@muster/backend';
import type { Queryable, Transaction } from '@muster/database';
import { isLocaleCode, type LocaleCode } from '@muster/site';
import { detectLocale } from '@muster/site/intl/detect-locale.ts';
import { createId } from '../engine/ids.ts';
import { getTranslator } from '../translate.ts';
import type { MailWay } from './mail-way.ts';
import { isSingleAddress, putMail } from './outbox.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';
import type { SmtpServer } from './smtp.ts';

/** As long as whoever asked for a mail waits. */
const handOverMilliseconds = 8000;

function toLocaleCode(tag: unknown): LocaleCode | null {
  const code = typeof tag === 'string' ? tag.toLowerCase().split('-')[0] : null;
  return isLocaleCode(code) ? code : null;
}

async function findProfileLocale(queryable: Queryable, address: string): Promise<string | null> {
  const [row] = await queryable.query<{ locale: string }>(
    `select p.locale from auth.users u join public.profiles p on p.user_id = u.id
     where lower(u.email) = lower($1) or lower(u.email_change) = lower($1)
     order by lower(u.email) is not distinct from lower($1) desc limit 1`,
    [address],
  );
  return row?.locale ?? null;
}

/**
 * The language of who gets the mail. Somebody new has no profile yet, or one whose language is only a
 * guess; what they said at sign-up counts, or what their browser wishes.
 */
async function getMailLocale(queryable: Queryable, mail: AuthMail): Promise<LocaleCode> {
  const said = toLocaleCode(mail.locale);
  const profile = toLocaleCode(await findProfileLocale(queryable, mail.to));
  const wished = detectLocale(null, mail.acceptLanguage);
  if (mail.kind === 'confirmation') {
    return said ?? wished;
  }
  return profile ?? said ?? wished;
}

/** What is mailed of an account: what the auth service says, and what the site itself knows. */
type AccountMail = Pick<AuthMail, 'to' | 'code' | 'link' | 'siteUrl' | 'newEmail'> & {
  kind: AuthMail['kind'] | 'second_step_recovered';
};

/** What only tells, and asks for nothing. */
const told: ReadonlySet<AccountMail['kind']> = new Set([
  'password_changed',
  'factor_added',
  'factor_removed',
  'second_step_recovered',
] as const);

function isTold({ kind }: AccountMail): boolean {
  return told.has(kind);
}

/** Makes of what is to be said of an account a mail in one language. */
export async function renderAuthMail(
  mail: AccountMail,
  { locale, leagueName }: { locale: LocaleCode; leagueName: string },
): Promise<RenderedMail> {
  const t = getTranslator(locale, 'mail');
  const values = { league: leagueName, address: mail.to, newAddress: mail.newEmail ?? '' };
  const button =
    mail.kind === 'reauthentication'
      ? null
      : {
          label: t(`auth.${mail.kind}.button`),
          url: isTold(mail) ? new URL('/account', mail.siteUrl).href : mail.link,
          fallback: t('layout.fallback'),
        };
  return renderMail({
    locale,
    subject: t(`auth.${mail.kind}.subject`, values),
    paragraphs: [t(`auth.${mail.kind}.lead`, values)],
    button,
    code: isTold(mail)
      ? null
      : { label: t(button === null ? 'auth.code' : 'auth.orCode'), value: mail.code },
    notes: [
      ...(isTold(mail) ? [] : [{ text: t('auth.once') }]),
      { text: t(`auth.${mail.kind}.ignore`, values) },
    ],
    from: { name: leagueName, url: mail.siteUrl },
  });
}

/** The way by which the auth service reaches people: a mail in the transaction that stores its code. */
export function createSendMail(options: {
  way: Exclude<MailWay, 'none'>;
  getLeagueName: () => string;
}): SendMail {
  const { way, getLeagueName } = options;
  return async (mail, transaction) => {
    const leagueName = getLeagueName();
    const locale = await getMailLocale(transaction, mail);
    await putMail(transaction, way, {
      kind: `auth.${mail.kind}`,
      to: mail.to,
      locale,
      content: await renderAuthMail(mail, { locale, leagueName }),
      unsubscribeUrl: null,
    });
  };
}

/**
 * The way where no league and so no queue is: the mail is handed over at once, and what the mail server does
 * not take is a failure of who asked for it.
 */
export function createDirectMail(options: {
  smtp: SmtpServer;
  host: string;
  getLeagueName: () => string;
}): SendMail {
  const { smtp, host, getLeagueName } = options;
  return async (mail) => {
    if (!isSingleAddress(mail.to)) {
      throw new Error('the address is not one that mail can be sent to');
    }
    const locale = toLocaleCode(mail.locale) ?? detectLocale(null, mail.acceptLanguage);
    const content = await renderAuthMail(mail, { locale, leagueName: getLeagueName() });
    const messageId = `<${createId()}@${host}>`;
    const delivery = await smtp.deliver(
      { ...content, messageId, to: mail.to, unsubscribeUrl: null },
      AbortSignal.timeout(handOverMilliseconds),
    );
    if (delivery.outcome !== 'sent') {
      throw new Error(`The mail server did not take a mail: ${delivery.answer}`);
    }
  };
}

/** Tells somebody that a recovery code has turned their second step off, if they have an address. */
export async function tellOfRecovery(
  transaction: Transaction,
  userId: string,
  options: { way: MailWay; leagueName: string; siteUrl: string },
): Promise<void> {
  const { way, leagueName, siteUrl } = options;
  if (way === 'none') {
    return;
  }
  const [row] = await transaction.query<{ email: string; locale: string | null }>(
    `select u.email, p.locale from auth.users u left join public.profiles p on p.user_id = u.id
     where u.id = $1 and u.email_confirmed_at is not null`,
    [userId],
  );
  if (row === undefined) {
    return;
  }
  const { email: to } = row;
  const locale = toLocaleCode(row.locale) ?? 'en';
  const kind = 'second_step_recovered';
  const mail = { kind, to, code: '', link: '', siteUrl, newEmail: null } as const;
  await putMail(transaction, way, {
    kind: `auth.${kind}`,
    to,
    locale,
    content: await renderAuthMail(mail, { locale, leagueName }),
    unsubscribeUrl: null,
  });
}
