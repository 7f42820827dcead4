/** A row of `auth.users` with the identities and factors that its public form shows. */
export interface User {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_token: string | null;
  confirmation_sent_at: Date | null;
  recovery_token: string | null;
  recovery_sent_at: Date | null;
  email_change_token_new: string | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  phone: string | null;
  phone_confirmed_at: Date | null;
  phone_change: string | null;
  phone_change_token: string | null;
  phone_change_sent_at: Date | null;
  confirmed_at: Date | null;
  email_change_token_current: string | null;
  email_change_confirm_status: number | null;
  banned_until: Date | null;
  reauthentication_token: string | null;
  reauthentication_sent_at: Date | null;
  is_sso_user: boolean;
  deleted_at: Date | null;
  is_anonymous: boolean;
  identities: Identity[];
  factors: Factor[];
}

/** The instance that every row of Supabase's service belongs to; its queries filter by it. */
export const nilInstance = '00000000-0000-0000-0000-000000000000';

/** A row of `auth.sessions` with the methods of its sign-in. */
export interface Session {
  id: string;
  user_id: string;
  created_at: Date;
  updated_at: Date;
  factor_id: string | null;
  aal: AssuranceLevel;
  not_after: Date | null;
  refreshed_at: Date | null;
  user_agent: string | null;
  ip: string | null;
  tag: string | null;
  /** The key that signs its refresh tokens, sealed; null while it has only tokens of Supabase's first kind. */
  refresh_token_hmac_key: string | null;
  /** Which of its refresh tokens is the active one. */
  refresh_token_counter: number | null;
  amr: { method: string; timestamp: number }[];
}

/** How somebody proved who they are, as `amr` names it. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'sso/saml'
  | 'passkey'
  | 'anonymous';

/** A row of `auth.mfa_factors`. */
export interface Factor {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: 'unverified' | 'verified';
  created_at: Date;
  updated_at: Date;
  /** Sealed; `findFactorSecret` opens it. */
  secret: string | null;
  phone: string | null;
  last_challenged_at: Date | null;
  web_authn_credential: Record<string, unknown> | null;
  web_authn_aaguid: string | null;
}

export type FactorType = 'totp' | 'phone' | 'webauthn';

/** A row of `auth.identities`: one account elsewhere, or an e-mail address or phone, of a person. */
export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
  email: string | null;
}

/** Who acts: a person, or in admin calls mostly the service's key. */
export type AuditActor = Pick<
  User,
  'id' | 'email' | 'phone' | 'is_sso_user' | 'raw_user_meta_data'
>;

export type AssuranceLevel = 'aal1' | 'aal2' | 'aal3';
