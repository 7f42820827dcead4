/** A zone that can be chosen, and what the reader's language calls it. */
export interface ZoneChoice {
  /** As 'Europe/Warsaw'. */
  zone: string;
  /** As 'Warszawa · czas środkowoeuropejski'. */
  name: string;
}

/** The zones of a list to choose from. */
export function ZoneOptions({ zones }: { zones: readonly ZoneChoice[] }) {
  return zones.map(({ zone, name }) => (
    <option key={zone} value={zone}>
      {name}
    </option>
  ));
}
