import { useIntlState } from '../intl/intl-root.tsx';
import { toZoneName } from './zone-name.ts';

/** Says what a zone is called in the reader's language, where the page's data named it; else by its city as the zone has it. */
export function useZoneNames(): (zone: string) => string {
  const { places } = useIntlState();
  return (zone) => places?.[zone] ?? toZoneName(zone);
}
