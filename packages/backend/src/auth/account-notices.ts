import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import type { AuthConfig } from './config.ts';
import { toLocale } from './confirmation.ts';
import type { Auth, AuthEnv } from './context.ts';
import type { NoticeKind } from './messages.ts';
import { getSiteUrl } from './origins.ts';
import type { User } from './rows.ts';
import { isEmailConfirmed } from './users.ts';

const switches: Readonly<Record<NoticeKind, keyof AuthConfig['mailer']['notifications']>> = {
  password_changed: 'passwordChanged',
  factor_added: 'factorAdded',
  factor_removed: 'factorRemoved',
};

/** Tells somebody by mail what was done to their account, where the league wants it said. */
export async function tellOwner(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; user: User; kind: NoticeKind },
): Promise<void> {
  const { context, user, kind } = input;
  if (!auth.config.mailer.notifications[switches[kind]]) {
    return;
  }
  if (!user.email || !isEmailConfirmed(user)) {
    return;
  }
  // Not counted: nobody is kept from guarding their account by how many mails the league may send.
  await auth.sendMail(
    {
      kind,
      to: user.email,
      code: '',
      link: '',
      siteUrl: getSiteUrl(auth.config, context),
      newEmail: null,
      locale: toLocale(user),
      acceptLanguage: context.req.header('accept-language') ?? null,
      userMetadata: user.raw_user_meta_data ?? {},
    },
    transaction,
  );
}
