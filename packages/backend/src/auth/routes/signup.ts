import type { Context } from 'hono';
import * as v from 'valibot';
import { logAudit } from '../audit-log.ts';
import { parseChannel, parseEmail, parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, unprocessable, validationFailed } from '../errors.ts';
import { requireChallenge } from '../flow-state.ts';
import { logIn } from '../log-in.ts';
import { toLinkTarget } from '../mail-link.ts';
import { getExternalUrl } from '../origins.ts';
import { hashPassword } from '../password-hash.ts';
import { requireStrongPassword } from '../password-strength.ts';
import { presentUser } from '../presenters.ts';
import { requireAllowance } from '../rate-limit.ts';
import {
  captchaEntry,
  getClientInfo,
  optionalRecord,
  optionalText,
  parseBody,
  pkceEntries,
} from '../request.ts';
import type { User } from '../rows.ts';
import { type IssuedTokens, openSession } from '../sessions.ts';
import {
  findByContact,
  isContactConfirmed,
  isSamePassword,
  type SignUp,
  signUp,
} from '../sign-up.ts';
import { retryBeaten } from '../transaction.ts';
import { createUser } from '../users.ts';

const SignUpBody = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalRecord,
  channel: optionalText,
  ...pkceEntries,
  ...captchaEntry,
});

type SignUpFields = v.InferOutput<typeof SignUpBody>;

/** POST /signup: an account by address and password, by phone and password, or by nothing at all. */
export async function handleSignup(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, SignUpBody);
  if (body.email === '' && body.phone === '') {
    return signUpAnonymously(auth, context, body);
  }
  await requireAllowance(auth, context, 'signup');
  requireSignups(auth);
  const input = await parseSignUp(auth, context, body);
  return retryBeaten(() => openOrAnswer(auth, context, input));
}

/** Makes the account, or answers as for one that is there. */
async function openOrAnswer(
  auth: Auth,
  context: Context<AuthEnv>,
  input: SignUp,
): Promise<Response> {
  const existing = await findByContact(auth, input);
  if (existing !== null && isContactConfirmed(existing, input.provider)) {
    return answerExisting(auth, context, { existing, input });
  }
  const keepsPassword = await isSamePassword(existing, input);
  const outcome = await auth.database.transaction(async (transaction) => {
    const user = await signUp(auth, transaction, { ...input, existing, keepsPassword });
    if (!isContactConfirmed(user, input.provider)) {
      return { user, issued: null };
    }
    const traits = { provider: input.provider };
    const issued = await logIn(auth, transaction, { context, user, method: 'password', traits });
    return { user, issued };
  });
  return outcome.issued === null
    ? context.json(presentPending(outcome.user))
    : answerTokens(context, outcome.issued);
}

export function answerTokens(context: Context<AuthEnv>, issued: IssuedTokens): Response {
  return context.json(issued.body, 200, issued.headers);
}

export function requireSignups(auth: Auth): void {
  if (auth.config.disableSignup) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance');
  }
}

/** Somebody who was invited and signs up without the invitation learns nothing of it. */
function presentPending(user: User): Record<string, unknown> {
  const hidden = user.invited_at !== null;
  return presentUser(hidden ? { ...user, raw_user_meta_data: {}, identities: [] } : user);
}

async function parseSignUp(
  auth: Auth,
  context: Context<AuthEnv>,
  body: SignUpFields,
): Promise<SignUp> {
  if (body.password === '') {
    throw validationFailed('Signup requires a valid password');
  }
  await requireStrongPassword(auth, body.password);
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  const challenge = { challenge: body.code_challenge, method: body.code_challenge_method };
  const provider = body.email === '' ? 'phone' : 'email';
  if (provider === 'phone' && challenge.challenge !== '') {
    throw validationFailed('PKCE not supported for phone signups');
  }
  requireChallenge(challenge);
  requireSignUpProvider(auth, provider);
  return {
    provider,
    contact: provider === 'email' ? parseEmail(body.email) : parsePhone(body.phone),
    channel: parseChannel(body.channel),
    password: { plain: body.password, hash: await hashPassword(body.password) },
    data: body.data ?? {},
    challenge,
    client: getClientInfo(context),
    link: toLinkTarget(auth, context, { isPkce: challenge.challenge !== '' }),
  };
}

function requireSignUpProvider(auth: Auth, provider: 'email' | 'phone'): void {
  const { email, phone } = auth.config.external;
  if (provider === 'email' && !email.enabled) {
    throw badRequest('email_provider_disabled', 'Email signups are disabled');
  }
  if (provider === 'phone' && !phone.enabled) {
    throw badRequest('phone_provider_disabled', 'Phone signups are disabled');
  }
}

/** Where proofs are asked for, the answer is the one that a new person gets. */
async function answerExisting(
  auth: Auth,
  context: Context<AuthEnv>,
  { existing, input }: { existing: User; input: SignUp },
): Promise<Response> {
  await logAudit(auth.database, {
    actor: existing,
    action: 'user_repeated_signup',
    address: input.client.address,
    now: auth.clock(),
    traits: { provider: input.provider },
  });
  if (auth.config.mailer.autoconfirm || auth.config.sms.autoconfirm) {
    throw unprocessable('user_already_exists', 'User already registered');
  }
  const now = auth.clock();
  return context.json({
    id: crypto.randomUUID(),
    aud: auth.config.jwt.audience,
    role: '',
    email: input.provider === 'email' ? input.contact : '',
    phone: input.provider === 'phone' ? input.contact : '',
    confirmation_sent_at: now,
    app_metadata: { provider: input.provider, providers: [input.provider] },
    user_metadata: input.data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
}

async function signUpAnonymously(
  auth: Auth,
  context: Context<AuthEnv>,
  body: SignUpFields,
): Promise<Response> {
  if (!auth.config.external.anonymousUsers.enabled) {
    throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  await requireAllowance(auth, context, 'anonymous');
  requireSignups(auth);
  const client = getClientInfo(context);
  const issued = await auth.database.transaction(async (transaction) => {
    const user = await createUser(transaction, {
      email: null,
      phone: null,
      audience: auth.config.jwt.audience,
      role: auth.config.jwt.defaultRole,
      encryptedPassword: null,
      appMetadata: {},
      userMetadata: body.data ?? {},
      isAnonymous: true,
      now: auth.clock(),
    });
    await logAudit(transaction, {
      actor: user,
      action: 'user_signedup',
      address: client.address,
      now: auth.clock(),
      traits: { provider: 'anonymous' },
    });
    return openSession(auth, transaction, {
      user,
      method: 'anonymous',
      client,
      issuer: getExternalUrl(auth.config, context),
    });
  });
  return answerTokens(context, issued);
}
