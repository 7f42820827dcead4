/** Where an account at a provider has its own page, if its id there is all that the address needs; null elsewhere. */
export function toAccountUrl(provider: string, providerId: string): string | null {
  const id = encodeURIComponent(providerId);
  if (provider === 'discord') {
    return `https://discord.com/users/${id}`;
  }
  return provider === 'steam' ? `https://steamcommunity.com/profiles/${id}` : null;
}
