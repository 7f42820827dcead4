import { type Transaction, toUnavailable } from '@muster/database';
import type { Auth } from './context.ts';
import type { AuthErrorCode } from './error-codes.ts';
import { AuthError, unexpectedFailure } from './errors.ts';
import { type LinkTarget, toLink } from './mail-link.ts';
import type { AuthMail, MailKind } from './messages.ts';
import {
  createCode,
  deleteAllTokens,
  hashLinkToken,
  type OneTimeTokenType,
  pkcePrefix,
  storeToken,
  toLinkToken,
} from './one-time-tokens.ts';
import { type Asker, countMail, tooSoon } from './rate-limit.ts';
import type { User } from './rows.ts';
import { isEmailConfirmed, mergeMetadata, updateUser } from './users.ts';

/** Marks a person's address as proved; whatever was sent to them before is void. */
export async function confirmEmail(transaction: Transaction, user: User, now: Date): Promise<User> {
  await deleteAllTokens(transaction, user.id);
  return updateUser(transaction, user.id, {
    changes: {
      confirmation_token: '',
      email_confirmed_at: now,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
    },
    fitsMetadata: true,
    now,
  });
}

/** Asks a new person to prove their address. */
export async function sendConfirmation(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; link: LinkTarget },
): Promise<User> {
  const { user, link } = input;
  await requireInterval(auth, transaction, { userId: user.id, column: 'confirmation_sent_at' });
  const sent = await sendCode(auth, transaction, {
    user,
    link,
    kind: 'confirmation',
    type: 'confirmation_token',
    verification: 'signup',
    to: user.email ?? '',
  });
  return updateUser(transaction, user.id, {
    changes: { confirmation_token: sent.hash, confirmation_sent_at: auth.clock() },
    now: auth.clock(),
  });
}

export interface CodeMail {
  user: User;
  link: LinkTarget;
  kind: MailKind;
  type: OneTimeTokenType;
  /** `type` in the link. */
  verification: string;
  /** The address that the code proves, to which the mail goes. */
  to: string;
  newEmail?: string;
}

/** Makes a code, stores its hash and sends it; the columns of `auth.users` are the caller's to set. */
export async function sendCode(
  auth: Auth,
  transaction: Transaction,
  input: CodeMail,
): Promise<{ hash: string }> {
  const code = createCode(auth.config.mailer.otpLength);
  const bare = toLinkToken(auth, input.to, code);
  const token = input.link.isPkce ? `${pkcePrefix}${bare}` : bare;
  const hash = hashLinkToken(token);
  await storeToken(transaction, {
    userId: input.user.id,
    type: input.type,
    hash,
    contact: input.to,
    now: auth.clock(),
  });
  await countMail(auth, transaction, toAsker(input));
  await send(auth, transaction, {
    kind: input.kind,
    to: input.to,
    code,
    link:
      input.kind === 'reauthentication'
        ? ''
        : toLink(input.link, { token, type: input.verification }),
    siteUrl: input.link.siteUrl,
    newEmail: input.newEmail ?? null,
    locale: toLocale(input.user),
    acceptLanguage: input.link.acceptLanguage,
    userMetadata: input.user.raw_user_meta_data ?? {},
  });
  return { hash };
}

/** What only people who are signed in can ask for, or have asked for, and what the league's own key sends. */
const ownersKinds: ReadonlySet<MailKind> = new Set([
  'invite',
  'email_change_current',
  'email_change_new',
  'reauthentication',
]);

function toAsker({ user, kind, link }: CodeMail): Asker {
  const isProved = !user.is_anonymous && (isEmailConfirmed(user) || ownersKinds.has(kind));
  return { address: link.address, isProved };
}

async function send(auth: Auth, transaction: Transaction, mail: AuthMail): Promise<void> {
  try {
    await auth.sendMail(mail, transaction);
  } catch (thrown) {
    if (thrown instanceof AuthError || toUnavailable(thrown) !== null) {
      throw thrown;
    }
    throw unexpectedFailure(`Error sending ${mail.kind.replaceAll('_', ' ')} email`, thrown);
  }
}

/** The language that somebody said at sign-up. */
export function toLocale(user: User): string | null {
  const locale = user.raw_user_meta_data?.locale;
  return typeof locale === 'string' ? locale : null;
}

type SentColumn = Extract<keyof User, `${string}_sent_at`>;

/**
 * Refuses a second message to one person too soon after the first. The person is locked: of two who ask at
 * once the second waits here and is then refused.
 */
export async function requireInterval(
  auth: Auth,
  transaction: Transaction,
  input: { userId: string; column: SentColumn; seconds?: number; code?: AuthErrorCode },
): Promise<void> {
  const [row] = await transaction.query<{ sent_at: Date | null }>(
    `select ${input.column} as sent_at from auth.users where id = $1 for update`,
    [input.userId],
  );
  requireTimeSince(auth, row?.sent_at ?? null, input);
}

/** Refuses what is asked for too soon after an instant. */
export function requireTimeSince(
  auth: Auth,
  sentAt: Date | null,
  options: { seconds?: number; code?: AuthErrorCode },
): void {
  if (sentAt === null) {
    return;
  }
  const seconds = options.seconds ?? auth.config.mailer.maxFrequencySeconds;
  if (sentAt.getTime() + seconds * 1000 <= auth.clock().getTime()) {
    return;
  }
  throw tooSoon(auth, sentAt, { ...options, seconds });
}
