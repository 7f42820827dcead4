import { addDuration, toInstant } from './duration.ts';
import type { SiteEvent } from './event.ts';
import type { MatchId, PersonId } from './ids.ts';
import type { LeagueEvent } from './log.ts';
import {
  createLadder,
  foundTeams,
  giveLadder,
  grantOwner,
  opening,
  planDailyClock,
  planJoins,
  planSeason,
  revokeOwner,
} from './simulation/calendar.ts';
import type { SimulatedPerson, SimulatedTeam } from './simulation/cast.ts';
import type { SeasonsInput } from './simulation/input.ts';
import { play, setUp } from './simulation/play.ts';
import type { Scene } from './simulation/scene.ts';
import { createId, createText, type SimulatedText, type Stage } from './simulation/stage.ts';

const day = 86_400_000;
const week = 7 * day;
/** Teams are founded within so long, and what is open at a season's end has so long to come to its own. */
const founding = 6 * day;
const closing = 10 * day;
/** The room for a season, as a multiple of the longest yet. */
const slack = 1.1;

/** What happened since the season before was given out. */
export interface SimulatedTurn {
  /** Of ladders and teams, in the order in which they happened; each stream goes on from the turn before. */
  log: LeagueEvent[];
  site: SiteEvent[];
  texts: SimulatedText[];
  seeds: Record<MatchId, string>;
}

/** How far the play is after a week of it, or at a season's end. */
export interface SimulatedStep {
  season: number;
  /** Matches made so far, in all seasons. */
  matches: number;
  /** At a season's end what happened in it; whoever asked is the only one to keep it. */
  turn: SimulatedTurn | null;
}

export interface SimulatedSeasons {
  people: SimulatedPerson[];
  teams: SimulatedTeam[];
  /** Judges and administers every ladder. */
  judge: PersonId;
  /** The site admin who hears appeals, and is none any more at the end. */
  owner: PersonId;
  /** Played as they are asked for. */
  steps: Generator<SimulatedStep>;
}

/**
 * Plays season after season with the same teams, up to `ends_at` at most: each is closed when its share of the matches
 * is made, and the last one goes on. Where time is too short it ends earlier, with fewer. The same input gives the
 * same bytes.
 */
export function simulateSeasons(input: SeasonsInput): SimulatedSeasons {
  const { scene, cast } = setUp(input);
  const { people, judge, owner } = scene.stage;
  const steps = playSeasons(scene, cast, input);
  return { people: [...people.values()], teams: cast, judge, owner, steps };
}

function* playSeasons(
  scene: Scene,
  cast: readonly SimulatedTeam[],
  input: SeasonsInput,
): Generator<SimulatedStep> {
  const { stage } = scene;
  const made = countMatches(stage);
  for (const ladder of input.ladders) {
    createLadder(scene, ladder);
  }
  grantOwner(scene);
  foundTeams(scene, cast);
  planDailyClock(scene);
  play(stage, stage.now + founding);
  let longest = 0;
  for (let season = 1; season <= input.seasons; season += 1) {
    const left = input.seasons - season + 1;
    if (longest > 0) {
      // What is left over goes between the seasons, so that the last one ends about where it should.
      play(stage, Math.max(stage.now + day, stage.ends - left * longest * slack));
    }
    const begins = stage.now;
    const wanted = Math.round((input.matches * season) / input.seasons);
    const isEnough = () => made() >= wanted;
    beginSeason(scene, cast, { ...input, season });
    while (!isEnough() && stage.now < stage.ends) {
      play(stage, Math.min(stage.ends, stage.now + week), isEnough);
      yield { season, matches: made(), turn: null };
    }
    const isLast = left === 1 || !isEnough();
    endSeason(scene, input, { isLast });
    longest = Math.max(longest, stage.now - begins);
    yield { season, matches: made(), turn: takeTurn(stage) };
    if (isLast) {
      return;
    }
  }
}

function countMatches(stage: Stage): () => number {
  const { react } = stage;
  let count = 0;
  stage.react = (ladderId, event) => {
    count += event.type === 'challenge_made' ? 1 : 0;
    react(ladderId, event);
  };
  return () => count;
}

function beginSeason(
  scene: Scene,
  cast: readonly SimulatedTeam[],
  { ladders, season, ends_at }: SeasonsInput & { season: number },
): void {
  const { stage } = scene;
  scene.quiet.clear();
  const times = {
    starts_at: addDuration(toInstant(stage.now), opening),
    ends_at: addDuration(ends_at, 'P45D'),
  };
  for (const ladder of ladders) {
    planSeason(scene, ladder, { season_id: createId(stage), name: String(season), ...times });
    planJoins(scene, cast, ladder);
  }
}

/** Nobody challenges any more; what is open has its time, and then the season is closed. */
function endSeason(scene: Scene, { ladders }: SeasonsInput, { isLast }: { isLast: boolean }): void {
  const { stage } = scene;
  for (const { ladder_id } of ladders) {
    scene.quiet.add(ladder_id);
  }
  play(stage, Math.min(stage.ends, stage.now + closing));
  if (isLast) {
    revokeOwner(scene);
    return;
  }
  for (const ladder of ladders) {
    const reason = createText(stage, 'The season is over.');
    giveLadder(scene, ladder, { type: 'close_season', void_open: true, reason });
  }
}

/** Gives out what has happened, and keeps of it what the next season goes on from. */
function takeTurn(stage: Stage): SimulatedTurn {
  const seeds = { ...stage.seeds };
  for (const id of Object.keys(seeds)) {
    delete stage.seeds[id];
  }
  for (const events of stage.streams.values()) {
    // A ruling recomputes its own season, by the ladder and the order in which the one before it ended.
    const kept = events.filter(
      ({ type }, place) => type === 'ladder_created' || place === events.length - 1,
    );
    events.splice(0, events.length, ...kept);
  }
  const { log, site, texts } = stage;
  return { log: log.splice(0), site: site.splice(0), texts: texts.splice(0), seeds };
}
