import type { Database, Transaction } from '@muster/database';
import { isLocaleCode, type LocaleCode } from '@muster/site';
import { toKnownZone } from '@muster/site/intl/detect-locale.ts';
import { type Notice, toNoticePath } from '@muster/site/pages/notices/notice.ts';
import type { MailWay } from '../mail/mail-way.ts';
import { isSingleAddress, putMail } from '../mail/outbox.ts';
import { type RenderedMail, renderMail } from '../mail/render-mail.ts';
import { getTranslator } from '../translate.ts';
import { type NoticeRow, noticeColumns, noticeTables, toNotice } from './row.ts';
import { createUnsubscribeToken, getUnsubscribeSecret } from './unsubscribe-token.ts';
import { toNoticeWords } from './words.ts';

interface MailedRow extends NoticeRow {
  person_id: string;
  address: string;
  locale: string;
  zone: string | null;
}

/** Who gets a mail, and how they read. */
interface Reader {
  locale: LocaleCode;
  zone: string;
}

interface MailNoticesOptions {
  database: Database;
  way: MailWay;
  leagueName: string;
  siteUrl: string;
}

/** Takes what is still to be mailed: marked in the transaction that writes the mails, so that each goes once. */
async function takeNotices(transaction: Transaction, origin: string): Promise<MailedRow[]> {
  return transaction.query<MailedRow>(
    `with taken as (
       update private.notices set mailed_at = now()
       where origin = $1 and by_mail and mailed_at is null returning id)
     select ${noticeColumns}, n.person_id, u.email as address, p.locale,
       coalesce(s.zone, (select home.zone from public.rosters r
         join public.teams home on home.id = r.team_id
         where r.person_id = n.person_id order by r.joined_at limit 1), l.zone) as zone
     from ${noticeTables}
     join taken on taken.id = n.id
     join public.profiles p on p.id = n.person_id
     join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
     left join private.person_settings s on s.person_id = n.person_id
     order by n.id`,
    [origin],
  );
}

function render(
  notice: Notice,
  { locale, zone }: Reader,
  { leagueName, siteUrl, stopUrl }: { leagueName: string; siteUrl: string; stopUrl: string },
): Promise<RenderedMail> {
  const words = toNoticeWords(notice, locale, zone);
  const t = getTranslator(locale, 'mail');
  const kind = getTranslator(locale, 'notices')(`names.${notice.kind}`);
  return renderMail({
    locale,
    subject: words.title,
    paragraphs: [
      ...(notice.ladder === null ? [] : [notice.ladder.name]),
      ...(words.time === null ? [] : [words.time]),
    ],
    button: {
      label: words.button,
      url: new URL(toNoticePath(notice), siteUrl).href,
      fallback: t('layout.fallback'),
    },
    code: null,
    notes: [
      { text: t('notice.why', { league: leagueName }) },
      { text: t('notice.stop', { group: kind }), url: stopUrl },
      { text: t('notice.choose'), url: new URL('/account/notifications', siteUrl).href },
    ],
    from: { name: leagueName, url: siteUrl },
  });
}

/** Writes the mails of all notices of one origin, each in its reader's language and zone. */
export async function mailNotices(options: MailNoticesOptions, origin: string): Promise<void> {
  const { database, way, leagueName, siteUrl } = options;
  if (way === 'none') {
    return;
  }
  const secret = await getUnsubscribeSecret(database);
  await database.transaction(async (transaction) => {
    for (const row of await takeNotices(transaction, origin)) {
      const notice = toNotice(row);
      if (notice === null || !isSingleAddress(row.address)) {
        continue;
      }
      // Addresses that the local sign-in makes up lead nowhere (RFC 2606).
      if (way === 'smtp' && row.address.endsWith('.invalid')) {
        continue;
      }
      const locale = isLocaleCode(row.locale) ? row.locale : 'en';
      const token = createUnsubscribeToken(secret, {
        person_id: row.person_id,
        subject: notice.kind,
      });
      const stopUrl = new URL(`/api/unsubscribe?token=${token}`, siteUrl).href;
      await putMail(transaction, way, {
        kind: `notice.${notice.kind}`,
        to: row.address,
        locale,
        content: await render(
          notice,
          { locale, zone: toKnownZone(row.zone) },
          { leagueName, siteUrl, stopUrl },
        ),
        unsubscribeUrl: stopUrl,
      });
    }
  });
}
