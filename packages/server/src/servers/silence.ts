/** How long after an asking has ended all listed servers are asked again, in milliseconds. */
export const askedEvery = 30_000;

/** So many misses are a silence; fewer may be a lost packet. */
export const missesOfSilence = 3;
