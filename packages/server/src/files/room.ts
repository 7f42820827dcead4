/** So much is under way already that nothing more is taken; it may be tried again after some seconds. */
export class Busy extends Error {
  readonly seconds = 10;
}

/** Takes part of a room for somebody and gives what frees it again; throws `Busy` where there is none. */
export type TakeRoom = (who: string, bytes: number) => () => void;

/**
 * Memory of this process that may be taken in all, in bytes. Who has some of it gets no more than half of
 * the whole to be in use, so that a few people with all that they may send leave room for the others.
 */
export function createRoom(whole: number): TakeRoom {
  let used = 0;
  const holders = new Map<string, number>();
  return (who, bytes) => {
    const times = holders.get(who) ?? 0;
    if (used + bytes > (times > 0 ? whole / 2 : whole)) {
      throw new Busy();
    }
    used += bytes;
    holders.set(who, times + 1);
    return () => {
      used -= bytes;
      const left = (holders.get(who) ?? 0) - 1;
      if (left > 0) {
        holders.set(who, left);
      } else {
        holders.delete(who);
      }
    };
  };
}
