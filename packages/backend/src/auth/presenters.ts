import type { Factor, Identity, User } from './rows.ts';

/** A person as the wire has them: what is absent is left out, never null, but email and phone are ''. */
export function presentUser(user: User): Record<string, unknown> {
  return withoutEmpty({
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change_sent_at,
    new_phone: user.phone_change || null,
    phone_change_sent_at: user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.length === 0 ? null : user.factors.map(presentFactor),
    identities: user.identities.map(presentIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
    is_anonymous: user.is_anonymous,
  });
}

/** Mind that `id` is the account's id at the provider; the row's id, by which it is deleted, is `identity_id`. */
function presentIdentity(identity: Identity): Record<string, unknown> {
  return withoutEmpty({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email,
  });
}

export function presentFactor(factor: Factor): Record<string, unknown> {
  return withoutEmpty({
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name || null,
    factor_type: factor.factor_type,
    phone: factor.phone,
    last_challenged_at: factor.last_challenged_at,
  });
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}
