import type { KeyObject } from 'node:crypto';
import type { Database } from '@muster/database';
import type { AccessTokenClaims } from './access-token.ts';
import type { AuthConfig } from './config.ts';
import type { AuthKeys } from './keys.ts';
import type { IsLeakedPassword } from './leaked-passwords.ts';
import type { SendMail, SendSms, VerifyCaptcha } from './messages.ts';
import type { AuditActor, Session, User } from './rows.ts';

/** What every part of the auth service works with. */
export interface Auth {
  database: Database;
  config: AuthConfig;
  /** The providers as they are configured now: they may change while the service runs. */
  loadProviders: () => Promise<AuthConfig['external']['providers']>;
  keys: AuthKeys;
  /** The key by which identity providers know us. */
  loadSamlKey: () => Promise<KeyObject>;
  clock: () => Date;
  sendMail: SendMail;
  sendSms: SendSms;
  verifyCaptcha: VerifyCaptcha;
  isLeakedPassword: IsLeakedPassword;
  /** How providers are reached; the platform's own unless a test or the composition says otherwise. */
  fetch: typeof fetch;
  /** Gets what callers are not told: causes of failures, mail that did not go out. */
  log: (message: string, cause?: unknown) => void;
}

/** Who asks, as their verified token says; `session` is null for a token without one. */
export interface Caller {
  claims: AccessTokenClaims;
  user: User;
  session: Session | null;
}

/** What the composition passes to `fetch` beside the request. */
interface AuthBindings {
  /** The peer's address, or the one a trusted proxy named. */
  clientAddress?: string;
  /** Set by `@hono/node-server`. */
  incoming?: { socket?: { remoteAddress?: string } };
}

export interface AuthEnv {
  Bindings: AuthBindings;
  /** `caller` behind `requireUser`, `admin` behind `requireAdmin`. */
  Variables: { caller: Caller; admin: AuditActor };
}
