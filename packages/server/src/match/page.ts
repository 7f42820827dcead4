import {
  type AskerOnCase,
  addDuration,
  applyLadder,
  emptyLadder,
  findAnswerRefusals,
  findAppealRulingRefusal,
  findEvidenceRefusal,
  findJudge,
  findRulingRefusal,
  findSideRefusal,
  isFinalStatus,
  type LadderEvent,
  listSideActs,
  type Match,
  type Refusal,
  type Side,
} from '@muster/league';
import type {
  MatchData,
  MatchRoom,
  MatchSide,
  MatchViewer,
  RosterPerson,
  Texts,
} from '@muster/site/pages/match/data.ts';
import type { LogLine, Names } from '@muster/site/pages/match/log-line.ts';
import type { ServerAtAddress } from '@muster/site/pages/servers/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { toAsker } from '../engine/asker.ts';
import { toJudges } from '../engine/facts.ts';
import type { MatchEventRow } from '../log/event-row.ts';
import { toClaimEnd } from '../page/claims.ts';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import { toLocalZoneName } from '../page/zone-name.ts';
import { findServerAt } from '../servers/at-address.ts';
import { hasVoice, type Looker, toEvidence } from './evidence.ts';
import { type MatchPageRow, matchPage, type SideRow } from './query.ts';

/** The match room: one statement, cut to what this viewer may see. */
export const loadMatch: Loader<MatchData> = async (input) => (await readMatch(input))?.data ?? null;

/** A match as its room shows it, and what the rules are asked with for whoever looks at it. */
export interface ReadMatch {
  data: MatchData;
  match: Match;
  /** Null where nobody acts any more: the match is of a season past. */
  asker: AskerOnCase | null;
}

/** The room's one statement, for the pages that show a match. */
export async function readMatch({
  database,
  params,
  viewer,
  now,
  locale,
}: Pick<
  LoaderInput,
  'database' | 'params' | 'viewer' | 'now' | 'locale'
>): Promise<ReadMatch | null> {
  const personId = viewer?.person_id ?? null;
  const [page] = await database.query<MatchPageRow>(matchPage, [params.id, personId, now]);
  const match = page && (page.state ?? replayMatch(page));
  if (page === undefined || match == null) {
    return null;
  }
  const { entries } = page;
  const { actor, facts } = toAsker(personId, page.asker);
  const asker = entries && {
    actor,
    facts: { ...facts, judges: toJudges(page.judges ?? []) },
    state: { entries, season: { rules: page.rules } },
  };
  const { server } = page;
  const listed = server === null ? null : await findServerAt(database, server.address);
  const data = toMatchData(page, match, { viewer, now, asker, listed, locale });
  return { data, match, asker };
}

function toMatchData(
  page: MatchPageRow,
  match: Match,
  {
    viewer,
    now,
    asker,
    listed,
    locale,
  }: Looker & Pick<ReadMatch, 'asker'> & { listed: ServerAtAddress | null; locale: string },
): MatchData {
  const mayEnter = page.messages !== null;
  return {
    id: page.id,
    number: page.number,
    version: match.version,
    status: match.status,
    ladder: toLadder(page),
    zone_name: toLocalZoneName(page.zone, locale),
    season: { name: page.season_name, is_demo: page.is_demo, is_open: page.is_open },
    rules: page.rules,
    sides: {
      challenger: toSide(page, match, 'challenger'),
      defender: toSide(page, match, 'defender'),
    },
    is_rematch: match.is_rematch,
    challenged_at: match.created_at,
    deadline: match.deadline,
    ended_at: toInstantOrNull(page.ended_at),
    time: match.time,
    offered: match.offered,
    countered: match.countered,
    extension: match.extension,
    reschedule: match.reschedule,
    reschedules: match.reschedules,
    cancellation: match.cancellation,
    picks: match.picks,
    maps: match.maps,
    veto: match.veto,
    draws: match.draws,
    seed: match.seed,
    seed_hash: match.seed_hash,
    nonces: match.nonces,
    live_at: match.live_at,
    correction: match.correction,
    forfeit: match.forfeit,
    taken_back: match.taken_back,
    result: match.result,
    dispute: page.dispute,
    appeal: page.appeal,
    holder: findHolder(page),
    judge: findOpenJudge(page, match),
    texts: toTexts(page, mayEnter),
    room: toRoom(page, match, listed),
    evidence: toEvidence(page, match, { viewer, now }),
    last_lineup: match.status === 'checking_in' ? page.last_lineup : [],
    acts: toActs(page, match, now),
    viewer: toViewer(page, match, asker),
    log: (page.events ?? []).map((event) => toLine(event, isFinalStatus(match.status))),
    names: toNames(page),
  };
}

/**
 * A match of a season that has left the rules' state is made again from its own events: none of what
 * the page shows depends on others.
 */
function replayMatch(page: MatchPageRow): Match | null {
  let state = {
    ...emptyLadder,
    season: {
      id: page.season_id,
      name: page.season_name,
      status: 'closed' as const,
      rules: page.rules,
      rules_version: 0,
      starts_at: '',
      ends_at: '',
      opened_at: null,
    },
  };
  for (const event of page.events ?? []) {
    const { at, ...rest } = event;
    const draft = { ...rest, version: 1, ladder_id: page.ladder_id, at: toInstant(at) };
    state = applyLadder(state, draft as unknown as LadderEvent) as typeof state;
  }
  return state.matches[page.id] ?? null;
}

function toLadder(page: MatchPageRow): MatchData['ladder'] {
  return {
    id: page.ladder_id,
    slug: page.ladder_slug,
    name: page.ladder_name,
    format: page.format,
    region: page.region,
    zone: page.zone,
    is_test: page.is_test,
    game: { slug: page.game_slug, name: page.game_name },
  };
}

const noSide: SideRow = {
  side: 'challenger',
  id: '',
  name: '',
  tag: null,
  href: null,
  logo: null,
  rung: null,
  wins: 0,
  losses: 0,
  form: '',
  people: null,
};

function toSide(page: MatchPageRow, match: Match, side: Side): MatchSide {
  const row = page.sides.find((candidate) => candidate.side === side) ?? noSide;
  const checkIn = match.check_ins[side];
  const report = match.reports[side];
  const seesLineup = isFinalStatus(match.status) || page.own_side === side;
  return {
    entry_id: row.id,
    name: row.name,
    tag: row.tag,
    href: row.href,
    logo: row.logo,
    rung_then: side === 'challenger' ? page.challenger_rung : page.defender_rung,
    rung_now: row.rung,
    wins: row.wins,
    losses: row.losses,
    form: row.form,
    people: (row.people ?? []).map(
      (person): RosterPerson => ({
        person_id: person.person_id,
        username: person.username,
        user_id: person.user_id,
        role: person.role,
        eligible_from: toInstantOrNull(person.eligible_from),
      }),
    ),
    checked_in_at: checkIn?.at ?? null,
    lineup: checkIn !== null && seesLineup ? checkIn.players : null,
    reported: report && { at: report.at, scores: report.scores, winner: report.winner },
  };
}

/** The reasons of admins are for everybody, what the sides wrote for those who may enter the room. */
function toTexts({ texts, events }: MatchPageRow, mayEnter: boolean): Texts {
  const open = new Set(
    (events ?? []).map(({ data }) => (data.text as { text_id?: string } | null)?.text_id),
  );
  return Object.fromEntries(
    (texts ?? []).filter(({ id }) => mayEnter || open.has(id)).map(({ id, text }) => [id, text]),
  );
}

/** Who has in hand what is open; a closed case's holder says nothing any more. */
function findHolder({ dispute, appeal, holder }: MatchPageRow): MatchData['holder'] {
  const open = [appeal, dispute].find((one) => one?.status === 'open');
  if (holder === null || open?.id !== holder.case_id) {
    return null;
  }
  const { username, since, is_own } = holder;
  return { username, since: toInstant(since), until: toClaimEnd('dispute', since), is_own };
}

function toRoom(
  page: MatchPageRow,
  match: Match,
  listed: ServerAtAddress | null,
): MatchRoom | null {
  if (page.messages === null) {
    return null;
  }
  const canPlay = match.time !== null && match.status !== 'offered' && match.status !== 'countered';
  return {
    messages: page.messages.map((message) => ({ ...message, sent_at: toInstant(message.sent_at) })),
    server:
      page.server === null || !canPlay
        ? null
        : { ...page.server, set_at: toInstant(page.server.set_at), listed },
    may_talk: page.rights.may_speak && hasVoice(page),
  };
}

/** Nobody acts any more in a season that is over. */
function toActs(
  { rules, format, season_end, dispute, is_open }: MatchPageRow,
  match: Match,
  now: Date,
): MatchData['acts'] {
  const asked = { match, rules, format, ends_at: toInstant(season_end), dispute };
  const list = (side: Side) =>
    is_open ? listSideActs({ ...asked, side, now: now.toISOString() }) : [];
  return { challenger: list('challenger'), defender: list('defender') };
}

function toViewer(page: MatchPageRow, match: Match, asker: AskerOnCase | null): MatchViewer | null {
  const { own_side: side, own_role: role } = page;
  if (side === null && !page.rights.is_admin && !page.rights.is_outsider) {
    return null;
  }
  const refusal = asker && findSideRefusal(asker, match);
  return {
    side,
    role,
    may_act: asker !== null && refusal === null,
    refused: role === 'captain' || role === 'co_captain' ? refusal : null,
    may_rule: asker !== null && findRulingRefusal(asker, match) === null,
    may_decide_appeal:
      asker !== null && page.appeal?.status === 'open' && findAppealRefusal(asker, match) === null,
    refusals: {
      ...(page.entries === null
        ? { accept: null, decline: null }
        : findAnswerRefusals({ entries: page.entries, rules: page.rules, match })),
      report: findEvidenceRefusal(page.rules, countEvidence(page)),
    },
  };
}

/** What the viewer's side has brought and everybody of it still sees. */
const countEvidence = ({ evidence, own_side }: MatchPageRow): number =>
  (evidence ?? []).filter(({ side }) => side === own_side).length;

/** Who can decide the open dispute or appeal, and by when it should be, or ends by itself. */
function findOpenJudge(page: MatchPageRow, match: Match): MatchData['judge'] {
  const { entries, dispute, appeal, rules } = page;
  if (entries === null) {
    return null;
  }
  const bench = { judges: toJudges(page.judges ?? []), outsider: rules.dispute.outsider ?? null };
  if (appeal?.status === 'open') {
    const by = findJudge({ entries }, match, { kind: 'appeal', ...bench });
    const aimed = by === 'nobody' ? null : addDuration(appeal.at, rules.dispute.rulingWithin);
    return { by, until: appeal.stands_at ?? aimed };
  }
  if (dispute?.status !== 'open') {
    return null;
  }
  const by = findJudge({ entries }, match, { kind: 'dispute', ...bench });
  const ending = dispute.stands_at ?? match.deadline;
  return { by, until: by === 'nobody' ? ending : dispute.ruling_aimed_at };
}

/** Why somebody may not decide a match's appeal, who gave its ruling among them. */
export const findAppealRefusal = (asker: AskerOnCase, match: Match): Refusal | null =>
  findAppealRulingRefusal(asker, match) ??
  (match.result?.ruled_by === asker.actor?.person_id ? { code: 'own_match', params: {} } : null);

/** Who plays is nobody's to know before the result. */
function toLine({ at, ...event }: MatchEventRow, isOver: boolean): LogLine {
  const line = { ...event, at: toInstant(at) };
  if (event.type !== 'checked_in' || isOver) {
    return line;
  }
  // With the salt, the line's hash would say who they are.
  const { players: _players, salt: _salt, ...data } = event.data;
  return { ...line, data };
}

function toNames(page: MatchPageRow): Names {
  const names: Names = { entries: {}, people: {} };
  for (const { id, name, tag, href } of page.sides) {
    names.entries[id] = { entry_id: id, name, tag, href };
  }
  for (const { id, username, user_id } of page.people ?? []) {
    names.people[id] = { username, user_id };
  }
  return names;
}
