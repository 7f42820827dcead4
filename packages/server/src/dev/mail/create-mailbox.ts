import type { Database } from '@muster/database';
import type { LocaleCode } from '@muster/site';
import { detectLocale, localeCookie } from '@muster/site/intl/detect-locale.ts';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { isUuid } from '../../http/find.ts';
import type { KeptMail } from './kept-mail.ts';
import { mailboxPolicy, mailPolicy, renderKeptMail, renderMailbox } from './mailbox-page.ts';

const mostMails = 200;
const columns = 'id, kind, recipient, subject, text_body, html_body, created_at';

async function listMails(database: Database, to: string | null): Promise<KeptMail[]> {
  return database.query<KeptMail>(
    `select ${columns} from private.mails
     where state = 'kept' and ($1::text is null or lower(recipient) = lower($1))
     order by created_at desc, id desc limit $2`,
    [to, mostMails],
  );
}

async function findMail(database: Database, id: string): Promise<KeptMail | null> {
  if (!isUuid(id)) {
    return null;
  }
  const [mail] = await database.query<KeptMail>(
    `select ${columns} from private.mails where state = 'kept' and id = $1`,
    [id],
  );
  return mail ?? null;
}

function getPageLocale(context: Context): LocaleCode {
  return detectLocale(getCookie(context, localeCookie), context.req.header('accept-language'));
}

/**
 * What the league would have sent, had it a mail server. Mounted at `/dev/mail`, for this machine alone.
 * `?to=` shows one address.
 */
export function createMailbox({ database }: { database: Database }): Hono {
  const mailbox = new Hono();
  mailbox.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('vary', 'Cookie, Accept-Language');
    // Links in mails carry tokens.
    context.header('referrer-policy', 'no-referrer');
  });
  mailbox.get('/', async (context) => {
    // The database holds no such character.
    const to = context.req.query('to')?.replaceAll('\0', '') ?? null;
    const mails = await listMails(database, to);
    context.header('content-security-policy', mailboxPolicy);
    return context.html(renderMailbox(mails, { locale: getPageLocale(context), to }));
  });
  mailbox.get('/:id', async (context) => {
    const mail = await findMail(database, context.req.param('id'));
    if (mail === null) {
      return context.notFound();
    }
    context.header('content-security-policy', mailboxPolicy);
    return context.html(renderKeptMail(mail, getPageLocale(context)));
  });
  mailbox.get('/:id/html', async (context) => {
    const mail = await findMail(database, context.req.param('id'));
    if (mail === null || mail.html_body === null) {
      return context.notFound();
    }
    context.header('content-security-policy', mailPolicy);
    context.header('x-frame-options', 'SAMEORIGIN');
    // Its links are to leave the frame.
    return context.html(mail.html_body.replace('<head>', '<head><base target="_top">'));
  });
  return mailbox;
}
