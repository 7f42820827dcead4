import type { Transaction } from '@muster/database';
import type { Entry, EntryRating, LadderState, LeagueEvent, Match, Move } from '@muster/league';
import { listChanged } from '../changes.ts';
import { keepLast } from '../keep-last.ts';
import { replaceRows, upsertRows } from './rows.ts';

const formLength = 5;

export function isPresent({ status }: Entry): boolean {
  return status === 'active' || status === 'suspended';
}

function letterFor(match: Match, entryId: string): string {
  const winner = match.result?.winner ?? null;
  if (winner === null) {
    return 'D';
  }
  return (winner === 'challenger' ? match.challenger_id : match.defender_id) === entryId
    ? 'W'
    : 'L';
}

const toEntryIds = ({ challenger_id, defender_id }: Match) => [challenger_id, defender_id];
const isPlayed = ({ status }: Match): boolean => status === 'completed' || status === 'forfeited';

function compareEnds(one: Match, other: Match): number {
  const [end = '', otherEnd = ''] = [one.result?.at, other.result?.at];
  if (end === otherEnd) {
    return one.id < other.id ? -1 : 1;
  }
  return end < otherEnd ? -1 : 1;
}

/** The results of entries, oldest first, as letters: what the form bars show the last five of. Match by match: there are thousands. */
export function* listForms({
  entries,
  matches,
}: LadderState): Generator<undefined, Map<string, string>> {
  const last = new Map(Object.keys(entries).map((id): [string, Match[]] => [id, []]));
  for (const match of Object.values(matches)) {
    for (const id of isPlayed(match) ? toEntryIds(match) : []) {
      const played = last.get(id);
      if (played !== undefined) {
        keepLast(played, match, { most: formLength, compare: compareEnds });
      }
    }
    yield;
  }
  return new Map(
    [...last].map(([id, played]) => [id, played.map((match) => letterFor(match, id)).join('')]),
  );
}

/** The same of one entry. */
export function getForm({ matches }: LadderState, entryId: string): string {
  const played = Object.values(matches).filter(
    (match) => toEntryIds(match).includes(entryId) && isPlayed(match),
  );
  const last = played.sort(compareEnds).slice(-formLength);
  return last.map((match) => letterFor(match, entryId)).join('');
}

/** An entry as its public row has it. */
export function toEntryRow(entry: Entry, form: string): object {
  const rest = entry.rests.find(({ status }) => status !== 'over');
  return {
    id: entry.id,
    season_id: entry.season_id,
    team_id: entry.team_id,
    person_id: entry.person_id,
    status: entry.status,
    rung: entry.rung,
    wins: entry.record.wins,
    losses: entry.record.losses,
    draws: entry.record.draws,
    streak: entry.streak,
    form,
    mu: entry.rating?.mu ?? null,
    sigma: entry.rating?.sigma ?? null,
    rated_at: entry.rating?.at ?? null,
    rest_from: rest?.from ?? null,
    rest_until: rest?.until ?? null,
    immune_until: entry.immune_until,
    suspended_until: entry.suspended_until,
    joined_at: entry.joined_at,
    last_active_at: entry.active_at,
  };
}

function listPlayerRows(entries: readonly Entry[], isExclusive: boolean): object[] {
  return entries.filter(isPresent).flatMap((entry) =>
    entry.players.map(({ person_id, eligible_from }) => ({
      season_id: entry.season_id,
      entry_id: entry.id,
      person_id,
      eligible_from,
      is_exclusive: isExclusive,
    })),
  );
}

function listMoves(event: LeagueEvent): Move[] {
  if (event.type === 'suspension_ended') {
    return [{ entry_id: event.data.entry_id, from: null, to: event.data.rung }];
  }
  return 'moves' in event.data ? event.data.moves : [];
}

/** Each way of an entry on the ladder that the events tell of. */
export function listRungRows(events: readonly LeagueEvent[]): object[] {
  return events.flatMap((event) =>
    listMoves(event)
      .filter(({ from, to }) => from !== to)
      .map(({ entry_id, from, to }) => ({
        entry_id,
        sequence: event.sequence,
        at: event.at,
        from_rung: from,
        to_rung: to,
        match_id: event.match_id,
        cause: event.type,
      })),
  );
}

interface RatingSource {
  entry_id: string;
  from: EntryRating | null;
  to: EntryRating | null;
}

function listRatings(event: LeagueEvent, before: LadderState): RatingSource[] {
  switch (event.type) {
    case 'entry_joined':
      return [{ entry_id: event.data.entry_id, from: null, to: event.data.rating }];
    case 'match_completed':
    case 'match_forfeited':
      return event.data.ratings;
    case 'result_overturned':
      return event.data.standings.map(({ entry_id, rating }) => ({
        entry_id,
        from: before.entries[entry_id]?.rating ?? null,
        to: rating,
      }));
    default:
      return [];
  }
}

/** Each step of a rating that the events tell of. */
function listRatingRows(events: readonly LeagueEvent[], before: LadderState): object[] {
  return events.flatMap((event) =>
    listRatings(event, before).flatMap(({ entry_id, from, to }) =>
      to === null || (from?.mu === to.mu && from.sigma === to.sigma)
        ? []
        : [
            {
              entry_id,
              sequence: event.sequence,
              at: event.at,
              match_id: event.match_id,
              from_mu: from?.mu ?? null,
              from_sigma: from?.sigma ?? null,
              mu: to.mu,
              sigma: to.sigma,
              cause: event.type,
            },
          ],
    ),
  );
}

/** Writes the entries that changed, who may play for them, and how their rungs and ratings moved. */
export async function projectEntries(
  transaction: Transaction,
  before: LadderState,
  after: LadderState,
  events: readonly LeagueEvent[],
): Promise<void> {
  const changed = listChanged(before.entries, after.entries);
  if (changed.length === 0) {
    return;
  }
  const rows = changed.map((entry) => toEntryRow(entry, ''));
  const regrouped = changed.filter((entry) => {
    const old = before.entries[entry.id];
    return old?.players !== entry.players || old.status !== entry.status;
  });
  const players = listPlayerRows(regrouped, after.season?.rules.team.oneEntryPerPerson ?? true);
  const ids = regrouped.map(({ id }) => id);
  const key = ['entry_id', 'sequence'];
  await Promise.all([
    upsertRows(transaction, 'public.entries', ['id'], rows, ['form']),
    replaceRows(transaction, 'public.entry_players', 'entry_id', ids, players),
    upsertRows(transaction, 'public.entry_rungs', key, listRungRows(events)),
    upsertRows(transaction, 'public.entry_ratings', key, listRatingRows(events, before)),
  ]);
}

/** What `listForms` says, of what the tables hold: a ladder's state is without the matches that are over. */
const formsStatement = `
  update public.entries e set form = coalesce((
    select string_agg(last.letter, '' order by last.ended_at, last.id) from (
      select m.id, m.ended_at, case m.winner when 'draw' then 'D'
        when case m.challenger_entry_id when e.id then 'challenger' else 'defender' end then 'W' else 'L' end as letter
      from public.matches m
      where e.id in (m.challenger_entry_id, m.defender_entry_id) and m.status in ('completed', 'forfeited')
      order by m.ended_at desc, m.id desc limit ${formLength}) last), '')
  where e.id = any($1::uuid[])`;

/** Writes the forms of the entries whose results changed; their matches' rows are written. */
export async function projectForms(
  transaction: Transaction,
  before: LadderState,
  after: LadderState,
): Promise<void> {
  const judged = listChanged(before.matches, after.matches).filter((match) => {
    const old = before.matches[match.id];
    return (isPlayed(match) || (old && isPlayed(old))) && old?.result !== match.result;
  });
  const ids = new Set(judged.flatMap(toEntryIds));
  if (ids.size > 0) {
    await transaction.query(formsStatement, [[...ids]]);
  }
}
