import type { Transaction } from '@muster/database';
import { logAudit } from './audit-log.ts';
import { confirmEmail, sendConfirmation } from './confirmation.ts';
import type { Auth } from './context.ts';
import {
  badRequest,
  emailExists,
  forbidden,
  notFound,
  unexpectedFailure,
  unprocessable,
  validationFailed,
} from './errors.ts';
import {
  createIdentity,
  findIdentity,
  removeUnconfirmedIdentities,
  replaceIdentityData,
  updateProviders,
} from './identities.ts';
import { decideLinking, getPrimaryEmail } from './linking.ts';
import type { LinkTarget } from './mail-link.ts';
import type { ProviderUser } from './providers/provider.ts';
import type { Identity, User } from './rows.ts';
import { claimsBytes, emailLength, mostEmails, mostIdentities } from './stored-bounds.ts';
import { KeptFailure } from './transaction.ts';
import {
  createUser,
  findUserByEmail,
  getUserById,
  isBanned,
  isEmailConfirmed,
  mergeMetadata,
  updateUser,
} from './users.ts';

/** Somebody back from a provider. */
export interface ExternalSignIn {
  provider: string;
  user: ProviderUser;
  emailOptional: boolean;
  address: string;
  /** Where a mail that asks for confirmation leads. */
  link: LinkTarget;
}

/** Without addresses that no account could have: who brings one signs in without it. */
function withUsableEmails(given: ProviderUser): ProviderUser {
  const isUsable = (email: unknown) => typeof email === 'string' && email.length <= emailLength;
  const { email, ...claims } = given.claims;
  return {
    emails: given.emails.filter((entry) => isUsable(entry.email)).slice(0, mostEmails),
    claims: isUsable(email) ? { ...claims, email } : claims,
  };
}

/** The identity's data: what fits of what the provider claimed, with the address that counts. */
async function toIdentityData(
  transaction: Transaction,
  user: ProviderUser,
): Promise<Record<string, unknown>> {
  const primary = getPrimaryEmail(user);
  const claims = {
    ...user.claims,
    ...(primary === null ? {} : { email: primary.email }),
    email_verified: primary?.verified ?? false,
    phone_verified: false,
  };
  const [row] = await transaction.query<{ fitted: Record<string, unknown> }>(
    'select private.fit_metadata($1::jsonb, $2) as fitted',
    [JSON.stringify(claims), claimsBytes],
  );
  return { ...row?.fitted, sub: user.claims.sub };
}

/** Finds, links or makes the account of somebody who comes from a provider. */
export async function signInExternally(
  auth: Auth,
  transaction: Transaction,
  given: ExternalSignIn,
): Promise<User | KeptFailure> {
  const now = auth.clock();
  const input = { ...given, user: withUsableEmails(given.user) };
  const { user: found, identity } = await resolveAccount(auth, transaction, input);
  if (isBanned(found, now)) {
    throw forbidden('user_banned', 'User is banned');
  }

  const primary = getPrimaryEmail(input.user);
  const user = await adoptVerifiedEmail(transaction, found, { primary, now });
  const hasEmail = !(input.emailOptional && (user.email ?? '') === '');
  if (!hasEmail || isEmailConfirmed(user)) {
    await logAudit(transaction, {
      actor: user,
      action: 'login',
      address: input.address,
      now,
      traits: { provider: input.provider },
    });
    return user;
  }
  const cleaned = await removeUnconfirmedIdentities(transaction, user, { identity, now });
  if (primary?.verified || auth.config.mailer.autoconfirm) {
    await logAudit(transaction, {
      actor: cleaned,
      action: 'user_signedup',
      address: input.address,
      now,
      traits: { provider: input.provider },
    });
    return confirmEmail(transaction, cleaned, now);
  }
  return requireVerification(auth, transaction, { ...input, account: cleaned });
}

/**
 * An account that has never proved its address takes the one that the provider has verified. Else a
 * verified address would confirm another one that somebody had merely claimed before.
 */
async function adoptVerifiedEmail(
  transaction: Transaction,
  user: User,
  input: { primary: { email: string; verified: boolean } | null; now: Date },
): Promise<User> {
  const { primary, now } = input;
  const verified = primary?.verified ? primary.email.toLowerCase() : null;
  if (isEmailConfirmed(user) || verified === null || verified === user.email) {
    return user;
  }
  const owner = await findUserByEmail(transaction, verified, user.aud ?? '');
  return updateUser(transaction, user.id, {
    changes: { email: owner === null ? verified : null },
    now,
  });
}

interface ResolvedAccount {
  user: User;
  identity: Identity;
}

async function resolveAccount(
  auth: Auth,
  transaction: Transaction,
  input: ExternalSignIn,
): Promise<ResolvedAccount> {
  const now = auth.clock();
  const audience = auth.config.jwt.audience;
  const data = await toIdentityData(transaction, input.user);
  const decision = await decideLinking(transaction, auth.config, {
    provider: input.provider,
    user: input.user,
    audience,
  });
  if (decision.kind === 'ambiguous') {
    throw unexpectedFailure(
      'Multiple accounts with the same email address in the same linking domain detected: default',
    );
  }
  if (decision.kind === 'existing') {
    await replaceIdentityData(transaction, decision.identity.id, { data, now });
    const user = await mergeUserMetadata(transaction, decision.user, { data, now });
    return { user: await updateProviders(transaction, user, now), identity: decision.identity };
  }
  if (decision.kind === 'link') {
    return linkIdentity(transaction, { ...input, account: decision.user, now });
  }
  if (auth.config.disableSignup) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance');
  }
  const created = await createUser(transaction, {
    email: decision.email,
    phone: null,
    audience,
    role: auth.config.jwt.defaultRole,
    encryptedPassword: null,
    appMetadata: { provider: input.provider, providers: [input.provider] },
    userMetadata: data,
    isSsoUser: decision.isSso,
    now,
  });
  const identity = await createIdentity(transaction, {
    userId: created.id,
    provider: input.provider,
    data,
    now,
  });
  return { user: await getUserById(transaction, created.id), identity };
}

async function mergeUserMetadata(
  transaction: Transaction,
  user: User,
  input: { data: Record<string, unknown>; now: Date },
): Promise<User> {
  return updateUser(transaction, user.id, {
    changes: { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, input.data) },
    fitsMetadata: true,
    now: input.now,
  });
}

async function linkIdentity(
  transaction: Transaction,
  input: Pick<ExternalSignIn, 'provider' | 'user' | 'address'> & { account: User; now: Date },
): Promise<ResolvedAccount> {
  const { account, provider, now } = input;
  if (account.identities.length >= mostIdentities) {
    throw unprocessable(
      'too_many_identities',
      `An account has at most ${mostIdentities} identities, unlink one to continue`,
    );
  }
  const data = await toIdentityData(transaction, input.user);
  const identity = await createIdentity(transaction, { userId: account.id, provider, data, now });
  const merged = await mergeUserMetadata(transaction, account, { data, now });
  const user = await updateProviders(transaction, merged, now);
  await logAudit(transaction, {
    actor: user,
    action: 'identity_linked',
    address: input.address,
    now,
    traits: { identity_id: identity.id, provider, provider_id: identity.provider_id },
  });
  return { user, identity };
}

/** Refuses an account elsewhere that is somebody's already. */
async function requireUnlinked(
  transaction: Transaction,
  input: ExternalSignIn,
  userId: string,
): Promise<void> {
  const existing = await findIdentity(transaction, input.provider, input.user.claims.sub);
  if (existing === null) {
    return;
  }
  const message =
    existing.user_id === userId
      ? 'Identity is already linked'
      : 'Identity is already linked to another user';
  throw unprocessable('identity_already_exists', message);
}

/** Links an account elsewhere to the person who asked for it while signed in. */
export async function linkToUser(
  auth: Auth,
  transaction: Transaction,
  given: ExternalSignIn & { targetId: string },
): Promise<User> {
  const input = { ...given, user: withUsableEmails(given.user) };
  await requireUnlinked(transaction, input, input.targetId);
  const now = auth.clock();
  const account = await getUserById(transaction, input.targetId);
  const { user } = await linkIdentity(transaction, { ...input, account, now });
  const named = user.is_anonymous
    ? await updateUser(transaction, user.id, { changes: { is_anonymous: false }, now })
    : user;
  const primary = getPrimaryEmail(input.user);
  if (named.email || !primary?.verified) {
    return named;
  }
  if ((await findUserByEmail(transaction, primary.email, named.aud ?? '')) !== null) {
    throw badRequest('email_exists', emailExists);
  }
  const addressed = await updateUser(transaction, named.id, {
    changes: { email: primary.email.toLowerCase() },
    now,
  });
  return confirmEmail(transaction, addressed, now);
}

/** Accepts an invitation by an account elsewhere, if it has the address that was invited. */
export async function acceptInvite(
  auth: Auth,
  transaction: Transaction,
  given: ExternalSignIn & { invited: User | null },
): Promise<User> {
  const input = { ...given, user: withUsableEmails(given.user) };
  const { invited } = input;
  const now = auth.clock();
  if (invited === null) {
    throw notFound('invite_not_found', 'Invite not found');
  }
  const match = input.user.emails.find(
    (entry) => entry.verified && entry.email.toLowerCase() === invited.email,
  );
  if (match === undefined) {
    throw validationFailed('Invited email does not match emails from external provider');
  }
  await requireUnlinked(transaction, input, invited.id);
  const { user, identity } = await linkIdentity(transaction, { ...input, account: invited, now });
  await logAudit(transaction, {
    actor: user,
    action: 'invite_accepted',
    address: input.address,
    now,
    traits: { provider: input.provider },
  });
  const cleaned = await removeUnconfirmedIdentities(transaction, user, { identity, now });
  return confirmEmail(transaction, cleaned, now);
}

/** The account is kept, unconfirmed, and nobody is let in until the address has answered. */
async function requireVerification(
  auth: Auth,
  transaction: Transaction,
  input: ExternalSignIn & { account: User },
): Promise<User | KeptFailure> {
  const { account, provider } = input;
  // Where the league sends no mail the provider is the only one who can verify the address.
  const mayAsk = Boolean(account.email) && auth.config.external.email.enabled;
  if (mayAsk) {
    await sendConfirmation(auth, transaction, { user: account, link: input.link });
  }
  if (auth.config.mailer.allowUnverifiedEmailSignIns) {
    return account;
  }
  const next = mayAsk
    ? `A confirmation email has been sent to your ${provider} email`
    : `Verify the email with ${provider} in order to sign in`;
  return new KeptFailure(
    unprocessable(
      'provider_email_needs_verification',
      `Unverified email with ${provider}. ${next}`,
    ),
  );
}
