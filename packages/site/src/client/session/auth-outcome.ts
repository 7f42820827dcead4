/** Why the auth service did not do what it was asked: its stable code, and for a weak password what it lacks. */
export interface AuthProblem {
  code: string;
  reasons?: readonly string[];
}

interface ErrorLike {
  name?: string;
  code?: string | undefined;
  status?: number | undefined;
  reasons?: readonly string[];
}

/** The problem that an error of the auth library stands for; null for none. */
export function toAuthProblem(error: ErrorLike | null): AuthProblem | null {
  if (error === null) {
    return null;
  }
  const isNetwork = error.name === 'AuthRetryableFetchError' || error.status === 0;
  const code = error.code ?? (isNetwork ? 'network' : (error.name ?? ''));
  return error.reasons === undefined ? { code } : { code, reasons: error.reasons };
}

/** The key of the sentence for each code that people meet. What they can do is the same for several. */
const sentences: Readonly<Record<string, string>> = {
  invalid_credentials: 'wrong_credentials',
  email_not_confirmed: 'not_confirmed',
  user_banned: 'banned',
  email_address_invalid: 'address_invalid',
  email_address_not_authorized: 'address_invalid',
  validation_failed: 'address_invalid',
  user_already_exists: 'taken',
  email_exists: 'taken',
  signup_disabled: 'closed',
  otp_disabled: 'closed',
  email_provider_disabled: 'closed',
  provider_disabled: 'closed',
  sso_provider_not_found: 'no_organisation',
  sso_provider_disabled: 'no_organisation',
  saml_provider_disabled: 'closed',
  saml_assertion_no_email: 'refused_there',
  saml_assertion_no_user_id: 'refused_there',
  saml_relay_state_expired: 'code_wrong',
  saml_relay_state_not_found: 'code_wrong',
  otp_expired: 'code_wrong',
  flow_state_expired: 'code_wrong',
  flow_state_already_used: 'code_wrong',
  flow_state_not_found: 'other_browser',
  bad_code_verifier: 'other_browser',
  pkce_code_verifier_not_found: 'other_browser',
  over_request_rate_limit: 'too_many',
  rate_limited: 'too_many',
  over_email_send_rate_limit: 'too_soon',
  captcha_failed: 'captcha',
  same_password: 'same_password',
  current_password_required: 'current_wrong',
  current_password_invalid: 'current_wrong',
  reauthentication_not_valid: 'code_wrong',
  insufficient_aal: 'second_step_needed',
  mfa_verification_failed: 'second_wrong',
  mfa_challenge_expired: 'second_expired',
  mfa_ip_address_mismatch: 'second_expired',
  mfa_factor_name_conflict: 'name_taken',
  too_many_enrolled_mfa_factors: 'too_many_factors',
  recovery_code_wrong: 'recovery_wrong',
  session_not_found: 'session_over',
  session_expired: 'session_over',
  refresh_token_not_found: 'session_over',
  user_not_found: 'session_over',
  bad_jwt: 'session_over',
  no_session: 'session_over',
  not_pkce: 'not_begun_here',
  AuthSessionMissingError: 'session_over',
  identity_already_exists: 'linked_elsewhere',
  single_identity_not_deletable: 'last_identity',
  email_conflict_identity_not_deletable: 'last_identity',
  access_denied: 'refused_there',
  bad_oauth_callback: 'refused_there',
  bad_oauth_state: 'code_wrong',
  unexpected_failure: 'refused_there',
  provider_email_needs_verification: 'unproven_there',
  reauthentication_needed: 'reauthenticate',
  NotAllowedError: 'passkey_failed',
  WebAuthnError: 'passkey_failed',
  network: 'network',
  unavailable: 'network',
};

/** The keys of a problem's sentences, under `auth-errors`. */
export function toSentenceKeys({ code, reasons }: AuthProblem): string[] {
  if (code !== 'weak_password') {
    return [sentences[code] ?? 'other'];
  }
  const known = (reasons ?? []).filter((reason) =>
    ['length', 'characters', 'pwned'].includes(reason),
  );
  return known.length === 0 ? ['weak'] : known.map((reason) => `weak_${reason}`);
}
