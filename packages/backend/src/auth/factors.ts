/** A row of `auth.mfa_factors`. */
export interface Factor {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  created_at: Date;
  updated_at: Date;
  secret: string | null;
  phone: string | null;
  last_challenged_at: Date | null;
  web_authn_credential: Record<string, unknown> | null;
  web_authn_aaguid: string | null;
}
