import { addDuration, toInstant } from '../duration.ts';
import type { LadderId } from '../ids.ts';
import type { SimulatedPerson, SimulatedTeam } from './cast.ts';
import type { SimulatedLadder, SimulationInput } from './input.ts';
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
const opening = 'P10D';

/** A season's fixed points: ladders, seasons, teams with their people, who joins where, and changes of rosters. */
export function planCalendar(
  scene: Scene,
  cast: readonly SimulatedTeam[],
  input: SimulationInput,
): void {
  const { stage } = scene;
  for (const ladder of input.ladders) {
    createLadder(scene, ladder, input);
  }
  planOwner(scene);
  for (const team of cast) {
    planAt(stage, toInstant(stage.now + stage.random.next() * 5 * 24 * hour), () =>
      foundTeam(scene, team),
    );
  }
  planAt(stage, addDuration(input.starts_at, 'P6D'), () => {
    for (const ladder of input.ladders) {
      planJoins(scene, cast, ladder);
    }
  });
  planDailyClock(scene);
}

function createLadder(scene: Scene, ladder: SimulatedLadder, input: SimulationInput): void {
  const { stage } = scene;
  const { ladder_id, name, game, format, zone, is_test, season_id, season_name, rules } = ladder;
  const opens = addDuration(input.starts_at, opening);
  const give = (command: Parameters<typeof tryLadder>[3]) => {
    if (!tryLadder(stage, ladder_id, null, command)) {
      throw new Error(`${name}: ${command.type} was refused`);
    }
  };
  give({ type: 'create_ladder', ladder_id, name, game, format, zone, is_test });
  give({ type: 'edit_rules', rules });
  give({
    type: 'plan_season',
    season_id,
    name: season_name,
    starts_at: opens,
    ends_at: addDuration(input.ends_at, 'P45D'),
  });
  planAt(stage, opens, () => give({ type: 'open_season' }));
  const data = { person_id: stage.judge, ladder_id };
  stage.site.push({ ...toSiteEvent(scene, ladder_id), type: 'ladder_admin_granted', data });
}

const toSiteEvent = ({ stage }: Scene, ladderId: LadderId | null) => ({
  version: 1 as const,
  ladder_id: ladderId,
  match_id: null,
  actor_id: null,
  at: toInstant(stage.now),
});

/** There is a site admin while the season is played, so that whoever starts the league is the first to stay. */
function planOwner(scene: Scene): void {
  const { stage } = scene;
  const data = { person_id: stage.owner };
  stage.site.push({ ...toSiteEvent(scene, null), type: 'site_admin_granted', data });
  planAt(stage, toInstant(stage.ends), () =>
    stage.site.push({ ...toSiteEvent(scene, null), type: 'site_admin_revoked', data }),
  );
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

function isFrom(team: SimulatedTeam, { region }: SimulatedLadder): boolean {
  return region === 'everywhere' || team.region === region;
}

function planJoins(scene: Scene, cast: readonly SimulatedTeam[], ladder: SimulatedLadder): void {
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

function joinLadder(scene: Scene, team: SimulatedTeam, { ladder_id }: SimulatedLadder): void {
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

function joinAlone(scene: Scene, person: SimulatedPerson, { ladder_id }: SimulatedLadder): void {
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
function planDailyClock(scene: Scene): void {
  const { stage } = scene;
  planAfter(stage, 6, () => {
    for (const ladderId of stage.ladders.keys()) {
      runClock(stage, ladderId);
      pruneMatches(stage, ladderId);
    }
    planDailyClock(scene);
  });
}
