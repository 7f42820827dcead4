import type { Queryable } from '@muster/database';
import {
  type Entry,
  getFormat,
  getRatingAt,
  isFinalStatus,
  type LadderState,
  type Match,
  type Rules,
  type StreamName,
  type TeamState,
} from '@muster/league';
import type { Member, TeamData, TeamEntry } from '@muster/site/pages/team/data.ts';
import { getForm, isPresent } from '../engine/project/entries.ts';
import { hasTrophySql } from '../engine/project/trophies.ts';
import { loadStateAt } from '../engine/replay/past.ts';
import { loadLadderState, loadNaming, toRowThen } from '../ladder/past.ts';
import {
  type RatingPointRow,
  toIdlePointSql,
  toRatingPoints,
  toRatingPointsSql,
} from '../ladder/rating-points.ts';
import { toPlaceSql } from '../ladder/ratings.ts';
import { maskTeam } from '../log/masked-names.ts';
import { type MatchLineRow, toLastResultsSql, toMatchLine } from '../match/line.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstant } from '../page/instants.ts';
import { hasLaterRuling } from '../page/past.ts';
import { toLocalZoneName } from '../page/zone-name.ts';
import { toEligibility } from './people.ts';
import { type EligibilityRow, eligibleThen, type PersonRow } from './people-query.ts';
import type { TrophyRow } from './trophy.ts';

const formerLimit = 20;
const entriesLimit = 8;
const matchesLimit = 10;
const stepsLimit = 300;
const roles = ['captain', 'co_captain', 'player', 'substitute'];

/** Where a team ever stood: its entries with their seasons, as the tables have them now. */
interface EntryPlaceRow extends EligibilityRow {
  entry_id: string;
  stream: StreamName<'ladder'>;
  number: number;
  season_id: string;
  season_name: string;
  is_demo: boolean;
  opens_at: Date;
  closed_at: Date | null;
  ladder_id: string;
  ladder_slug: string;
  ladder_name: string;
  format: TeamEntry['ladder']['format'];
  rung: number | null;
  size: number;
  wins: number;
  losses: number;
  draws: number;
  form: string;
  status: Entry['status'];
  steps: { at: JsonInstant; rung: number | null }[];
  ratings: RatingPointRow[];
  idle: RatingPointRow | null;
}

/** $1 the team, $2 the instant. What a season past came to never changes again. */
const placesSql = `
  select e.id as entry_id, s.stream, s.number, s.id as season_id, s.name as season_name, s.is_demo,
    s.opens_at, s.closed_at, l.id as ladder_id, l.slug as ladder_slug, l.name as ladder_name, l.format,
    ${toPlaceSql('$2')} as rung, e.wins, e.losses, e.draws, e.form, e.status,
    (select count(*)::int from public.entries o
      where o.season_id = s.id and o.status in ('active', 'suspended')) as size,
    (select coalesce(json_agg(step order by step.at), '[]') from (
      select r.at, r.to_rung as rung from public.entry_rungs r
      where r.entry_id = e.id and r.at <= $2 order by r.sequence desc limit ${stepsLimit}) step) as steps,
    ${toRatingPointsSql('r.at <= $2')} as ratings, ${toIdlePointSql('$2')} as idle, ${eligibleThen}
  from public.entries e
  join public.seasons s on s.id = e.season_id
  join public.ladders l on l.id = s.ladder_id
  where e.team_id = $1 and e.joined_at <= $2`;

const trophies = `
  select e.final_place as place, l.slug as ladder_slug, l.name as ladder_name, s.name as season,
    (select a.slug from public.season_archives a where a.season_id = s.id) as archive
  from public.entries e
  join public.seasons s on s.id = e.season_id and s.closed_at <= $2
  join public.ladders l on l.id = s.ladder_id and not l.is_test
  where e.team_id = $1 and ${hasTrophySql('e')} order by s.closed_at desc`;

/** The team's results in seasons that were over by then: $1 team, $2 the instant. */
const closedResults = `select ${toLastResultsSql('e.team_id = $1 and s.closed_at <= $2')} as results`;

/** An entry with the state of its ladder at the instant; none where its season was over by then. */
interface EntryThen {
  place: EntryPlaceRow;
  state: LadderState | null;
}

interface TeamThen {
  database: Queryable;
  at: string;
  isRecomputed: boolean;
  /** In which it is read. */
  language: string;
}

/** A team's page as it was at an instant, for everybody alike; null before the team was founded. */
export async function toTeamThen(now: TeamData, then: TeamThen): Promise<TeamData | null> {
  const { database, at } = then;
  const look = { kind: 'team', stream: `team:${now.id}`, at } as const;
  const team = await maskTeam(database, await loadStateAt(database, look));
  if (team.team === null) {
    return null;
  }
  const { name, tag, zone, locale, status } = team.team;
  const entries = await listEntries(now.id, then);
  const people = await namePeople(database, entries);
  return {
    ...now,
    name,
    tag,
    zone_name: toLocalZoneName(zone, then.language),
    locale: locale as TeamData['locale'],
    disbanded_at: status === 'disbanded' ? now.disbanded_at : null,
    ...(await listPeople(database, team)),
    entries: entries
      .filter(isShown)
      .map((entry) => toTeamEntry(entry, { people, at }))
      .slice(0, entriesLimit),
    ...(await listMatches(now.id, entries, then)),
    trophies: await listTrophies(database, now.id, at),
    invite: null,
    viewer: null,
    next: null,
  };
}

/** Whether a ruling after the instant changed a result of one of the ladders that the team stood on. */
export async function hasTeamRuling(database: Queryable, teamId: string, at: string) {
  const streams = await database.query<{ stream: StreamName<'ladder'> }>(
    `select distinct s.stream from public.entries e join public.seasons s on s.id = e.season_id
     where e.team_id = $1 and e.joined_at <= $2`,
    [teamId, at],
  );
  for (const { stream } of streams) {
    if (await hasLaterRuling(database, stream, at)) {
      return true;
    }
  }
  return false;
}

async function listPeople(
  database: Queryable,
  { members, former }: TeamState,
): Promise<Pick<TeamData, 'members' | 'former'>> {
  const left = former
    .toSorted((one, other) => compare(other.left_at, one.left_at))
    .slice(0, formerLimit);
  const ids = [...Object.keys(members), ...left.map(({ person_id }) => person_id)];
  const people = await database.query<{ id: string; username: string; user_id: string | null }>(
    'select id, username, user_id from public.profiles where id = any($1::uuid[])',
    [ids],
  );
  const named = new Map(people.map((person) => [person.id, person]));
  const toMember = (member: Omit<Member, 'username' | 'user_id'>): Member => ({
    ...member,
    username: named.get(member.person_id)?.username ?? '',
    user_id: named.get(member.person_id)?.user_id ?? null,
  });
  const present = Object.values(members).sort(
    (one, other) =>
      roles.indexOf(one.role) - roles.indexOf(other.role) ||
      compare(one.joined_at, other.joined_at) ||
      compare(one.person_id, other.person_id),
  );
  return {
    members: present.map(({ person_id, role, joined_at }) =>
      toMember({ person_id, role, joined_at, left_at: null }),
    ),
    former: left.map(toMember),
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

async function listEntries(
  teamId: string,
  { database, at, isRecomputed }: TeamThen,
): Promise<EntryThen[]> {
  const places = await database.query<EntryPlaceRow>(placesSql, [teamId, at]);
  const isOver = ({ closed_at }: EntryPlaceRow) => closed_at !== null && closed_at <= new Date(at);
  const found: EntryThen[] = [];
  for (const place of places) {
    if (isOver(place)) {
      found.push({ place, state: null });
      continue;
    }
    const state = await loadLadderState(database, { season: place, at, isRecomputed });
    if (state.entries[place.entry_id] !== undefined) {
      found.push({ place, state });
    }
  }
  return found.sort(
    (one, other) =>
      Number(one.state === null) - Number(other.state === null) ||
      toOpening(other).getTime() - toOpening(one).getTime() ||
      compare(one.place.entry_id, other.place.entry_id),
  );
}

function toOpening({ place, state }: EntryThen): Date {
  const season = state?.season;
  return season == null ? place.opens_at : new Date(season.opened_at ?? season.starts_at);
}

function isShown({ place, state }: EntryThen): boolean {
  const status = state?.entries[place.entry_id]?.status ?? place.status;
  return status === 'active' || status === 'suspended';
}

/** What everybody is called who could play for one of the entries. */
async function namePeople(
  database: Queryable,
  entries: readonly EntryThen[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const ids = entries.flatMap(({ place, state }) =>
    (state?.entries[place.entry_id]?.players ?? []).map(({ person_id }) => person_id),
  );
  const people = await database.query<PersonRow>(
    'select id as person_id, username, user_id from public.profiles where id = any($1::uuid[])',
    [ids],
  );
  return new Map(people.map((person) => [person.person_id, person]));
}

/** Who could play for an entry, those who could longest first. */
function toEligibleThen(
  entry: Entry,
  rules: Rules,
  people: ReadonlyMap<string, PersonRow>,
): ReturnType<typeof toEligibility> {
  const players = entry.players.flatMap(({ person_id, eligible_from }) => {
    const person = people.get(person_id);
    return person === undefined ? [] : [{ ...person, eligible_from }];
  });
  players.sort(
    (one, other) =>
      compare(one.eligible_from, other.eligible_from) ||
      compare(one.username.toLowerCase(), other.username.toLowerCase()),
  );
  return toEligibility({ players, rules });
}

function toTeamEntry(
  { place, state }: EntryThen,
  { people, at }: { people: ReadonlyMap<string, PersonRow>; at: string },
): TeamEntry {
  const entry = state?.entries[place.entry_id];
  const steps = place.steps.map(({ at, rung }) => ({ at: toInstant(at), rung }));
  const about = {
    entry_id: place.entry_id,
    ladder: { slug: place.ladder_slug, name: place.ladder_name, format: place.format },
    season: {
      name: place.season_name,
      is_running: entry !== undefined,
      is_demo: place.is_demo,
    },
    steps,
  };
  if (state === null || entry === undefined) {
    const { rung, size, wins, losses, draws, form } = place;
    const ratings = toRatingPoints(place.ratings, place.idle);
    return {
      ...about,
      ratings,
      rung,
      size,
      wins,
      losses,
      draws,
      form,
      eligible: toEligibility(place),
    };
  }
  const { wins, losses, draws } = entry.record;
  return {
    ...about,
    ratings: toRatingPoints(place.ratings, findIdlePoint(state, entry, at)),
    rung: findPlace(state, entry, at),
    size: Object.values(state.entries).filter(isPresent).length,
    wins,
    losses,
    draws,
    form: getForm(state, entry.id),
    eligible: toEligibleThen(entry, state.season?.rules ?? place.rules, people),
  };
}

/** What idle weeks have made of its rating by the instant; null where none has passed. */
function findIdlePoint(state: LadderState, entry: Entry, at: string): RatingPointRow | null {
  const { mu, sigma } = getRatingAt(state, entry, at);
  return entry.rating !== null && sigma > entry.rating.sigma
    ? { at, mu, sigma, match_id: null }
    : null;
}

/** An entry's rung; on a rating ladder its place at the instant. */
function findPlace(state: LadderState, entry: Entry, at: string): number | null {
  if (state.ladder?.format !== 'rating') {
    return entry.rung;
  }
  const standings = getFormat(state).standings(state, at);
  return standings.find(({ entry_id }) => entry_id === entry.id)?.place ?? null;
}

async function listMatches(
  teamId: string,
  entries: readonly EntryThen[],
  { database, at }: TeamThen,
): Promise<Pick<TeamData, 'open_matches' | 'results'>> {
  const rows: MatchLineRow[] = [];
  for (const then of entries) {
    rows.push(...(await listMatchRows(database, then)));
  }
  const [closed] = await database.query<{ results: MatchLineRow[] }>(closedResults, [teamId, at]);
  const open = rows
    .filter(({ status }) => !isFinalStatus(status))
    .sort(
      (one, other) =>
        compare(one.starts_at ?? '9', other.starts_at ?? '9') || compare(one.id, other.id),
    );
  const results = [...rows, ...(closed?.results ?? [])]
    .filter(({ status }) => status === 'completed' || status === 'forfeited')
    .sort(
      (one, other) =>
        Date.parse(other.ended_at ?? '') - Date.parse(one.ended_at ?? '') ||
        compare(one.id, other.id),
    );
  return {
    open_matches: open.slice(0, matchesLimit).map(toMatchLine),
    results: results.slice(0, matchesLimit).map(toMatchLine),
  };
}

async function listMatchRows(
  database: Queryable,
  { place, state }: EntryThen,
): Promise<MatchLineRow[]> {
  const rules = state?.season?.rules;
  if (state === null || rules === undefined) {
    return [];
  }
  const naming = await loadNaming(database, place.season_id);
  const isOwn = ({ challenger_id, defender_id }: Match) =>
    challenger_id === place.entry_id || defender_id === place.entry_id;
  const toHref = (id: string) => naming.get(id)?.href ?? null;
  const toLogo = (id: string) => naming.get(id)?.logo ?? null;
  const isTeam = (id: string) => state.entries[id]?.person_id === null;
  return Object.values(state.matches)
    .filter(isOwn)
    .map((match) => ({
      ...toRowThen(match, rules),
      ladder_slug: place.ladder_slug,
      ladder_name: place.ladder_name,
      challenger_name: state.entries[match.challenger_id]?.name ?? '',
      challenger_href: toHref(match.challenger_id),
      challenger_logo: toLogo(match.challenger_id),
      challenger_is_team: isTeam(match.challenger_id),
      defender_name: state.entries[match.defender_id]?.name ?? '',
      defender_href: toHref(match.defender_id),
      defender_logo: toLogo(match.defender_id),
      defender_is_team: isTeam(match.defender_id),
      own_side: match.challenger_id === place.entry_id ? 'challenger' : 'defender',
    }));
}

async function listTrophies(
  database: Queryable,
  teamId: string,
  at: string,
): Promise<TeamData['trophies']> {
  const rows = await database.query<TrophyRow>(trophies, [teamId, at]);
  return rows.map(({ place, ladder_slug: slug, ladder_name: name, season, archive }) => ({
    ...{ place, season, archive, ladder: { slug, name } },
  }));
}
