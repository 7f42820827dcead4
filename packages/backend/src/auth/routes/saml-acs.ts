import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import type { Auth, AuthEnv } from '../context.ts';
import {
  badRequest,
  notFound,
  toFailure,
  toRedirectParams,
  unprocessable,
  validationFailed,
} from '../errors.ts';
import { signInExternally } from '../external-account.ts';
import { deleteFlowState, findFlowState, issueAuthCode, leadsToCode } from '../flow-state.ts';
import { toLinkTarget } from '../mail-link.ts';
import { getExternalUrl, getSiteUrl, isRedirectAllowed } from '../origins.ts';
import { toLocation, toTokenLocation } from '../redirect-location.ts';
import { getClientInfo, isUuid, readForm } from '../request.ts';
import { findSessionEnd, getSubject, toProviderUser } from '../saml/assertion.ts';
import { type VerifiedAssertion, verifyResponse } from '../saml/exchange.ts';
import { refreshMetadata } from '../saml/refresh-metadata.ts';
import { getServiceProvider } from '../saml/service-provider.ts';
import { findSsoProvider, type SsoProvider } from '../saml/sso-providers.ts';
import { assertionNs, getText, listPath, parseXml, protocolNs } from '../saml/xml.ts';
import { openSession } from '../sessions.ts';
import { KeptFailure, retryBeaten, transactKeeping } from '../transaction.ts';

/** An answer that came, with what we know of the question; a provider that began was asked nothing. */
interface Arrival {
  provider: SsoProvider;
  response: string;
  requestId: string | null;
  redirectTo: string;
  flowStateId: string | null;
}

interface RelayState {
  sso_provider_id: string;
  request_id: string;
  redirect_to: string | null;
  created_at: Date;
  flow_state_id: string | null;
}

/** POST /sso/saml/acs: somebody is back from their identity provider and goes on to where they came from. */
export async function handleSamlAcs(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const siteUrl = getSiteUrl(auth.config, context);
  try {
    const form = await readForm(context);
    const {
      RelayState: relayState = '',
      SAMLResponse: response = '',
      SAMLart: artifact = '',
    } = form;
    const arrival = await toArrival(auth, { relayState, response, isArtifact: artifact !== '' });
    return context.redirect(await finish(auth, context, { arrival, siteUrl }), 302);
  } catch (thrown) {
    const failure = toFailure(thrown);
    if ('status' in failure && failure.status >= 500) {
      auth.log(failure.message, failure.cause);
    }
    return context.redirect(toLocation(siteUrl, { query: toRedirectParams(failure) }), 303);
  }
}

async function toArrival(
  auth: Auth,
  input: { relayState: string; response: string; isArtifact: boolean },
): Promise<Arrival> {
  const { relayState, response } = input;
  const hasBegunHere = isUuid(relayState);
  if (!hasBegunHere && relayState !== '' && !URL.canParse(relayState)) {
    throw validationFailed('SAML RelayState is not a valid UUID or URL');
  }
  if (!hasBegunHere && input.isArtifact) {
    throw validationFailed('SAML Artifact response can only be used with SP initiated flow');
  }
  const asked = hasBegunHere ? await takeRelayState(auth, relayState) : null;
  if (response === '') {
    throw validationFailed('SAMLResponse is missing');
  }
  const provider =
    asked === null
      ? await findSsoProvider(auth.database, 'entityId', peekIssuer(response))
      : await findSsoProvider(auth.database, 'id', asked.sso_provider_id);
  if (provider === null) {
    throw notFound(
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    );
  }
  if (provider.disabled) {
    throw notFound(
      'sso_provider_disabled',
      'SSO Provider assigned for this domain is currently disabled',
    );
  }
  return {
    provider: await refreshMetadata(auth, provider),
    response,
    requestId: asked?.request_id ?? null,
    redirectTo: asked === null ? relayState : (asked.redirect_to ?? ''),
    flowStateId: asked?.flow_state_id ?? null,
  };
}

/** Taken whatever comes of it: a question is answered once. */
async function takeRelayState(auth: Auth, id: string): Promise<RelayState> {
  const [relayState] = await auth.database.query<RelayState>(
    `delete from auth.saml_relay_states where id = $1
     returning sso_provider_id, request_id, redirect_to, created_at, flow_state_id`,
    [id],
  );
  if (relayState === undefined) {
    throw notFound(
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
    );
  }
  const until = relayState.created_at.getTime() + auth.config.saml.relayStateValiditySeconds * 1000;
  if (auth.clock().getTime() < until) {
    return relayState;
  }
  throw unprocessable(
    'saml_relay_state_expired',
    'SAML RelayState has expired. Try logging in again?',
  );
}

/** Who says that they wrote it; that they did is verified once their certificate is found. */
function peekIssuer(response: string): string {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(response)) {
    throw validationFailed('SAMLResponse is not a valid Base64 string');
  }
  try {
    const root = parseXml(Buffer.from(response, 'base64').toString());
    if (root.localName === 'Response' && root.namespaceURI === protocolNs) {
      return getText(listPath(root, assertionNs, ['Issuer'])[0]);
    }
  } catch {
    // Said below, as for any other document that is no answer.
  }
  throw validationFailed('SAMLResponse is not a valid XML SAML assertion');
}

async function finish(
  auth: Auth,
  context: Context<AuthEnv>,
  input: { arrival: Arrival; siteUrl: string },
): Promise<string> {
  const { arrival, siteUrl } = input;
  const { provider, redirectTo } = arrival;
  const assertion = await verifyResponse(await getServiceProvider(auth, context), {
    ...arrival,
    allowsEncryption: auth.config.saml.allowEncryptedAssertions,
    now: auth.clock(),
  }).catch((thrown) => {
    throw badRequest('validation_failed', 'SAML Assertion is not valid', thrown);
  });
  const isAllowed = isRedirectAllowed(auth.config, { siteUrl, address: redirectTo });
  return retryBeaten(() =>
    transactKeeping(auth.database, async (transaction) => {
      await spendAssertion(transaction, { provider, assertion });
      return signIn(auth, context, {
        transaction,
        arrival,
        assertion,
        returnTo: isAllowed ? redirectTo : siteUrl,
      });
    }),
  );
}

async function spendAssertion(
  transaction: Transaction,
  input: { provider: SsoProvider; assertion: VerifiedAssertion },
): Promise<void> {
  const { provider, assertion } = input;
  const spent = await transaction.query(
    `insert into private.auth_saml_assertions (entity_id, assertion_id, usable_until)
     values ($1, $2, $3) on conflict do nothing returning assertion_id`,
    [provider.entity_id, assertion.id, assertion.usableUntil],
  );
  if (spent.length > 0) {
    return;
  }
  throw validationFailed('SAML Assertion has already been used');
}

async function signIn(
  auth: Auth,
  context: Context<AuthEnv>,
  input: {
    transaction: Transaction;
    arrival: Arrival;
    assertion: VerifiedAssertion;
    returnTo: string;
  },
): Promise<string | KeptFailure> {
  const { transaction, arrival, assertion, returnTo } = input;
  const client = getClientInfo(context);
  const issuer = getExternalUrl(auth.config, context);
  const user = await signInExternally(auth, transaction, {
    provider: `sso:${arrival.provider.id}`,
    user: requireDescribed(arrival.provider, assertion),
    emailOptional: false,
    address: client.address,
    link: toLinkTarget(auth, context, { redirectTo: returnTo, isPkce: false }),
  });
  if (user instanceof KeptFailure) {
    return user;
  }
  const flow =
    arrival.flowStateId === null
      ? null
      : await findFlowState(transaction, arrival.flowStateId, { lock: true });
  if (flow !== null && leadsToCode(flow)) {
    if (flow.user_id !== null) {
      throw badRequest('flow_state_already_used', 'State has already been used');
    }
    const code = await issueAuthCode(transaction, flow, { userId: user.id, now: auth.clock() });
    return toLocation(returnTo, { query: { code } });
  }
  if (flow !== null) {
    await deleteFlowState(transaction, flow.id);
  }
  const notAfter = findSessionEnd(assertion.element);
  const issued = await openSession(auth, transaction, {
    user,
    method: 'sso/saml',
    client,
    issuer,
    notAfter,
  });
  return toTokenLocation(returnTo, issued);
}

function requireDescribed(provider: SsoProvider, assertion: VerifiedAssertion) {
  const subject = getSubject(assertion.element);
  if (subject === '') {
    throw badRequest(
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    );
  }
  const { email, user } = toProviderUser(assertion.element, {
    entityId: provider.entity_id,
    subject,
    mapping: provider.attribute_mapping,
  });
  if (email !== '') {
    return user;
  }
  throw badRequest('saml_assertion_no_email', 'SAML Assertion does not contain an email address');
}
