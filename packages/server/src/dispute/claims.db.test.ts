import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDesk } from '../admin/page-desk.ts';
import type { Viewer } from '../context.ts';
import { loadLadderAdmin } from '../ladder-admin/page.ts';
import { loadMatch } from '../match/page.ts';
import { hour, startMatch, toScores } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadRuling } from './page-ruling.ts';

const lasts = 12 * hour;

let cast: Cast;
let match: string;
let judge: Viewer;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away, people } = cast;
  const made = await startMatch(own, 'tanks', [home, away]);
  match = made.match;
  for (const [team, winner] of [
    [home, 'challenger'],
    [away, 'defender'],
  ] as const) {
    const body = { scores: toScores(made.maps, winner) };
    await own.act(team.captain, { path: `/matches/${match}/report`, body });
  }
  const [ofLadder, ofSite] = [people["the ladder's admin"], people['site admin']];
  if (!ofLadder || !ofSite) {
    throw new Error('the cast lacks its admins');
  }
  [judge, steward] = [ofLadder, ofSite];
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const now = () => cast.own.league.now();

const pass = (milliseconds: number) =>
  cast.own.moveTo(new Date(now().getTime() + milliseconds).toISOString());

async function take(who: Viewer, body: { take_over?: boolean } = {}) {
  const answer = await cast.own.send(who, { path: `/matches/${match}/case`, body });
  return answer.status === 200 ? 'obeyed' : answer.body.error?.code;
}

/** Who has the dispute and until when, as each page says it that says it at all. */
async function listShown() {
  const input = (params: Record<string, string>) => ({
    ...{ database: cast.own.database, viewer: steward, now: now(), params },
    ...{ url: new URL('http://localhost/admins'), locale: 'en', zone: 'UTC' },
  });
  const desk = await loadDesk(input({}));
  const ladder = await loadLadderAdmin(input({ slug: 'tanks' }));
  const holders = [
    desk?.items.find(({ kind }) => kind === 'dispute')?.holder,
    ladder?.desk?.cases[0]?.holder,
    (await loadMatch(input({ id: match })))?.holder,
    (await loadRuling(input({ id: match })))?.open?.holder,
  ];
  return holders.map((holder) => holder && `${holder.username} until ${holder.until}`);
}

it('lets go of a dispute that was taken in hand by itself, after twelve hours', async () => {
  expect(await listShown()).toEqual([null, null, null, null]);
  expect(await take(judge)).toBe('obeyed');
  const words = `Judge until ${new Date(now().getTime() + lasts).toISOString()}`;
  expect(await listShown()).toEqual([words, words, words, words]);
  pass(lasts - 1);
  expect(await listShown()).toEqual([words, words, words, words]);
  expect(await take(steward)).toBe('case_taken');
  pass(1);
  expect(await listShown()).toEqual([null, null, null, null]);
  // Who had it takes it again from then on.
  expect(await take(judge)).toBe('obeyed');
  expect(await take(steward)).toBe('case_taken');
  pass(lasts);
  expect(await take(steward)).toBe('obeyed');
  expect(await take(judge)).toBe('case_taken');
  expect(await take(judge, { take_over: true })).toBe('obeyed');
});

it('says on the page of the ruling whether who has it in hand is who looks', async () => {
  expect(await take(judge, { take_over: true })).toBe('obeyed');
  const isOwn = async (viewer: Viewer) => {
    const url = new URL(`http://localhost/matches/${match}/ruling`);
    const { database } = cast.own;
    const input = { database, viewer, now: now(), url, locale: 'en' as const, zone: 'UTC' };
    return (await loadRuling({ ...input, params: { id: match } }))?.open?.holder?.is_own;
  };
  expect([await isOwn(judge), await isOwn(steward)]).toEqual([true, false]);
});

it('says on the page of the ruling why whoever opens it may not rule', async () => {
  const look = async (viewer: Viewer) => {
    const url = new URL(`http://localhost/matches/${match}/ruling`);
    const { database } = cast.own;
    const input = { database, viewer, now: now(), url, locale: 'en' as const, zone: 'UTC' };
    return (await loadRuling({ ...input, params: { id: match } }))?.refusal;
  };
  expect(await look(judge)).toBeNull();
  expect(await look(cast.third.captain)).toBe('not_admin');
  await cast.own.act(steward, {
    path: '/sanctions',
    body: { person: judge.person_id, kind: 'ban', until: cast.own.at(9), reason: 'Cheats.' },
  });
  expect(await look(judge)).toBe('suspended');
});
