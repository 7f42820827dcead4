import { type Check, lengths, oneOf, values } from './check-case.ts';

const early = '2030-01-01T18:00:00Z';
const late = '2030-01-01T18:00:00.001Z';
const plain = {
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

const provider = 'auth.custom_oauth_providers.custom_oauth_providers';
const client = 'auth.oauth_clients.oauth_clients';
const grant = 'auth.oauth_authorizations.oauth_authorizations';

export const authChecks: Readonly<Record<string, Check>> = {
  [`${provider}_authorization_url_https`]: https('authorization_url'),
  [`${provider}_authorization_url_length`]: addresses('authorization_url'),
  [`${provider}_client_id_length`]: lengths('client_id', 1, 512),
  [`${provider}_discovery_url_length`]: addresses('discovery_url'),
  [`${provider}_identifier_format`]: values('identifier', {
    lets: ['a1', '0z', 'a:-b', `a${'-'.repeat(48)}b`],
    stops: ['', 'a', '-a', 'a-', ':a', 'a:', 'A1', 'a_b', `a${'-'.repeat(49)}b`],
  }),
  [`${provider}_issuer_length`]: values('issuer', {
    lets: ['i', 'i'.repeat(2048), null],
    stops: ['', 'i'.repeat(2049)],
    beside: plain,
  }),
  [`${provider}_jwks_uri_https`]: https('jwks_uri'),
  [`${provider}_jwks_uri_length`]: addresses('jwks_uri'),
  [`${provider}_name_length`]: lengths('name', 1, 100),
  [`${provider}_oauth2_requires_endpoints`]: {
    lets: [plain, { authorization_url: null, token_url: null, userinfo_url: null }],
    stops: [
      { ...plain, authorization_url: null },
      { ...plain, token_url: null },
      { ...plain, userinfo_url: null },
    ],
  },
  [`${provider}_oidc_discovery_url_https`]: {
    lets: [
      { discovery_url: 'https://issuer.example' },
      { discovery_url: 'https://' },
      { discovery_url: null },
      { ...plain, discovery_url: 'http://issuer.example' },
    ],
    stops: [{ discovery_url: 'http://issuer.example' }, { discovery_url: '' }],
  },
  [`${provider}_oidc_issuer_https`]: {
    lets: [
      { issuer: 'https://' },
      { issuer: 'https://issuer.example' },
      { ...plain, issuer: 'http://issuer.example' },
    ],
    stops: [{ issuer: 'http://issuer.example' }, { issuer: ' https://issuer.example' }],
  },
  [`${provider}_oidc_requires_issuer`]: {
    lets: [{ issuer: 'https://issuer.example' }, { ...plain, issuer: null }],
    stops: [{ issuer: null }],
  },
  [`${provider}_provider_type_check`]: {
    lets: [plain, { provider_type: 'oidc' }],
    stops: [{ provider_type: 'saml' }, { provider_type: '' }],
  },
  [`${provider}_token_url_https`]: https('token_url'),
  [`${provider}_token_url_length`]: addresses('token_url'),
  [`${provider}_userinfo_url_https`]: https('userinfo_url'),
  [`${provider}_userinfo_url_length`]: addresses('userinfo_url'),
  'auth.identities.identities_identity_data_size': metadata('identity_data'),
  'auth.mfa_factors.mfa_factors_friendly_name_length': lengths('friendly_name', 0, 120),
  [`${grant}_authorization_code_length`]: lengths('authorization_code', 0, 255),
  [`${grant}_code_challenge_length`]: lengths('code_challenge', 0, 128),
  [`${grant}_expires_at_future`]: {
    lets: [{ created_at: early, expires_at: late }],
    stops: [
      { created_at: early, expires_at: early },
      { created_at: late, expires_at: early },
    ],
  },
  [`${grant}_nonce_length`]: lengths('nonce', 0, 255),
  [`${grant}_redirect_uri_length`]: lengths('redirect_uri', 0, 2048),
  [`${grant}_resource_length`]: lengths('resource', 0, 2048),
  [`${grant}_scope_length`]: lengths('scope', 0, 4096),
  [`${grant}_state_length`]: lengths('state', 0, 4096),
  [`${client}_client_name_length`]: lengths('client_name', 0, 1024),
  [`${client}_client_uri_length`]: lengths('client_uri', 0, 2048),
  [`${client}_logo_uri_length`]: lengths('logo_uri', 0, 2048),
  [`${client}_token_endpoint_auth_method_check`]: oneOf(
    'token_endpoint_auth_method',
    'client_secret_basic client_secret_post none',
  ),
  'auth.oauth_consents.oauth_consents_revoked_after_granted': {
    lets: [
      { granted_at: early, revoked_at: null },
      { granted_at: early, revoked_at: early },
      { granted_at: early, revoked_at: late },
    ],
    stops: [{ granted_at: late, revoked_at: early }],
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
export const checksThatStopNothing: Readonly<Record<string, Check>> = {
  'auth.saml_providers.metadata_url not empty': values('metadata_url', {
    lets: ['a', ''],
    stops: [],
  }),
  'auth.sso_providers.resource_id not empty': values('resource_id', { lets: ['a', ''], stops: [] }),
};
