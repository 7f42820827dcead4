import type { PageHead, Translate } from '../../page-head.ts';
import type { SignInProvider } from '../login/data.ts';

export const wayProviders = ['discord', 'github', 'google', 'oidc'] as const;
export type WayProvider = (typeof wayProviders)[number];

/** A provider by which people may sign in, as it is set; its secret is never among what is shown. */
export interface SignInWay {
  provider: WayProvider;
  /** The variables of the environment that set it; null where none does and it may be set here. */
  variables: string[] | null;
  /** Null where nothing is set. */
  client_id: string | null;
  /** Of an OpenID Connect provider: where it lives, and what its button says. */
  issuer: string | null;
  name: string | null;
  is_enabled: boolean;
}

/** What the form of the ways to sign in shows. */
export interface SignInWaysData {
  /** What is to be entered at each provider, to the letter. */
  redirect_address: string;
  /** The league's address as SITE_URL sets it; null where it does not. */
  site_url: string | null;
  /** The host that this page was asked for at. */
  came_to: string;
  /** Supabase's own settings say who lets people in. */
  is_hosted: boolean;
  /** Whether who looks has signed in lately enough to change anything, or sets the league up. */
  may_change: boolean;
  ways: SignInWay[];
  /** By which who looks can sign in again, or for the first time. */
  providers: SignInProvider[];
  has_email: boolean;
}

/** What a test of a provider found to be wrong; the sentences are in `setup.faults`. */
export type WayFault =
  | { code: 'unreachable'; params: { host: string } }
  | { code: 'no_description'; params: { address: string } }
  | { code: 'other_issuer'; params: { issuer: string } }
  | { code: 'client_refused'; params: { host: string } }
  | { code: 'redirect_refused'; params: { host: string } }
  | { code: 'unclear'; params: { host: string; status: number } };

export const toSignInWaysHead = (_data: unknown, translate: Translate): PageHead => ({
  title: translate('setup.steps.sign-in.title'),
  isPrivate: true,
});
