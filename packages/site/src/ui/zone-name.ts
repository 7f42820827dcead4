/** 'Europe/Helsinki' is called Helsinki, 'America/Argentina/Salta' Salta. */
export function toZoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
