import type { GoTrueClient } from '@supabase/auth-js';
import { sendCommand } from '../command/command.ts';
import { type AuthProblem, toAuthProblem } from './auth-outcome.ts';
import { goOn, openSession, owesSecondStep, toConfirmAddress } from './session.ts';
import { solveCaptcha } from './solve-captcha.ts';

/** What came of an attempt: gone on, or what is to be done next, or why not. */
export type Attempt =
  | { kind: 'gone' }
  | { kind: 'second_step' }
  | { kind: 'mail_sent' }
  | { kind: 'refused'; problem: AuthProblem };

interface Credentials {
  email: string;
  password: string;
  hasCaptcha: boolean;
}

const refused = (problem: AuthProblem): Attempt => ({ kind: 'refused', problem });

async function withCaptcha(hasCaptcha: boolean): Promise<{ captchaToken?: string }> {
  return hasCaptcha ? { captchaToken: await solveCaptcha() } : {};
}

/** Turns what the library throws and returns into one answer. */
async function attempt(
  work: (auth: GoTrueClient) => Promise<{ error: Parameters<typeof toAuthProblem>[0] }>,
  next: () => Promise<Attempt>,
): Promise<Attempt> {
  try {
    const { error } = await work(await openSession());
    const problem = toAuthProblem(error);
    return problem === null ? await next() : refused(problem);
  } catch (thrown) {
    return refused(toAuthProblem(thrown as Error) ?? { code: '' });
  }
}

async function proceed(): Promise<Attempt> {
  return (await goOn()) ? { kind: 'gone' } : { kind: 'second_step' };
}

const waitForMail = async (): Promise<Attempt> => ({ kind: 'mail_sent' });

export function signInWithPassword({ email, password, hasCaptcha }: Credentials): Promise<Attempt> {
  return attempt(
    async (auth) =>
      auth.signInWithPassword({ email, password, options: await withCaptcha(hasCaptcha) }),
    proceed,
  );
}

/** Makes an account. Where addresses are proved by mail, the mail comes first; so it does for who has one already. */
export function signUp(
  { email, password, hasCaptcha }: Credentials,
  locale: string,
): Promise<Attempt> {
  return attempt(async (auth) => {
    const captcha = await withCaptcha(hasCaptcha);
    const options = { ...captcha, emailRedirectTo: toConfirmAddress(), data: { locale } };
    return auth.signUp({ email, password, options });
  }, waitForMail);
}

/** Leads to the sign-in of the organisation that an address, or its domain, belongs to. */
export function signInByOrganisation(address: string, hasCaptcha: boolean): Promise<Attempt> {
  return attempt(
    async (auth) => {
      const options = { ...(await withCaptcha(hasCaptcha)), redirectTo: toConfirmAddress() };
      // The library leaves this page by itself.
      return auth.signInWithSSO({ domain: address.replace(/^.*@/, '').toLowerCase(), options });
    },
    async () => ({ kind: 'gone' }),
  );
}

interface MailRequest {
  email: string;
  hasCaptcha: boolean;
}

/** Asks for a mail with a link and a code, either of which signs in. */
export function askForCode(
  { email, hasCaptcha }: MailRequest,
  { mayJoin, locale }: { mayJoin: boolean; locale: string },
): Promise<Attempt> {
  return attempt(async (auth) => {
    const captcha = await withCaptcha(hasCaptcha);
    const options = {
      ...captcha,
      emailRedirectTo: toConfirmAddress(),
      shouldCreateUser: mayJoin,
      data: { locale },
    };
    return auth.signInWithOtp({ email, options });
  }, waitForMail);
}

/** Asks for a mail that lets somebody in who forgot their password. */
export function askForRecovery({ email, hasCaptcha }: MailRequest): Promise<Attempt> {
  return attempt(async (auth) => {
    const captcha = await withCaptcha(hasCaptcha);
    return auth.resetPasswordForEmail(email, { ...captcha, redirectTo: toConfirmAddress() });
  }, waitForMail);
}

/** What the code of a mail proves. */
export type CodePurpose = 'signup' | 'email' | 'recovery';

export async function giveCode(email: string, token: string, type: CodePurpose): Promise<Attempt> {
  // What is left empty is wrong like any other code; the service would speak of the address.
  if (token === '') {
    return refused({ code: 'otp_expired' });
  }
  return attempt((auth) => auth.verifyOtp({ email, token, type }), proceed);
}

/** Something that the second step can be taken with. */
export interface SecondFactor {
  id: string;
  kind: 'totp' | 'webauthn' | 'phone';
  name: string;
}

/** The second factors of a session that owes the second step; null where none is owed. */
export async function findSecondStep(): Promise<SecondFactor[] | null> {
  const auth = await openSession();
  if (!(await owesSecondStep(auth))) {
    return null;
  }
  const { data } = await auth.mfa.listFactors();
  return (data?.all ?? []).flatMap(({ id, status, factor_type: kind, friendly_name }) =>
    status === 'verified' && kind !== 'recovery_code'
      ? [{ id, kind, name: friendly_name ?? '' }]
      : [],
  );
}

/** Takes the second step with the code that an app shows. */
export async function giveSecondCode(factorId: string, code: string): Promise<Attempt> {
  if (code === '') {
    return refused({ code: 'mfa_verification_failed' });
  }
  return attempt((auth) => auth.mfa.challengeAndVerify({ factorId, code }), proceed);
}

/** Takes the second step with a passkey or a security key. */
export function giveSecondKey(factorId: string): Promise<Attempt> {
  return attempt((auth) => auth.mfa.webauthn.authenticate({ factorId }), proceed);
}

/** Turns the second factors off with one of the codes that were written down, and goes on. */
export async function giveRecoveryCode(code: string): Promise<Attempt> {
  if (code === '') {
    return refused({ code: 'recovery_code_wrong' });
  }
  const answer = await sendCommand('/api/second-step/recovery', { code });
  if (!answer.ok) {
    return refused({ code: answer.error.code });
  }
  const auth = await openSession();
  await auth.refreshSession();
  return proceed();
}

/** Gives up a sign-in whose second step nobody takes. */
export async function giveUp(): Promise<void> {
  const auth = await openSession();
  await auth.signOut({ scope: 'local' });
}
