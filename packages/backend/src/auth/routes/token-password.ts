import type { Context } from 'hono';
import * as v from 'valibot';
import { canBeEmail, canBePhone, formatPhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { AuthError, badRequest, unprocessable, validationFailed } from '../errors.ts';
import { logIn } from '../log-in.ts';
import { verifyPassword } from '../password-hash.ts';
import { requireStrongPassword } from '../password-strength.ts';
import { requireContactAllowance } from '../rate-limit.ts';
import { captchaEntry, optionalText, parseBody } from '../request.ts';
import type { User } from '../rows.ts';
import type { IssuedTokens } from '../sessions.ts';
import { findByContact } from '../sign-up.ts';
import { isBanned } from '../users.ts';

const PasswordBody = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  ...captchaEntry,
});

/** The grant by password. An unknown person, one without a password and a wrong one are all alike. */
export async function grantByPassword(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<IssuedTokens> {
  const body = await parseBody(context, PasswordBody);
  const contact = requireContact(auth, body);
  // Before anything is counted for it, which is kept under its name.
  const canBe = contact.provider === 'email' ? canBeEmail : canBePhone;
  if (!canBe(contact.contact)) {
    throw invalidCredentials();
  }
  await requireContactAllowance(auth, 'contact', `password:${contact.contact}`);
  const user = await findByContact(auth, contact);
  const isRight = await verifyPassword(user?.encrypted_password ?? null, body.password);
  if (user === null || !isRight) {
    throw invalidCredentials();
  }
  if (isBanned(user, auth.clock())) {
    throw badRequest('user_banned', 'User is banned');
  }
  requireConfirmed(user, contact.provider);
  const weakness = await findWeakness(auth, body.password);
  const issued = await auth.database.transaction(async (transaction) => {
    const traits = { provider: contact.provider };
    return logIn(auth, transaction, { context, user, method: 'password', traits });
  });
  return weakness === null
    ? issued
    : { ...issued, body: { ...issued.body, weak_password: weakness } };
}

const invalidCredentials = () => badRequest('invalid_credentials', 'Invalid login credentials');

function requireContact(
  auth: Auth,
  body: v.InferOutput<typeof PasswordBody>,
): { provider: 'email' | 'phone'; contact: string } {
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (body.email !== '') {
    if (!auth.config.external.email.enabled) {
      throw unprocessable('email_provider_disabled', 'Email logins are disabled');
    }
    return { provider: 'email', contact: body.email.toLowerCase() };
  }
  if (body.phone === '') {
    throw validationFailed('missing email or phone');
  }
  if (!auth.config.external.phone.enabled) {
    throw unprocessable('phone_provider_disabled', 'Phone logins are disabled');
  }
  return { provider: 'phone', contact: formatPhone(body.phone) };
}

function requireConfirmed(user: User, provider: 'email' | 'phone'): void {
  if (provider === 'email' && user.email_confirmed_at === null) {
    throw badRequest('email_not_confirmed', 'Email not confirmed');
  }
  if (provider === 'phone' && user.phone_confirmed_at === null) {
    throw badRequest('phone_not_confirmed', 'Phone not confirmed');
  }
}

/** A password from before the rules changed still lets its owner in, who is told. */
async function findWeakness(auth: Auth, password: string): Promise<Record<string, unknown> | null> {
  try {
    await requireStrongPassword(auth, password);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AuthError) || thrown.code !== 'weak_password') {
      return null;
    }
    const { weak_password: weak } = thrown.details as { weak_password: { reasons: string[] } };
    return { message: thrown.message, reasons: weak.reasons };
  }
}
