import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { logAdminAudit } from '../audit-log.ts';
import { sendCode } from '../confirmation.ts';
import { parseEmail } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { emailExists, notFound, unprocessable, validationFailed } from '../errors.ts';
import { createIdentity } from '../identities.ts';
import { type LinkTarget, toLink, toLinkTarget } from '../mail-link.ts';
import {
  createCode,
  hashLinkToken,
  type OneTimeTokenType,
  storeToken,
  toLinkToken,
} from '../one-time-tokens.ts';
import { hashPassword } from '../password-hash.ts';
import { requireStrongPassword } from '../password-strength.ts';
import { presentUser } from '../presenters.ts';
import { optionalRecord, optionalText, parseBody } from '../request.ts';
import type { User } from '../rows.ts';
import {
  createUser,
  findUserByEmail,
  getUserById,
  isEmailConfirmed,
  mergeMetadata,
  type UserChanges,
  updateUser,
} from '../users.ts';

const InviteBody = v.object({ email: optionalText, data: optionalRecord });

/** POST /invite: makes an account for an address and asks its owner in by mail. */
export async function handleInvite(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, InviteBody);
  const email = parseEmail(body.email);
  const link = toLinkTarget(auth, context, { isPkce: false });
  const existing = await findUserByEmail(auth.database, email, auth.config.jwt.audience);
  if (existing !== null && isEmailConfirmed(existing)) {
    throw unprocessable('email_exists', emailExists);
  }
  const user = await auth.database.transaction(async (transaction) => {
    const invited =
      existing ??
      (await createPending(auth, transaction, { email, data: body.data ?? {}, hash: null }));
    await auditLink(auth, transaction, { context, user: invited, type: 'invite' });
    const { hash } = await sendCode(auth, transaction, {
      user: invited,
      link,
      kind: 'invite',
      type: 'confirmation_token',
      verification: 'invite',
      to: email,
    });
    const now = auth.clock();
    return updateUser(transaction, invited.id, {
      changes: { confirmation_token: hash, confirmation_sent_at: now, invited_at: now },
      now,
    });
  });
  return context.json(presentUser(user));
}

async function createPending(
  auth: Auth,
  transaction: Transaction,
  input: { email: string; data: Record<string, unknown>; hash: string | null },
): Promise<User> {
  const now = auth.clock();
  const user = await createUser(transaction, {
    email: input.email,
    phone: null,
    audience: auth.config.jwt.audience,
    role: auth.config.jwt.defaultRole,
    encryptedPassword: input.hash,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: input.data,
    now,
  });
  await createIdentity(transaction, {
    userId: user.id,
    provider: 'email',
    data: { sub: user.id, email: input.email, email_verified: false, phone_verified: false },
    now,
  });
  return getUserById(transaction, user.id);
}

/** A link that lets somebody in is as good as a key, so each is written down, whoever it is for. */
const linkActions = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const;

async function auditLink(
  auth: Auth,
  transaction: Transaction,
  { context, user, type }: { context: Context<AuthEnv>; user: User; type: LinkType },
): Promise<void> {
  const traits = { user_id: user.id, user_email: user.email ?? '' };
  await logAdminAudit(auth, transaction, { context, action: linkActions[type], traits });
}

const LinkBody = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalRecord,
  redirect_to: optionalText,
});

type LinkFields = v.InferOutput<typeof LinkBody>;

const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkType = (typeof linkTypes)[number];

/** POST /admin/generate_link: makes the link that a mail would carry, and sends nothing. */
export async function handleGenerateLink(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, LinkBody);
  const email = parseEmail(body.email);
  const asked = requireLinkType(body.type);
  const existing = await findUserByEmail(auth.database, email, auth.config.jwt.audience);
  // A link for somebody who is not there yet is one to sign up by.
  const type = existing === null && asked === 'magiclink' ? 'signup' : asked;
  const needsAccount = type !== 'signup' && type !== 'invite';
  if (existing === null && needsAccount) {
    throw notFound('user_not_found', 'User with this email not found');
  }
  if (existing !== null && !needsAccount && isEmailConfirmed(existing)) {
    throw unprocessable('email_exists', emailExists);
  }
  const hash = existing === null ? await toPassword(auth, { type, asked, body }) : null;
  const newEmail = await parseNewEmail(auth, type, body.new_email);
  const link = toLinkTarget(auth, context, { redirectTo: body.redirect_to, isPkce: false });
  const made = await auth.database.transaction(async (transaction) => {
    const account =
      existing ?? (await createPending(auth, transaction, { email, data: body.data ?? {}, hash }));
    await auditLink(auth, transaction, { context, user: account, type });
    return makeLink(auth, transaction, {
      user: account,
      type,
      data: body.data ?? {},
      newEmail,
      link,
    });
  });
  return context.json({
    ...presentUser(made.user),
    action_link: made.link,
    email_otp: made.code,
    hashed_token: made.token,
    verification_type: type,
    redirect_to: link.redirectTo,
  });
}

function requireLinkType(text: string): LinkType {
  const found = linkTypes.find((type) => type === text);
  if (found === undefined) {
    throw validationFailed(`Invalid email action link type requested: ${text}`);
  }
  return found;
}

async function toPassword(
  auth: Auth,
  input: { type: LinkType; asked: LinkType; body: LinkFields },
): Promise<string | null> {
  const { type, asked, body } = input;
  if (type !== 'signup' || asked !== 'signup') {
    return null;
  }
  if (body.password === '') {
    throw validationFailed('Signup requires a valid password');
  }
  await requireStrongPassword(auth, body.password);
  return hashPassword(body.password);
}

async function parseNewEmail(auth: Auth, type: LinkType, typed: string): Promise<string | null> {
  if (type !== 'email_change_current' && type !== 'email_change_new') {
    return null;
  }
  if (type === 'email_change_current' && !auth.config.mailer.secureEmailChangeEnabled) {
    throw validationFailed('Enable secure email change to generate link for current email');
  }
  const email = parseEmail(typed);
  if ((await findUserByEmail(auth.database, email, auth.config.jwt.audience)) !== null) {
    throw unprocessable('email_exists', emailExists);
  }
  return email;
}

interface LinkColumns {
  token: OneTimeTokenType;
  verification: string;
  changes: (hash: string, now: Date) => UserChanges;
}

const confirmation = (hash: string, now: Date) => ({
  confirmation_token: hash,
  confirmation_sent_at: now,
});
const recovery = (hash: string, now: Date) => ({ recovery_token: hash, recovery_sent_at: now });

const columns: Readonly<Record<LinkType, LinkColumns>> = {
  signup: { token: 'confirmation_token', verification: 'signup', changes: confirmation },
  invite: {
    token: 'confirmation_token',
    verification: 'invite',
    changes: (hash, now) => ({ ...confirmation(hash, now), invited_at: now }),
  },
  magiclink: { token: 'recovery_token', verification: 'magiclink', changes: recovery },
  recovery: { token: 'recovery_token', verification: 'recovery', changes: recovery },
  email_change_current: {
    token: 'email_change_token_current',
    verification: 'email_change',
    changes: (hash, now) => ({ email_change_token_current: hash, email_change_sent_at: now }),
  },
  email_change_new: {
    token: 'email_change_token_new',
    verification: 'email_change',
    changes: (hash, now) => ({ email_change_token_new: hash, email_change_sent_at: now }),
  },
};

async function makeLink(
  auth: Auth,
  transaction: Transaction,
  input: {
    user: User;
    type: LinkType;
    data: Record<string, unknown>;
    newEmail: string | null;
    link: LinkTarget;
  },
): Promise<{ user: User; code: string; token: string; link: string }> {
  const { user, type, newEmail } = input;
  const { token, verification, changes } = columns[type];
  const now = auth.clock();
  const code = createCode(auth.config.mailer.otpLength);
  const contact = type === 'email_change_new' && newEmail ? newEmail : (user.email ?? '');
  const linkToken = toLinkToken(auth, contact, code);
  const hash = hashLinkToken(linkToken);
  await storeToken(transaction, { userId: user.id, type: token, hash, contact, now });
  const metadata = mergeMetadata(user.raw_user_meta_data, type === 'signup' ? input.data : {});
  const updated = await updateUser(transaction, user.id, {
    changes: {
      ...changes(hash, now),
      raw_user_meta_data: metadata,
      ...(newEmail === null ? {} : { email_change: newEmail, email_change_confirm_status: 0 }),
    },
    now,
  });
  const address = toLink(input.link, { token: linkToken, type: verification });
  return { user: updated, code, token: linkToken, link: address };
}
