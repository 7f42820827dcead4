import type { Database } from '@muster/database';
import { buildSite } from '@muster/site/build';
import type { DocumentData } from '@muster/site/document-data.ts';
import { Hono } from 'hono';
import { openBuiltSite } from '../packages/server/src/render/built-site.ts';
import { createVisitorCache } from '../packages/server/src/render/visitor-cache.ts';
import {
  ApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../packages/server/src/testing/api-league.ts';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, quantile, runTenAtOnce } from './measure.ts';
import { openSite, readPage } from './open-site.ts';

const address = 'http://localhost:3000/ladders/bench';

/** A ladder of so many teams that signed up by themselves, with some matches under way. */
async function fillLadder(database: Database, size: number): Promise<TestTeam[]> {
  const own = new ApiLeague({ database, url: database.url, [Symbol.asyncDispose]: async () => {} });
  await own.addLadder('bench');
  const teams: TestTeam[] = [];
  for (let count = 0; count < size; count += 1) {
    teams.push(await own.addTeam(`Q${100 + count} Riders`, 'bench'));
  }
  for (let rung = 0; rung + 1 < 20; rung += 2) {
    const [defender, challenger] = [teams[rung], teams[rung + 1]];
    if (challenger === undefined || defender === undefined) {
      break;
    }
    await scheduleMatch(own, 'bench', [challenger, defender]);
  }
  await database.query(`
    insert into private.person_settings (person_id, zone, availability)
    select id, (array['Europe/Helsinki', 'America/New_York', 'Asia/Tokyo'])[1 + row_number() over () % 3],
      '[{"weekday": 5, "from": "18:00", "to": "24:00"}, {"weekday": 7, "from": "12:00", "to": "24:00"}]'
    from public.profiles
    on conflict (person_id) do update set zone = excluded.zone, availability = excluded.availability`);
  return teams;
}

/** The tree that a document shows, ready to be rendered again and again. */
async function openTree(html: string) {
  const json = /<script type="application\/json" id="muster-data">(.*?)<\/script>/s.exec(html)?.[1];
  const data = JSON.parse(json ?? '') as DocumentData;
  const site = await openBuiltSite(data.routing);
  const renderer = await site.renderer();
  const url = new URL(address);
  const { page } = renderer.match(url.pathname);
  return { data, render: () => renderer.render({ data, page, url }) };
}

function serve(text: () => string | Uint8Array<ArrayBuffer>, type: string) {
  const app = new Hono();
  app.get('/ladders/bench', (context) => context.body(text(), 200, { 'content-type': type }));
  return (request: Request) => app.fetch(request);
}

/** How long 95 of 100 wait at most when half as many ask as can be answered, beside one who asks alone. */
async function measureWait(ask: () => Promise<unknown>): Promise<Figure> {
  const times = 200;
  const time = async () => {
    const started = performance.now();
    await ask();
    return performance.now() - started;
  };
  const alone: number[] = [];
  for (let count = 0; count < times; count += 1) {
    alone.push(await time());
  }
  const started = performance.now();
  await runTenAtOnce(times, ask);
  const every = ((performance.now() - started) / times) * 2;
  const waits: Promise<number>[] = [];
  for (let count = 0; count < times; count += 1) {
    waits.push(time());
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  const at = (all: number[], q: number) =>
    quantile(
      all.sort((one, other) => one - other),
      q,
    );
  const [p95, single] = [at(await Promise.all(waits), 0.95), at(alone, 0.5)];
  return {
    what: 'ladder page, not cached, at half load: 95 of 100 wait at most; floor: half of those who ask alone',
    ours: p95.toFixed(1),
    floor: single.toFixed(1),
    unit: 'ms',
    ratio: (p95 / single).toFixed(2),
    spread: '',
    goal: '20 ms',
  };
}

/** A ladder's page of 100 rows by the site's own fetch handler: beside rendering its tree, its data beside writing the JSON, and both from the cache beside the same bytes. */
export async function bench(): Promise<Figure[]> {
  await buildSite();
  return withBenchDatabase(async (database) => {
    const team = (await fillLadder(database, 100))[40];
    if (team === undefined) {
      throw new Error('The ladder has no fortieth team.');
    }
    const fetch = await openSite(database);
    const cached = await openSite(database, { visitorCache: createVisitorCache() });
    const htmlBytes = await readPage(fetch, address);
    const jsonBytes = await readPage(fetch, `${address}/_payload.json`);
    const { data, render } = await openTree(new TextDecoder().decode(htmlBytes));
    const size = `${Math.round(htmlBytes.length / 1000)} kB`;
    const captain = await openSite(database, { viewer: team.captain });
    const player = await openSite(database, { viewer: team.player });
    const bare = serve(() => JSON.stringify(data.page), 'application/json');
    const bareHtml = serve(() => htmlBytes, 'text/html; charset=utf-8');
    const bareJson = serve(() => jsonBytes, 'application/json');
    return [
      await compare({
        what: `ladder page of 100 rows (${size}), not cached; floor: renderToString of its tree`,
        goal: '0.6',
        times: 200,
        ours: { run: (times) => runTenAtOnce(times, () => readPage(fetch, address)) },
        floor: { run: (times) => runTenAtOnce(times, render) },
      }),
      await measureWait(() => readPage(fetch, address)),
      await compare({
        what: 'ladder page of a captain, with suggestions; floor: that of a player of the same team',
        goal: '0.75',
        times: 200,
        ours: { run: (times) => runTenAtOnce(times, () => readPage(captain, address)) },
        floor: { run: (times) => runTenAtOnce(times, () => readPage(player, address)) },
      }),
      await compare({
        what: 'its _payload.json, not cached; floor: JSON.stringify of the same data in a bare handler',
        goal: '0.8',
        times: 400,
        ours: {
          run: (times) => runTenAtOnce(times, () => readPage(fetch, `${address}/_payload.json`)),
        },
        floor: { run: (times) => runTenAtOnce(times, () => readPage(bare, address)) },
      }),
      await compare({
        what: 'ladder page cached for visitors; floor: the same bytes from a bare Hono handler',
        goal: '0.8',
        times: 4000,
        ours: { run: (times) => runTenAtOnce(times, () => readPage(cached, address)) },
        floor: { run: (times) => runTenAtOnce(times, () => readPage(bareHtml, address)) },
      }),
      await compare({
        what: 'its _payload.json cached for visitors; floor: the same bytes, likewise',
        goal: '0.8',
        times: 4000,
        ours: {
          run: (times) => runTenAtOnce(times, () => readPage(cached, `${address}/_payload.json`)),
        },
        floor: { run: (times) => runTenAtOnce(times, () => readPage(bareJson, address)) },
      }),
    ];
  });
}
