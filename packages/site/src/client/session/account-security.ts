import type { GoTrueClient, Provider } from '@supabase/auth-js';
import { redirectCookie } from '../../routing/guard.ts';
import { writeCookie } from '../cookies.ts';
import { type AuthProblem, toAuthProblem } from './auth-outcome.ts';
import { openSession, toConfirmAddress } from './session.ts';

/** What came of a change to the account: what it gave, or why not. */
export type AccountChange<Data> = { ok: true; data: Data } | { ok: false; problem: AuthProblem };

type Answer<Data> = { data: Data | null; error: Parameters<typeof toAuthProblem>[0] };

async function change<Data>(
  work: (auth: GoTrueClient) => Promise<Answer<Data>>,
): Promise<AccountChange<Data>> {
  try {
    const { data, error } = await work(await openSession());
    const problem = toAuthProblem(error);
    if (problem !== null || data === null) {
      return { ok: false, problem: problem ?? { code: '' } };
    }
    return { ok: true, data };
  } catch (thrown) {
    return { ok: false, problem: toAuthProblem(thrown as Error) ?? { code: '' } };
  }
}

/** The library answers some calls with an error or nothing. */
const toDone = ({ error }: { error: Answer<true>['error'] }): Answer<true> => ({
  data: error === null ? true : null,
  error,
});

function comeBackTo(section: string): void {
  writeCookie(redirectCookie, `/account#${section}`, 3600);
}

/** Leads to a provider, and back with its account linked to the person's own. */
export function linkProvider(provider: string): Promise<AccountChange<true>> {
  comeBackTo('accounts');
  return change(async (auth) =>
    toDone(
      await auth.linkIdentity({
        // The league may know providers that the library has no name for.
        provider: provider as Provider,
        options: { redirectTo: toConfirmAddress() },
      }),
    ),
  );
}

/** An authenticator app's secret, until a code from the app has shown that it took it up. */
export interface NewApp {
  id: string;
  /** A picture's address, made of the picture itself. */
  qr_code: string;
  secret: string;
}

export function beginApp(name: string, issuer: string): Promise<AccountChange<NewApp>> {
  return change(async (auth) => {
    await forgetUnfinished(auth);
    const { data, error } = await auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: name,
      issuer,
    });
    if (data === null) {
      return { data, error };
    }
    const { qr_code, secret } = data.totp;
    return { data: { id: data.id, qr_code: toPicture(qr_code), secret }, error };
  });
}

/** The library puts the drawing into an address as it is; a browser ends an address at the first `#`. */
function toPicture(address: string): string {
  const drawing = address.slice(address.indexOf('<'));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}

/** What was begun and left takes up a name and a place. */
async function forgetUnfinished(auth: GoTrueClient): Promise<void> {
  const { data } = await auth.mfa.listFactors();
  for (const { id, status } of data?.all ?? []) {
    if (status === 'unverified') {
      await auth.mfa.unenroll({ factorId: id });
    }
  }
}

export async function finishApp(factorId: string, code: string): Promise<AccountChange<unknown>> {
  if (code === '') {
    return { ok: false, problem: { code: 'mfa_verification_failed' } };
  }
  return change((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
}

/**
 * The library asks for a key that is plugged in; the device's own passkey is as good. It cannot be told
 * to leave that out, and browsers pass over a word that they do not know.
 */
const anyAttachment = '' as AuthenticatorAttachment;
const anyKey: Parameters<GoTrueClient['mfa']['webauthn']['register']>[1] = {
  hints: [],
  authenticatorSelection: { authenticatorAttachment: anyAttachment, userVerification: 'preferred' },
  attestation: 'none',
};

/** Registers a passkey or a security key as a second factor; the browser asks the person for it. */
export function addKey(name: string): Promise<AccountChange<unknown>> {
  return change(async (auth) => {
    await forgetUnfinished(auth);
    return auth.mfa.webauthn.register({ friendlyName: name }, anyKey);
  });
}

export function removeFactor(factorId: string): Promise<AccountChange<unknown>> {
  return change(async (auth) => {
    const answer = await auth.mfa.unenroll({ factorId });
    // The session's own standing has changed with it.
    if (answer.error === null) {
      await auth.refreshSession();
    }
    return answer;
  });
}

/** Asks both the old and the new address. */
export function changeEmail(email: string): Promise<AccountChange<true>> {
  comeBackTo('email');
  return change(async (auth) =>
    toDone(await auth.updateUser({ email }, { emailRedirectTo: toConfirmAddress() })),
  );
}

interface NewPassword {
  password: string;
  /** Empty where there is none yet, or where it was forgotten. */
  current: string;
  /** The code of a mail, where the sign-in is a while ago. */
  nonce: string;
}

export function changePassword(given: NewPassword): Promise<AccountChange<true>> {
  const { password, current, nonce } = given;
  const asked = {
    password,
    ...(current === '' ? {} : { current_password: current }),
    ...(nonce === '' ? {} : { nonce }),
  };
  return change(async (auth) => toDone(await auth.updateUser(asked)));
}

/** Sends a mail with a code that shows that it is still the owner who asks. */
export function askForNonce(): Promise<AccountChange<true>> {
  return change(async (auth) => toDone(await auth.reauthenticate()));
}

export function signOutElsewhere(): Promise<AccountChange<true>> {
  return change(async (auth) => toDone(await auth.signOut({ scope: 'others' })));
}

/** After the account has gone: nothing of it stays in this browser. */
export async function forgetAccount(): Promise<void> {
  const auth = await openSession();
  await auth.signOut({ scope: 'local' });
}
