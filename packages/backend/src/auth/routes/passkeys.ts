import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { logAudit } from '../audit-log.ts';
import { requireSecondFactor } from '../authenticate.ts';
import type { Auth, AuthEnv, Caller } from '../context.ts';
import { badRequest, forbidden, notFound, unprocessable, validationFailed } from '../errors.ts';
import { logIn } from '../log-in.ts';
import {
  createCeremony,
  createPasskey,
  findPasskey,
  findPasskeyByCredential,
  listPasskeys,
  type Passkey,
  presentPasskey,
  takeCeremony,
  toStoredCredential,
} from '../passkeys.ts';
import { getClientInfo, isUuid, optionalText, parseBody } from '../request.ts';
import type { AuditActor, User } from '../rows.ts';
import { nameLength, requireLength } from '../stored-bounds.ts';
import { getUserById, isBanned } from '../users.ts';
import {
  CredentialBody,
  createAuthenticationOptions,
  createRegistrationOptions,
  getRelyingParty,
  verificationFailed,
  verifyAssertion,
  verifyRegistration,
} from '../webauthn.ts';
import { requireTarget } from './admin-users.ts';
import { answerTokens } from './signup.ts';

export function requirePasskeys(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (_context, next) => {
    if (!auth.config.passkeys.enabled) {
      throw notFound('passkey_disabled', 'Passkeys are disabled');
    }
    await next();
  };
}

function getExpiry(auth: Auth): Date {
  return new Date(auth.clock().getTime() + auth.config.webauthn.challengeExpirySeconds * 1000);
}

function requireManagement(caller: Caller): void {
  if (caller.user.is_sso_user) {
    throw unprocessable('validation_failed', 'SSO users cannot register passkeys');
  }
  requireSecondFactor(caller, 'AAL2 session is required to manage passkeys when MFA is enabled');
}

/** POST /passkeys/registration/options */
export async function handleRegistrationOptions(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const caller = context.get('caller');
  requireManagement(caller);
  const passkeys = await listPasskeys(auth.database, caller.user.id);
  requireRoom(auth, passkeys);
  const options = await createRegistrationOptions(auth, getRelyingParty(auth, context), {
    user: caller.user,
    excluded: passkeys.map((passkey) => toStoredCredential(passkey).id),
    isDiscoverable: true,
  });
  const expiresAt = getExpiry(auth);
  const id = await createCeremony(auth.database, {
    userId: caller.user.id,
    type: 'registration',
    challenge: options.challenge,
    expiresAt,
    now: auth.clock(),
  });
  return context.json({ challenge_id: id, options, expires_at: toSeconds(expiresAt) });
}

function requireRoom(auth: Auth, passkeys: readonly Passkey[]): void {
  if (passkeys.length < auth.config.passkeys.maxPerUser) {
    return;
  }
  throw unprocessable('too_many_passkeys', 'Maximum number of passkeys reached');
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

const VerifyBody = v.object({ challenge_id: optionalText, credential: v.nullish(CredentialBody) });

async function parseCeremony(context: Context<AuthEnv>) {
  const body = await parseBody(context, VerifyBody);
  if (body.challenge_id === '') {
    throw validationFailed('challenge_id is required');
  }
  if (!body.credential) {
    throw validationFailed('credential is required');
  }
  if (!isUuid(body.challenge_id)) {
    throw validationFailed('challenge_id must be a valid UUID');
  }
  return { id: body.challenge_id, credential: body.credential };
}

async function requireCeremony(
  auth: Auth,
  input: Parameters<typeof takeCeremony>[1],
): Promise<string> {
  const ceremony = await takeCeremony(auth.database, input);
  if (ceremony === null) {
    throw badRequest('webauthn_challenge_not_found', 'Challenge not found or already used');
  }
  if (ceremony.expiresAt < auth.clock()) {
    throw badRequest('webauthn_challenge_expired', 'Challenge has expired');
  }
  return ceremony.challenge;
}

/** POST /passkeys/registration/verify */
export async function handleRegistrationVerify(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const caller = context.get('caller');
  requireManagement(caller);
  const { id, credential } = await parseCeremony(context);
  const userId = caller.user.id;
  const challenge = await requireCeremony(auth, { id, type: 'registration', userId });
  const proved = await verifyRegistration(getRelyingParty(auth, context), {
    credential,
    challenge,
  });
  const passkey = await auth.database.transaction(async (transaction) => {
    await transaction.query('select id from auth.users where id = $1 for update', [userId]);
    requireRoom(auth, await listPasskeys(transaction, userId));
    const made = await createPasskey(transaction, {
      userId,
      credential: proved,
      now: auth.clock(),
    });
    if (made === null) {
      throw unprocessable('webauthn_credential_exists', 'This credential is already registered');
    }
    await logAudit(transaction, {
      actor: caller.user,
      action: 'passkey_created',
      address: getClientInfo(context).address,
      now: auth.clock(),
      traits: { passkey_id: made.id },
    });
    return made;
  });
  return context.json(presentPasskey(passkey));
}

/** POST /passkeys/authentication/options: nobody has to say first who they are. */
export async function handleAuthenticationOptions(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const options = await createAuthenticationOptions(auth, getRelyingParty(auth, context), []);
  const expiresAt = getExpiry(auth);
  const id = await createCeremony(auth.database, {
    userId: null,
    type: 'authentication',
    challenge: options.challenge,
    expiresAt,
    now: auth.clock(),
  });
  return context.json({ challenge_id: id, options, expires_at: toSeconds(expiresAt) });
}

/** POST /passkeys/authentication/verify */
export async function handleAuthenticationVerify(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const { id, credential } = await parseCeremony(context);
  const challenge = await requireCeremony(auth, { id, type: 'authentication', userId: null });
  const party = getRelyingParty(auth, context);
  const issued = await auth.database.transaction(async (transaction) => {
    const passkey = await findPasskeyByCredential(transaction, credential.id);
    const handle = Buffer.from(credential.response.userHandle ?? '', 'base64url').toString('utf8');
    if (passkey === null || handle !== passkey.user_id) {
      throw verificationFailed();
    }
    const stored = toStoredCredential(passkey);
    const counter = await verifyAssertion(party, { credential, challenge, stored });
    const user = await getUserById(transaction, passkey.user_id);
    requireMayEnter(auth, user);
    await transaction.query(
      `update auth.webauthn_credentials set sign_count = $2, last_used_at = $3, updated_at = $3
       where id = $1`,
      [passkey.id, counter, auth.clock()],
    );
    const traits = { passkey_id: passkey.id };
    return logIn(auth, transaction, { context, user, method: 'passkey', traits });
  });
  return answerTokens(context, issued);
}

function requireMayEnter(auth: Auth, user: User): void {
  if (user.email && user.email_confirmed_at === null) {
    throw forbidden('email_not_confirmed', 'Email not confirmed');
  }
  if (user.phone && user.phone_confirmed_at === null) {
    throw forbidden('phone_not_confirmed', 'Phone not confirmed');
  }
  if (isBanned(user, auth.clock())) {
    throw forbidden('user_banned', 'User is banned');
  }
}

/** GET /passkeys */
export async function handleListPasskeys(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const passkeys = await listPasskeys(auth.database, context.get('caller').user.id);
  return context.json(passkeys.map(presentPasskey));
}

async function requirePasskey(
  auth: Auth,
  context: Context<AuthEnv>,
  userId: string,
): Promise<Passkey> {
  const id = context.req.param('passkeyId') ?? '';
  const passkey = isUuid(id) ? await findPasskey(auth.database, userId, id) : null;
  if (passkey === null) {
    throw notFound('validation_failed', 'Passkey not found');
  }
  return passkey;
}

const RenameBody = v.object({ friendly_name: optionalText });

/** PATCH /passkeys/{id} */
export async function handleRenamePasskey(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const { friendly_name: name } = await parseBody(context, RenameBody);
  if (name === '') {
    throw validationFailed('friendly_name is required');
  }
  requireLength('friendly_name', name, nameLength);
  const { user } = context.get('caller');
  const passkey = await requirePasskey(auth, context, user.id);
  await auth.database.transaction(async (transaction) => {
    await transaction.query(
      'update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1',
      [passkey.id, name, auth.clock()],
    );
    await logAudit(transaction, {
      actor: user,
      action: 'passkey_updated',
      address: getClientInfo(context).address,
      now: auth.clock(),
      traits: { passkey_id: passkey.id },
    });
  });
  return context.json(presentPasskey({ ...passkey, friendly_name: name }));
}

/** DELETE /passkeys/{id} */
export async function handleDeletePasskey(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const caller = context.get('caller');
  requireManagement(caller);
  const passkey = await requirePasskey(auth, context, caller.user.id);
  return deletePasskey(auth, context, { passkey, actor: caller.user });
}

/** GET /admin/users/{id}/passkeys */
export async function handleAdminListPasskeys(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const user = await requireTarget(auth, context);
  return context.json((await listPasskeys(auth.database, user.id)).map(presentPasskey));
}

/** DELETE /admin/users/{id}/passkeys/{passkey_id} */
export async function handleAdminDeletePasskey(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const user = await requireTarget(auth, context);
  const passkey = await requirePasskey(auth, context, user.id);
  return deletePasskey(auth, context, { passkey, actor: context.get('admin') });
}

async function deletePasskey(
  auth: Auth,
  context: Context<AuthEnv>,
  input: { passkey: Passkey; actor: AuditActor },
): Promise<Response> {
  const { passkey, actor } = input;
  await auth.database.transaction(async (transaction) => {
    await transaction.query('delete from auth.webauthn_credentials where id = $1', [passkey.id]);
    await logAudit(transaction, {
      actor,
      action: 'passkey_deleted',
      address: getClientInfo(context).address,
      now: auth.clock(),
      traits: { user_id: passkey.user_id, passkey_id: passkey.id },
    });
  });
  return context.body(null, 204);
}
