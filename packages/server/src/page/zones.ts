import type { ZoneChoice } from '@muster/site/ui/zone-options.tsx';
import { toLocalZoneName } from './zone-name.ts';

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
/** A day on which the zones of the north keep summer time, so that 'Central European Time' is meant for the whole year. */
const summer = Date.UTC(2026, 6, 1);

/** What a language calls the time of a zone: 'Central European Time'. */
function toTimeName(zone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' });
  const part = format.formatToParts(summer).find(({ type }) => type === 'timeZoneName');
  return part?.value ?? zone;
}

const toChoice = (zone: string, locale: string): ZoneChoice => ({
  zone,
  name: zone === 'UTC' ? zone : `${toLocalZoneName(zone, locale)} · ${toTimeName(zone, locale)}`,
});

/** Zones by their cities and times in a reader's language, in its order; UTC comes first. */
export function toZoneChoices(chosen: readonly string[], locale: string): ZoneChoice[] {
  const { compare } = new Intl.Collator(locale);
  return chosen
    .map((zone) => toChoice(zone, locale))
    .sort(
      (one, other) =>
        Number(other.zone === 'UTC') - Number(one.zone === 'UTC') || compare(one.name, other.name),
    );
}

const listed = new Map<string, ZoneChoice[]>();

/** The zones that a person may choose. Given to the page, because a browser's own list and names may differ. */
export function listZones(locale: string): ZoneChoice[] {
  const known = listed.get(locale) ?? toZoneChoices(['UTC', ...zones], locale);
  listed.set(locale, known);
  return known;
}
