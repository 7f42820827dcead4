/** The times that are chosen, and the one that is typed and not yet added. */
export interface ChosenTimes {
  times: readonly string[];
  typed: string;
}

export const noTimes: ChosenTimes = { times: [], typed: '' };
