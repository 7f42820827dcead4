import { createTestDatabase } from '@muster/database/testing';
import { type Step, stepArbitrary, variants } from '@muster/league/testing';
import { isMatchMatter, type Matter } from '@muster/site/pages/me/matter.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadHome } from './home/page.ts';
import { loadLadder } from './ladder/page.ts';
import { loadMatch } from './match/page.ts';
import { loadNotices } from './notice/page.ts';
import { loadTeam } from './team/page.ts';
import { ApiLeague } from './testing/api-league.ts';
import { toInput } from './testing/ladder-offers.ts';
import { RandomLeague } from './testing/random-league.ts';
import { loadMe } from './waiting/page.ts';
import { loadPin } from './waiting/pin.ts';

const seed = 20_261_123;
const stride = 7;
const looks = 5;
const lookers = ['team1-a', 'team2-b', 'team3-a', 'team4-c', 'team5-a', 'judge', 'owner'];

const toName = (matter: Matter) =>
  isMatchMatter(matter) ? `${matter.kind} ${matter.match.id}` : matter.kind;

/** What each page says first to one person, where it is not what stands first of their matters. */
async function listFaults(league: RandomLeague, name: string): Promise<string[]> {
  const viewer = league.getPerson(name);
  const input = (params: Record<string, string> = {}) => toInput(league, viewer, params);
  const [matters, home] = [(await loadMe(input()))?.matters ?? [], await loadHome(input())];
  const faults: string[] = [];
  const compare = (place: string, said: unknown, wanted: unknown) => {
    if (JSON.stringify(said) !== JSON.stringify(wanted)) {
      faults.push(`${name}, ${place}: ${JSON.stringify(said)}, not ${JSON.stringify(wanted)}`);
    }
  };
  const toSaid = (said: object | null | undefined) =>
    said && 'weight' in said ? toName(said as Matter) : null;
  const toFirst = (of: (matter: Matter) => boolean) => toSaid(matters.find(of) ?? null);
  compare(
    'home',
    toSaid(home?.next),
    toFirst(() => true),
  );
  const ladder = await loadLadder(input({ slug: league.slug }));
  compare(
    'ladder',
    toSaid(ladder?.viewer?.next),
    toFirst((one) => isMatchMatter(one) || ('ladder' in one && one.ladder?.slug === league.slug)),
  );
  for (const [alias, { slug }] of league.teams) {
    if (name.startsWith(alias)) {
      const team = await loadTeam(input({ slug }));
      const own = (one: Matter) => isMatchMatter(one) && one.team_slug === slug;
      compare('team', toSaid(team?.next), toFirst(own));
    }
  }
  const pin = await loadPin(league.own.database, viewer.person_id, league.own.league.now());
  const pinned = matters.filter(isMatchMatter).find(({ match }) => match.id === pin?.id);
  compare('pin', pin && `${pin.kind} ${pin.id}`, pinned === undefined ? null : toName(pinned));
  const ids = new Set(matters.filter(isMatchMatter).map(({ match }) => match.id));
  for (const id of ids) {
    const match = await loadMatch(input({ id }));
    const side = match?.viewer?.may_act === true ? match.viewer.side : null;
    const acts = side === null || side === undefined ? [] : (match?.acts[side] ?? []);
    const of = matters.filter(isMatchMatter).filter((matter) => matter.match.id === id);
    const asked = of
      .filter(({ weight }) => weight === 'act')
      .map(({ kind, until }) => [kind, until]);
    compare(
      'match',
      acts.map(({ act, until }) => [act, until]),
      asked,
    );
  }
  const notices = await loadNotices(input());
  const kinds = new Set(matters.filter(({ weight }) => weight === 'act').map(({ kind }) => kind));
  for (const { kind, can_act, match_id } of notices?.unread ?? []) {
    // A notice that asks for something has its matter; the others only tell.
    if (kind in asking && can_act && match_id !== null) {
      const wanted = asking[kind as keyof typeof asking];
      compare(
        `bell, ${kind}`,
        wanted.some((one) => kinds.has(one)),
        true,
      );
    }
  }
  return faults;
}

const asking = {
  challenged: ['answer', 'choose_time'],
  times_offered: ['answer', 'choose_time'],
  times_countered: ['answer', 'choose_time'],
  check_in_opened: ['check_in'],
  veto_turn: ['veto'],
  match_live: ['report'],
  reported_against: ['confirm_report', 'settle_reports'],
  match_disputed: ['statement'],
} as const;

/** Weeks of silence end the season before anything is played. */
const isShort = ({ kind, a }: Step) => kind !== 'wait' || a % 9 < 6;

it.each(Object.keys(variants))(
  'home, ladder, team, match, pin and bell say first what stands first of one’s matters: %s',
  async (variant) => {
    const league = new RandomLeague(new ApiLeague(await createTestDatabase()));
    try {
      await league.build(variant);
      const drawn = fc.sample(stepArbitrary, { seed, numRuns: stride * looks }).filter(isShort);
      const faults: string[] = [];
      for (const [index, step] of drawn.entries()) {
        await league.take(step);
        if (index % stride === stride - 1) {
          await league.runClock();
          for (const name of lookers) {
            faults.push(...(await listFaults(league, name)));
          }
        }
      }
      expect(faults).toEqual([]);
    } finally {
      await league.own[Symbol.asyncDispose]();
    }
  },
);
