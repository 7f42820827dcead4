import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDesk } from '../admin/page-desk.ts';
import type { Viewer } from '../context.ts';
import { day, scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { listCases } from './list-cases.ts';

let cast: Cast;
let match: string;

const about = {
  ...{ game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [], languages: ['en'] },
  text: 'We look for nobody nice.',
};

beforeAll(async () => {
  cast = await createCast();
  match = (await scheduleMatch(cast.own, 'tanks', [cast.home, cast.away])).match;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
// Ten reports a minute: each test has minutes of its own.
beforeEach(async () => {
  const { own } = cast;
  own.moveTo(new Date(own.league.now().getTime() + 120_000).toISOString());
  await own.database.query('delete from private.cases');
});

const say = async (who: Viewer, text: string) =>
  String((await cast.own.act(who, { path: `/matches/${match}/messages`, body: { text } })).id);

const report = (id: string, more: object = {}) => ({
  path: '/reports',
  body: { kind: 'match_message', id, reason: 'insult', ...more },
});

async function send(who: Viewer | null, call: Parameters<typeof cast.own.send>[1]) {
  const { status, body } = await cast.own.send(who, call);
  return status === 200 ? 'obeyed' : body.error?.code;
}

const listReports = () =>
  cast.own.database.query<{ case_id: string; reason: string; words: string; snapshot: object }>(
    'select case_id, reason, words, snapshot from private.reports order by reported_at, id',
  );

describe('a report', () => {
  it('is of what its reporter sees, and of no thing of their own', async () => {
    const { home } = cast;
    const id = await say(home.captain, 'You are bad');
    const answers = await askAll(cast, report(id));
    const seers = [
      ...['co-captain', 'player', 'substitute', 'site admin', "the ladder's admin"],
      ...["the other side's captain", "the other side's player"],
    ];
    expect(answers).toEqual(onlyTo(seers, 'not_found', { own_thing: ['captain'] })(answers));
  });

  it('is taken from who was in the lineup of that match and is of the team no more, not of another', async () => {
    const { own, home, away, third } = cast;
    const [east, west] = [await own.addTeam('East', 'golf'), await own.addTeam('West', 'golf')];
    const other = (await scheduleMatch(own, 'golf', [west, east])).match;
    const [played, elsewhere] = [await own.addPerson('Played'), await own.addPerson('Elsewhere')];
    const line = (of: string, person: Viewer) =>
      own.database.query(
        `insert into private.match_lineups (match_id, side, person_id) values ($1, 'challenger', $2)`,
        [of, person.person_id],
      );
    const ofMessage = report(await say(home.captain, 'You were bad'));
    expect(await send(played, ofMessage)).toBe('not_found');
    await line(match, played);
    await line(other, elsewhere);
    expect(await send(played, ofMessage)).toBe('obeyed');
    expect(await send(elsewhere, ofMessage)).toBe('not_found');
    expect(await send(third.captain, ofMessage)).toBe('not_found');
    expect(await send(away.player, ofMessage)).toBe('obeyed');
  });

  it('of a scrim, a notice, an answer, a team, a person and an article follows who sees those', async () => {
    const { own, home, away, third, people } = cast;
    const post = await own.act(home.captain, {
      path: '/boards',
      body: { ...about, kind: 'scrim', team: home.slug },
    });
    const answer = await own.act(away.captain, {
      path: `/boards/${post.id}/answers`,
      body: { team: away.slug, starts_at: own.at(1), words: 'Come, cowards' },
    });
    const ofAnswer = report(String(answer.id), { kind: 'answer' });
    expect(await send(third.captain, ofAnswer)).toBe('not_found');
    expect(await send(home.player, ofAnswer)).toBe('not_found');
    expect(await send(people['co-captain'] ?? null, ofAnswer)).toBe('obeyed');
    expect(await send(away.captain, ofAnswer)).toBe('own_thing');
    const ofPost = report(String(post.id), { kind: 'post' });
    expect(await send(home.captain, ofPost)).toBe('own_thing');
    expect(await send(third.captain, ofPost)).toBe('obeyed');
    const { scrim } = await own.act(home.captain, {
      path: `/boards/answers/${answer.id}/acceptance`,
    });
    const said = await own.act(home.captain, {
      path: `/scrims/${scrim}/messages`,
      body: { text: 'You are late' },
    });
    const ofScrim = report(String(said.id), { kind: 'scrim_message' });
    expect(await send(third.captain, ofScrim)).toBe('not_found');
    expect(await send(people['site admin'] ?? null, ofScrim)).toBe('not_found');
    expect(await send(away.player, ofScrim)).toBe('obeyed');
    const ofTeam = report(home.id, { kind: 'team', reason: 'picture' });
    expect(await send(home.player, ofTeam)).toBe('own_thing');
    expect(await send(third.captain, ofTeam)).toBe('obeyed');
    const ofPerson = report(home.captain.person_id, { kind: 'person', reason: 'name' });
    expect(await send(home.captain, ofPerson)).toBe('own_thing');
    expect(await send(third.captain, ofPerson)).toBe('obeyed');
    await own.database.query(
      `insert into public.articles (slug, title, body, published_at)
       values ('up', '{"en": "Up"}', '{"en": "Words"}', $1), ('draft', '{"en": "Draft"}', '{}', null)`,
      [own.league.now()],
    );
    expect(await send(third.captain, report('draft', { kind: 'article' }))).toBe('not_found');
    expect(await send(third.captain, report('up', { kind: 'article' }))).toBe('obeyed');
  });

  it('of what is not up any more, or not yet, is of nothing', async () => {
    const { own, home, away, third } = cast;
    const at = (milliseconds: number) => new Date(own.league.now().getTime() + milliseconds);
    const set = (table: string, column: string, value: unknown, id: unknown) =>
      own.database.query(`update ${table} set ${column} = $1 where id = $2`, [value, id]);
    const post = await own.act(home.captain, {
      path: '/boards',
      body: { ...about, kind: 'scrim', team: home.slug },
    });
    const answer = await own.act(away.captain, {
      path: `/boards/${post.id}/answers`,
      body: { team: away.slug, starts_at: own.at(1), words: 'Come' },
    });
    const ofPost = report(String(post.id), { kind: 'post' });
    const ofAnswer = report(String(answer.id), { kind: 'answer' });
    await set('public.board_posts', 'created_at', at(-day), post.id);
    await set('public.board_posts', 'expires_at', at(1), post.id);
    expect(await send(third.captain, ofPost)).toBe('obeyed');
    expect(await send(home.captain, ofAnswer)).toBe('obeyed');
    await set('public.board_posts', 'expires_at', at(0), post.id);
    expect(await send(third.captain, ofPost)).toBe('not_found');
    expect(await send(home.captain, ofAnswer)).toBe('not_found');
    for (const [slug, ahead, said] of [
      ['tomorrow', 1, 'not_found'],
      ['today', 0, 'obeyed'],
    ] as const) {
      await own.database.query(
        `insert into public.articles (slug, title, body, published_at) values ($1, '{}', '{}', $2)`,
        [slug, at(ahead)],
      );
      expect(await send(third.captain, report(slug, { kind: 'article' }))).toBe(said);
    }
    const gone = await own.addTeam('Gone', null);
    await set('public.teams', 'disbanded_at', at(0), gone.id);
    expect(await send(third.captain, report(gone.id, { kind: 'team' }))).toBe('not_found');
    const leaver = await own.addPerson('Leaver');
    const ofLeaver = report(leaver.person_id, { kind: 'person' });
    expect(await send(third.captain, ofLeaver)).toBe('obeyed');
    await own.database.query(
      `update public.profiles set user_id = null, username = U&'\\2E3A' where id = $1`,
      [leaver.person_id],
    );
    expect(await send(away.captain, ofLeaver)).toBe('not_found');
  });

  it('of evidence is taken from who sees it', async () => {
    const { own, home, away, third } = cast;
    const { id } = await own.act(home.captain, {
      path: `/matches/${match}/evidence/links`,
      body: { url: 'https://evidence.example/1', note: 'They cheat' },
    });
    const call = report(String(id), { kind: 'evidence' });
    expect(await send(third.captain, call)).toBe('not_found');
    expect(await send(away.player, call)).toBe('obeyed');
  });

  it('joins what others have reported of the same thing, and is one of each person', async () => {
    const { home, away } = cast;
    const id = await say(home.captain, 'You are worse');
    await cast.own.act(away.captain, report(id, { text: 'Again' }));
    await cast.own.act(away.player, report(id, { reason: 'spam' }));
    await cast.own.act(away.captain, report(id, { reason: 'other', text: 'And again' }));
    const reports = await listReports();
    expect(reports.map(({ reason, words }) => [reason, words])).toEqual([
      ['other', 'And again'],
      ['spam', ''],
    ]);
    expect(new Set(reports.map(({ case_id }) => case_id)).size).toBe(1);
    expect(reports[0]?.snapshot).toMatchObject({
      author: home.captain.username,
      words: 'You are worse',
      path: `/matches/${match}`,
    });
  });

  it('keeps the thing as it was, whatever becomes of it', async () => {
    const { own, home, third } = cast;
    await own.act(third.captain, report(home.id, { kind: 'team', reason: 'name' }));
    await own.database.query(`update public.teams set about = 'Nice' where id = $1`, [home.id]);
    expect((await listReports())[0]?.snapshot).toMatchObject({ title: 'Home [HOME]', words: '' });
  });

  it('has some of a few reasons, and five hundred characters at most', async () => {
    const { away, home } = cast;
    const id = await say(home.captain, 'Long');
    expect(await send(away.captain, report(id, { reason: 'flagged' }))).toBe('field_invalid');
    expect(await send(away.captain, report(id, { text: 'x'.repeat(501) }))).toBe('field_invalid');
    expect(await send(away.captain, report(id, { text: 'x'.repeat(500) }))).toBe('obeyed');
    expect(await send(away.captain, report(id, { kind: 'ladder' }))).toBe('field_invalid');
    expect(await send(away.captain, report('nothing'))).toBe('not_found');
  });
});

/** So many reports of somebody, as if each were of another thing. */
const fill = (personId: string, count: number, status: string, ago: number) =>
  cast.own.database.query(
    `with made as (
       insert into private.cases (id, kind, subject, status, opened_at, decided_at)
       select gen_random_uuid(), 'person', gen_random_uuid(), $3, $4,
         case when $3 <> 'open' then $4::timestamptz end from generate_series(1, $2::integer) returning id)
     insert into private.reports (id, case_id, person_id, reason, snapshot, reported_at)
     select gen_random_uuid(), id, $1, 'spam', '{}', $4 from made`,
    [personId, count, status, new Date(cast.own.league.now().getTime() - ago)],
  );

describe('somebody who reports everything', () => {
  const next = (id: string) => report(id, { kind: 'person' });

  it('has thirty open reports at most, and may change those', async () => {
    const { home, away, third } = cast;
    await fill(third.captain.person_id, 29, 'open', 2 * day);
    expect(await send(third.captain, next(home.captain.person_id))).toBe('obeyed');
    expect(await send(third.captain, next(away.captain.person_id))).toBe('limit_reached');
    expect(await send(third.captain, next(home.captain.person_id))).toBe('obeyed');
  });

  it('sends forty in a day at most', async () => {
    const { home, away, third } = cast;
    await fill(third.captain.person_id, 39, 'closed', day - 1);
    expect(await send(third.captain, next(home.captain.person_id))).toBe('obeyed');
    expect(await send(third.captain, next(away.captain.person_id))).toBe('daily_limit');
    await cast.own.database.query('delete from private.cases');
    await fill(third.captain.person_id, 40, 'closed', day);
    expect(await send(third.captain, next(home.captain.person_id))).toBe('obeyed');
  });
});

describe('the queue', () => {
  it('is of the office that each has, and says who has a part', async () => {
    const { own, home, away, people } = cast;
    const at = own.league.now();
    const id = await say(home.captain, 'You are slow');
    await own.act(away.captain, report(id));
    await own.act(people.stranger ?? away.captain, next(home.captain.person_id));
    const of = async (name: keyof typeof people) => {
      const personId = people[name]?.person_id ?? '';
      const found = await listCases(own.database, {
        personId,
        at,
        limit: 10,
        isDone: false,
        kind: null,
        offset: 0,
      });
      return found.map(({ kind, title, reports, is_barred }) => [kind, title, reports, is_barred]);
    };
    const message = ['match_message', 'You are slow', 1, false];
    expect(await of('site admin')).toEqual([message, ['person', home.captain.username, 1, false]]);
    expect(await of("the ladder's admin")).toEqual([message]);
    expect(await of("another ladder's admin")).toEqual([]);
    expect(await of('editor')).toEqual([]);
    expect(await of('captain')).toEqual([]);
  });

  it('of articles is their editors’ too, who hear of a case like the site’s admins and decide it', async () => {
    const { own, third, people } = cast;
    const admin = people['site admin'] ?? third.captain;
    const editor = people.editor ?? third.captain;
    await own.act(admin, { path: '/articles', body: { slug: 'said', title: { en: 'Said' } } });
    await own.act(admin, { path: '/articles/said/publication' });
    await own.act(third.captain, report('said', { kind: 'article', reason: 'other' }));
    const [found] = await own.database.query<{ id: string }>(
      `select id from private.cases where subject = 'said'`,
    );
    const rows = await own.database.query<{ username: string }>(
      `select p.username from private.notices n join public.profiles p on p.id = n.person_id
       where n.kind = 'case_opened' and n.data ->> 'case' = $1 order by 1`,
      [found?.id],
    );
    expect(rows.map(({ username }) => username)).toEqual([editor.username, admin.username]);
    const desk = async (viewer: Viewer) => {
      const url = new URL('http://localhost/admins');
      const given = { database: own.database, viewer, now: own.league.now(), url };
      return (await loadDesk(given))?.items.map(({ kind, id, act }) => [kind, id, act.does]);
    };
    expect(await desk(editor)).toContainEqual(['case', found?.id, 'decide']);
    const path = `/moderation/cases/${found?.id}`;
    await own.act(editor, {
      path: `${path}/decision`,
      body: { version: 1, acts: [{ act: 'hide' }], answer: 'Untrue.' },
    });
    expect(await send(third.captain, report('said', { kind: 'article' }))).toBe('not_found');
  });
  const next = (id: string) => report(id, { kind: 'person' });
});
