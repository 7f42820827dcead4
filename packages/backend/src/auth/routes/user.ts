import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { tellOwner } from '../account-notices.ts';
import { logAudit } from '../audit-log.ts';
import { parseChannel, parseEmail, parsePhone, type SmsChannel } from '../contacts.ts';
import type { Auth, AuthEnv, Caller } from '../context.ts';
import { changeEmail, sendEmailChange } from '../email-change.ts';
import {
  emailExists,
  forbidden,
  phoneExists,
  unauthorized,
  unprocessable,
  validationFailed,
} from '../errors.ts';
import { type Challenge, requireChallenge } from '../flow-state.ts';
import { updateProviders } from '../identities.ts';
import { toLinkTarget } from '../mail-link.ts';
import { changePassword, requireNewPassword } from '../password-change.ts';
import { applyPhoneChange } from '../phone-change.ts';
import { presentUser } from '../presenters.ts';
import { getClientInfo, optionalRecord, optionalText, parseBody, pkceEntries } from '../request.ts';
import type { User } from '../rows.ts';
import { sendSmsCode } from '../sms-code.ts';
import {
  findUserByEmail,
  findUserByPhone,
  hasVerifiedFactor,
  mergeMetadata,
  updateUser,
} from '../users.ts';
import { beginMailFlow } from './otp.ts';

/** GET /user: the person whose token it is. */
export function handleGetUser(auth: Auth, context: Context<AuthEnv>): Response {
  const { claims, user } = context.get('caller');
  const audience = Array.isArray(claims.aud) ? claims.aud[0] : claims.aud;
  if (audience !== auth.config.jwt.audience) {
    throw validationFailed("Token audience doesn't match request audience");
  }
  return context.json(presentUser(user));
}

const UserBody = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalRecord,
  app_metadata: optionalRecord,
  channel: optionalText,
  ...pkceEntries,
});

/** What somebody wants changed; null where nothing is. */
interface UserUpdate {
  email: string | null;
  phone: string | null;
  password: string | null;
  data: Record<string, unknown> | null;
  channel: SmsChannel;
  challenge: Challenge;
}

/** PUT /user: the person changes what is theirs to change. */
export async function handleUpdateUser(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, UserBody);
  const caller = context.get('caller');
  if (body.app_metadata) {
    throw forbidden('not_admin', 'Updating app_metadata requires admin privileges');
  }
  const update = parseUpdate(caller.user, body);
  requireRight(caller, { update, nonce: body.nonce });
  await requireFree(auth, update);
  const hash =
    update.password === null
      ? null
      : await requireNewPassword(auth, caller, {
          password: update.password,
          currentPassword: body.current_password,
          nonce: body.nonce,
        });
  const updated = await auth.database.transaction((transaction) =>
    applyUpdate(auth, transaction, { context, update, hash }),
  );
  return context.json(presentUser(updated));
}

function parseUpdate(user: User, body: v.InferOutput<typeof UserBody>): UserUpdate {
  const challenge = { challenge: body.code_challenge, method: body.code_challenge_method };
  requireChallenge(challenge);
  const email = body.email === '' ? null : parseEmail(body.email);
  const phone = body.phone === '' ? null : parsePhone(body.phone);
  return {
    email: email === user.email ? null : email,
    phone: phone === user.phone ? null : phone,
    password: body.password || null,
    data: body.data ?? null,
    channel: parseChannel(body.channel),
    challenge,
  };
}

/** Who may change what they sign in with. */
function requireRight(
  { user, session }: Caller,
  { update, nonce }: { update: UserUpdate; nonce: string },
): void {
  const { email, phone, password } = update;
  const changesSignIn = email !== null || phone !== null || password !== null;
  if (changesSignIn && hasVerifiedFactor(user) && session?.aal !== 'aal2') {
    throw unauthorized(
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  if (user.is_anonymous && password !== null && email === null && phone === null) {
    throw unprocessable(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  if (user.is_sso_user && (changesSignIn || nonce !== '')) {
    throw unprocessable(
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    );
  }
}

async function requireFree(auth: Auth, update: UserUpdate): Promise<void> {
  const audience = auth.config.jwt.audience;
  if (update.email && (await findUserByEmail(auth.database, update.email, audience))) {
    throw unprocessable('email_exists', emailExists);
  }
  if (update.phone && (await findUserByPhone(auth.database, update.phone, audience))) {
    throw unprocessable('phone_exists', phoneExists);
  }
}

async function applyUpdate(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; update: UserUpdate; hash: string | null },
): Promise<User> {
  const { context, update, hash } = input;
  const caller = context.get('caller');
  const now = auth.clock();
  const audit = { address: getClientInfo(context).address, now };
  let user = caller.user;
  if (hash !== null) {
    const keptSessionId = caller.session?.id ?? null;
    user = await changePassword(transaction, user, { hash, keptSessionId, now });
    await logAudit(transaction, { ...audit, actor: user, action: 'user_updated_password' });
    await tellOwner(auth, transaction, { context, user, kind: 'password_changed' });
  }
  if (update.data !== null) {
    const metadata = mergeMetadata(user.raw_user_meta_data, update.data);
    user = await updateUser(transaction, user.id, {
      changes: { raw_user_meta_data: metadata },
      now,
    });
  }
  if (update.email !== null) {
    user = await updateEmail(auth, transaction, { context, user, email: update.email, update });
  }
  if (update.phone !== null) {
    user = await updatePhone(auth, transaction, { context, user, phone: update.phone, update });
  }
  await logAudit(transaction, { ...audit, actor: user, action: 'user_modified' });
  return user;
}

/** Only somebody without any address may take one unproved, where sign-ups need no proof either. */
async function updateEmail(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; user: User; email: string; update: UserUpdate },
): Promise<User> {
  const { context, user, email, update } = input;
  const now = auth.clock();
  if (user.is_anonymous && auth.config.mailer.autoconfirm) {
    const changed = await changeEmail(auth, transaction, { ...user, email_change: email });
    return updateProviders(transaction, changed, now);
  }
  const { challenge } = update;
  await beginMailFlow(transaction, { challenge, user, now, kind: 'email_change' });
  const link = toLinkTarget(auth, context, { isPkce: challenge.challenge !== '' });
  return sendEmailChange(auth, transaction, { user, email, link });
}

async function updatePhone(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; user: User; phone: string; update: UserUpdate },
): Promise<User> {
  const { context, user, phone, update } = input;
  if (auth.config.sms.autoconfirm) {
    const changed = await applyPhoneChange(auth, transaction, { user, phone });
    return updateProviders(transaction, changed, auth.clock());
  }
  const sent = await sendSmsCode(auth, transaction, {
    user,
    phone,
    kind: 'phone_change',
    channel: update.channel,
    address: getClientInfo(context).address,
  });
  return sent.user;
}
