export type HealthPartName =
  | 'database'
  | 'migrations'
  | 'jobs'
  | 'mail'
  | 'channels'
  | 'servers'
  | 'restarts'
  | 'disk'
  | 'backups'
  | 'journal'
  | 'versions';

export type HealthFactName =
  | 'version'
  | 'size'
  | 'connections'
  | 'most_connections'
  | 'applied'
  | 'pending'
  | 'last_migration'
  | 'waiting'
  | 'late'
  | 'failed'
  | 'oldest'
  | 'processes'
  | 'last_sent'
  | 'last_refused'
  | 'listed'
  | 'failing'
  | 'stopped'
  | 'last_posted'
  | 'silent'
  | 'last_asked'
  | 'blind_since'
  | 'ends'
  | 'last_end'
  | 'last_reason'
  | 'last_beat'
  | 'last_backup'
  | 'file'
  | 'hash'
  | 'copied_until'
  | 'base_at'
  | 'last_failure'
  | 'free'
  | 'total'
  | 'muster'
  | 'node';

/** A figure of a part: a count, a number of bytes, an instant, or words that are the same in every language. */
export interface HealthFact {
  name: HealthFactName;
  look: 'count' | 'bytes' | 'instant' | 'text';
  value: number | string;
}

export interface HealthPart {
  name: HealthPartName;
  /** `look`: somebody should look. `off`: the league does without it. */
  state: 'well' | 'look' | 'off';
  facts: HealthFact[];
}

/** How the league's parts are, for site admins; null for anybody else. No secret is among it. */
export interface HealthData {
  parts: HealthPart[] | null;
}
