import { toLocalZoneName } from './zone-name.ts';

/** The zones that stand in a page's data; those to choose from, under `zones`, have their names already. */
function listZones(data: unknown, found: Set<string>): Set<string> {
  if (typeof data === 'object' && data !== null) {
    for (const [name, part] of Object.entries(data)) {
      if (name === 'zone' && typeof part === 'string') {
        found.add(part);
      } else if (name !== 'zones') {
        listZones(part, found);
      }
    }
  }
  return found;
}

/** What the reader's zone, and those of a page's data, are called in a language. */
export function toPlaces(
  data: unknown,
  { zone, locale }: { zone: string; locale: string },
): Record<string, string> {
  const zones = [...listZones(data, new Set([zone]))];
  return Object.fromEntries(zones.map((one) => [one, toLocalZoneName(one, locale)]));
}
