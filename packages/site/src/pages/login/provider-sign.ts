const signs: Readonly<Record<string, string>> = {
  discord: 'simple-icons:discord',
  steam: 'simple-icons:steam',
  github: 'simple-icons:github',
  google: 'simple-icons:google',
};

/** The drawing of a provider's own sign. */
export function toProviderSign(provider: string): string {
  return signs[provider] ?? 'simple-icons:openid';
}
