import type { Queryable } from '@muster/database';
import { compareMatters, findCalm, findSideRefusal, listSideActs } from '@muster/league';
import type { MatchMatter, Matter } from '@muster/site/pages/me/matter.ts';
import { toAsker } from '../engine/asker.ts';
import { toMatchLine } from '../match/line.ts';
import { toInstant } from '../page/instants.ts';
import type { OfficeCaseRow } from './offices.ts';
import {
  ownMatchesStatement,
  type WaitingMatchRow,
  type WaitingRow,
  waitingStatement,
} from './query.ts';

/** Everything that concerns a person at an instant, what is lost first before the rest. */
export async function listMatters(
  queryable: Queryable,
  personId: string,
  now: Date,
): Promise<Matter[]> {
  const [row] = await queryable.query<WaitingRow>(waitingStatement, [personId, now]);
  return row === undefined ? [] : toMatters(row, personId, now.toISOString());
}

/** Those of matches alone, in the same order: what stands above every page is read with each of them. */
export async function listMatchMatters(
  queryable: Queryable,
  personId: string,
  now: Date,
): Promise<(Matter & MatchMatter)[]> {
  const rows = await queryable.query<Pick<WaitingRow, 'matches'>>(ownMatchesStatement, [
    personId,
    now,
  ]);
  const at = now.toISOString();
  return rows.flatMap((row) => toMatchMatters(row, personId, at)).sort(compareMatters(at));
}

/** The same of rows that are read already. */
export function toMatters(row: WaitingRow, personId: string, now: string): Matter[] {
  const matters = [...toMatchMatters(row, personId, now), ...listOthers(row)];
  return matters.sort(compareMatters(now));
}

/** Once for each match: who stands on both sides acts for neither, and is told of one for which they may play. */
function toMatchMatters(
  { matches }: Pick<WaitingRow, 'matches'>,
  personId: string,
  now: string,
): (Matter & MatchMatter)[] {
  const told = new Set<string>();
  return matches.flatMap((row) => {
    const matters = told.has(row.id)
      ? []
      : listActsOrCalm(row, { mayAct: mayAct(row, personId), now });
    if (matters.length > 0) {
      told.add(row.id);
    }
    return matters;
  });
}

/** Whether the rules take a person's acts for their side of a match, as its own page asks them too. */
function mayAct(row: WaitingMatchRow, personId: string): boolean {
  const { actor, facts } = toAsker(personId, row.asker);
  const match = { challenger_id: row.challenger_entry_id, defender_id: row.defender_entry_id };
  return findSideRefusal({ actor, facts, state: { entries: row.entries } }, match) === null;
}

/** Everything that a match asks of who may act in it; where it asks nothing, what it is to them. */
function listActsOrCalm(
  row: WaitingMatchRow,
  { mayAct, now }: { mayAct: boolean; now: string },
): (Matter & MatchMatter)[] {
  const { state: match, rules, format, season_end, dispute, appeal, own_side: side } = row;
  if (side === null) {
    return [];
  }
  const about = toAbout(row);
  const ends_at = toInstant(season_end);
  const acts = mayAct ? listSideActs({ match, rules, format, ends_at, dispute, side, now }) : [];
  if (acts.length > 0) {
    return acts.map(({ act, until, otherwise }) => ({
      ...about,
      kind: act,
      until,
      otherwise,
      weight: 'act',
    }));
  }
  const calm = findCalm(match, { dispute, appeal });
  // A player is told of what they may play; what stands before that is their captains' matter.
  if (calm === null || (!mayAct && (calm !== 'play' || !row.may_play))) {
    return [];
  }
  const weight = calm === 'play' ? 'date' : 'news';
  return [{ ...about, kind: calm, until: toCalmInstant(row, calm), otherwise: null, weight }];
}

function toCalmInstant(
  { state: { time, deadline, forfeit }, dispute, appeal }: WaitingMatchRow,
  calm: MatchMatter['kind'],
): string | null {
  switch (calm) {
    case 'play':
      return time?.starts_at ?? deadline;
    case 'forfeiting':
      return forfeit?.effective_at ?? null;
    case 'ruling':
      return dispute?.ruling_aimed_at ?? null;
    case 'appeal':
      return appeal?.stands_at ?? null;
    default:
      return deadline;
  }
}

function toAbout(
  row: WaitingMatchRow,
): Pick<MatchMatter, 'match' | 'team_slug' | 'team' | 'opponent'> {
  const isChallenger = row.own_side === 'challenger';
  return {
    match: toMatchLine(row),
    team_slug: row.team_slug,
    team: isChallenger ? row.challenger_name : row.defender_name,
    opponent: isChallenger ? row.defender_name : row.challenger_name,
  };
}

function listOthers(row: WaitingRow): Matter[] {
  return [
    ...row.invitations.map(({ team, by, expires_at }): Matter => {
      return { kind: 'invitation', team, by, until: toInstant(expires_at), weight: 'act' };
    }),
    ...row.requests.map(({ team, who }): Matter => {
      return { kind: 'join_request', team, who, until: null, weight: 'act' };
    }),
    ...row.answers.map(({ who, until }): Matter => {
      return { kind: 'notice_answered', who, until: toInstant(until), weight: 'act' };
    }),
    ...row.identities.map(({ identity, ladder }): Matter => {
      return { kind: 'identity', identity, ladder, until: null, weight: 'act' };
    }),
    ...row.ending.map(({ until }): Matter => {
      return { kind: 'notice_ends', until: toInstant(until), weight: 'act' };
    }),
    ...row.cases.map(toCaseMatter),
    ...row.reports.map((reported): Matter => {
      return { kind: 'judge_case', ...reported, until: null, weight: 'act' };
    }),
    ...row.runs.map(({ ladder, count }): Matter => {
      return { kind: 'runs', ladder, count, until: null, weight: 'act' };
    }),
    ...row.scrims.map(({ until, ...scrim }): Matter => {
      return { kind: 'scrim', ...scrim, until: toInstant(until), weight: 'date' };
    }),
  ];
}

const officeActs = {
  dispute: 'rule',
  appeal: 'decide_appeal',
  case_appeal: 'judge_appeal',
  sanction_appeal: 'judge_sanction',
} as const;

function toCaseMatter({ kind, id, match, ladder, who, until }: OfficeCaseRow): Matter {
  const dated = { until: until === null ? null : toInstant(until), weight: 'act' as const };
  const act = officeActs[kind];
  switch (act) {
    case 'rule':
    case 'decide_appeal':
      return { kind: act, case: id, between: match, ladder, ...dated };
    case 'judge_sanction':
      return { kind: act, case: id, who: who ?? '', ...dated };
    default:
      return { kind: act, case: id, ladder, ...dated };
  }
}
