import type { EntryName } from './entry-name.ts';

/** What a run still waits for, or who has said yes to it. */
export type RunStatus = 'submitted' | 'confirmed' | 'waiting_for_admin' | 'verified';

/** A run as a stage's table shows it. */
export interface StageRun {
  id: string;
  driver: EntryName;
  stage: string;
  /** Null while the run does not count. */
  place: number | null;
  time_ms: number;
  penalty_ms: number;
  status: RunStatus;
  driven_at: string;
  /** A link to a picture or video, where one was given. */
  proof: string | null;
}

/** One stage's part in a driver's place. */
export interface StageResult {
  stage: string;
  place: number;
  /** With penalties. */
  time_ms: number;
  points: number;
}

export interface DriverRow extends EntryName {
  place: number;
  /** Points, or milliseconds in all, as the ranking says. */
  value: number;
  results: StageResult[];
}

/** What a time-attack ladder shows instead of rungs and matches. */
export interface TimeAttackData {
  ranking: 'points' | 'time';
  points: number[];
  standings: DriverRow[];
  stages: { name: string; runs: StageRun[] }[];
  latest: StageRun[];
  /** Whether runs and drivers are taken now. */
  is_open: boolean;
  viewer: {
    may_join: boolean;
    may_submit: boolean;
    may_withdraw: boolean;
    /** Stages on which no run of theirs counts or waits. */
    stages_left: number;
    /** Their own runs that are not withdrawn or rejected, the newest first. */
    own: StageRun[];
    /** The runs that they may confirm. */
    waiting: StageRun[];
    /** By their ids those of these, and those that count on a stage, that they may reject. */
    rejectable: string[];
  } | null;
}
