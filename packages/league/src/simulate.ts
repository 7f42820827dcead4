import { replayLadder } from './apply.ts';
import type { LadderEvent, SiteEvent } from './event.ts';
import type { EntryId, LadderId, MatchId, PersonId, Side } from './ids.ts';
import type { LeagueEvent } from './log.ts';
import type { RefusalCode } from './refusal.ts';
import { planCalendar } from './simulation/calendar.ts';
import type { SimulatedPerson, SimulatedTeam } from './simulation/cast.ts';
import type { SimulationInput } from './simulation/input.ts';
import { planJustice } from './simulation/justice.ts';
import { play, setUp } from './simulation/play.ts';
import type { Scene } from './simulation/scene.ts';
import { planShowcase } from './simulation/showcase.ts';
import { runClock, type SimulatedText } from './simulation/stage.ts';
import type { LadderState } from './state.ts';
import type { TeamState } from './team-state.ts';

/** What a simulated season leaves: every stream, and what the log does not hold. */
export interface Simulation {
  /** All events of ladders and teams in the order in which they happened, sealed into their streams. */
  log: LeagueEvent[];
  /** For the site's own stream, to be sealed by whoever keeps it. */
  site: SiteEvent[];
  people: SimulatedPerson[];
  teams: SimulatedTeam[];
  ladders: Record<LadderId, LadderState>;
  team_states: Record<string, TeamState>;
  /** The person who judges and administers every ladder of the simulation. */
  judge: PersonId;
  /** The site admin who hears appeals, and is none any more at the end. */
  owner: PersonId;
  texts: SimulatedText[];
  seeds: Record<MatchId, string>;
  /** How strong each entry truly was: what places are to be compared with. */
  strengths: Record<EntryId, number>;
  /** How often each rule stopped somebody. */
  refusals: Partial<Record<RefusalCode, number>>;
  /** How often a captain wanted to challenge, and how often there was nobody whom they might. */
  wishes: { all: number; unmet: number };
  /** Who won each match as it was played, whatever was reported or ruled. */
  played: Record<MatchId, Side>;
}

/**
 * Plays people through the rules in time order: founding teams, joining, challenging, agreeing on
 * times, playing, reporting, disputing, resting, not turning up. The same input gives the same bytes.
 */
export function simulateSeason(input: SimulationInput): Simulation {
  const { scene, cast } = setUp(input);
  planCalendar(scene, cast, input);
  for (const { ladder_id, script } of input.ladders) {
    if (script === 'statuses') {
      planShowcase(scene, ladder_id);
    }
    if (script === 'justice') {
      planJustice(scene, ladder_id);
    }
  }
  const { stage } = scene;
  play(stage, stage.ends);
  for (const ladderId of stage.ladders.keys()) {
    runClock(stage, ladderId);
  }
  return toSimulation(scene, cast);
}

function toSimulation({ stage, strength, played }: Scene, cast: SimulatedTeam[]): Simulation {
  const ladders: Record<LadderId, LadderState> = {};
  for (const ladderId of stage.ladders.keys()) {
    const events = stage.streams.get(`ladder:${ladderId}`) ?? [];
    ladders[ladderId] = replayLadder(events as unknown as LadderEvent[]);
  }
  return {
    log: stage.log,
    site: stage.site,
    people: [...stage.people.values()],
    teams: cast,
    ladders,
    team_states: Object.fromEntries(stage.teams),
    judge: stage.judge,
    owner: stage.owner,
    texts: stage.texts,
    seeds: stage.seeds,
    strengths: Object.fromEntries(strength),
    refusals: Object.fromEntries(stage.refusals),
    wishes: stage.wishes,
    played: Object.fromEntries(played),
  };
}
