/** A text with the league's name where it asks for it. */
export const nameLeague = (text: string, name: string): string => text.replaceAll('{league}', name);
