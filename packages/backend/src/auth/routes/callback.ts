import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import type { Auth, AuthEnv } from '../context.ts';
import {
  badRequest,
  OAuthError,
  toFailure,
  toRedirectParams,
  unexpectedFailure,
  unprocessable,
} from '../errors.ts';
import { acceptInvite, linkToUser, signInExternally } from '../external-account.ts';
import {
  deleteFlowState,
  type FlowState,
  findFlowState,
  isFlowExpired,
  issueAuthCode,
  leadsToCode,
} from '../flow-state.ts';
import { requireSameBrowser } from '../linking-cookie.ts';
import { findTokenOwner } from '../one-time-tokens.ts';
import { getExternalUrl, getSiteUrl } from '../origins.ts';
import type { ProviderTokens, ProviderUser } from '../providers/provider.ts';
import { getProvider, toProviderSession } from '../providers/registry.ts';
import { toLocation, toTokenLocation } from '../redirect-location.ts';
import { getClientInfo, isUuid, readForm } from '../request.ts';
import type { User } from '../rows.ts';
import { openSession } from '../sessions.ts';
import { providerTokenLength } from '../stored-bounds.ts';
import { KeptFailure, retryBeaten, transactKeeping } from '../transaction.ts';
import { findUserById } from '../users.ts';

type CallbackParams = Record<string, string | undefined>;

/** GET and POST /callback: somebody is back from a provider and goes on to where they came from. */
export async function handleCallback(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const siteUrl = getSiteUrl(auth.config, context);
  let returnTo = siteUrl;
  try {
    // Some providers answer with a form of their own instead of a redirect.
    const isForm = context.req.method === 'POST';
    const params = isForm ? await readForm(context) : context.req.query();
    const flow = await requireFlow(auth, params.state ?? '');
    returnTo = flow.referrer || siteUrl;
    if (flow.linking_target_id !== null) {
      requireSameBrowser(auth, context, flow.id);
    }
    const account = await fetchAccount(auth, context, { flow, params });
    const location = await retryBeaten(() =>
      finishFlow(auth, context, { flow, account, returnTo }),
    );
    return context.redirect(location, 302);
  } catch (thrown) {
    const failure = toFailure(thrown);
    if ('status' in failure && failure.status >= 500) {
      auth.log(failure.message, failure.cause);
    }
    const error = { ...toRedirectParams(failure) };
    return context.redirect(
      toLocation(returnTo, { query: error, hash: { ...error, sb: '' } }),
      302,
    );
  }
}

async function requireFlow(auth: Auth, state: string): Promise<FlowState> {
  if (state === '') {
    throw badRequest('bad_oauth_callback', 'OAuth state parameter missing');
  }
  if (!isUuid(state)) {
    throw badRequest('bad_oauth_state', 'OAuth state parameter is invalid');
  }
  const flow = await findFlowState(auth.database, state);
  if (flow === null) {
    throw badRequest('bad_oauth_state', 'OAuth state not found or expired');
  }
  const seconds = auth.config.external.flowStateExpirySeconds;
  if (isFlowExpired(flow, { now: auth.clock(), seconds })) {
    throw badRequest('bad_oauth_state', 'OAuth state has expired');
  }
  if (flow.user_id !== null) {
    throw badRequest('flow_state_already_used', 'State has already been used');
  }
  return flow;
}

const noTokens: ProviderTokens = { accessToken: '', refreshToken: '', idToken: null };

interface ExternalAccount {
  user: ProviderUser;
  tokens: ProviderTokens;
}

/** Everything that talks to the provider happens here, outside any transaction. */
async function fetchAccount(
  auth: Auth,
  context: Context<AuthEnv>,
  input: { flow: FlowState; params: CallbackParams },
): Promise<ExternalAccount> {
  const { flow, params } = input;
  if (params.error) {
    throw new OAuthError(params.error, params.error_description ?? '');
  }
  const { provider, config } = await getProvider(auth, flow.provider_type);
  const session = toProviderSession(auth, {
    config,
    externalUrl: getExternalUrl(auth.config, context),
    siteUrl: getSiteUrl(auth.config, context),
  });
  if ('verifyCallback' in provider) {
    const query = new URL(context.req.url).searchParams;
    const user = await provider.verifyCallback(session, query, auth.clock()).catch((thrown) => {
      throw badRequest('bad_oauth_callback', 'The provider did not confirm the sign-in', thrown);
    });
    return { user, tokens: noTokens };
  }
  const code = params.code ?? '';
  if (code === '') {
    throw badRequest(
      'bad_oauth_callback',
      'OAuth callback with missing authorization code missing',
    );
  }
  const codeVerifier = provider.usesPkce ? await takeVerifier(auth, flow) : null;
  const tokens = await provider.exchangeCode(session, { code, codeVerifier }).catch((thrown) => {
    throw unexpectedFailure(`Unable to exchange external code: ${code.slice(0, 4)}`, thrown);
  });
  const user = await provider.getUser(session, tokens).catch((thrown) => {
    throw unexpectedFailure('Error getting user profile from external provider', thrown);
  });
  if (user.emails.length === 0 && !flow.email_optional) {
    throw unexpectedFailure('Error getting user email from external provider');
  }
  return { user, tokens };
}

async function takeVerifier(auth: Auth, flow: FlowState): Promise<string> {
  const [row] = await auth.database.query<{ code_verifier: string }>(
    `delete from auth.oauth_client_states where id = $1 and provider_type = $2
     returning code_verifier`,
    [flow.oauth_client_state_id, flow.provider_type],
  );
  if (row === undefined) {
    throw unprocessable('oauth_client_state_not_found', 'OAuth state not found');
  }
  return row.code_verifier;
}

/** A provider's token, for whoever signs in to use; one longer than any is not passed on. */
function toKeptToken(token: string): string {
  return token.length > providerTokenLength ? '' : token;
}

async function finishFlow(
  auth: Auth,
  context: Context<AuthEnv>,
  input: { flow: FlowState; account: ExternalAccount; returnTo: string },
): Promise<string> {
  const { account, returnTo } = input;
  const accessToken = toKeptToken(account.tokens.accessToken);
  const refreshToken = toKeptToken(account.tokens.refreshToken);
  return transactKeeping(auth.database, async (transaction) => {
    // Locked and read again: a second callback with the same state waits here and is then refused.
    const flow = await findFlowState(transaction, input.flow.id, { lock: true });
    if (flow === null) {
      throw badRequest('bad_oauth_state', 'OAuth state not found or expired');
    }
    if (flow.user_id !== null) {
      throw badRequest('flow_state_already_used', 'State has already been used');
    }
    const user = await resolveUser(auth, transaction, { context, flow, account });
    if (user instanceof KeptFailure) {
      await deleteFlowState(transaction, flow.id);
      return user;
    }
    if (leadsToCode(flow)) {
      const code = await issueAuthCode(transaction, flow, {
        userId: user.id,
        now: auth.clock(),
        accessToken,
        refreshToken,
      });
      return toLocation(returnTo, { query: { code } });
    }
    await deleteFlowState(transaction, flow.id);
    const issued = await openSession(auth, transaction, {
      user,
      method: 'oauth',
      client: getClientInfo(context),
      issuer: getExternalUrl(auth.config, context),
    });
    return toTokenLocation(returnTo, issued, {
      ...(accessToken === '' ? {} : { provider_token: accessToken }),
      ...(refreshToken === '' ? {} : { provider_refresh_token: refreshToken }),
    });
  });
}

async function resolveUser(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; flow: FlowState; account: ExternalAccount },
): Promise<User | KeptFailure> {
  const { context, flow, account } = input;
  const { address } = getClientInfo(context);
  const signIn = {
    provider: flow.provider_type,
    user: account.user,
    emailOptional: flow.email_optional,
    address,
    link: {
      externalUrl: getExternalUrl(auth.config, context),
      siteUrl: getSiteUrl(auth.config, context),
      redirectTo: flow.referrer ?? getSiteUrl(auth.config, context),
      isPkce: false,
      acceptLanguage: context.req.header('accept-language') ?? null,
      address,
    },
  };
  if (flow.linking_target_id !== null) {
    return linkToUser(auth, transaction, { ...signIn, targetId: flow.linking_target_id });
  }
  if (flow.invite_token) {
    const owner = await findTokenOwner(transaction, flow.invite_token, ['confirmation_token']);
    const invited = owner === null ? null : await findUserById(transaction, owner.userId);
    return acceptInvite(auth, transaction, { ...signIn, invited });
  }
  return signInExternally(auth, transaction, signIn);
}
