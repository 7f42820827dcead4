export type { ApiKeys } from './api-keys.ts';
export type { AccessTokenClaims } from './auth/access-token.ts';
export { cleanUpAuth } from './auth/clean-up.ts';
export type { AuthConfigInput, ProviderConfig } from './auth/config.ts';
export { rotateSigningKey } from './auth/keys.ts';
export type { AuthMail, AuthSms, RenderedMail, SendMail, SendSms } from './auth/messages.ts';
export { getOrCreateSecret } from './auth/secrets.ts';
export { parseSupabaseConfig, type SupabaseAuthConfig } from './auth/supabase-config.ts';
export {
  type Backend,
  type BackendConfig,
  type BackendOptions,
  createBackend,
} from './create-backend.ts';
export type { GatewayBindings } from './gateway.ts';
export type { RealtimeStats } from './realtime/create-realtime.ts';
export { HINT_CHANNEL, type Hint, toHintPayload } from './realtime/hints.ts';
