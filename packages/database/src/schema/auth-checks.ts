import { type Check, lengths, oneOf, values } from './check-case.ts';

const EARLY = '2030-01-01T18:00:00Z';
const LATE = '2030-01-01T18:00:00.001Z';
const PLAIN = {
  provider_type: 'oauth2',
  authorization_url: 'https://a.example',
  token_url: 'https://t.example',
  userinfo_url: 'https://u.example',
};

/** Metadata that PostgreSQL writes in exactly so many bytes. */
const metadata = (column: string): Check => {
  const ofBytes = (bytes: number) => `{"x": "${'a'.repeat(bytes - 9)}"}`;
  return values(column, { lets: [ofBytes(16_384)], stops: [ofBytes(16_385)] });
};

const filled = (column: string): Check => values(column, { lets: ['a'], stops: [''] });

/** An address of so many characters at most. */
const https = (column: string): Check =>
  values(column, {
    lets: ['https://', 'https://issuer.example', null],
    stops: [
      '',
      'http://issuer.example',
      ' https://issuer.example',
      'issuer.example',
      'HTTPS://issuer.example',
    ],
  });
const addresses = (column: string): Check => {
  const long = (length: number) => `https://${'a'.repeat(length - 8)}`;
  return values(column, { lets: [long(2048), null], stops: [long(2049)] });
};

const PROVIDER = 'auth.custom_oauth_providers.custom_oauth_providers';
const CLIENT = 'auth.oauth_clients.oauth_clients';
const GRANT = 'auth.oauth_authorizations.oauth_authorizations';

export const AUTH_CHECKS: Readonly<Record<string, Check>> = {
  [`${PROVIDER}_authorization_url_https`]: https('authorization_url'),
  [`${PROVIDER}_authorization_url_length`]: addresses('authorization_url'),
  [`${PROVIDER}_client_id_length`]: lengths('client_id', 1, 512),
  [`${PROVIDER}_discovery_url_length`]: addresses('discovery_url'),
  [`${PROVIDER}_identifier_format`]: values('identifier', {
    lets: ['a1', '0z', 'a:-b', `a${'-'.repeat(48)}b`],
    stops: ['', 'a', '-a', 'a-', ':a', 'a:', 'A1', 'a_b', `a${'-'.repeat(49)}b`],
  }),
  [`${PROVIDER}_issuer_length`]: values('issuer', {
    lets: ['i', 'i'.repeat(2048), null],
    stops: ['', 'i'.repeat(2049)],
    beside: PLAIN,
  }),
  [`${PROVIDER}_jwks_uri_https`]: https('jwks_uri'),
  [`${PROVIDER}_jwks_uri_length`]: addresses('jwks_uri'),
  [`${PROVIDER}_name_length`]: lengths('name', 1, 100),
  [`${PROVIDER}_oauth2_requires_endpoints`]: {
    lets: [PLAIN, { authorization_url: null, token_url: null, userinfo_url: null }],
    stops: [
      { ...PLAIN, authorization_url: null },
      { ...PLAIN, token_url: null },
      { ...PLAIN, userinfo_url: null },
    ],
  },
  [`${PROVIDER}_oidc_discovery_url_https`]: {
    lets: [
      { discovery_url: 'https://issuer.example' },
      { discovery_url: 'https://' },
      { discovery_url: null },
      { ...PLAIN, discovery_url: 'http://issuer.example' },
    ],
    stops: [{ discovery_url: 'http://issuer.example' }, { discovery_url: '' }],
  },
  [`${PROVIDER}_oidc_issuer_https`]: {
    lets: [
      { issuer: 'https://' },
      { issuer: 'https://issuer.example' },
      { ...PLAIN, issuer: 'http://issuer.example' },
    ],
    stops: [{ issuer: 'http://issuer.example' }, { issuer: ' https://issuer.example' }],
  },
  [`${PROVIDER}_oidc_requires_issuer`]: {
    lets: [{ issuer: 'https://issuer.example' }, { ...PLAIN, issuer: null }],
    stops: [{ issuer: null }],
  },
  [`${PROVIDER}_provider_type_check`]: {
    lets: [PLAIN, { provider_type: 'oidc' }],
    stops: [{ provider_type: 'saml' }, { provider_type: '' }],
  },
  [`${PROVIDER}_token_url_https`]: https('token_url'),
  [`${PROVIDER}_token_url_length`]: addresses('token_url'),
  [`${PROVIDER}_userinfo_url_https`]: https('userinfo_url'),
  [`${PROVIDER}_userinfo_url_length`]: addresses('userinfo_url'),
  'auth.identities.identities_identity_data_size': metadata('identity_data'),
  'auth.mfa_factors.mfa_factors_friendly_name_length': lengths('friendly_name', 0, 120),
  [`${GRANT}_authorization_code_length`]: lengths('authorization_code', 0, 255),
  [`${GRANT}_code_challenge_length`]: lengths('code_challenge', 0, 128),
  [`${GRANT}_expires_at_future`]: {
    lets: [{ created_at: EARLY, expires_at: LATE }],
    stops: [
      { created_at: EARLY, expires_at: EARLY },
      { created_at: LATE, expires_at: EARLY },
    ],
  },
  [`${GRANT}_nonce_length`]: lengths('nonce', 0, 255),
  [`${GRANT}_redirect_uri_length`]: lengths('redirect_uri', 0, 2048),
  [`${GRANT}_resource_length`]: lengths('resource', 0, 2048),
  [`${GRANT}_scope_length`]: lengths('scope', 0, 4096),
  [`${GRANT}_state_length`]: lengths('state', 0, 4096),
  [`${CLIENT}_client_name_length`]: lengths('client_name', 0, 1024),
  [`${CLIENT}_client_uri_length`]: lengths('client_uri', 0, 2048),
  [`${CLIENT}_logo_uri_length`]: lengths('logo_uri', 0, 2048),
  [`${CLIENT}_token_endpoint_auth_method_check`]: oneOf(
    'token_endpoint_auth_method',
    'client_secret_basic client_secret_post none',
  ),
  'auth.oauth_consents.oauth_consents_revoked_after_granted': {
    lets: [
      { granted_at: EARLY, revoked_at: null },
      { granted_at: EARLY, revoked_at: EARLY },
      { granted_at: EARLY, revoked_at: LATE },
    ],
    stops: [{ granted_at: LATE, revoked_at: EARLY }],
  },
  'auth.oauth_consents.oauth_consents_scopes_length': values('scopes', {
    lets: ['a'.repeat(2048)],
    stops: ['a'.repeat(2049)],
  }),
  'auth.oauth_consents.oauth_consents_scopes_not_empty': values('scopes', {
    lets: ['a', ' a '],
    stops: ['', '  '],
  }),
  'auth.one_time_tokens.one_time_tokens_token_hash_check': filled('token_hash'),
  'auth.saml_providers.entity_id not empty': filled('entity_id'),
  'auth.saml_providers.metadata_xml not empty': filled('metadata_xml'),
  'auth.saml_relay_states.request_id not empty': filled('request_id'),
  'auth.sessions.sessions_scopes_length': lengths('scopes', 0, 4096),
  'auth.sessions.sessions_user_agent_length': lengths('user_agent', 0, 512),
  'auth.sso_domains.domain not empty': filled('domain'),
  'auth.users.users_email_change_confirm_status_check': values('email_change_confirm_status', {
    lets: [0, 1, 2, null],
    stops: [-1, 3],
  }),
  'auth.users.users_raw_app_meta_data_size': metadata('raw_app_meta_data'),
  'auth.users.users_raw_user_meta_data_size': metadata('raw_user_meta_data'),
  'auth.webauthn_challenges.webauthn_challenges_challenge_type_check': oneOf(
    'challenge_type',
    'signup registration authentication',
  ),
};

/** Supabase compares these two with `= null`, which is never true: they let everything through, here as there. */
export const CHECKS_THAT_STOP_NOTHING: Readonly<Record<string, Check>> = {
  'auth.saml_providers.metadata_url not empty': values('metadata_url', {
    lets: ['a', ''],
    stops: [],
  }),
  'auth.sso_providers.resource_id not empty': values('resource_id', { lets: ['a', ''], stops: [] }),
};
