import { createBackend } from '@muster/backend';
import { connect, type Database } from '@muster/database';
import type { StreamName } from '@muster/league';
import { loadAccountDelete } from '../packages/server/src/account/page.ts';
import type { LoaderInput, Viewer } from '../packages/server/src/context.ts';
import { executeAsSystem } from '../packages/server/src/engine/execute.ts';
import { createLeague, type League } from '../packages/server/src/engine/league.ts';
import { previewRuling } from '../packages/server/src/engine/preview-ruling.ts';
import { readLadder } from '../packages/server/src/engine/read-state.ts';
import { Unit } from '../packages/server/src/engine/unit.ts';
import { loadLadder } from '../packages/server/src/ladder/page.ts';
import { createMigrated, startBenchServer } from './bench-database.ts';
import { type Figure, quantile } from './measure.ts';
import { measureHold } from './measure-hold.ts';
import { writeYear, year } from './simulated-year.ts';
import { findJudge, findLoser } from './year-people.ts';

/** So many teams play about 12,000 matches in a year. */
const teams = 300;
const rounds = 5;
const now = new Date(year.end + 60_000);
const stream: StreamName<'ladder'> = year.stream;
const text = { text_id: '00000000-0000-4000-8000-00000000cccc', hash: '0'.repeat(64) };

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** The median over some rounds, beside waiting for as long and doing nothing. */
async function measureRounds(
  what: string,
  measureOne: () => Promise<{ hold: number; took: number }>,
): Promise<Figure> {
  const holds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await measureOne();
    const floor = await measureHold(() => pause(ours.took));
    holds.push({ ours: ours.hold, floor: floor.hold });
  }
  const median = (values: number[]) =>
    quantile(
      values.sort((one, other) => one - other),
      0.5,
    );
  const [ours, floor] = [
    median(holds.map((round) => round.ours)),
    median(holds.map((round) => round.floor)),
  ];
  return {
    what: `longest hold of everybody else by ${what}; floor: waiting as long`,
    ours: ours.toFixed(1),
    floor: floor.toFixed(1),
    unit: 'ms',
    ratio: (ours / floor).toFixed(1),
    spread: '',
    goal: '50 ms',
  };
}

/** What is done on a league, each time by one with connections and memories of its own. */
function measure(
  url: string,
  what: string,
  work: (league: League) => Promise<unknown>,
): Promise<Figure> {
  return measureRounds(what, async () => {
    const database = connect({ url, statementTimeout: 0 });
    const league = createLeague(database, () => now);
    await database.query('select 1');
    const hold = await measureHold(() => work(league));
    await database.close();
    return hold;
  });
}

/** As large as REST's answers may be: a thousand rows that have 4 MiB of JSON all together. */
async function measureLargeAnswer(database: Database): Promise<Figure> {
  await database.query(`create table public.bench_loads (load text);
    grant select on public.bench_loads to service_role;
    insert into public.bench_loads select repeat('å', 2090) from generate_series(1, 1000)`);
  const backend = await createBackend({ database });
  const headers = { authorization: `Bearer ${backend.apiKeys.serviceRole}` };
  const read = async () => {
    const request = new Request('http://localhost/rest/v1/bench_loads?select=load', { headers });
    const answer = await backend.fetch(request);
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
    }
    if (bytes < 4_000_000) {
      throw new Error(`${answer.status}: an answer of ${bytes} bytes`);
    }
  };
  await read();
  const figure = await measureRounds('the largest answer of REST', () => measureHold(read));
  await backend.close();
  return figure;
}

/** Opens a dispute of the last result, so that there is something to rule. */
async function disputeLast(database: Database): Promise<string> {
  const { match, captain } = await findLoser(database);
  await database.query(
    'insert into private.event_texts (id, salt, text, author_id, match_id) values ($1, $2, $2, $3, $4)',
    [text.text_id, 'salt', captain.person_id, match],
  );
  const league = createLeague(database, () => now);
  await league.database.transaction(async (transaction) => {
    const unit = new Unit({ transaction, cache: league.cache, viewer: captain, now: league.now });
    await unit.hold([stream]);
    const dispute_id = '00000000-0000-4000-8000-00000000dddd';
    await unit.decideLadder(stream, {
      type: 'dispute',
      match_id: match,
      dispute_id,
      statement: text,
    });
  });
  return match;
}

async function command(unit: Unit): Promise<void> {
  await unit.hold([stream]);
  const edit = { type: 'edit_ladder', name: 'Simulated', zone: 'UTC' } as const;
  await unit.decideLadder(stream, edit, { isSystem: true });
}

async function preview({ database }: League, viewer: Viewer, match: string): Promise<void> {
  const ruling = { type: 'rule', match_id: match, outcome: { kind: 'voided' } } as const;
  const command = { ...ruling, rule: 'dispute', reason: text };
  await database.transaction(
    async (transaction) => {
      const ladder = await readLadder(transaction, stream, match);
      const at = now.toISOString();
      await previewRuling(transaction, { stream, ladder, command, viewer, at });
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

const toInput = (database: Database, viewer: Viewer | null, search: string): LoaderInput => ({
  database,
  viewer,
  locale: 'en',
  zone: 'UTC',
  now,
  params: { slug: year.slug },
  url: new URL(`http://localhost/ladders/${year.slug}${search}`),
});

/** How long the dearest acts on a ladder with a year behind it hold up everybody else, each by a process that knows nothing of it yet. */
export async function bench(): Promise<Figure[]> {
  await using server = await startBenchServer();
  await (await createMigrated(server, 'year')).close();
  const url = server.toUrl('year');
  const database = connect({ url, statementTimeout: 0 });
  await writeYear(database, teams);
  const match = await disputeLast(database);
  const judge = await findJudge(database);
  const { captain } = await findLoser(database);
  const past = new Date((year.start + year.end) / 2).toISOString();
  const figures = [
    await measure(url, 'the first command on a ladder', (league) =>
      executeAsSystem(league, command),
    ),
    await measure(url, 'the first preview of a ruling that recomputes the season', (league) =>
      preview(league, judge, match),
    ),
    await measure(url, 'the page before an account is deleted', (league) =>
      loadAccountDelete(toInput(league.database, captain, '')),
    ),
    await measure(url, 'the first look back', (league) =>
      loadLadder(toInput(league.database, null, `?at=${past}`)),
    ),
    await measure(url, 'the first look at a past recomputed', (league) =>
      loadLadder(toInput(league.database, null, `?at=${past}&view=recomputed`)),
    ),
    await measureLargeAnswer(database),
  ];
  await database.close();
  return figures;
}
