/** The zones that a person may choose. Given to the page, because a browser's own list may differ. */
export const zones = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
