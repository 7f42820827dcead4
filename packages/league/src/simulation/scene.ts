import type { LadderCommand } from '../command.ts';
import type { EntryId, LadderId, MatchId, PersonId, Side } from '../ids.ts';
import { getEntryId } from '../sides.ts';
import type { Entry, Match } from '../state.ts';
import type { Habits } from './habits.ts';
import { getState, type Stage, tryLadder } from './stage.ts';

/** What the captains of a simulation share: where they play, how they behave, how strong each entry is. */
export interface Scene {
  stage: Stage;
  habits: Habits;
  strength: Map<EntryId, number>;
  /** How far each match's plans have got. */
  planned: Map<MatchId, string>;
  /** Who won each match as it was played, whatever was reported or ruled. */
  played: Map<MatchId, Side>;
  /** Matches whose people follow a script and plan nothing by themselves. */
  scripted: Set<MatchId>;
  /** Ladders whose captains do nothing by themselves any more. */
  quiet: Set<LadderId>;
}

/** Who speaks for an entry now. */
export function findCaptain({ stage }: Scene, entry: Entry | undefined): PersonId | null {
  if (!entry) {
    return null;
  }
  if (entry.person_id) {
    return entry.person_id;
  }
  const members = stage.teams.get(entry.team_id ?? '')?.members ?? {};
  return Object.values(members).find(({ role }) => role === 'captain')?.person_id ?? null;
}

export function getMatchOf(
  { stage }: Scene,
  ladderId: LadderId,
  matchId: MatchId,
): Match | undefined {
  return getState(stage, ladderId).matches[matchId];
}

/** A side gives a command on its match, unless the match has changed meanwhile. */
export function actOnMatch(
  scene: Scene,
  ladderId: LadderId,
  match: Match,
  side: Side,
  command: LadderCommand,
): boolean {
  const now = getMatchOf(scene, ladderId, match.id);
  if (now?.version !== match.version) {
    return false;
  }
  const person = findCaptain(
    scene,
    getState(scene.stage, ladderId).entries[getEntryId(match, side)],
  );
  return person !== null && tryLadder(scene.stage, ladderId, person, command);
}
