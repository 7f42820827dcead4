import type { Database } from '@muster/database';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { timeout } from 'hono/timeout';
import { isBrokenOff } from '../broken-off.ts';
import { requireAdmin, requireNamed, requireUser } from './authenticate.ts';
import { requireCaptcha } from './captcha.ts';
import {
  type AuthConfigInput,
  type ProvidersInput,
  resolveAuthConfig,
  resolveProviders,
} from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import { answerFailure } from './error-response.ts';
import { AuthError, notFound } from './errors.ts';
import { answerEvenly } from './even-answer.ts';
import type { AuthKeys } from './keys.ts';
import { type IsLeakedPassword, isCommonPassword } from './leaked-passwords.ts';
import type { SendMail, SendSms, VerifyCaptcha } from './messages.ts';
import { limitRequests } from './rate-limit.ts';
import { handleAdminAudit } from './routes/admin-audit.ts';
import {
  handleAdminDeleteFactor,
  handleAdminListFactors,
  handleAdminUpdateFactor,
} from './routes/admin-factors.ts';
import { handleGenerateLink, handleInvite } from './routes/admin-links.ts';
import { handleAdminListUsers } from './routes/admin-list.ts';
import { createOAuthClientRoutes } from './routes/admin-oauth-clients.ts';
import { createSsoProviderRoutes } from './routes/admin-sso.ts';
import {
  handleAdminCreateUser,
  handleAdminDeleteUser,
  handleAdminGetUser,
  handleAdminUpdateUser,
} from './routes/admin-users.ts';
import { handleAuthorize } from './routes/authorize.ts';
import { handleCallback } from './routes/callback.ts';
import { handleVerifyFactor } from './routes/factor-verify.ts';
import { handleChallengeFactor, handleDeleteFactor, handleEnrolFactor } from './routes/factors.ts';
import {
  handleLinkIdentity,
  handleUnlinkIdentity,
  requireManualLinking,
} from './routes/identities.ts';
import { handleLogout } from './routes/logout.ts';
import { handleMagicLink, handleOtp } from './routes/otp.ts';
import {
  handleAdminDeletePasskey,
  handleAdminListPasskeys,
  handleAuthenticationOptions,
  handleAuthenticationVerify,
  handleDeletePasskey,
  handleListPasskeys,
  handleRegistrationOptions,
  handleRegistrationVerify,
  handleRenamePasskey,
  requirePasskeys,
} from './routes/passkeys.ts';
import { handleReauthenticate } from './routes/reauthenticate.ts';
import { handleRecover } from './routes/recover.ts';
import { handleResend } from './routes/resend.ts';
import { handleSamlAcs } from './routes/saml-acs.ts';
import { handleHealth, handleJwks, handleSettings } from './routes/settings.ts';
import { handleSignup } from './routes/signup.ts';
import { handleSamlMetadata, handleSso } from './routes/sso.ts';
import { handleToken } from './routes/token.ts';
import { handleGetUser, handleUpdateUser } from './routes/user.ts';
import { handleVerify, handleVerifyLink } from './routes/verify.ts';
import { createSamlKeyLoader } from './saml/service-provider.ts';

export interface CreateAuthOptions {
  database: Database;
  /** Settings that differ from Supabase's defaults. */
  config?: AuthConfigInput;
  /** Says which providers are configured now, in place of those of `config`. */
  loadProviders?: () => Promise<ProvidersInput>;
  keys: AuthKeys;
  clock?: () => Date;
  /** Without it, whatever needs a mail fails. */
  sendMail?: SendMail;
  /** Without it, whatever needs a text message fails, but for the numbers of the test map. */
  sendSms?: SendSms;
  /** Asked while `security.captchaEnabled`; without it every solution is wrong. */
  verifyCaptcha?: VerifyCaptcha;
  /** Asked while `password.rejectLeaked`. */
  isLeakedPassword?: IsLeakedPassword;
  fetch?: typeof fetch;
  log?: Auth['log'];
}

const maximumBodyBytes = 1_048_576;

/** The auth service: answers `/authorize`, `/token` and the rest, relative to its own base address. */
export function createAuth(options: CreateAuthOptions): Hono<AuthEnv> {
  const auth = toAuth(options);
  const app = new Hono<AuthEnv>();
  app.onError((thrown, context) => {
    const response = answerFailure(thrown, context);
    if (response.status >= 500 && !isBrokenOff(thrown)) {
      auth.log('auth request failed', thrown);
    }
    return response;
  });
  app.notFound(() => new Response('404 page not found\n', { status: 404 }));
  app.use(
    cors({
      origin: '*',
      credentials: true,
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: [
        'Accept',
        'Authorization',
        'Content-Type',
        'apikey',
        'X-Client-IP',
        'X-Client-Info',
        'X-JWT-AUD',
        'x-use-cookie',
        'X-Supabase-Api-Version',
      ],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    }),
  );
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', context.res.headers.get('cache-control') ?? 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });
  app.use(timeout(auth.config.requestTimeoutSeconds * 1000));
  app.use(bodyLimit({ maxSize: maximumBodyBytes, onError: refuseLargeBody }));
  addRoutes(app, auth);
  return app;
}

function addRoutes(app: Hono<AuthEnv>, auth: Auth): void {
  app.get('/health', handleHealth);
  app.get('/settings', (context) => handleSettings(auth, context));
  app.get('/.well-known/jwks.json', (context) => handleJwks(auth, context));
  addSignInRoutes(app, auth);
  addUserRoutes(app, auth);
  addPasskeyRoutes(app, auth);
  addAdminRoutes(app, auth);
}

function addSignInRoutes(app: Hono<AuthEnv>, auth: Auth): void {
  const captcha = requireCaptcha(auth);
  app.get('/authorize', limitRequests(auth, 'authorize'), (context) =>
    handleAuthorize(auth, context),
  );
  app.on(['GET', 'POST'], '/callback', limitRequests(auth, 'callback'), (context) =>
    handleCallback(auth, context),
  );
  app.post('/token', captcha, (context) => handleToken(auth, context));
  const evenly = answerEvenly(auth);
  app.post('/signup', evenly, captcha, (context) => handleSignup(auth, context));
  app.post('/otp', limitRequests(auth, 'otp'), captcha, (context) => handleOtp(auth, context));
  app.post('/magiclink', limitRequests(auth, 'otp'), captcha, (context) =>
    handleMagicLink(auth, context),
  );
  app.post('/recover', evenly, limitRequests(auth, 'recover'), captcha, (context) =>
    handleRecover(auth, context),
  );
  app.post('/resend', evenly, limitRequests(auth, 'resend'), captcha, (context) =>
    handleResend(auth, context),
  );
  app.all('/oauth/*', () => refuseFeature('OAuth server is disabled'));
  const saml = requireSaml(auth);
  app.use('/sso', saml);
  app.use('/sso/*', saml);
  app.post('/sso', limitRequests(auth, 'sso'), captcha, (context) => handleSso(auth, context));
  app.get('/sso/saml/metadata', (context) => handleSamlMetadata(auth, context));
  app.post('/sso/saml/acs', limitRequests(auth, 'samlAssertion'), (context) =>
    handleSamlAcs(auth, context),
  );
  app.get('/verify', limitRequests(auth, 'verify'), (context) => handleVerifyLink(auth, context));
  app.post('/verify', limitRequests(auth, 'verify'), (context) => handleVerify(auth, context));
}

function addUserRoutes(app: Hono<AuthEnv>, auth: Auth): void {
  const user = requireUser(auth);
  app.post('/logout', user, (context) => handleLogout(auth, context));
  app.get('/reauthenticate', user, (context) => handleReauthenticate(auth, context));
  app.get('/user', user, (context) => handleGetUser(auth, context));
  app.put('/user', user, limitRequests(auth, 'user'), (context) => handleUpdateUser(auth, context));

  const linking = requireManualLinking(auth);
  app.get(
    '/user/identities/authorize',
    user,
    linking,
    limitRequests(auth, 'authorize'),
    (context) => handleLinkIdentity(auth, context),
  );
  app.delete('/user/identities/:identityId', user, linking, (context) =>
    handleUnlinkIdentity(auth, context),
  );

  const limited = limitRequests(auth, 'mfa');
  app.post('/factors', user, requireNamed, (context) => handleEnrolFactor(auth, context));
  app.delete('/factors/:factorId', user, requireNamed, (context) =>
    handleDeleteFactor(auth, context),
  );
  app.post('/factors/:factorId/challenge', user, requireNamed, limited, (context) =>
    handleChallengeFactor(auth, context),
  );
  app.post('/factors/:factorId/verify', user, requireNamed, limited, (context) =>
    handleVerifyFactor(auth, context),
  );
}

function addPasskeyRoutes(app: Hono<AuthEnv>, auth: Auth): void {
  const user = requireUser(auth);
  const limited = limitRequests(auth, 'signup');
  const captcha = requireCaptcha(auth);
  app.use('/passkeys', requirePasskeys(auth));
  app.use('/passkeys/*', requirePasskeys(auth));
  app.post('/passkeys/authentication/options', limited, captcha, (context) =>
    handleAuthenticationOptions(auth, context),
  );
  app.post('/passkeys/authentication/verify', limited, (context) =>
    handleAuthenticationVerify(auth, context),
  );
  app.post('/passkeys/registration/options', user, requireNamed, (context) =>
    handleRegistrationOptions(auth, context),
  );
  app.post('/passkeys/registration/verify', user, requireNamed, (context) =>
    handleRegistrationVerify(auth, context),
  );
  app.get('/passkeys', user, (context) => handleListPasskeys(auth, context));
  app.patch('/passkeys/:passkeyId', user, (context) => handleRenamePasskey(auth, context));
  app.delete('/passkeys/:passkeyId', user, (context) => handleDeletePasskey(auth, context));
}

function addAdminRoutes(app: Hono<AuthEnv>, auth: Auth): void {
  const admin = requireAdmin(auth);
  app.use('/admin/*', admin);
  app.route('/admin/oauth/clients', createOAuthClientRoutes(auth));
  app.post('/invite', admin, (context) => handleInvite(auth, context));
  app.post('/admin/generate_link', (context) => handleGenerateLink(auth, context));
  app.route('/admin/sso/providers', createSsoProviderRoutes(auth));
  app.all('/admin/custom-providers', () => refuseFeature('Custom OAuth providers are disabled'));
  app.all('/admin/custom-providers/*', () => refuseFeature('Custom OAuth providers are disabled'));
  app.get('/admin/audit', (context) => handleAdminAudit(auth, context));
  app.get('/admin/users', (context) => handleAdminListUsers(auth, context));
  app.post('/admin/users', (context) => handleAdminCreateUser(auth, context));
  app.get('/admin/users/:userId', (context) => handleAdminGetUser(auth, context));
  app.put('/admin/users/:userId', (context) => handleAdminUpdateUser(auth, context));
  app.delete('/admin/users/:userId', (context) => handleAdminDeleteUser(auth, context));
  app.get('/admin/users/:userId/factors', (context) => handleAdminListFactors(auth, context));
  app.put('/admin/users/:userId/factors/:factorId', (context) =>
    handleAdminUpdateFactor(auth, context),
  );
  app.get('/admin/users/:userId/passkeys', (context) => handleAdminListPasskeys(auth, context));
  app.delete('/admin/users/:userId/passkeys/:passkeyId', (context) =>
    handleAdminDeletePasskey(auth, context),
  );
  app.delete('/admin/users/:userId/factors/:factorId', (context) =>
    handleAdminDeleteFactor(auth, context),
  );
}

function toAuth(options: CreateAuthOptions): Auth {
  const { database, keys, loadProviders } = options;
  const config = resolveAuthConfig(options.config);
  return {
    database,
    config,
    loadProviders: async () =>
      loadProviders === undefined
        ? config.external.providers
        : resolveProviders(await loadProviders()),
    keys,
    loadSamlKey: createSamlKeyLoader(database, config),
    clock: options.clock ?? (() => new Date()),
    sendMail: options.sendMail ?? refuseToSend,
    sendSms: options.sendSms ?? refuseToSend,
    verifyCaptcha: options.verifyCaptcha ?? (async () => false),
    isLeakedPassword: options.isLeakedPassword ?? isCommonPassword,
    fetch: options.fetch ?? fetch,
    log: options.log ?? (() => undefined),
  };
}

/** What Supabase's service has and this one does not. */
function refuseFeature(message: string): never {
  throw notFound('feature_disabled', message);
}

function requireSaml(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (_context, next) => {
    if (!auth.config.saml.enabled) {
      throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled');
    }
    await next();
  };
}

async function refuseToSend(): Promise<never> {
  throw new Error('no way to send messages is configured');
}

function refuseLargeBody(): never {
  throw new AuthError(413, 'request_entity_too_large', {
    message: 'Request body exceeds the maximum size of 1048576 bytes',
  });
}
