/** SQL: whether a practice match is over, by the places of its start and of now: nobody arranges it any more. */
export const toScrimOverSql = (startsAt: string, at: string) =>
  `${startsAt} <= ${at}::timestamptz - interval '2 hours'`;
