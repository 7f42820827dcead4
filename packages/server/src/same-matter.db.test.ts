import { createTestDatabase } from '@muster/database/testing';
import type { WaitingAct } from '@muster/league';
import { type Step, stepArbitrary, variants } from '@muster/league/testing';
import { isMatchMatter, type Matter } from '@muster/site/pages/me/matter.ts';
import { toReasonKey } from '@muster/site/pages/me/matter-keys.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { postWebhook } from './channel/post-webhook.ts';
import { loadHome } from './home/page.ts';
import { loadLadder } from './ladder/page.ts';
import { loadMatch } from './match/page.ts';
import { runDueReminders } from './notice/reminders.ts';
import { toTimeWords } from './notice/words.ts';
import { loadTeam } from './team/page.ts';
import { ApiLeague } from './testing/api-league.ts';
import { toInput } from './testing/ladder-offers.ts';
import { RandomLeague } from './testing/random-league.ts';
import {
  giveAddresses,
  listMissing,
  listUndated,
  pickMails,
  readCalendar,
  type ToldMail,
  takeMails,
} from './testing/told.ts';
import { getTranslator } from './translate.ts';
import { loadMe } from './waiting/page.ts';
import { loadNotices } from './waiting/page-notices.ts';
import { loadPin } from './waiting/pin.ts';

const seed = 20_261_123;
const stride = 7;
const looks = 5;
const lookers = ['team1-a', 'team2-b', 'team3-a', 'team4-c', 'team5-a', 'judge', 'owner'];

const toName = (matter: Matter) =>
  isMatchMatter(matter) ? `${matter.kind} ${matter.match.id}` : matter.kind;

/** What each page says first to one person, where it is not what stands first of their matters. */
async function listFaults(
  league: RandomLeague,
  name: string,
  mails: readonly ToldMail[],
): Promise<string[]> {
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
  for (const { kind, can_act, match_id, matter } of notices?.unread ?? []) {
    // A notice that asks for something has its matter; the others only tell.
    if (isAsking(kind)) {
      const wanted = findAsked(matters, kind, match_id);
      compare(`bell, ${kind}`, [can_act, matter], [wanted !== null, wanted]);
    }
  }
  for (const { kind, text } of pickMails(mails, viewer, Object.keys(asking))) {
    const id = /matches\/([0-9a-f-]{36})/.exec(text)?.[1] ?? null;
    const wanted = isAsking(kind) ? findAsked(matters, kind, id) : null;
    compare(`mail, ${kind}`, wanted === null ? [] : listMissing(wanted, text), []);
  }
  compare('calendar', listUndated(matters, await readCalendar(league.own, viewer)), []);
  return faults;
}

/** What waits of what a notice of the kind asks for its match; null: nothing any more. */
function findAsked(
  matters: readonly Matter[],
  kind: keyof typeof asking,
  id: string | null,
): Matter | null {
  const kinds: readonly string[] = asking[kind];
  const isIt = (one: Matter) =>
    (isMatchMatter(one) ? one.match.id : 'between' in one && one.between?.id) === id;
  return matters.find((one) => kinds.includes(one.kind) && isIt(one)) ?? null;
}

/** Posts all news that wait; what each said. */
async function takePosts({ own }: RandomLeague): Promise<Post[]> {
  const posts = await own.database.query<Omit<Post, 'text'>>(
    `select id, kind, data ->> 'match_id' as match_id from private.webhook_posts where state = 'waiting' order by id`,
  );
  const taken: Post[] = [];
  for (const post of posts) {
    const options = { database: own.database, now: own.league.now, log: pino({ level: 'silent' }) };
    await postWebhook(
      {
        ...options,
        siteUrl: 'https://league.test',
        fetch: async (_url, init) => {
          taken.push({ ...post, text: JSON.parse(String(init?.body)).embeds[0].description });
          return new Response('{}');
        },
      },
      post.id,
    );
  }
  return taken;
}

/** What the channels said of what a side is to do, where the match's page does not say the same. */
async function listPostFaults(league: RandomLeague): Promise<string[]> {
  const { own } = league;
  const faults: string[] = [];
  for (const { kind, match_id, text } of await takePosts(league)) {
    if (!isAskingPost(kind)) {
      continue;
    }
    const page = await loadMatch({ ...toPublicInput(own), params: { id: match_id ?? '' } });
    const asked: readonly string[] = askingPosts[kind];
    const act = [...(page?.acts.challenger ?? []), ...(page?.acts.defender ?? [])].find(
      (one) => asked.includes(one.act) && one.until !== null,
    );
    const wanted = act === undefined ? '' : toPostWords(act);
    told.channel += wanted === '' ? 0 : 1;
    const [, ...lines] = text.split('\n');
    if (lines.join('\n') !== wanted) {
      faults.push(`channel, ${kind}: ${text}, not ${wanted}`);
    }
  }
  return faults;
}

const toPostWords = ({ act, until, otherwise }: WaitingAct) =>
  getTranslator('en', 'next-step').markup(toReasonKey({ kind: act, otherwise }), {
    time: () => (until === null ? '' : toTimeWords(until, 'en', 'UTC')),
  });

interface Post {
  id: string;
  kind: string;
  match_id: string | null;
  text: string;
}

const isAskingPost = (kind: string): kind is keyof typeof askingPosts => kind in askingPosts;

const askingPosts = {
  challenge_made: ['answer'],
  challenge_accepted: ['choose_time'],
  check_in_opened: ['check_in'],
  match_reported: ['confirm_report', 'settle_reports'],
  match_disputed: ['statement'],
} as const;

const toPublicInput = ({ database, league }: ApiLeague) => ({
  database,
  viewer: null,
  locale: 'en' as const,
  zone: 'UTC',
  now: league.now(),
  url: new URL('http://localhost:3000/'),
});

/** How much was looked at: a test that saw none of them has asked nothing. */
const told = { mail: 0, channel: 0 };

const isAsking = (kind: string): kind is keyof typeof asking => kind in asking;

const asking = {
  challenged: ['answer', 'choose_time'],
  answer_reminder: ['answer', 'choose_time'],
  times_offered: ['answer', 'choose_time'],
  times_countered: ['answer', 'choose_time'],
  check_in_opened: ['check_in'],
  veto_turn: ['veto'],
  match_live: ['report'],
  reported_against: ['confirm_report'],
  reports_differ: ['settle_reports'],
  extension_asked: ['answer_extension'],
  cancellation_asked: ['answer_cancellation'],
  reschedule_asked: ['answer_reschedule'],
  correction_asked: ['agree_correction'],
  match_disputed: ['statement'],
  dispute_opened: ['rule'],
  appeal_opened: ['decide_appeal'],
} as const;

/** The ladder's news go to a channel. */
const addChannel = ({ own, ladderId }: RandomLeague) =>
  own.database.query(
    `insert into private.webhooks (id, ladder_id, url, locale, set_at)
     values (gen_random_uuid(), $1, 'https://channel.test', 'en', now())`,
    [ladderId],
  );

/** Weeks of silence end the season before anything is played. */
const isShort = ({ kind, a }: Step) => kind !== 'wait' || a % 9 < 6;

it.each(Object.keys(variants))(
  'home, ladder, team, match, pin, bell, mail, channel and calendar say what one’s matters say: %s',
  async (variant) => {
    const league = new RandomLeague(new ApiLeague(await createTestDatabase()));
    try {
      await league.build(variant);
      const drawn = fc.sample(stepArbitrary, { seed, numRuns: stride * looks }).filter(isShort);
      await giveAddresses(league.own);
      await addChannel(league);
      const faults: string[] = [];
      for (const [index, step] of drawn.entries()) {
        await league.take(step);
        faults.push(...(await listPostFaults(league)));
        if (index % stride === stride - 1) {
          await league.runClock();
          await runDueReminders(league.own.league);
          const mails = await takeMails(league.own);
          told.mail += mails.length;
          for (const name of lookers) {
            faults.push(...(await listFaults(league, name, mails)));
          }
        }
      }
      expect(faults).toEqual([]);
    } finally {
      await league.own[Symbol.asyncDispose]();
    }
  },
);

it('has looked at mails and at news that ask for something', () => {
  expect(told.mail).toBeGreaterThan(20);
  expect(told.channel).toBeGreaterThan(5);
});
