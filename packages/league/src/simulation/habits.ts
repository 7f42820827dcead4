/** How people behave, as probabilities and hours: what a league may try its rules against. */
export interface Habits {
  /** Mean hours between two looks at the ladder by a team's captain. */
  lookEvery: number;
  /** Whether a captain who looks and may challenge does. */
  challenges: number;
  ignoresChallenge: number;
  declines: number;
  ignoresOffer: number;
  counterOffers: number;
  asksReschedule: number;
  noShow: number;
  neverReports: number;
  concedes: number;
  ignoresReport: number;
  disputesReport: number;
  disputesResult: number;
  appeals: number;
  forfeits: number;
  rests: number;
  leaves: number;
  /** Hours until a ladder admin rules. */
  rulesAfter: number;
}

export const usualHabits: Habits = {
  lookEvery: 30,
  challenges: 0.8,
  ignoresChallenge: 0.05,
  declines: 0.04,
  ignoresOffer: 0.06,
  counterOffers: 0.08,
  asksReschedule: 0.06,
  noShow: 0.035,
  neverReports: 0.01,
  concedes: 0.3,
  ignoresReport: 0.1,
  disputesReport: 0.03,
  disputesResult: 0.01,
  appeals: 0.25,
  forfeits: 0.01,
  rests: 0.02,
  leaves: 0.002,
  rulesAfter: 40,
};
