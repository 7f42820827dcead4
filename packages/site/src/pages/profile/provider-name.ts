const names: Record<string, string> = {
  activision: 'Activision',
  aqtion: 'AQtion',
  battlenet: 'Battle.net',
  discord: 'Discord',
  ea: 'EA',
  embark: 'Embark',
  github: 'GitHub',
  google: 'Google',
  racenet: 'RaceNet',
  steam: 'Steam',
};

/** How a platform writes itself; the same in every language. */
export function toProviderName(provider: string): string {
  return names[provider] ?? provider;
}
