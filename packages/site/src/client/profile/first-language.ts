import type { User } from '@supabase/auth-js';

const oneSignIn = 60_000;

/**
 * Whether an account's language was never chosen by anybody: whoever let them in named none, and they have signed in
 * only this once. Both times are the server's.
 */
export function isLanguageOpen({
  created_at,
  last_sign_in_at,
  user_metadata,
}: Pick<User, 'created_at' | 'last_sign_in_at' | 'user_metadata'>): boolean {
  if (typeof user_metadata.locale === 'string' || last_sign_in_at === undefined) {
    return false;
  }
  return Math.abs(Date.parse(last_sign_in_at) - Date.parse(created_at)) < oneSignIn;
}
