import {
  decideLadder,
  findPlayerRefusal,
  findTeamEntry,
  getFormat,
  getRosterLimits,
  type LadderCommand,
} from '@muster/league';
import type { JoinableTeam } from '@muster/site/pages/ladder/data.ts';
import type { Question } from '../engine/asker.ts';
import { createId } from '../engine/ids.ts';
import type { LadderPageRow, OwnTeamRow } from './query.ts';

/** The viewer's teams that are not on the ladder, each with what keeps it out. */
export function listJoinable({ teams }: LadderPageRow, question: Question): JoinableTeam[] {
  const { state } = question;
  const { season } = state;
  if (season === null || season.status === 'closed') {
    return [];
  }
  if (getFormat(state).isForPersons) {
    return [];
  }
  return (teams ?? [])
    .filter(({ id, role }) => role === 'captain' && findTeamEntry(state, id) === undefined)
    .map((team) => toJoinable(team, question, getRosterLimits(season.rules)));
}

/** Whom the captain may choose among, where the entry takes fewer than are on the team, or some may not play for it. */
function toJoinable(
  team: OwnTeamRow,
  question: Question,
  { minimum, maximum }: ReturnType<typeof getRosterLimits>,
): JoinableTeam {
  const { state, actor, at } = question;
  const identities = Object.fromEntries(
    team.roster.map(({ person_id, identities: linked }) => [person_id, linked ?? []]),
  );
  const facts = { ...question.facts, identities };
  const roster = team.roster.map(({ person_id, username }) => ({
    person_id,
    username,
    refusal: findPlayerRefusal(state, facts, person_id),
  }));
  const free = roster.filter(({ refusal }) => refusal === null);
  const mustChoose = roster.length > maximum || free.length < roster.length;
  // Where too few are free to choose among, all are sent, and the answer says what is wrong with them.
  const sent = free.length < minimum ? roster : free;
  const decision = decideLadder(state, toJoin(team, sent.slice(0, maximum)), { actor, facts, at });
  return {
    slug: team.slug,
    name: team.name,
    people: roster.length,
    choice: mustChoose ? { minimum, maximum, roster } : null,
    refusal: decision.ok ? null : decision.refusal,
  };
}

const toJoin = (
  { id, name }: OwnTeamRow,
  players: readonly { person_id: string }[],
): LadderCommand => ({
  type: 'join',
  entry_id: createId(),
  team_id: id,
  person_id: null,
  name,
  players: players.map(({ person_id }) => person_id),
});
