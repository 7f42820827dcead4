import type { Transaction } from '@muster/database';
import { requireInterval, sendCode } from './confirmation.ts';
import { isReachable } from './contacts.ts';
import type { Auth } from './context.ts';
import { saveContactIdentity } from './identities.ts';
import type { LinkTarget } from './mail-link.ts';
import { deleteAllTokens, deleteToken, type OneTimeTokenType } from './one-time-tokens.ts';
import type { User } from './rows.ts';
import { mergeMetadata, updateUser } from './users.ts';

const nobodyYet = 0;
const oneOfTwo = 1;

/** Writes to the new address, and in the secure way to the old one as well; both must agree. */
export async function sendEmailChange(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; email: string; link: LinkTarget },
): Promise<User> {
  const { user, email, link } = input;
  await requireInterval(auth, transaction, { userId: user.id, column: 'email_change_sent_at' });
  const mail = { user, link, verification: 'email_change', newEmail: email };
  const toNew = await sendCode(auth, transaction, {
    ...mail,
    kind: 'email_change_new',
    type: 'email_change_token_new',
    to: email,
  });
  const asksOld = auth.config.mailer.secureEmailChangeEnabled && isReachable(user.email);
  const toOld = asksOld
    ? await sendCode(auth, transaction, {
        ...mail,
        kind: 'email_change_current',
        type: 'email_change_token_current',
        to: user.email ?? '',
      })
    : null;
  const now = auth.clock();
  return updateUser(transaction, user.id, {
    changes: {
      email_change: email,
      email_change_token_new: toNew.hash,
      email_change_token_current: toOld?.hash ?? '',
      email_change_sent_at: now,
      email_change_confirm_status: nobodyYet,
    },
    now,
  });
}

/** Counts one side's agreement; when nobody is left to ask the address changes. */
export async function applyEmailChange(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; tokenType: OneTimeTokenType },
): Promise<User | null> {
  const { user, tokenType } = input;
  const needsBoth =
    !auth.config.mailer.autoconfirm &&
    auth.config.mailer.secureEmailChangeEnabled &&
    isReachable(user.email);
  if (!needsBoth || user.email_change_confirm_status !== nobodyYet) {
    return changeEmail(auth, transaction, user);
  }
  await deleteToken(transaction, user.id, tokenType);
  const column =
    tokenType === 'email_change_token_current'
      ? 'email_change_token_current'
      : 'email_change_token_new';
  await updateUser(transaction, user.id, {
    changes: { email_change_confirm_status: oneOfTwo, [column]: '' },
    now: auth.clock(),
  });
  return null;
}

/** Makes the wanted address the person's own. */
export async function changeEmail(auth: Auth, transaction: Transaction, user: User): Promise<User> {
  const email = user.email_change ?? '';
  const now = auth.clock();
  await saveContactIdentity(transaction, {
    userId: user.id,
    provider: 'email',
    contact: email,
    now,
  });
  await deleteAllTokens(transaction, user.id);
  return updateUser(transaction, user.id, {
    changes: {
      email,
      email_change: '',
      email_change_token_current: '',
      email_change_token_new: '',
      email_change_confirm_status: nobodyYet,
      email_confirmed_at: user.email_confirmed_at ?? now,
      is_anonymous: false,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
    },
    fitsMetadata: true,
    now,
  });
}
