import type { FormatName, Instant, LadderId, Zone } from '../ids.ts';
import type { Habits } from './habits.ts';

/** A ladder as a simulation finds it. */
export interface PlayedLadder {
  ladder_id: LadderId;
  name: string;
  game: string;
  format: FormatName;
  zone: Zone;
  is_test: boolean;
  /** A rules object; missing fields take their defaults. */
  rules: unknown;
  /** Which teams play here; `time_attack`: whose people do. */
  region: 'europe' | 'america' | 'everywhere';
  /** The part of the region's teams that join. */
  share: number;
}

/** A ladder with the one season that a simulation plays of it. */
export interface SimulatedLadder extends PlayedLadder {
  season_id: string;
  season_name: string;
  /** What of it is played by script, so that it is there at the end: a match in every status, or an admin's weeks. */
  script?: 'statuses' | 'justice';
}

export interface SimulationInput {
  seed: number;
  teams: number;
  people: number;
  /** How many people the teams have that play ten a side; without it there are none. */
  large?: number;
  ladders: readonly SimulatedLadder[];
  /** When people begin to found teams; seasons open ten days later. */
  starts_at: Instant;
  /** Where the simulation stops, with whatever is open then. */
  ends_at: Instant;
  habits?: Partial<Habits>;
}

/** Season after season on the same ladders. */
export interface SeasonsInput extends Omit<SimulationInput, 'ladders' | 'large'> {
  ladders: readonly PlayedLadder[];
  /** How many seasons each ladder has; the last one runs at the end. */
  seasons: number;
  /** How many matches are made in all of them together. */
  matches: number;
}
