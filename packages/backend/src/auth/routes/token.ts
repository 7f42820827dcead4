import type { Context } from 'hono';
import * as v from 'valibot';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, notFound, OAuthError, unprocessable, validationFailed } from '../errors.ts';
import {
  deleteFlowState,
  type FlowState,
  findFlowStateByCode,
  isFlowExpired,
  requireVerifier,
} from '../flow-state.ts';
import { logIn } from '../log-in.ts';
import { getExternalUrl } from '../origins.ts';
import { requireAllowance } from '../rate-limit.ts';
import { refreshSession } from '../refresh.ts';
import { getClientInfo, optionalText, parseBody } from '../request.ts';
import type { IssuedTokens } from '../sessions.ts';
import { findUserById, isBanned } from '../users.ts';
import { grantByIdToken } from './token-id.ts';
import { grantByPassword } from './token-password.ts';

type Grant = (auth: Auth, context: Context<AuthEnv>) => Promise<IssuedTokens>;

const grants: Readonly<Record<string, Grant>> = {
  password: grantByPassword,
  id_token: grantByIdToken,
  refresh_token: grantByRefreshToken,
  web3: refuseWeb3,
  pkce: grantByCode,
};

/** POST /token: exchanges whatever proves who somebody is for a session's tokens. */
export async function handleToken(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const name = context.req.query('grant_type') ?? '';
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (grant === undefined) {
    throw badRequest('invalid_credentials', 'unsupported_grant_type');
  }
  await requireAllowance(auth, context, 'token');
  const { body, headers } = await grant(auth, context);
  return context.json(body, 200, headers);
}

async function refuseWeb3(): Promise<never> {
  throw unprocessable('web3_provider_disabled', 'Web3 provider is disabled');
}

const RefreshBody = v.object({ refresh_token: optionalText });

async function grantByRefreshToken(auth: Auth, context: Context<AuthEnv>): Promise<IssuedTokens> {
  const { refresh_token: token } = await parseBody(context, RefreshBody);
  if (token === '') {
    throw new OAuthError('invalid_request', 'refresh_token required');
  }
  return refreshSession(auth, {
    token,
    client: getClientInfo(context),
    issuer: getExternalUrl(auth.config, context),
  });
}

const CodeBody = v.object({ auth_code: optionalText, code_verifier: optionalText });

async function grantByCode(auth: Auth, context: Context<AuthEnv>): Promise<IssuedTokens> {
  const { auth_code: code, code_verifier: verifier } = await parseBody(context, CodeBody);
  if (code === '' || verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const now = auth.clock();
  return auth.database.transaction(async (transaction) => {
    // The row is locked and deleted with the exchange, so that a code opens one session.
    const flow = requireIssued(auth, await findFlowStateByCode(transaction, code));
    const user = await findUserById(transaction, flow.user_id);
    if (user === null) {
      throw notFound('user_not_found', 'User not found');
    }
    requireVerifier(flow, verifier);
    if (isBanned(user, now)) {
      throw badRequest('user_banned', 'User is banned');
    }
    const issued = await logIn(auth, transaction, {
      context,
      user,
      method: flow.authentication_method,
      traits: { provider_type: flow.provider_type },
    });
    await deleteFlowState(transaction, flow.id);
    return { ...issued, body: { ...issued.body, ...toProviderTokens(flow) } };
  });
}

function requireIssued(auth: Auth, flow: FlowState | null): FlowState & { user_id: string } {
  if (flow === null || flow.user_id === null || flow.auth_code_issued_at === null) {
    throw notFound('flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  const seconds = auth.config.external.flowStateExpirySeconds;
  if (isFlowExpired(flow, { now: auth.clock(), seconds })) {
    throw unprocessable('flow_state_expired', 'invalid flow state, flow state has expired');
  }
  return { ...flow, user_id: flow.user_id };
}

function toProviderTokens(flow: FlowState): Record<string, string> {
  return {
    ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
    ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
  };
}
