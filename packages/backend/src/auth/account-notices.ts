import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import { toLocale } from './confirmation.ts';
import type { Auth, AuthEnv } from './context.ts';
import type { Factor } from './factors.ts';
import { getSiteUrl } from './origins.ts';
import { isEmailConfirmed, type User } from './users.ts';

/** Tells somebody by mail that one of their second factors is gone, where the league wants it said. */
export async function tellOfRemovedFactor(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; user: User; factor: Factor },
): Promise<void> {
  const { context, user, factor } = input;
  if (!auth.config.mailer.notifications.factorRemoved) return;
  if (factor.status !== 'verified' || !isEmailConfirmed(user)) return;
  // Not counted: nobody is kept from giving a factor up by how many mails the league may send.
  await auth.sendMail(
    {
      kind: 'factor_removed',
      to: user.email ?? '',
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
