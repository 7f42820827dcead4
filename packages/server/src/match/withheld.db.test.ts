import { type LeagueEvent, toCanonicalJson, toHash } from '@muster/league';
import { verifyChain, type WithheldLine } from '@muster/league/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../engine/replay/verify.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let teams: [TestTeam, TestTeam];
let match: string;
let maps: string[];

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  teams = [await own.addTeam('Above', 'tanks'), await own.addTeam('Below', 'tanks')];
  ({ match, maps } = await startMatch(own, 'tanks', [teams[1], teams[0]]));
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

type Line = LeagueEvent | WithheldLine;

async function read(): Promise<Line[]> {
  const response = await own.app.request('http://localhost:3000/api/ladders/tanks/log.ndjson');
  const text = await response.text();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** All lineups of a line that anybody may try, with what stands in the log around it; those whose hash is the line's. */
function attack(line: WithheldLine, lines: readonly Line[]): string[][] {
  const { hash, withheld: _withheld, ...content } = line;
  const instants = [...new Set(JSON.stringify(lines).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g))];
  const rosters = teams.map(({ captain, player }) => [captain.person_id, player.person_id]);
  const lineups = rosters.flatMap((roster) => [roster, roster.toReversed()]);
  return lineups.filter((players) =>
    instants.some((deadline) =>
      ['challenger', 'defender'].some((by) => {
        const data = { by, players, deadline };
        return toHash(toCanonicalJson({ ...content, data })) === hash;
      }),
    ),
  );
}

const isWithheld = (line: Line): line is WithheldLine => 'withheld' in line;

it('who plays is in no line of the public log until the match is over, nor to be found from one', async () => {
  const lines = await read();
  const withheld = lines.filter(isWithheld);
  expect(withheld).toHaveLength(2);
  expect(verifyChain(lines)).toBeNull();
  for (const line of withheld) {
    expect(attack(line, lines)).toEqual([]);
    // The attack itself is good: it finds the same line as it would be without a salt.
    const [row] = await own.database.query<{ data: Record<string, unknown> }>(
      `select data - 'salt' as data from public.league_events where id = $1`,
      [line.id],
    );
    const { hash: _hash, withheld: _withheld, ...content } = line;
    const bare = { ...line, hash: toHash(toCanonicalJson({ ...content, data: row?.data })) };
    expect(attack(bare, lines)).toEqual([row?.data.players]);
  }
});

it('stands there afterwards with its salt, and every check agrees', async () => {
  const [above, below] = teams;
  await own.act(below.captain, {
    path: `/matches/${match}/report`,
    body: { scores: toScores(maps, 'challenger') },
  });
  await own.act(above.captain, { path: `/matches/${match}/report/confirmation` });
  const lines = await read();
  expect(lines.filter(isWithheld)).toEqual([]);
  const shown = lines.flatMap((line) => (line.type === 'checked_in' ? [line.data] : []));
  expect(shown.map((data) => data?.players)).toEqual(
    [below, above].map(({ captain, player }) => [captain.person_id, player.person_id]),
  );
  for (const data of shown) {
    expect(data?.salt).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(verifyChain(lines)).toBeNull();
  expect((await verify(own.database)).difference).toBeNull();
});
