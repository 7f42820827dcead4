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
  | 'drills'
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
  | 'last_drill'
  | 'took'
  | 'file'
  | 'hash'
  | 'copied_until'
  | 'base_at'
  | 'last_failure'
  | 'damaged_at'
  | 'damage'
  | 'free'
  | 'total'
  | 'muster'
  | 'node';

/** A figure of a part: a count, a number of bytes or of milliseconds, an instant, or words that are the same in every language. */
export interface HealthFact {
  name: HealthFactName;
  look: 'count' | 'bytes' | 'milliseconds' | 'instant' | 'text';
  value: number | string;
}

export interface HealthPart {
  name: HealthPartName;
  /** `look`: somebody should look. `off`: the league does without it. */
  state: 'well' | 'look' | 'off';
  facts: HealthFact[];
  /** Why backups cannot be tried here. */
  impossible?: 'no_right' | 'no_way';
  /** Files of the database are not as they were written. */
  is_damaged?: true;
}

/** What somebody needs who has to bring the league back; no secret is among it. */
export interface EmergencySheet {
  /** The address of the league. */
  league: string;
  /** Where its backups lie: a folder, or an S3 without its key. */
  place: string;
  is_s3: boolean;
  newest: { name: string; sha256: string } | null;
  /** The public keys that backups are sealed to. */
  keys: string[];
  /** The line that restores. */
  line: string;
  /** The version of the program. */
  muster: string;
  printed_at: string;
}

/** How the league's parts are, for site admins; null for anybody else. No secret is among it. */
export interface HealthData {
  parts: HealthPart[] | null;
  /** Null where no backups are made. */
  sheet: EmergencySheet | null;
}
