import type { Database, Transaction } from '@muster/database';
import { isLocaleCode, type LocaleCode } from '@muster/site';
import { toKnownZone } from '@muster/site/intl/detect-locale.ts';
import type { Matter } from '@muster/site/pages/me/matter.ts';
import { type Notice, toNoticePath } from '@muster/site/pages/notices/notice.ts';
import type { MailWay } from '../mail/mail-way.ts';
import { isSingleAddress, putMail } from '../mail/outbox.ts';
import { type RenderedMail, renderMail } from '../mail/render-mail.ts';
import { type NoticeRow, noticeColumns, noticeTables, toNotice } from '../notice/row.ts';
import { createUnsubscribeToken, getUnsubscribeSecret } from '../notice/unsubscribe-token.ts';
import { toNoticeWords } from '../notice/words.ts';
import { toReaderZoneSql } from '../page/reader-zone.ts';
import { getTranslator } from '../translate.ts';
import { listMatters } from './matters.ts';
import { findMatterOf, isAsking, mayHaveMatter } from './notice-matter.ts';
import { toMatterWords } from './words.ts';

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
  now: () => Date;
}

/** Takes what is still to be mailed: marked in the transaction that writes the mails, so that each goes once. */
async function takeNotices(transaction: Transaction, origin: string): Promise<MailedRow[]> {
  return transaction.query<MailedRow>(
    `with taken as (
       update private.notices set mailed_at = now()
       where origin = $1 and by_mail and mailed_at is null returning id)
     select ${noticeColumns}, n.person_id, u.email as address, p.locale,
       coalesce(${toReaderZoneSql('n.person_id')}, l.zone) as zone
     from ${noticeTables}
     join taken on taken.id = n.id
     join public.profiles p on p.id = n.person_id
     join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
     order by n.id`,
    [origin],
  );
}

/** What a mail says below its title and where it leads: what waits, as every page has it, or what there is to know. */
function toContent(
  notice: Notice,
  matter: Matter | null,
  { locale, zone }: Reader,
): { lines: (string | null)[]; button: string; path: string } {
  const words = toNoticeWords(notice, { locale, zone, canAct: !isAsking(notice.kind) });
  if (matter === null) {
    return { lines: [words.time], button: words.button, path: toNoticePath(notice) };
  }
  const { title, reason, button, path } = toMatterWords(matter, locale, zone);
  // Who is reminded of an hour reads that too, and what is to be done before it.
  const lines = isAsking(notice.kind) ? [reason] : [words.time, title, reason];
  return { lines, button, path };
}

interface Told {
  notice: Notice;
  /** What it asks for, as long as that can be done. */
  matter: Matter | null;
}

function render(
  { notice, matter }: Told,
  reader: Reader,
  { leagueName, siteUrl, stopUrl }: { leagueName: string; siteUrl: string; stopUrl: string },
): Promise<RenderedMail> {
  const { locale } = reader;
  const { title } = toNoticeWords(notice, { ...reader, canAct: true });
  const { lines, button, path } = toContent(notice, matter, reader);
  const t = getTranslator(locale, 'mail');
  const kind = getTranslator(locale, 'notices')(`names.${notice.kind}`);
  return renderMail({
    locale,
    subject: title,
    paragraphs: [
      ...(notice.ladder === null ? [] : [notice.ladder.name]),
      ...lines.filter((line) => line !== null),
    ],
    button: {
      label: button,
      url: new URL(path, siteUrl).href,
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
  const { database, way, leagueName, siteUrl, now } = options;
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
      const matters = mayHaveMatter(notice.kind)
        ? await listMatters(transaction, row.person_id, now())
        : [];
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
          { notice, matter: findMatterOf(notice, matters) },
          { locale, zone: toKnownZone(row.zone) },
          { leagueName, siteUrl, stopUrl },
        ),
        unsubscribeUrl: stopUrl,
      });
    }
  });
}
