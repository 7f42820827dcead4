import type { Transaction } from '@muster/database';
import type { AuthConfig } from './config.ts';
import { findIdentity, listIdentitiesByEmail } from './identities.ts';
import type { ProviderUser } from './providers/provider.ts';
import type { Identity, User } from './rows.ts';
import { findUserByEmail, getUserById } from './users.ts';

/** To whom an account elsewhere belongs. */
export type LinkingDecision =
  | { kind: 'existing'; user: User; identity: Identity }
  | { kind: 'link'; user: User }
  | { kind: 'create'; email: string | null; isSso: boolean }
  | { kind: 'ambiguous' };

/**
 * Decides by the account's id first and by verified e-mail addresses second: an address that the
 * provider has not verified never leads to somebody else's account. Single sign-on providers are a
 * world of their own each, and nothing of theirs is linked.
 */
export async function decideLinking(
  transaction: Transaction,
  config: AuthConfig,
  input: { provider: string; user: ProviderUser; audience: string },
): Promise<LinkingDecision> {
  const identity = await findIdentity(transaction, input.provider, input.user.claims.sub);
  if (identity !== null) {
    return {
      kind: 'existing',
      identity,
      user: await getUserById(transaction, identity.user_id),
    };
  }
  const isSso = input.provider.startsWith('sso:');
  const primary = getPrimaryEmail(input.user)?.email.toLowerCase() ?? null;
  if (isSso) {
    return { kind: 'create', email: primary, isSso };
  }

  const verified = input.user.emails
    .filter((entry) => entry.verified || config.mailer.autoconfirm)
    .map((entry) => entry.email.toLowerCase());
  if (verified.length === 0) {
    const isTaken = primary !== null && (await isEmailTaken(transaction, primary, input.audience));
    return { kind: 'create', email: isTaken ? null : primary, isSso };
  }
  const owners = await listOwners(transaction, verified, input.audience);
  if (owners.length > 1) {
    return { kind: 'ambiguous' };
  }
  const [owner] = owners;
  if (owner === undefined) {
    return { kind: 'create', email: primary, isSso };
  }
  return { kind: 'link', user: await getUserById(transaction, owner) };
}

/** The address that stands for the account: the primary one, else the last. */
export function getPrimaryEmail(user: ProviderUser): { email: string; verified: boolean } | null {
  return user.emails.find((entry) => entry.primary) ?? user.emails.at(-1) ?? null;
}

async function isEmailTaken(
  transaction: Transaction,
  email: string,
  audience: string,
): Promise<boolean> {
  return (await listOwners(transaction, [email], audience)).length > 0;
}

async function listOwners(
  transaction: Transaction,
  emails: readonly string[],
  audience: string,
): Promise<string[]> {
  const identities = await listIdentitiesByEmail(transaction, emails);
  // An address that an identity merely claims would let its owner collect other people's accounts.
  const linked = identities.filter(
    ({ provider, identity_data: data }) =>
      !provider.startsWith('sso:') && data.email_verified === true,
  );
  if (linked.length > 0) {
    return [...new Set(linked.map((identity) => identity.user_id))];
  }
  const users = await Promise.all(
    emails.map((email) => findUserByEmail(transaction, email, audience)),
  );
  return [...new Set(users.filter((user) => user !== null).map((user) => user.id))];
}
