import { findChainFault, type LeagueEvent } from '@muster/league';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadLadder } from '../ladder/page.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadLadderLog } from './page.ts';

let cast: Cast;
let steward: Viewer;
let founded: string;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
  founded = cast.own.league.now().toISOString();
  cast.own.moveTo(cast.own.at(1));
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const toInput = (path: string, params: Record<string, string>) => ({
  ...{ database: cast.own.database, viewer: null, now: cast.own.league.now(), params },
  ...{ url: new URL(path, 'http://localhost:3000'), locale: 'en', zone: 'UTC' },
});

async function readLog(query = ''): Promise<LeagueEvent[]> {
  const answer = await cast.own.send(null, {
    path: `/ladders/tanks/log.ndjson${query}`,
    method: 'GET',
  });
  const lines = String(answer.body.text).trim().split('\n');
  return lines.map((line): LeagueEvent => JSON.parse(line));
}

/** The first line of which the chain does not hold; null where all do. */
function findFault(lines: readonly LeagueEvent[]) {
  let previous: LeagueEvent | null = null;
  for (const line of lines) {
    const fault = findChainFault(line, previous);
    if (fault !== null) {
      return fault;
    }
    previous = line;
  }
  return null;
}

const listShown = async () => {
  const page = await loadLadderLog(toInput('/ladders/tanks/log', { slug: 'tanks' }));
  const exact = await loadLadderLog(toInput('/ladders/tanks/log?exact=1', { slug: 'tanks' }));
  const past = await loadLadder(toInput(`/ladders/tanks?at=${founded}`, { slug: 'tanks' }));
  return {
    masks: page?.has_masks,
    page: JSON.stringify(page?.lines).includes('"Home"'),
    exact: JSON.stringify(exact?.lines).includes('"Home"'),
    past: JSON.stringify(past).includes('"Home"'),
    lines: JSON.stringify(await readLog()).includes('"Home"'),
    exactLines: JSON.stringify(await readLog('?exact')).includes('"Home"'),
  };
};

it('masks a name that an admin hid wherever the log is shown, tells it one press behind, and changes no line', async () => {
  const { own, home } = cast;
  const told = { page: true, exact: true, past: true, lines: true, exactLines: true };
  expect(await listShown()).toEqual({ ...told, masks: false });
  const path = `/moderation/teams/${home.slug}/name`;
  const body = { name: 'Nicer', tag: 'NICE', reason: 'Rude.' };
  const shown = await own.act(steward, { path, body: { ...body, hides: false } });
  expect(await listShown()).toEqual({ ...told, masks: false });
  await own.act(steward, {
    path: `/moderation/renames/${shown.rename}`,
    method: 'DELETE',
    body: { reason: 'Again.' },
  });
  const { rename } = await own.act(steward, { path, body: { ...body, hides: true } });
  expect(await listShown()).toEqual({
    ...{ masks: true, page: false, exact: true, past: false, lines: false, exactLines: true },
  });
  // Other names stand as they are.
  expect(JSON.stringify(await readLog())).toContain('"Away"');
  expect([findFault(await readLog()), findFault(await readLog('?exact'))]).toEqual([null, null]);
  expect(await verify(own.database)).toMatchObject({ difference: null });
  await own.act(steward, {
    path: `/moderation/renames/${rename}`,
    method: 'DELETE',
    body: { reason: 'Fine.' },
  });
  expect(await listShown()).toEqual({ ...told, masks: false });
});
