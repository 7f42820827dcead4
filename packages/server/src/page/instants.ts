/** A timestamp inside JSON, as PostgreSQL writes it. */
export type JsonInstant = string;

/** A timestamp of the database's JSON in the one form that pages and rules know. */
export function toInstant(time: JsonInstant): string {
  return new Date(time).toISOString();
}

export function toInstantOrNull(time: JsonInstant | null | undefined): string | null {
  return time == null ? null : toInstant(time);
}
