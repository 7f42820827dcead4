/** One comes each night, and may be tried again some hours after that, in milliseconds. */
export const mostBackupAge = 30 * 3600_000;
/** One is restored as a trial each week, and may be again some nights after that. */
export const mostDrillAge = 10 * 24 * 3600_000;
