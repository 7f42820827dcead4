import { buildSite } from '@muster/site/build';
import type { Viewer } from '../packages/server/src/context.ts';
import {
  ApiLeague,
  hour,
  scheduleMatch,
  type TestTeam,
  testNonce,
} from '../packages/server/src/testing/api-league.ts';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, runTenAtOnce } from './measure.ts';
import { openSite, readPage } from './open-site.ts';

const ladders = ['one', 'two', 'three', 'four', 'five'];
const rivalsPerLadder = 5;

/** Somebody who leads three teams on five ladders, with a match of each at the same hour and challenges to answer. */
async function bringCaptain(own: ApiLeague): Promise<{ captain: Viewer; starts_at: string }> {
  const teams: TestTeam[] = [];
  const starts: string[] = [];
  for (const [index, ladder] of ladders.entries()) {
    await own.addLadder(ladder);
    const rivals: TestTeam[] = [];
    for (let count = 0; count < rivalsPerLadder; count += 1) {
      rivals.push(await own.addTeam(`Q${index}${count} Riders`, ladder));
    }
    // Those next above a newcomer are within its reach.
    const [rival, other] = rivals.toReversed();
    if (rival === undefined || other === undefined) {
      throw new Error('A ladder has no rivals.');
    }
    const isNew = index < 3;
    const team = isNew ? await own.addTeam(`P${index} Riders`, ladder) : teams[index - 3];
    if (team === undefined) {
      throw new Error('There are three teams.');
    }
    if (isNew) {
      teams.push(team);
      starts.push((await scheduleMatch(own, ladder, [team, rival])).starts_at);
    } else {
      const body = { team: team.slug };
      const { entry } = await own.act(team.captain, { path: `/ladders/${ladder}/entries`, body });
      const challenge = { entry, opponent: other.entry, maps: ['Nexus'], nonce: testNonce };
      await own.act(team.captain, { path: `/ladders/${ladder}/challenges`, body: challenge });
    }
  }
  const [first, ...others] = teams;
  if (first === undefined) {
    throw new Error('There are three teams.');
  }
  for (const { captain, slug } of others) {
    const { code } = await own.act(captain, { path: `/teams/${slug}/invites` });
    await own.act(first.captain, { path: `/teams/${slug}/join`, body: { code } });
    const path = `/teams/${slug}/members/${first.captain.person_id}`;
    await own.act(captain, { path, body: { role: 'co_captain' } });
  }
  return { captain: first.captain, starts_at: starts[0] ?? '' };
}

/** What the match at hand costs on top of each page: all that waits for its person is read for it. */
export async function bench(): Promise<Figure[]> {
  await buildSite();
  return withBenchDatabase(async (database) => {
    const own = new ApiLeague({
      ...{ database, url: database.url, [Symbol.asyncDispose]: async () => {} },
    });
    const { captain, starts_at } = await bringCaptain(own);
    const now = new Date(Date.parse(starts_at) - hour / 2);
    const pinned = await openSite(database, { viewer: captain, now, hasPin: true });
    const plain = await openSite(database, { viewer: captain, now });
    const figures: Figure[] = [];
    for (const [path, name] of [
      ['/about', 'the page about the league'],
      ['/teams/p0-riders', 'a team’s page'],
    ] as const) {
      const address = `http://localhost:3000${path}`;
      const html = new TextDecoder().decode(await readPage(pinned, address));
      if (!html.includes('<aside id="pin">')) {
        throw new Error(`${path} has no pinned match.`);
      }
      figures.push(
        await compare({
          what: `${name} with the match at hand, for a captain of three teams on five ladders; floor: without it`,
          goal: '0.5',
          times: 200,
          ours: { run: (times) => runTenAtOnce(times, () => readPage(pinned, address)) },
          floor: { run: (times) => runTenAtOnce(times, () => readPage(plain, address)) },
        }),
      );
    }
    return figures;
  });
}
