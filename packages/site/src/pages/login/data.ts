export interface SignInProvider {
  /** As the auth service calls it. */
  name: string;
  /** What the operator calls it; null for those that everybody knows by name. */
  label: string | null;
}

/** The ways in that the league has switched on. */
export interface SignInOptions {
  /** The chat platform first. */
  providers: SignInProvider[];
  /** By an address of one's own: with a password, a link or a code. */
  email: boolean;
  /** Whether somebody may join by e-mail who has no account yet. */
  sign_up: boolean;
  captcha: boolean;
}

export interface LoginData {
  /** For whoever comes from restoring a backup: who its admins are. */
  restored?: { admins: string[] };
  options: SignInOptions;
  /** Whether some organisation's own sign-in is known here (SAML). */
  has_organisations: boolean;
}
