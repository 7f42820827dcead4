export type { ApiKeys } from './api-keys.ts';
export type { AccessTokenClaims } from './auth/access-token.ts';
export { type Altcha, createAltcha } from './auth/altcha.ts';
export { logPersonAudit } from './auth/audit-log.ts';
export { cleanUpAuth } from './auth/clean-up.ts';
export type { AuthConfigInput, ProviderConfig } from './auth/config.ts';
export { isReachable } from './auth/contacts.ts';
export { deleteAccount } from './auth/delete-user.ts';
export { unsealFactorSecrets } from './auth/factor-secret.ts';
export { rotateSigningKey, type SigningAlgorithm, signingAlgorithms } from './auth/keys.ts';
export type { AuthMail, AuthSms, RenderedMail, SendMail, SendSms } from './auth/messages.ts';
export { unsealRefreshKeys } from './auth/refresh-key.ts';
export { getOrCreateSecret } from './auth/secrets.ts';
export { parseSupabaseConfig, type SupabaseAuthConfig } from './auth/supabase-config.ts';
export { isBrokenOff } from './broken-off.ts';
export {
  type Backend,
  type BackendConfig,
  type BackendOptions,
  createBackend,
} from './create-backend.ts';
export type { GatewayBindings } from './gateway.ts';
export { OpenShares, toNetwork } from './network.ts';
export { type Bucket, cleanUpRateLimits, takeToken } from './rate-limit.ts';
export type { RealtimeStats } from './realtime/create-realtime.ts';
export { type Hint, hintChannel, toHintPayload } from './realtime/hints.ts';
export { refuseUpgrade } from './realtime/refuse-upgrade.ts';
