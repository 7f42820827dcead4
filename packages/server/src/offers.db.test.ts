import { createTestDatabase } from '@muster/database/testing';
import { type Step, stepArbitrary, variants } from '@muster/league/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ApiLeague,
  createApiLeague,
  scheduleMatch,
  startMatch,
  type TestTeam,
  toScores,
} from './testing/api-league.ts';
import { listHeldFaults } from './testing/held-offers.ts';
import { listLadderFaults } from './testing/ladder-offers.ts';
import { listMatchFaults } from './testing/match-offers.ts';
import { RandomLeague } from './testing/random-league.ts';
import { listTeamFaults } from './testing/team-offers.ts';

const seed = 20_261_122;

/** Who looks: by what they are, and by what makes their case a special one. */
const lookers = [
  'team5-c',
  'team1-a',
  'team1-b',
  'team2-b',
  'judge',
  'team4-a',
  'team6-a',
  'team3-c',
  'owner',
  'team5-a',
  'team2-c',
  'team1-d',
];

/** So many steps between one look at all pages and the next. */
const stride = 9;
const looks = 4;
/** How many of the people look each time. */
const atOnce = 3;

async function createPlayed(variant: string): Promise<RandomLeague> {
  const league = new RandomLeague(new ApiLeague(await createTestDatabase()));
  await league.build(variant);
  const between = league.getPerson('team2-b');
  for (const team of ['team1', 'team6']) {
    const id = league.teams.get(team)?.id ?? '';
    const captain = league.getPerson(`${team}-a`);
    await league.letIn(id, { captain, person: between, role: 'player' });
  }
  // Leads a team until a ban keeps them from it.
  await league.letIn(league.teams.get('team6')?.id ?? '', {
    ...{ captain: league.getPerson('team6-a'), person: league.getPerson('team3-c') },
    role: 'co_captain',
  });
  await joinWithin(league);
  await askAround(league);
  await league.suspend('team4-a');
  await league.sanction('team3-c', 'ban', null);
  await league.sanction('team2-c', 'mute', null);
  await league.sanction('team1-d', 'mute', league.ladderId);
  await league.sanction('team5-a', 'strike', null);
  return league;
}

/** A team of people who all play for another one: where the rules let it join, the two may not meet. */
async function joinWithin(league: RandomLeague): Promise<void> {
  const [captain, person] = [league.getPerson('team5-c'), league.getPerson('team5-d')];
  const names = { name: 'Inner Circle', tag: 'IN', zone: 'UTC', locale: 'en' };
  const made = await league.own.act(captain, { path: '/teams', body: names });
  await league.letIn(String(made.id), { captain, person, role: 'player' });
  await league.own.send(captain, {
    path: `/ladders/${league.slug}/entries`,
    body: { team: made.slug },
  });
}

/** Who asks to be let in by whom; some of them are sanctioned. */
const askers: [name: string, team: string][] = [
  ['team5-a', 'team1'],
  ['team3-c', 'team2'],
  ['judge', 'team6'],
];

/** Whom teams ask in by name. */
const invited: [name: string, team: string][] = [
  ['team3-c', 'team1'],
  ['team5-c', 'team1'],
  ['owner', 'team2'],
  ['team4-a', 'team6'],
];

async function askAround(league: RandomLeague): Promise<void> {
  for (const [name, team] of askers) {
    const path = `/teams/${league.teams.get(team)?.slug}/requests`;
    await league.own.act(league.getPerson(name), { path });
  }
}

/** An invitation lasts a week, which passes between two looks: then they are asked again. */
async function inviteAgain(league: RandomLeague): Promise<void> {
  await league.own.database.query('delete from private.rate_limits');
  for (const [name, team] of invited) {
    const path = `/teams/${league.teams.get(team)?.slug}/invites`;
    const body = { person: league.getPerson(name).person_id };
    await league.own.send(league.getPerson(`${team}-a`), { path, body });
  }
}

/** Weeks of silence end the season before anything is played. */
const isShort = ({ kind, a }: Step) => kind !== 'wait' || a % 9 < 6;

async function listFaults(league: RandomLeague, names: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  // With what is overdue, and after the clock's turn.
  for (const name of names) {
    faults.push(...(await listLadderFaults(league, name)));
  }
  await league.runClock();
  await inviteAgain(league);
  for (const name of names) {
    faults.push(...(await listMatchFaults(league, name)));
    faults.push(...(await listTeamFaults(league, name)));
    faults.push(...(await listHeldFaults(league, name)));
  }
  return faults;
}

it.each(Object.keys(variants))(
  'offers on every page what the command would take, and nothing else: %s',
  async (variant) => {
    const league = await createPlayed(variant);
    try {
      const drawn = fc.sample(stepArbitrary, { seed, numRuns: stride * looks }).filter(isShort);
      const faults: string[] = [];
      for (const [index, step] of drawn.entries()) {
        await league.take(step);
        if (index % stride === stride - 1) {
          const first = Math.floor(index / stride) * atOnce;
          const names = Array.from(
            { length: atOnce },
            (_, nth) => lookers[(first + nth) % lookers.length] ?? '',
          );
          faults.push(...(await listFaults(league, names)));
        }
      }
      expect(faults).toEqual([]);
    } finally {
      await league.own[Symbol.asyncDispose]();
    }
  },
);

describe('a room offers what the command would take, and nothing else,', () => {
  let league: RandomLeague;
  let teams: TestTeam[];
  const slug = 'tanks';

  /** Teams of two, the first on the first rung. */
  async function begin(rules: object): Promise<void> {
    const own = await createApiLeague();
    league = new RandomLeague(own);
    await own.addLadder(slug, 'rung', rules);
    const [ladder] = await own.database.query<{ id: string }>('select id from public.ladders');
    league.stream = `ladder:${ladder?.id}`;
    teams = [];
    for (const name of ['First', 'Second', 'Third']) {
      const team = await own.addTeam(name, slug);
      teams.push(team);
      league.people.set(name, team.captain);
    }
  }
  const pair = ([one, other]: [number, number]): [TestTeam, TestTeam] => {
    const [challenger, defender] = [teams[one], teams[other]];
    return challenger && defender ? [challenger, defender] : expect.fail();
  };
  const act = ({ captain }: TestTeam, path: string, body: Record<string, unknown> = {}) =>
    league.own.act(captain, { path, body });
  const look = async () => {
    const faults = await Promise.all(
      ['First', 'Second', 'Third'].map((name) => listMatchFaults(league, name)),
    );
    return faults.flat();
  };
  async function challenge(places: [number, number]): Promise<string> {
    const [challenger, defender] = pair(places);
    const body = { entry: challenger.entry, opponent: defender.entry, maps: ['Nexus'] };
    const nonce = 'n'.repeat(32);
    return String((await act(challenger, `/ladders/${slug}/challenges`, { ...body, nonce })).match);
  }

  beforeEach(() => begin({ report: { evidence: 'required' } }));
  afterEach(() => league.own[Symbol.asyncDispose]());

  it('of who has used up its declines, and of who is too few to accept', async () => {
    const [first] = pair([0, 1]);
    await act(first, `/matches/${await challenge([1, 0])}/decline`);
    await challenge([2, 0]);
    expect(await look()).toEqual([]);
    const path = `/teams/${first.slug}/members/${first.player.person_id}`;
    await league.own.act(first.player, { path, method: 'DELETE' });
    expect(await look()).toEqual([]);
  });

  it('of who has no evidence for a report that needs some, and again once there is, while it is in sight', async () => {
    const sides = pair([1, 0]);
    const { match, maps } = await startMatch(league.own, slug, sides);
    await league.runClock();
    expect(await look()).toEqual([]);
    const [challenger, defender] = sides;
    const link = { url: 'https://example.org/proof', note: '' };
    await act(challenger, `/matches/${match}/evidence/links`, link);
    const hide = (at: Date | null) =>
      league.own.database.query('update private.match_evidence set hidden_at = $1', [at]);
    await hide(league.own.league.now());
    expect(await look()).toEqual([]);
    await hide(null);
    expect(await look()).toEqual([]);
    await act(challenger, `/matches/${match}/report`, { scores: toScores(maps, 'challenger') });
    expect(await look()).toEqual([]);
    await act(defender, `/matches/${match}/evidence/links`, link);
    expect(await look()).toEqual([]);
    await act(defender, `/matches/${match}/report`, { scores: toScores(maps, 'challenger') });
    await act(defender, `/matches/${match}/dispute`, { statement: 'They were three.' });
    // Within the hour in which both may mend typing errors.
    expect(await look()).toEqual([]);
  });

  it('of who has given up, taken it back and given up again', async () => {
    const [challenger, defender] = pair([1, 0]);
    const { match } = await scheduleMatch(league.own, slug, [challenger, defender]);
    const giveUp = () => act(challenger, `/matches/${match}/forfeit`, { opponent: defender.name });
    await giveUp();
    expect(await look()).toEqual([]);
    await league.own.act(challenger.captain, {
      path: `/matches/${match}/forfeit`,
      method: 'DELETE',
    });
    await giveUp();
    expect(await look()).toEqual([]);
  });
});
