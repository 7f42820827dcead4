import { createHash, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { badRequest, validationFailed } from './errors.ts';
import type { AuthenticationMethod } from './rows.ts';

/** A row of `auth.flow_state`: a sign-in under way, whose `id` travels as OAuth's `state`. */
export interface FlowState {
  id: string;
  user_id: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  code_challenge: string | null;
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  created_at: Date;
  authentication_method: AuthenticationMethod;
  auth_code_issued_at: Date | null;
  /** The hash under which an invitation's token is stored. */
  invite_token: string | null;
  referrer: string | null;
  oauth_client_state_id: string | null;
  linking_target_id: string | null;
  email_optional: boolean;
}

/** Both empty for the implicit flow. */
export interface Challenge {
  challenge: string;
  method: string;
}

export interface NewFlowState extends Challenge {
  providerType: string;
  authenticationMethod: AuthenticationMethod;
  now: Date;
  userId?: string | null;
  inviteHash?: string | null;
  referrer?: string | null;
  oauthClientStateId?: string | null;
  linkingTargetId?: string | null;
  emailOptional?: boolean;
}

/** Checks a challenge before anything is done for it. */
export function requireChallenge(input: Challenge): void {
  const { challenge, method } = input;
  if ((challenge === '') !== (method === '')) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge === '') {
    return;
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[a-zA-Z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  if (!['s256', 'plain'].includes(method.toLowerCase())) {
    throw validationFailed('Invalid code_challenge_method');
  }
}

/** Stores a flow whose challenge was checked by `requireChallenge`, before anything was done for it. */
export async function createFlowState(
  queryable: Queryable,
  input: NewFlowState,
): Promise<FlowState> {
  const isPkce = input.challenge !== '';
  const [flow] = await queryable.query<FlowState>(
    `insert into auth.flow_state (
       id, user_id, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at, invite_token, referrer,
       oauth_client_state_id, linking_target_id, email_optional, provider_access_token,
       provider_refresh_token
     ) values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, '', '') returning *`,
    [
      crypto.randomUUID(),
      input.userId ?? null,
      isPkce ? input.method.toLowerCase() : null,
      isPkce ? input.challenge : null,
      input.providerType,
      input.authenticationMethod,
      input.now,
      input.inviteHash ?? null,
      input.referrer ?? null,
      input.oauthClientStateId ?? null,
      input.linkingTargetId ?? null,
      input.emailOptional ?? false,
    ],
  );
  if (flow === undefined) {
    throw new Error('the flow state was not stored');
  }
  return flow;
}

export async function findFlowState(
  queryable: Queryable,
  id: string,
  options: { lock: boolean } = { lock: false },
): Promise<FlowState | null> {
  const [flow] = await queryable.query<FlowState>(
    `select * from auth.flow_state where id = $1${options.lock ? ' for update' : ''}`,
    [id],
  );
  return flow ?? null;
}

export async function findFlowStateByCode(
  queryable: Queryable,
  code: string,
): Promise<FlowState | null> {
  const [flow] = await queryable.query<FlowState>(
    'select * from auth.flow_state where auth_code = $1 for update',
    [hashAuthCode(code)],
  );
  return flow ?? null;
}

/** The newest sign-in by mail that a person has begun in the way given. */
export async function findFlowStateOfUser(
  queryable: Queryable,
  userId: string,
  method: AuthenticationMethod,
): Promise<FlowState | null> {
  const [flow] = await queryable.query<FlowState>(
    `select * from auth.flow_state where user_id = $1 and authentication_method = $2
     order by created_at desc limit 1 for update`,
    [userId, method],
  );
  return flow ?? null;
}

/** Whether a flow ends with a code, which only its beginner can exchange, and not with tokens. */
export function leadsToCode(flow: FlowState): boolean {
  return flow.code_challenge !== null;
}

/** Gives out the code of a flow for the person who has proved themselves; its hash alone is stored. */
export async function issueAuthCode(
  queryable: Queryable,
  flow: FlowState,
  input: { userId: string; now: Date; accessToken?: string; refreshToken?: string },
): Promise<string> {
  if (!leadsToCode(flow)) {
    throw new Error('only a flow with a challenge has a code');
  }
  const code = crypto.randomUUID();
  await queryable.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = $4,
       updated_at = $4, provider_access_token = $5, provider_refresh_token = $6 where id = $1`,
    [
      flow.id,
      input.userId,
      hashAuthCode(code),
      input.now,
      input.accessToken ?? '',
      input.refreshToken ?? '',
    ],
  );
  return code;
}

/** A code is random, so a bare hash tells nothing of it. */
function hashAuthCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

export async function deleteFlowState(queryable: Queryable, id: string): Promise<void> {
  await queryable.query('delete from auth.flow_state where id = $1', [id]);
}

/** A flow by mail counts from when its code was issued, since mails wait to be read. */
export function isFlowExpired(flow: FlowState, input: { now: Date; seconds: number }): boolean {
  const isAtProvider = ['oauth', 'sso/saml'].includes(flow.authentication_method);
  const start = (isAtProvider ? null : flow.auth_code_issued_at) ?? flow.created_at;
  return input.now.getTime() > start.getTime() + input.seconds * 1000;
}

/** Compares the verifier that only the beginner of the flow can know. */
export function requireVerifier(flow: FlowState, verifier: string): void {
  const computed =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  if (!isSameText(computed, flow.code_challenge ?? '')) {
    throw badRequest(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
}

/** Compares without telling by its duration how much of a guess was right. */
export function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
