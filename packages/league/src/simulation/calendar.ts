import type { LadderCommand } from '../command.ts';
import { addDuration, toInstant } from '../duration.ts';
import type { Instant, LadderId } from '../ids.ts';
import type { SimulatedPerson, SimulatedTeam } from './cast.ts';
import type { PlayedLadder, SimulationInput } from './input.ts';
import type { Scene } from './scene.ts';
import {
  createId,
  getState,
  planAfter,
  planAt,
  pruneMatches,
  runClock,
  tryLadder,
  tryTeam,
} from './stage.ts';

const hour = 3_600_000;
/** How long after its planning a season opens, and when teams begin to join the first one. */
export const opening = 'P10D';
const joining = 'P6D';

/** A season's fixed points: ladders, seasons, teams with their people, who joins where, and changes of rosters. */
export function planCalendar(
  scene: Scene,
  cast: readonly SimulatedTeam[],
  input: SimulationInput,
): void {
  const { stage } = scene;
  const season = {
    starts_at: addDuration(input.starts_at, opening),
    ends_at: addDuration(input.ends_at, 'P45D'),
  };
  for (const ladder of input.ladders) {
    createLadder(scene, ladder);
    const { season_id, season_name } = ladder;
    planSeason(scene, ladder, { ...season, season_id, name: season_name });
  }
  grantOwner(scene);
  // There is a site admin while the season is played, so that whoever starts the league is the first to stay.
  planAt(stage, toInstant(stage.ends), () => revokeOwner(scene));
  foundTeams(scene, cast);
  planAt(stage, addDuration(input.starts_at, joining), () => {
    for (const ladder of input.ladders) {
      planJoins(scene, cast, ladder);
    }
  });
  planDailyClock(scene);
}

/** Each team is founded within five days. */
export function foundTeams(scene: Scene, cast: readonly SimulatedTeam[]): void {
  const { stage } = scene;
  for (const team of cast) {
    planAt(stage, toInstant(stage.now + stage.random.next() * 5 * 24 * hour), () =>
      foundTeam(scene, team),
    );
  }
}

/** The league itself gives a command that its rules cannot refuse. */
export function giveLadder(
  { stage }: Scene,
  { ladder_id, name }: PlayedLadder,
  command: LadderCommand,
): void {
  if (!tryLadder(stage, ladder_id, null, command)) {
    throw new Error(`${name}: ${command.type} was refused`);
  }
}

/** A ladder with its rules and its judge; its first season is to be planned. */
export function createLadder(scene: Scene, ladder: PlayedLadder): void {
  const { stage } = scene;
  const { ladder_id, name, game, format, zone, is_test, rules } = ladder;
  giveLadder(scene, ladder, {
    type: 'create_ladder',
    ladder_id,
    name,
    game,
    format,
    zone,
    is_test,
  });
  giveLadder(scene, ladder, { type: 'edit_rules', rules });
  const data = { person_id: stage.judge, ladder_id };
  stage.site.push({ ...toSiteEvent(scene, ladder_id), type: 'ladder_admin_granted', data });
}

/** A season that opens by itself when it starts. */
export function planSeason(
  scene: Scene,
  ladder: PlayedLadder,
  season: { season_id: string; name: string; starts_at: Instant; ends_at: Instant },
): void {
  giveLadder(scene, ladder, { type: 'plan_season', ...season });
  planAt(scene.stage, season.starts_at, () => giveLadder(scene, ladder, { type: 'open_season' }));
}

const toSiteEvent = ({ stage }: Scene, ladderId: LadderId | null) => ({
  version: 1 as const,
  ladder_id: ladderId,
  match_id: null,
  actor_id: null,
  at: toInstant(stage.now),
});

export function grantOwner(scene: Scene): void {
  const data = { person_id: scene.stage.owner };
  scene.stage.site.push({ ...toSiteEvent(scene, null), type: 'site_admin_granted', data });
}

export function revokeOwner(scene: Scene): void {
  const data = { person_id: scene.stage.owner };
  scene.stage.site.push({ ...toSiteEvent(scene, null), type: 'site_admin_revoked', data });
}

/** The captain founds the team, invites by a link, and the others follow it over some days. */
function foundTeam({ stage }: Scene, team: SimulatedTeam): void {
  const { team_id, name, tag, zone, locale, captain } = team;
  if (
    !tryTeam(stage, team_id, captain.person_id, {
      type: 'found_team',
      team_id,
      name,
      tag,
      zone,
      locale,
    })
  ) {
    return;
  }
  const expires_at = addDuration(toInstant(stage.now), 'P7D');
  const [coCaptain, player] = [createId(stage), createId(stage)];
  tryTeam(stage, team_id, captain.person_id, {
    type: 'make_invite',
    invite_id: coCaptain,
    role: 'co_captain',
    person_id: null,
    expires_at,
  });
  tryTeam(stage, team_id, captain.person_id, {
    type: 'make_invite',
    invite_id: player,
    role: 'player',
    person_id: null,
    expires_at,
  });
  for (const [index, member] of team.members.entries()) {
    if (index === 0) {
      continue;
    }
    planAfter(stage, 0.1 + stage.random.next() * 18, () => {
      tryTeam(stage, team_id, member.person_id, {
        type: 'join_team',
        invite_id: index === 1 ? coCaptain : player,
      });
    });
  }
}

function isFrom(team: SimulatedTeam, { region }: PlayedLadder): boolean {
  return region === 'everywhere' || team.region === region;
}

/** The teams of a ladder's region, or the part of them that it has, join. */
export function planJoins(
  scene: Scene,
  cast: readonly SimulatedTeam[],
  ladder: PlayedLadder,
): void {
  const { stage } = scene;
  const willing = stage.random.shuffle(cast.filter((team) => isFrom(team, ladder)));
  const joining = willing.slice(0, Math.max(2, Math.round(willing.length * ladder.share)));
  for (const team of joining) {
    // Most join before the season opens, some in its first weeks.
    const hours = stage.random.chance(0.85)
      ? stage.random.next() * 90
      : 96 + stage.random.next() * 500;
    if (ladder.format === 'time_attack') {
      for (const person of team.members.slice(0, 2)) {
        planAfter(stage, hours + stage.random.next(), () => joinAlone(scene, person, ladder));
      }
    } else {
      planAfter(stage, hours, () => joinLadder(scene, team, ladder));
    }
  }
}

function joinLadder(scene: Scene, team: SimulatedTeam, { ladder_id }: PlayedLadder): void {
  const { stage, strength } = scene;
  const captain = Object.values(stage.teams.get(team.team_id)?.members ?? {}).find(
    ({ role }) => role === 'captain',
  );
  const { season } = getState(stage, ladder_id);
  if (!captain || !season) {
    return;
  }
  const limit = season.rules.team.rosterMaximum ?? 2 * season.rules.team.size + 2;
  const players = Object.keys(stage.teams.get(team.team_id)?.members ?? {}).slice(0, limit);
  const entry_id = createId(stage);
  strength.set(entry_id, team.skill);
  tryLadder(stage, ladder_id, captain.person_id, {
    type: 'join',
    entry_id,
    team_id: team.team_id,
    person_id: null,
    name: team.name,
    players,
  });
}

function joinAlone(scene: Scene, person: SimulatedPerson, { ladder_id }: PlayedLadder): void {
  const { stage, strength } = scene;
  const entry_id = createId(stage);
  strength.set(entry_id, person.skill);
  const { person_id, username } = person;
  tryLadder(stage, ladder_id, person_id, {
    type: 'join',
    entry_id,
    team_id: null,
    person_id,
    name: username,
    players: [person_id],
  });
}

/** Idleness, rests and suspensions fall due without a match. */
export function planDailyClock(scene: Scene): void {
  const { stage } = scene;
  planAfter(stage, 6, () => {
    for (const ladderId of stage.ladders.keys()) {
      runClock(stage, ladderId);
      pruneMatches(stage, ladderId);
    }
    planDailyClock(scene);
  });
}
