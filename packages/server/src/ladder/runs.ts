import type { Queryable } from '@muster/database';
import {
  getFormat,
  type LadderCommand,
  listRunsForAdmin,
  listStageRanks,
  type Run,
} from '@muster/league';
import type { EntryName } from '@muster/site/pages/ladder/entry-name.ts';
import type {
  DriverRow,
  RunStatus,
  StageResult,
  StageRun,
  TimeAttackData,
} from '@muster/site/pages/ladder/time-attack-data.ts';
import { mayAsk, type Question } from '../engine/asker.ts';
import { createId } from '../engine/ids.ts';
import type { LadderPageRow } from './query.ts';
import { toEntryName } from './standings.ts';

const latestLimit = 6;
const waitingLimit = 50;

interface RunRow {
  state: Run;
  proof: string | null;
  /** The teams of who drove it. */
  teams: string[];
}

/** The season's runs as the rules keep them: $1 season, $2 its stream. */
const runsSql = `
  select sm.state, x.text as proof,
    array(select o.team_id::text from public.rosters o where o.person_id = r.person_id) as teams
  from public.runs r
  join private.stream_members sm on sm.stream = $2 and sm.collection = 'runs' and sm.id = r.id
  left join private.event_texts x on x.id = (sm.state -> 'proof' ->> 'text_id')::uuid
  where r.season_id = $1 and r.status in ('submitted', 'confirmed', 'verified')
  order by r.submitted_at desc, r.id`;

/** Before the first season there are neither stages nor runs. */
const noTimeAttack: TimeAttackData = {
  ranking: 'points',
  points: [],
  standings: [],
  stages: [],
  latest: [],
  is_open: false,
  viewer: null,
};

/** What the parts of a time-attack page are made of. */
interface TimeAttack {
  page: LadderPageRow;
  question: Question;
  /** The newest first. */
  rows: RunRow[];
  names: ReadonlyMap<string, EntryName>;
  /** The runs that wait for an admin. */
  forAdmin: ReadonlySet<string>;
}

interface TimeAttackInput {
  database: Queryable;
  page: LadderPageRow;
  question: Question | null;
  /** Where the page is looked at as it was: the runs of that time. */
  runs: readonly Run[] | null;
}

const counted = new Set<Run['status']>(['submitted', 'confirmed', 'verified']);

/** Runs of a time past, as the statement would bring them. */
async function toRows(database: Queryable, runs: readonly Run[]): Promise<RunRow[]> {
  const texts = await database.query<{ id: string; text: string | null }>(
    'select id, text from private.event_texts where id = any($1::uuid[])',
    [runs.flatMap(({ proof }) => proof?.text_id ?? [])],
  );
  const proofs = new Map(texts.map(({ id, text }) => [id, text]));
  return runs
    .filter(({ status }) => counted.has(status))
    .map((state) => ({
      state,
      proof: proofs.get(state.proof?.text_id ?? '') ?? null,
      teams: [],
    }))
    .sort(
      ({ state: one }, { state: other }) =>
        Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? -1 : 1),
    );
}

/** The runs of a time-attack ladder's season, ranked by the rules' own functions; null on any other ladder. */
export async function loadTimeAttack(input: TimeAttackInput): Promise<TimeAttackData | null> {
  const { database, page } = input;
  const { season } = page;
  if (page.format !== 'time_attack') {
    return null;
  }
  if (season === null || input.question === null) {
    return noTimeAttack;
  }
  const rows = input.runs
    ? await toRows(database, input.runs)
    : await database.query<RunRow>(runsSql, [season.id, season.stream]);
  const question = toQuestion(input.question, rows);
  const names = new Map((page.entries ?? []).map((row) => [row.id, toEntryName(row)]));
  const timeAttack: TimeAttack = {
    page,
    question,
    rows: rows.filter((row) => names.has(row.state.entry_id)),
    names,
    forAdmin: listRunsForAdmin(question.state),
  };
  const { stages, ranking, points } = season.rules.timeAttack;
  const shown = stages.map((name) => ({ name, runs: listStageRuns(timeAttack, name) }));
  return {
    ranking,
    points,
    standings: listDrivers(timeAttack),
    stages: shown,
    latest: timeAttack.rows.slice(0, latestLimit).map((row) => toStageRun(timeAttack, row)),
    is_open: isTakingRuns(question),
    viewer:
      question.actor === null
        ? null
        : toTimeAttackViewer(timeAttack, shown, question.actor.person_id),
  };
}

/** The question with the season's runs, and with the teams of who drove them. */
function toQuestion({ state, facts, ...asked }: Question, rows: readonly RunRow[]): Question {
  const runs = Object.fromEntries(rows.map((row) => [row.state.id, row.state]));
  const teams = Object.fromEntries(rows.map((row) => [row.state.person_id, row.teams]));
  return { ...asked, state: { ...state, runs }, facts: { ...facts, teams } };
}

function isTakingRuns({ state: { season }, at }: Question): boolean {
  return season?.status === 'open' && at < season.ends_at;
}

function listDrivers({ page, question: { state, at }, names }: TimeAttack): DriverRow[] {
  const rules = page.season?.rules.timeAttack;
  const results = new Map<string, StageResult[]>();
  for (const stage of rules?.stages ?? []) {
    for (const { run, place } of listStageRanks(state, stage)) {
      const result = {
        stage,
        place,
        time_ms: run.time_ms + run.penalty_ms,
        points: rules?.points[place - 1] ?? 0,
      };
      results.set(run.entry_id, [...(results.get(run.entry_id) ?? []), result]);
    }
  }
  return getFormat(state)
    .standings(state, at)
    .flatMap(({ entry_id, place, value }) => {
      const name = names.get(entry_id);
      return name === undefined
        ? []
        : [{ ...name, place, value, results: results.get(entry_id) ?? [] }];
    });
}

/** A stage's table: each driver's counting run, and beside it their best that still waits and would better it. */
function listStageRuns(timeAttack: TimeAttack, stage: string): StageRun[] {
  const ranks = listStageRanks(timeAttack.question.state, stage);
  const counting = new Map(ranks.map(({ run, place }) => [run.entry_id, { run, place }]));
  const best = new Map<string, Run>();
  for (const { state: run } of timeAttack.rows) {
    if (run.stage !== stage || !isWaiting(timeAttack, run)) {
      continue;
    }
    const better = best.get(run.entry_id) ?? counting.get(run.entry_id)?.run;
    if (better === undefined || toTotal(run) < toTotal(better)) {
      best.set(run.entry_id, run);
    }
  }
  const shown = new Set([...best.values(), ...ranks.map(({ run }) => run)].map(({ id }) => id));
  return timeAttack.rows
    .filter(({ state }) => shown.has(state.id))
    .map((row) => {
      const rank = counting.get(row.state.entry_id);
      return {
        ...toStageRun(timeAttack, row),
        place: rank?.run.id === row.state.id ? rank.place : null,
      };
    })
    .sort((one, other) => toTotal(one) - toTotal(other) || (one.place ?? 0) - (other.place ?? 0));
}

const toTotal = (run: { time_ms: number; penalty_ms: number }) => run.time_ms + run.penalty_ms;

function isWaiting({ forAdmin }: TimeAttack, run: Run): boolean {
  return run.status === 'submitted' || forAdmin.has(run.id);
}

function toStageRun(timeAttack: TimeAttack, { state: run, proof }: RunRow): StageRun {
  return {
    id: run.id,
    driver: timeAttack.names.get(run.entry_id) ?? {
      entry_id: run.entry_id,
      name: '',
      tag: null,
      href: null,
    },
    stage: run.stage,
    place: null,
    time_ms: run.time_ms,
    penalty_ms: run.penalty_ms,
    status: timeAttack.forAdmin.has(run.id) ? 'waiting_for_admin' : (run.status as RunStatus),
    driven_at: run.at,
    proof,
  };
}

function toTimeAttackViewer(
  timeAttack: TimeAttack,
  stageTables: TimeAttackData['stages'],
  personId: string,
): NonNullable<TimeAttackData['viewer']> {
  const { page, rows, question } = timeAttack;
  const own = (page.entries ?? []).find(({ person_id }) => person_id === personId);
  const ownRows = rows.filter(({ state }) => state.entry_id === own?.id);
  const driven = new Set(ownRows.map(({ state }) => state.stage));
  const stages = page.season?.rules.timeAttack.stages ?? [];
  const waiting = rows.filter(
    ({ state }) =>
      isWaiting(timeAttack, state) && mayAsk(question, { type: 'confirm_run', run_id: state.id }),
  );
  const asked = waiting
    .map((row) => toStageRun(timeAttack, row))
    .sort(
      (one, other) =>
        toUrgency(one) - toUrgency(other) || (one.driven_at < other.driven_at ? -1 : 1),
    )
    .slice(0, waitingLimit);
  const counting = stageTables.flatMap(({ runs }) => runs.filter(({ place }) => place !== null));
  return {
    may_join: mayAsk(question, toLoneJoin(personId)),
    may_submit: own !== undefined && mayAsk(question, toFirstRun(own.id, stages)),
    rejectable: [...asked, ...counting]
      .filter(({ id }) => mayAsk(question, toRejection(id)))
      .map(({ id }) => id),
    may_withdraw: ownRows.some(({ state }) =>
      mayAsk(question, { type: 'withdraw_run', run_id: state.id }),
    ),
    stages_left: stages.filter((stage) => !driven.has(stage)).length,
    own: ownRows.map((row) => toStageRun(timeAttack, row)),
    waiting: asked,
  };
}

const toLoneJoin = (person_id: string): LadderCommand => ({
  type: 'join',
  entry_id: createId(),
  team_id: null,
  person_id,
  name: '',
  players: [person_id],
});

/** Any run that could be handed in: what keeps it back keeps every other back. */
const toFirstRun = (entry_id: string, [stage = '']: readonly string[]): LadderCommand => ({
  type: 'submit_run',
  run_id: createId(),
  entry_id,
  stage,
  time_ms: 1,
  penalty_ms: 0,
  proof: { text_id: '', hash: '' },
});

const toRejection = (run_id: string): LadderCommand => ({
  type: 'reject_run',
  run_id,
  reason: { text_id: '', hash: '' },
});

/** The fastest of a stage holds up all behind it. */
const toUrgency = ({ status }: StageRun) => (status === 'waiting_for_admin' ? 0 : 1);
