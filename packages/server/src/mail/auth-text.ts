import type { SendSms } from '@muster/backend';
import type { Queryable } from '@muster/database';
import { isLocaleCode, type LocaleCode } from '@muster/site';
import type { Config } from '../config.ts';
import { createId } from '../engine/ids.ts';
import { isPrivateLeague } from '../http/peer.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { getTranslator } from '../translate.ts';
import type { createTextHook } from './text-hook.ts';

/** As long as whoever asked for a text waits. */
const handOverMilliseconds = 8000;

/**
 * How texts leave: by the operator's hook; into the mailbox that only this machine can open; or not at
 * all, but for the numbers of the test map.
 */
export type TextWay = 'hook' | 'mailbox' | 'none';

export function getTextWay(
  config: Pick<Config, 'textHook' | 'host' | 'siteUrl' | 'devIdentity'>,
): TextWay {
  if (config.textHook !== null) {
    return 'hook';
  }
  return isPrivateLeague(config) ? 'mailbox' : 'none';
}

/** Its code is good for a minute: what could not be sent by then is not sent. */
const attempts = 3;

/** The language of whoever has the number, or said one when they signed up with it. */
async function getTextLocale(queryable: Queryable, phone: string): Promise<LocaleCode> {
  const [row] = await queryable.query<{ locale: string | null }>(
    `select coalesce(p.locale, u.raw_user_meta_data ->> 'locale') as locale
     from auth.users u left join public.profiles p on p.user_id = u.id
     where u.phone = $1 or u.phone_change = $1
     order by u.phone is not distinct from $1 desc limit 1`,
    [phone],
  );
  return isLocaleCode(row?.locale) ? row.locale : 'en';
}

/** The way by which the auth service reaches phones: a text in the transaction that stores its code. */
export function createSendSms(options: {
  way: Exclude<TextWay, 'none'>;
  getLeagueName: () => string;
}): SendSms {
  const { way, getLeagueName } = options;
  return async ({ phone, code, channel }, transaction) => {
    const id = createId();
    const locale = await getTextLocale(transaction, phone);
    const text = getTranslator(locale, 'mail')('auth.text', {
      code,
      league: getLeagueName(),
    });
    await transaction.query(
      `insert into private.mails (id, kind, channel, recipient, locale, text_body, code, state)
       values ($1, 'auth.text', $2, $3, $4, $5, $6, $7)`,
      [id, channel, phone, locale, text, code, way === 'hook' ? 'queued' : 'kept'],
    );
    if (way === 'hook') {
      const payload = { message_id: id };
      await enqueue(transaction, { name: 'send_text', payload, key: `text:${id}`, attempts });
    }
    return id;
  };
}

/** The way where no league and so no queue is: the text is handed to the hook at once. */
export function createDirectSms(
  deliver: ReturnType<typeof createTextHook>,
  getLeagueName: () => string,
): SendSms {
  return async ({ phone, code, channel }, transaction) => {
    const id = createId();
    const [row] = await transaction.query<{ locale: string | null }>(
      `select raw_user_meta_data ->> 'locale' as locale from auth.users
       where phone = $1 or phone_change = $1 order by phone is not distinct from $1 desc limit 1`,
      [phone],
    );
    const locale = isLocaleCode(row?.locale) ? row.locale : 'en';
    const values = { code, league: getLeagueName() };
    const message = {
      ...{ id, kind: 'auth.text', channel, recipient: phone, code },
      ...{ subject: null, html_body: null, unsubscribe_url: null },
      text_body: getTranslator(locale, 'mail')('auth.text', values),
    };
    const delivery = await deliver(message, AbortSignal.timeout(handOverMilliseconds));
    if (delivery.outcome !== 'sent') {
      throw new Error(`The hook did not take a text: ${delivery.answer}`);
    }
    return id;
  };
}
