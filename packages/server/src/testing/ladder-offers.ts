import { randomUUID } from 'node:crypto';
import type { LadderCommand } from '@muster/league';
import type { LadderData } from '@muster/site/pages/ladder/data.ts';
import type { LoaderInput, Viewer } from '../context.ts';
import { joinLadder } from '../ladder/api.ts';
import { loadLadder } from '../ladder/page.ts';
import type { Answered, RandomLeague } from './random-league.ts';

/** What a loader gets when one of the league's people asks now. */
export function toInput(
  { own }: RandomLeague,
  viewer: Viewer | null,
  params: Record<string, string>,
): LoaderInput {
  return {
    database: own.database,
    viewer,
    locale: 'en',
    zone: 'UTC',
    now: own.league.now(),
    params,
    url: new URL('http://localhost:3000/'),
  };
}

/** A line where what the page said is not what the command was answered. */
export function compare(what: string, said: Answered | undefined, answered: Answered): string[] {
  const isSame =
    said === undefined
      ? answered !== null
      : JSON.stringify(toComparable(said)) === JSON.stringify(toComparable(answered));
  return isSame
    ? []
    : [`${what}: the page says ${JSON.stringify(said)}, the rules ${JSON.stringify(answered)}`];
}

const toComparable = (answer: Answered) => answer && { code: answer.code, params: answer.params };

/** The same of an offer that gives no reason where it is missing. */
export function compareOffer(what: string, isOffered: boolean, answered: Answered): string[] {
  return isOffered === (answered === null)
    ? []
    : [`${what}: ${isOffered ? '' : 'not '}offered, the rules say ${JSON.stringify(answered)}`];
}

type Entry = NonNullable<NonNullable<LadderData['viewer']>['entry']>;

/** Where the ladder's page offers somebody what the command would refuse, or keeps from them what it would take. */
export async function listLadderFaults(league: RandomLeague, name: string): Promise<string[]> {
  const viewer = league.getPerson(name);
  const data = await loadLadder(toInput(league, viewer, { slug: league.slug }));
  if (data?.viewer == null) {
    return [`${name}: no ladder`];
  }
  const faults: string[] = [];
  const { entry } = data.viewer;
  if (entry !== null) {
    faults.push(...(await compareRows(league, { name, data, entry })));
    faults.push(...(await compareDesk(league, name, entry)));
    const refused = data.standings.filter(({ refusal }) => refusal !== null);
    const ids = new Set(refused.map(({ entry_id }) => entry_id));
    faults.push(
      ...data.viewer.suggestions
        .filter(({ entry_id }) => ids.has(entry_id))
        .map(({ entry_id }) => `${name}: ${entry_id} is suggested, and may not be challenged`),
    );
  }
  for (const team of data.viewer.joinable) {
    const chosen = team.choice?.roster.filter(({ refusal }) => refusal === null) ?? [];
    const isEnough = team.choice !== null && chosen.length >= team.choice.minimum;
    const players = chosen.slice(0, team.choice?.maximum).map(({ person_id }) => person_id);
    const answered = await league.ask(viewer, (unit) =>
      joinLadder(unit, {
        slug: league.slug,
        team: team.slug,
        players: isEnough ? players : undefined,
      }),
    );
    faults.push(...compare(`${name} joins with ${team.slug}`, team.refusal, answered));
  }
  return faults;
}

interface Shown {
  name: string;
  data: LadderData;
  entry: Entry;
}

async function compareRows(league: RandomLeague, { name, data, entry }: Shown): Promise<string[]> {
  const rows = data.standings.filter(({ entry_id }) => entry_id !== entry.entry_id);
  const answers = await league.askLadder(
    league.getPerson(name),
    rows.map(({ entry_id }) => ({
      type: 'challenge',
      match_id: randomUUID(),
      challenger_id: entry.entry_id,
      defender_id: entry_id,
      picks: { maps: [], sides: [] },
      nonce: 'n'.repeat(32),
    })),
  );
  return rows.flatMap((row, index) => {
    const answered = answers[index] ?? null;
    // What is still to be named stands in the form, and its faults beside it.
    const about = answered?.field === undefined ? answered : null;
    return compare(`${name} challenges ${row.name}`, row.refusal, about);
  });
}

async function compareDesk(league: RandomLeague, name: string, entry: Entry): Promise<string[]> {
  const viewer = league.getPerson(name);
  const on = { entry_id: entry.entry_id };
  const from = league.own.league.now().toISOString();
  const { season } = await league.readState();
  const days = season?.rules.rest.minimum ?? 1;
  const rest = entry.resting?.rest ?? null;
  const asked: [LadderCommand, boolean][] = [
    [
      { type: 'announce_rest', ...on, rest_id: randomUUID(), from, days },
      entry.resting?.may_rest === true,
    ],
    [{ type: 'leave', ...on }, entry.resting?.may_leave === true],
    [{ type: 'end_rest', ...on, rest_id: rest?.id ?? randomUUID() }, rest?.may_end === true],
  ];
  const answers = await league.askLadder(
    viewer,
    asked.map(([command]) => command),
  );
  return asked.flatMap(([command, isOffered], index) =>
    compareOffer(`${name}: ${command.type}`, isOffered, answers[index] ?? null),
  );
}
