import { findActorRefusal, findSuspension, isLastCaptain } from '@muster/league';
import type { NextStep } from '@muster/site/pages/home/data.ts';
import { isOfTeam, type Matter } from '@muster/site/pages/me/matter.ts';
import type { PastView } from '@muster/site/pages/past/data.ts';
import type { Member, TeamData, TeamEntry } from '@muster/site/pages/team/data.ts';
import type { InviteOffer, TeamViewer } from '@muster/site/pages/team/people-data.ts';
import type { Loader, LoaderInput, Viewer } from '../context.ts';
import { toAsker } from '../engine/asker.ts';
import { toSanctions } from '../engine/facts.ts';
import { findNextStep } from '../home/next-step.ts';
import { toRatingPoints } from '../ladder/rating-points.ts';
import { toMatchLine } from '../match/line.ts';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import { readPast } from '../page/past.ts';
import { toLocalZoneName } from '../page/zone-name.ts';
import { listMatters } from '../waiting/matters.ts';
import { hasTeamRuling, toTeamThen } from './past.ts';
import {
  type Looker,
  listPlayerChanges,
  toChanges,
  toEligibility,
  toInvites,
  toOwnRequest,
  toRequests,
} from './people.ts';
import { type MemberRow, type TeamEntryRow, type TeamRow, teamPage } from './query.ts';

/** A team's page: one statement, and one for what concerns the reader; as it was at an instant, made from the log. */
export const loadTeam: Loader<TeamData> = async (input) => {
  const asked = readPast(input);
  if (asked.at === null) {
    return loadPresent(input, { ...asked, has_recomputed: false });
  }
  const { at, is_recomputed: isRecomputed } = asked;
  const { database } = input;
  const team = await loadPresent(
    { ...input, viewer: null, now: new Date(at) },
    { ...asked, has_recomputed: false },
  );
  if (team === null) {
    return null;
  }
  const then = await toTeamThen(team, { database, at, isRecomputed, language: input.locale });
  const has_recomputed = await hasTeamRuling(database, team.id, at);
  // Before it was founded there is nothing to show but when it was.
  return then === null
    ? { ...team, past: { ...team.past, at: null, wrong: at } }
    : { ...then, scrims: [], past: { ...team.past, has_recomputed } };
};

async function loadPresent(
  { database, params, viewer, url, locale, now }: LoaderInput,
  past: Omit<PastView, 'first'>,
): Promise<TeamData | null> {
  const code = url.searchParams.get('invite');
  const [[row], matters] = await Promise.all([
    database.query<TeamRow>(teamPage, [params.slug, viewer?.person_id ?? null, code, now]),
    viewer === null ? [] : listMatters(database, viewer.person_id, now),
  ]);
  if (row === undefined) {
    return null;
  }
  const members = row.members.map(toMember);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    tag: row.tag,
    zone_name: toLocalZoneName(row.zone, locale),
    locale: row.locale,
    about: row.about,
    logo: row.logo,
    is_demo: row.is_demo,
    founded_at: row.founded_at.toISOString(),
    disbanded_at: row.disbanded_at?.toISOString() ?? null,
    members,
    former: row.former.map(toMember),
    changes: toChanges(row),
    entries: row.entries.map((entry) =>
      toEntry(entry, { team: row, personId: viewer?.person_id ?? null, at: now.toISOString() }),
    ),
    open_matches: row.open_matches.map(toMatchLine),
    scrims: row.scrims.map((scrim) => ({ ...scrim, starts_at: toInstant(scrim.starts_at) })),
    results: row.results.map(toMatchLine),
    trophies: row.trophies.map((trophy) => ({
      place: trophy.place,
      ladder: { slug: trophy.ladder_slug, name: trophy.ladder_name },
      season: trophy.season,
      archive: trophy.archive,
    })),
    invite: code === null || row.disbanded_at !== null ? null : toOffer(code, row, viewer),
    viewer: viewer === null ? null : toViewer(row, viewer),
    next: viewer === null ? null : findTeamNext(row, viewer, matters),
    past: { ...past, first: row.founded_at.toISOString() },
  };
}

export function toMember(row: MemberRow): Member {
  return {
    ...row,
    joined_at: toInstant(row.joined_at),
    left_at: toInstantOrNull(row.left_at),
  };
}

function toEntry(row: TeamEntryRow, looker: Looker): TeamEntry {
  return {
    entry_id: row.entry_id,
    ladder: { slug: row.ladder_slug, name: row.ladder_name, format: row.format },
    season: { name: row.season_name, is_running: row.is_running, is_demo: row.is_demo },
    rung: row.rung,
    size: row.size,
    wins: row.wins,
    losses: row.losses,
    draws: row.draws,
    form: row.form,
    steps: row.steps.map(({ at, rung }) => ({ at: toInstant(at), rung })),
    ratings: toRatingPoints(row.ratings, row.idle),
    eligible: { ...toEligibility(row), ...listPlayerChanges(row, looker) },
  };
}

function toOffer(code: string, row: TeamRow, viewer: Viewer | null): InviteOffer {
  const isMember = row.members.some(({ person_id }) => person_id === viewer?.person_id);
  if (isMember) {
    return { code, state: 'member' };
  }
  if (row.invite_is_good === null) {
    return { code, state: 'unknown' };
  }
  return { code, state: row.invite_is_good ? 'good' : 'expired' };
}

/** What the person should do for this team now; nothing for somebody who is not on it. */
function findTeamNext(row: TeamRow, viewer: Viewer, matters: readonly Matter[]): NextStep | null {
  const role = row.members.find(({ person_id }) => person_id === viewer.person_id)?.role;
  if (role === undefined || row.disbanded_at !== null) {
    return null;
  }
  const team = { team_slug: row.slug, team_name: row.name, role };
  const standing = row.entries
    .filter((entry) => entry.is_running)
    .map(({ ladder_slug, ladder_name, rung }) => ({ ...team, ladder_slug, ladder_name, rung }));
  const none = { ...team, ladder_slug: null, ladder_name: null, rung: null };
  const own = matters.filter((matter) => isOfTeam(matter, row.slug));
  return findNextStep(own, standing.length > 0 ? standing : [none]);
}

function toViewer(row: TeamRow, viewer: Viewer): TeamViewer {
  const own = row.members.find(({ person_id }) => person_id === viewer.person_id);
  const others = row.members
    .map(({ person_id }) => person_id)
    .filter((id) => id !== viewer.person_id);
  const { facts, ...asker } = toAsker(viewer.person_id, row.asker);
  const known = { facts: { ...facts, sanctions: toSanctions(row.sanctions) } };
  return {
    person_id: viewer.person_id,
    role: own?.role ?? null,
    may_act: findActorRefusal({ ...asker, facts }) === null,
    is_last_captain:
      own !== undefined && isLastCaptain(row.members.map(toMember), known, toMember(own)),
    heirs: own?.role === 'captain' ? others.filter((id) => !findSuspension(known, id)) : [],
    invites: toInvites(row),
    requests: toRequests(row),
    invitation: row.invitation,
    request: own === undefined ? toOwnRequest(row) : null,
  };
}
