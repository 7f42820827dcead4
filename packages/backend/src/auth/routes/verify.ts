import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmail, parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import {
  AuthError,
  badRequest,
  toRedirectParams,
  unprocessable,
  validationFailed,
} from '../errors.ts';
import { findFlowStateOfUser, issueAuthCode, leadsToCode } from '../flow-state.ts';
import { pkcePrefix } from '../one-time-tokens.ts';
import { getExternalUrl, getRedirectTo } from '../origins.ts';
import { requireContactAllowance } from '../rate-limit.ts';
import { toLocation, toTokenLocation } from '../redirect-location.ts';
import { getClientInfo, optionalText, parseBody } from '../request.ts';
import type { AuthenticationMethod, User } from '../rows.ts';
import { type IssuedTokens, openSession } from '../sessions.ts';
import {
  applyProof,
  type Presented,
  parseVerificationType,
  requireProof,
  type VerificationType,
} from '../verification.ts';
import { answerTokens } from './signup.ts';

const halfDone =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The method of the flow that a mail of each kind belongs to. */
const methods: Readonly<Record<string, AuthenticationMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
};

/** GET /verify: somebody follows a link out of a mail. Whatever happens, they land on the site. */
export async function handleVerifyLink(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const { token = '', type: typed = '' } = context.req.query();
  if (typed === '') {
    throw validationFailed('Verify requires a verification type');
  }
  if (token === '') {
    throw validationFailed('Verify requires a token or a token hash');
  }
  const redirectTo = getRedirectTo(auth.config, context);
  const isPkce = token.startsWith(pkcePrefix);
  try {
    const type = parseVerificationType(typed);
    const location = await auth.database.transaction(async (transaction) => {
      const user = await prove(auth, transaction, { context, type, presented: { token } });
      if (user === null) {
        return toHalfDone(redirectTo, isPkce);
      }
      return isPkce
        ? toCodeLocation(auth, transaction, { user, type, redirectTo })
        : toTokenLocation(
            redirectTo,
            await openVerified(auth, transaction, { context, user, type }),
            { type },
          );
    });
    return context.redirect(location, 303);
  } catch (thrown) {
    if (!(thrown instanceof AuthError) || thrown.status >= 500) {
      throw thrown;
    }
    const error = toRedirectParams(thrown);
    const query = isPkce ? error : {};
    return context.redirect(toLocation(redirectTo, { query, hash: { ...error, sb: '' } }), 303);
  }
}

function toHalfDone(redirectTo: string, isPkce: boolean): string {
  return toLocation(redirectTo, {
    query: isPkce ? { message: halfDone } : {},
    hash: { message: halfDone, sb: '' },
  });
}

async function toCodeLocation(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; type: VerificationType; redirectTo: string },
): Promise<string> {
  const { user, type, redirectTo } = input;
  const method = methods[type];
  const flow = method ? await findFlowStateOfUser(transaction, user.id, method) : null;
  if (flow === null || !leadsToCode(flow)) {
    throw badRequest(
      'flow_state_not_found',
      'No associated flow state found. No valid flow state found for user.',
    );
  }
  const code = await issueAuthCode(transaction, flow, { userId: user.id, now: auth.clock() });
  return toLocation(redirectTo, { query: { code } });
}

async function openVerified(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; user: User; type: VerificationType },
): Promise<IssuedTokens> {
  return openSession(auth, transaction, {
    user: input.user,
    // A session that began with a forgotten password may set a new one without the old.
    method: input.type === 'recovery' ? 'recovery' : 'otp',
    client: getClientInfo(input.context),
    issuer: getExternalUrl(auth.config, input.context),
  });
}

const VerifyBody = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

type VerifyFields = v.InferOutput<typeof VerifyBody>;

/** POST /verify: somebody types a code, or a page hands over a link's token. */
export async function handleVerify(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, VerifyBody);
  if (body.type === '') {
    throw validationFailed('Verify requires a verification type');
  }
  const presented = parsePresented(body);
  const type = parseVerificationType(body.type);
  if ('token' in presented && (type === 'sms' || type === 'phone_change')) {
    throw validationFailed('Invalid email verification type');
  }
  if ('contact' in presented) {
    await requireContactAllowance(auth, 'contact', `code:${presented.contact}`);
  }
  const issued = await auth.database.transaction(async (transaction) => {
    const user = await prove(auth, transaction, { context, type, presented });
    return user === null ? null : openVerified(auth, transaction, { context, user, type });
  });
  return issued === null
    ? context.json({ msg: halfDone, code: '200' })
    : answerTokens(context, issued);
}

async function prove(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; type: VerificationType; presented: Presented },
): Promise<User | null> {
  const { context, type, presented } = input;
  const proof = await requireProof(auth, transaction, { type, presented });
  return applyProof(auth, transaction, {
    proof,
    address: getClientInfo(context).address,
    phone: 'contact' in presented && type === 'phone_change' ? presented.contact : '',
  });
}

function parsePresented(body: VerifyFields): Presented {
  const { token, token_hash: hash, email, phone } = body;
  if ((token === '') === (hash === '')) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (hash !== '') {
    if (email !== '' || phone !== '' || body.redirect_to !== '') {
      throw validationFailed('Only the token_hash and type should be provided');
    }
    return { token: hash };
  }
  const isPhone = body.type === 'sms' || body.type === 'phone_change';
  const isComplete = isPhone ? phone !== '' && email === '' : email !== '' && phone === '';
  if (!isComplete) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  if (isPhone) {
    return { contact: parsePhone(phone), code: token };
  }
  try {
    return { contact: parseEmail(email), code: token };
  } catch (thrown) {
    throw unprocessable('validation_failed', 'Invalid email format', thrown);
  }
}
