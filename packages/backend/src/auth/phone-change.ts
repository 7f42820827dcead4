import type { Transaction } from '@muster/database';
import type { Auth } from './context.ts';
import { saveContactIdentity } from './identities.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import type { User } from './rows.ts';
import { updateUser } from './users.ts';

/** Makes the wanted number the person's own. */
export async function applyPhoneChange(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; phone: string },
): Promise<User> {
  const { user, phone } = input;
  const now = auth.clock();
  await saveContactIdentity(transaction, {
    userId: user.id,
    provider: 'phone',
    contact: phone,
    now,
  });
  await deleteAllTokens(transaction, user.id);
  return updateUser(transaction, user.id, {
    changes: {
      phone,
      phone_change: '',
      phone_change_token: '',
      phone_confirmed_at: now,
      is_anonymous: false,
    },
    now,
  });
}
