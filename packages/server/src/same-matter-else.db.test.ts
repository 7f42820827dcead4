import type { Matter } from '@muster/site/pages/me/matter.ts';
import { toMatterKeys } from '@muster/site/pages/me/matter-keys.ts';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoaderInput, Viewer } from './context.ts';
import { loadHome } from './home/page.ts';
import { loadLadder } from './ladder/page.ts';
import { loadTeam } from './team/page.ts';
import { startMatch, type TestTeam } from './testing/api-league.ts';
import { type Cast, createCast } from './testing/cast.ts';
import {
  giveAddresses,
  listMissing,
  listUndated,
  pickMails,
  readCalendar,
  takeMails,
} from './testing/told.ts';
import { loadMe } from './waiting/page.ts';
import { loadNotices } from './waiting/page-notices.ts';

let cast: Cast;
let steward: Viewer;
let giver: Viewer;
let driver: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const { own } = cast;
  steward = cast.people['site admin'] ?? expect.fail();
  giver = await own.addAdmin('Giver');
  await own.addLadder('rally', 'time_attack', {
    timeAttack: { stages: ['Pass'], ranking: 'time', points: [] },
  });
  driver = await own.addPerson('Driver');
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const toInput = (viewer: Viewer, params: Record<string, string> = {}): LoaderInput => ({
  ...{ database: cast.own.database, viewer, locale: 'en', zone: 'UTC', params },
  now: cast.own.league.now(),
  url: new URL('http://localhost:3000/'),
});

const about = {
  ...{ game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [], languages: ['en'] },
  text: 'We look.',
};

interface Situation {
  /** Brings it about; who is waited for. */
  arrange: () => Promise<Viewer>;
  kind: Matter['kind'];
  /** The notice that tells of it, in the page and by mail; null where nobody is told. */
  told: NoticeKind | null;
  href: RegExp;
  isTimed: boolean;
  /** The team on whose page it is the first thing; for those on it. */
  team?: string;
}

const invite = (team: TestTeam, person: Viewer) =>
  cast.own.act(team.captain, {
    path: `/teams/${team.slug}/invites`,
    body: { person: person.person_id },
  });

async function addNotice(who: Viewer, kind = 'player_seeks_team', more: object = {}) {
  const body = { ...about, kind, ...more };
  return String((await cast.own.act(who, { path: '/boards', body })).id);
}

async function submitRun(): Promise<void> {
  const { own } = cast;
  const times = ['4:31', '4:32'];
  for (const [index, who] of [driver, await own.addPerson('Peer')].entries()) {
    const { entry } = await own.act(who, { path: '/ladders/rally/entries' });
    const run = {
      ...{ stage: 'Pass', time_ms: 271_000 + index * 1000, penalty_ms: 0 },
      ...{
        driven_at: own.league.now().toISOString(),
        proof: `https://video.example/${times[index]}`,
      },
    };
    if (who !== driver) {
      await own.act(who, { path: `/entries/${entry}/runs`, body: run });
    }
  }
}

/** Reports somebody's message to whoever judges such things. */
async function reportMessage(): Promise<void> {
  const { own, home, away } = cast;
  const { match } = await startMatch(own, 'tanks', [home, away]);
  const message = { path: `/matches/${match}/messages`, body: { text: 'You are bad' } };
  const { id } = await own.act(away.captain, message);
  const body = { kind: 'match_message', id, reason: 'insult' };
  await own.act(home.captain, { path: '/reports', body });
}

/** A case of a team's name, decided by `giver`. */
async function decideNameOf(team: TestTeam): Promise<string> {
  const { own, home } = cast;
  const report = { kind: 'team', id: team.id, reason: 'name' };
  await own.act(home.captain, { path: '/reports', body: report });
  const [found] = await own.database.query<{ id: string; version: number }>(
    'select id, version from private.cases where team_id = $1',
    [team.id],
  );
  const acts = [{ act: 'rename_team', name: 'Mild', tag: 'MILD' }];
  const body = { version: found?.version, acts, answer: 'Not that.' };
  await own.act(giver, { path: `/moderation/cases/${found?.id}/decision`, body });
  return found?.id ?? '';
}

const situations: [string, Situation][] = [
  [
    'an invitation by name',
    {
      kind: 'invitation',
      told: 'invited',
      href: /^\/teams\/home$/,
      isTimed: true,
      async arrange() {
        const guest = await cast.own.addPerson('Guest');
        await giveAddresses(cast.own);
        await invite(cast.home, guest);
        return guest;
      },
    },
  ],
  [
    'somebody who asks to join',
    {
      kind: 'join_request',
      team: 'third',
      told: 'join_asked',
      href: /^\/teams\/third#requests$/,
      isTimed: false,
      async arrange() {
        const asker = await cast.own.addPerson('Asker');
        await cast.own.act(asker, { path: `/teams/${cast.third.slug}/requests` });
        return cast.third.captain;
      },
    },
  ],
  [
    'an answer to a notice',
    {
      kind: 'notice_answered',
      told: 'board_answered',
      href: /^\/boards$/,
      isTimed: true,
      async arrange() {
        const team = await cast.own.addTeam('Seekers', null);
        await giveAddresses(cast.own);
        const id = await addNotice(team.captain, 'team_seeks_player', { team: team.slug });
        const wanda = await cast.own.addPerson('Wanda');
        await cast.own.act(wanda, { path: `/boards/${id}/answers`, body: { words: 'I play.' } });
        return team.captain;
      },
    },
  ],
  [
    'a notice to renew',
    {
      kind: 'notice_ends',
      told: null,
      href: /^\/boards$/,
      isTimed: true,
      async arrange() {
        const seeker = await cast.own.addPerson('Seeker');
        const id = await addNotice(seeker);
        await cast.own.database.query(
          'update public.board_posts set expires_at = $2 where id = $1',
          [id, cast.own.at(2)],
        );
        return seeker;
      },
    },
  ],
  [
    'a profile to complete',
    {
      kind: 'identity',
      told: null,
      href: /^\/account#identities$/,
      isTimed: false,
      async arrange() {
        await cast.own.addLadder('steamy', 'rung', { team: { identityRequired: 'steam' } });
        const team = await cast.own.addTeam('Nameless', null);
        await cast.own.database.query(
          `insert into public.profile_identities (person_id, kind, handle) values ($1, 'steam', 'x'), ($2, 'steam', 'y')`,
          [team.captain.person_id, team.player.person_id],
        );
        const body = { team: team.slug };
        await cast.own.act(team.captain, { path: '/ladders/steamy/entries', body });
        await cast.own.database.query(
          'delete from public.profile_identities where person_id = $1',
          [team.player.person_id],
        );
        return team.player;
      },
    },
  ],
  [
    'a scrim',
    {
      kind: 'scrim',
      team: 'marrow',
      told: null,
      href: /^\/scrims\//,
      isTimed: true,
      async arrange() {
        const [one, two] = [
          await cast.own.addTeam('Hollow', null),
          await cast.own.addTeam('Marrow', null),
        ];
        const starts_at = cast.own.at(3);
        const id = await addNotice(one.captain, 'scrim', { team: one.slug, times: [starts_at] });
        const answer = { path: `/boards/${id}/answers`, body: { team: two.slug, starts_at } };
        const { id: given } = await cast.own.act(two.captain, answer);
        await cast.own.act(one.captain, { path: `/boards/answers/${given}/acceptance` });
        return two.player;
      },
    },
  ],
  [
    'a run to confirm',
    {
      kind: 'runs',
      told: null,
      href: /^\/ladders\/rally#waiting$/,
      isTimed: false,
      async arrange() {
        await submitRun();
        return driver;
      },
    },
  ],
  [
    'a report on somebody',
    {
      kind: 'judge_case',
      told: 'case_opened',
      href: /^\/admins\/cases\//,
      isTimed: false,
      async arrange() {
        await reportMessage();
        return cast.people["the ladder's admin"] ?? expect.fail();
      },
    },
  ],
  [
    'an appeal of a case’s decision',
    {
      kind: 'judge_appeal',
      told: 'case_appealed',
      href: /^\/admins\/cases\//,
      isTimed: true,
      async arrange() {
        const team = await cast.own.addTeam('Rude', null);
        const id = await decideNameOf(team);
        await giveAddresses(cast.own);
        const appeal = `/moderation/cases/${id}/appeal`;
        await cast.own.act(team.captain, { path: appeal, body: { text: 'It is only a name.' } });
        return steward;
      },
    },
  ],
  [
    'an appeal of a sanction',
    {
      kind: 'judge_sanction',
      told: 'sanction_appealed',
      href: /^\/admins\/people\/Muted#sanction-/,
      isTimed: true,
      async arrange() {
        const muted = await cast.own.addPerson('Muted');
        const body = { person: muted.person_id, kind: 'mute', reason: 'Insults.' };
        const { sanction } = await cast.own.act(giver, { path: '/sanctions', body });
        const text = 'It was not me.';
        await cast.own.act(muted, { path: `/sanctions/${sanction}/appeal`, body: { text } });
        return steward;
      },
    },
  ],
];

it.each(situations)(
  '%s: every place says the same, and leads to the same',
  async (_what, situation) => {
    const { own } = cast;
    await own.database.query('delete from private.rate_limits');
    await giveAddresses(own);
    const viewer = await situation.arrange();
    const mails = await takeMails(own);
    const me = await loadMe(toInput(viewer));
    const matters = me?.matters ?? [];
    const matter = matters.find(({ kind }) => kind === situation.kind) ?? expect.fail();
    expect(toMatterKeys(matter).href).toMatch(situation.href);
    expect(matter.until !== null).toBe(situation.isTimed);

    const home = await loadHome(toInput(viewer));
    expect(home?.next).toEqual(matters[0]);
    expect([home?.next, ...(home?.more ?? [])]).toContainEqual(matter);
    if ('ladder' in matter && matter.ladder !== null) {
      const { slug } = matter.ladder;
      const ladder = await loadLadder(toInput(viewer, { slug }));
      const ofLadder = (one: Matter) => 'ladder' in one && one.ladder?.slug === slug;
      expect(ladder?.viewer?.next).toEqual(matters.find(ofLadder));
    }
    if (situation.team !== undefined) {
      expect((await loadTeam(toInput(viewer, { slug: situation.team })))?.next).toEqual(matter);
    }

    if (situation.told !== null) {
      const notices = await loadNotices(toInput(viewer));
      const notice = notices?.unread.find(({ kind }) => kind === situation.told);
      expect(notice).toMatchObject({ matter, can_act: true });
      const told = pickMails(mails, viewer, [situation.told]);
      expect(told).toHaveLength(1);
      expect(told.flatMap(({ text }) => listMissing(matter, text))).toEqual([]);
    }
    expect(listUndated(matters, await readCalendar(own, viewer))).toEqual([]);
  },
);

it('several reports are one matter and one line of the bell; each mail tells of its own', async () => {
  const { own, home } = cast;
  await own.database.query('delete from private.rate_limits');
  await own.database.query('delete from private.cases');
  await giveAddresses(own);
  const ask = async (name: string) => {
    const { id } = await own.addTeam(name, null);
    const report = { kind: 'team', id, reason: 'name' };
    await own.act(home.captain, { path: '/reports', body: report });
    const matters = (await loadMe(toInput(steward)))?.matters ?? [];
    return matters.filter(({ kind }) => kind === 'judge_case');
  };
  const [one = expect.fail()] = await ask('Coarse');
  expect(toMatterKeys(one)).toMatchObject({
    ...{ href: expect.stringMatching(/^\/admins\/cases\/./), values: { count: 1 } },
  });
  const all = await ask('Crude');
  expect(all).toHaveLength(1);
  const [matter = expect.fail()] = all;
  expect(toMatterKeys(matter)).toMatchObject({ href: '/admins/cases', values: { count: 2 } });
  expect((await loadHome(toInput(steward)))?.more).toContainEqual(matter);

  const lines = (await loadNotices(toInput(steward)))?.unread ?? [];
  const told = lines.filter(({ kind, can_act }) => kind === 'case_opened' && can_act);
  expect(told).toMatchObject([{ matter, ids: [told[0]?.id, expect.any(String)] }]);
  const cases = 'cases' in matter ? matter.cases : [];
  const mails = pickMails(await takeMails(own), steward, ['case_opened']);
  const paths = cases.map((id) => mails.filter(({ text }) => text.includes(`/cases/${id}`)).length);
  expect(paths).toEqual([1, 1]);

  // All are counted; the newest of very many are not named.
  const addMore = (count: number) =>
    own.database.query(
      `insert into private.cases (id, kind, subject, opened_at)
       select gen_random_uuid(), 'article', 'more ' || $1 || place, $2 from generate_series(1, $1::integer) place`,
      [count, own.league.now()],
    );
  for (const [more, count] of [
    [97, 99],
    [1, 100],
    [2, 102],
  ] as const) {
    await addMore(more);
    const { matters = [] } = (await loadMe(toInput(steward))) ?? {};
    const found = matters.find(({ kind }) => kind === 'judge_case');
    expect(found).toMatchObject({ count, cases: { length: Math.min(count, 100) } });
  }
});
