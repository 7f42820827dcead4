import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { tellOwner } from '../account-notices.ts';
import { logAdminAudit } from '../audit-log.ts';
import { confirmEmail } from '../confirmation.ts';
import { parseEmail, parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { deleteUser, softDeleteUser } from '../delete-user.ts';
import { emailExists, notFound, phoneExists, unprocessable, validationFailed } from '../errors.ts';
import { parseGoDuration } from '../go-duration.ts';
import { createIdentity, findIdentity, mergeIdentityData } from '../identities.ts';
import { changePassword } from '../password-change.ts';
import { hashPassword, isPasswordHash } from '../password-hash.ts';
import { requireStrongPassword } from '../password-strength.ts';
import { presentUser } from '../presenters.ts';
import { isUuid, optionalRecord, optionalText, parseBody } from '../request.ts';
import { nilInstance, type User } from '../rows.ts';
import { confirmPhone } from '../sign-up.ts';
import {
  createUser,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  getUserById,
  mergeMetadata,
  type UserChanges,
  updateUser,
} from '../users.ts';

const AdminUserBody = v.object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: v.nullish(v.boolean()),
  phone_confirm: v.nullish(v.boolean()),
  user_metadata: optionalRecord,
  app_metadata: optionalRecord,
  ban_duration: optionalText,
});

type AdminUserFields = v.InferOutput<typeof AdminUserBody>;

/** The person whom an admin's address names. */
export async function requireTarget(auth: Auth, context: Context<AuthEnv>): Promise<User> {
  const id = context.req.param('userId') ?? '';
  if (!isUuid(id)) {
    throw notFound('validation_failed', 'user_id must be an UUID');
  }
  const user = await findUserById(auth.database, id);
  if (user === null) {
    throw notFound('user_not_found', 'User not found');
  }
  return user;
}

/** GET /admin/users/{id} */
export async function handleAdminGetUser(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  return context.json(presentUser(await requireTarget(auth, context)));
}

/** POST /admin/users: makes an account without asking its owner, or takes one over with its hash. */
export async function handleAdminCreateUser(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const body = await parseBody(context, AdminUserBody);
  if (body.email === '' && body.phone === '') {
    throw validationFailed('Cannot create a user without either an email or phone');
  }
  if (body.password !== '' && body.password_hash !== '') {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  const id = parseId(body.id);
  const contacts = await parseContacts(auth, body, null);
  const encryptedPassword = await toHash(auth, body);
  const changes = toChanges(auth, body);
  const user = await auth.database.transaction(async (transaction) => {
    const providers = [contacts.email && 'email', contacts.phone && 'phone'].filter(Boolean);
    const created = await createUser(transaction, {
      ...contacts,
      ...(id === null ? {} : { id }),
      audience: body.aud || auth.config.jwt.audience,
      role: body.role || auth.config.jwt.defaultRole,
      encryptedPassword,
      appMetadata: { provider: providers[0], providers, ...body.app_metadata },
      userMetadata: mergeMetadata({}, body.user_metadata ?? {}),
      now: auth.clock(),
    });
    await setContacts(auth, transaction, { user: created, body, contacts });
    await confirmContacts(auth, transaction, { id: created.id, body });
    await audit(auth, transaction, { context, user: created, action: 'user_signedup' });
    return updateUser(transaction, created.id, { changes, now: auth.clock() });
  });
  return context.json(presentUser(user));
}

/** PUT /admin/users/{id} */
export async function handleAdminUpdateUser(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const target = await requireTarget(auth, context);
  const body = await parseBody(context, AdminUserBody);
  const contacts = await parseContacts(auth, body, target);
  const hash = await toHash(auth, body);
  const changes = toChanges(auth, body);
  const user = await auth.database.transaction(async (transaction) => {
    const now = auth.clock();
    if (hash !== null) {
      await changePassword(transaction, target, { hash, keptSessionId: null, now });
      await tellOwner(auth, transaction, { context, user: target, kind: 'password_changed' });
    }
    await confirmContacts(auth, transaction, { id: target.id, body });
    await setContacts(auth, transaction, { user: target, body, contacts });
    const current = await getUserById(transaction, target.id);
    const updated = await updateUser(transaction, target.id, {
      changes: {
        ...changes,
        ...(contacts.email === null ? {} : { email: contacts.email }),
        ...(contacts.phone === null ? {} : { phone: contacts.phone }),
        ...(body.role === '' ? {} : { role: body.role }),
        raw_app_meta_data: mergeMetadata(current.raw_app_meta_data, body.app_metadata ?? {}),
        raw_user_meta_data: mergeMetadata(current.raw_user_meta_data, body.user_metadata ?? {}),
      },
      now,
    });
    await audit(auth, transaction, { context, user: updated, action: 'user_modified' });
    return updated;
  });
  return context.json(presentUser(user));
}

const DeleteBody = v.object({ should_soft_delete: v.nullish(v.boolean()) });

/** DELETE /admin/users/{id} */
export async function handleAdminDeleteUser(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const user = await requireTarget(auth, context);
  const body = await parseBody(context, DeleteBody);
  await auth.database.transaction(async (transaction) => {
    await audit(auth, transaction, { context, user, action: 'user_deleted' });
    if (body.should_soft_delete) {
      await softDeleteUser(transaction, user, auth.clock());
    } else {
      await deleteUser(transaction, user);
    }
  });
  return context.json({});
}

async function audit(
  auth: Auth,
  transaction: Transaction,
  input: {
    context: Context<AuthEnv>;
    user: User;
    action: 'user_signedup' | 'user_modified' | 'user_deleted';
  },
): Promise<void> {
  const { context, user, action } = input;
  const traits = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' };
  await logAdminAudit(auth, transaction, { context, action, traits });
}

function parseId(text: string): string | null {
  if (text === '') {
    return null;
  }
  if (!isUuid(text)) {
    throw validationFailed('ID must conform to the uuid v4 format');
  }
  if (text === nilInstance) {
    throw validationFailed('ID cannot be a nil uuid');
  }
  return text;
}

interface Contacts {
  email: string | null;
  phone: string | null;
}

async function parseContacts(
  auth: Auth,
  body: AdminUserFields,
  target: User | null,
): Promise<Contacts> {
  const email = body.email === '' ? null : parseEmail(body.email);
  const phone = body.phone === '' ? null : parsePhone(body.phone);
  const audience = body.aud || auth.config.jwt.audience;
  const isOther = (found: User | null) => found !== null && found.id !== target?.id;
  if (email !== null && isOther(await findUserByEmail(auth.database, email, audience))) {
    throw unprocessable('email_exists', emailExists);
  }
  if (phone !== null && isOther(await findUserByPhone(auth.database, phone, audience))) {
    throw unprocessable('phone_exists', phoneExists);
  }
  return { email, phone };
}

async function toHash(auth: Auth, body: AdminUserFields): Promise<string | null> {
  if (body.password_hash !== '') {
    if (isPasswordHash(body.password_hash)) {
      return body.password_hash;
    }
    throw validationFailed('The password hash is of no kind that is supported');
  }
  if (body.password === '') {
    return null;
  }
  await requireStrongPassword(auth, body.password);
  return hashPassword(body.password);
}

function toChanges(auth: Auth, body: AdminUserFields): UserChanges {
  if (body.ban_duration === '') {
    return {};
  }
  if (body.ban_duration === 'none') {
    return { banned_until: null };
  }
  const duration = parseGoDuration(body.ban_duration);
  if (duration === null) {
    throw validationFailed(
      `invalid format for ban duration: time: invalid duration "${body.ban_duration}"`,
    );
  }
  const until = new Date(auth.clock().getTime() + duration);
  if (Number.isNaN(until.getTime())) {
    throw validationFailed('ban duration is too long');
  }
  return { banned_until: duration === 0 ? null : until };
}

async function confirmContacts(
  auth: Auth,
  transaction: Transaction,
  input: { id: string; body: AdminUserFields },
): Promise<void> {
  const user = await getUserById(transaction, input.id);
  if (input.body.email_confirm) {
    await confirmEmail(transaction, user, auth.clock());
  }
  if (input.body.phone_confirm) {
    await confirmPhone(transaction, user, auth.clock());
  }
}

/** Gives the person an identity for each contact, or brings the one that they have up to date. */
async function setContacts(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; body: AdminUserFields; contacts: Contacts },
): Promise<void> {
  const { user, body, contacts } = input;
  const now = auth.clock();
  const isProved = { email: body.email_confirm ?? false, phone: body.phone_confirm ?? false };
  for (const provider of ['email', 'phone'] as const) {
    const contact = contacts[provider];
    if (contact === null) {
      continue;
    }
    const identity = await findIdentity(transaction, provider, user.id);
    const data = { [provider]: contact, [`${provider}_verified`]: isProved[provider] };
    if (identity !== null) {
      await mergeIdentityData(transaction, identity.id, { data, now });
      continue;
    }
    await createIdentity(transaction, {
      userId: user.id,
      provider,
      data: { sub: user.id, email_verified: false, phone_verified: false, ...data },
      now,
    });
    if (user.is_anonymous && isProved[provider]) {
      await updateUser(transaction, user.id, { changes: { is_anonymous: false }, now });
    }
  }
}
