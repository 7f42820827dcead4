/** Tells whether a password is among those that everybody tries first. */
export type IsLeakedPassword = (password: string) => Promise<boolean>;

let loading: Promise<ReadonlySet<string>> | null = null;

/** About fifty thousand passwords from leaks; in memory from the first question on. */
function loadPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    return new Set(dictionary['passwords-common']);
  });
  return loading;
}

/** Looks into the list that comes with the service: no word of the password leaves the machine. */
export const isCommonPassword: IsLeakedPassword = async (password) => {
  const passwords = await loadPasswords();
  return passwords.has(password.toLowerCase());
};
