/** The zones that a person may choose. Given to the page, because a browser's own list may differ. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}
