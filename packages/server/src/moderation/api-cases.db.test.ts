import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { day, scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { listCases } from './list-cases.ts';
import { loadCase } from './page-case.ts';
import { loadOwnReports } from './page-own.ts';

let cast: Cast;
let match: string;
let admin: Viewer;
let second: Viewer;
let judge: Viewer;

const minutes = 60_000;

beforeAll(async () => {
  cast = await createCast();
  match = (await scheduleMatch(cast.own, 'tanks', [cast.home, cast.away])).match;
  const { people } = cast;
  const [steward, ofLadder] = [people['site admin'], people["the ladder's admin"]];
  if (!steward || !ofLadder) {
    throw new Error('the cast lacks its admins');
  }
  admin = steward;
  judge = ofLadder;
  second = await cast.own.addAdmin('Second');
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  pass(2 * minutes);
  await cast.own.database.query('delete from private.cases');
});

const pass = (milliseconds: number) =>
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + milliseconds).toISOString());

/** A message of the home captain, reported by the other side's: the case. */
async function openCase(): Promise<{ id: string; message: string }> {
  const { own, home, away } = cast;
  const said = await own.act(home.captain, {
    path: `/matches/${match}/messages`,
    body: { text: 'You are bad' },
  });
  const message = String(said.id);
  const body = { kind: 'match_message', id: message, reason: 'insult' };
  await own.act(away.captain, { path: '/reports', body });
  const [row] = await own.database.query<{ id: string }>(
    'select id from private.cases where subject = $1',
    [message],
  );
  return { id: row?.id ?? '', message };
}

const call = (id: string, act: string, body: object = {}) => ({
  path: `/moderation/cases/${id}/${act}`,
  body: { ...body },
});
const decide = (id: string, acts: object[] = [{ act: 'hide' }], more: object = {}) =>
  call(id, 'decision', { version: 1, acts, ...more });

async function code(who: Viewer | null, given: Parameters<typeof cast.own.send>[1]) {
  const { status, body } = await cast.own.send(who, given);
  return status === 200 ? 'obeyed' : body.error?.code;
}

/** The case's page. */
const open = (viewer: Viewer | null, id: string) =>
  loadCase({
    ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params: { id } },
    ...{ url: new URL('http://localhost/admins/cases'), locale: 'en', zone: 'UTC' },
  });

/** What is decided about somebody, as they read it. */
const listOwn = async (viewer: Viewer) =>
  (
    await loadOwnReports({
      ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params: {} },
      ...{ url: new URL('http://localhost/account/reports'), locale: 'en', zone: 'UTC' },
    })
  )?.cases ?? [];

const isHidden = async (message: string) => {
  const [row] = await cast.own.database.query<{ hidden: boolean }>(
    'select hidden_at is not null as hidden from private.match_messages where id = $1',
    [message],
  );
  return row?.hidden;
};

async function listTold(id: string): Promise<string[]> {
  const rows = await cast.own.database.query<{ kind: string; username: string }>(
    `select n.kind, p.username from private.notices n join public.profiles p on p.id = n.person_id
     where n.data ->> 'case' = $1 order by n.kind, p.username`,
    [id],
  );
  return rows.map(({ kind, username }) => `${username} ${kind}`);
}

/** The acts of the audit log about a case or what it is about, the oldest first. */
const listAudit = async (...subjects: string[]) => {
  const rows = await cast.own.database.query<{ act: string }>(
    'select act from private.audit_log where subject = any($1) order by at, id',
    [subjects],
  );
  return rows.map(({ act }) => act);
};

/** Of the cases that wait, whether somebody else must decide. */
async function listBarred({ person_id: personId }: Viewer) {
  const { database, league } = cast.own;
  const asked = { personId, at: league.now(), isDone: false, kind: null, limit: 10, offset: 0 };
  return (await listCases(database, asked)).map(({ is_barred }) => is_barred);
}

describe('who decides', () => {
  it('is who has the office, and nobody else knows of the case', async () => {
    const { id } = await openCase();
    const answers = await askAll(cast, call(id, 'claim', { take_over: true }));
    expect(answers).toEqual(onlyTo(['site admin', "the ladder's admin"], 'not_found')(answers));
    for (const act of ['release', 'withheld']) {
      const given = await askAll(cast, call(id, act));
      expect(given).toEqual(onlyTo(['site admin', "the ladder's admin"], 'not_found')(given));
    }
    expect(await code(admin, call('none', 'claim'))).toBe('not_found');
  });

  it('is an editor too, of articles', async () => {
    const { own, third } = cast;
    await own.database.query(
      `insert into public.articles (slug, title, body, published_at) values ('up', '{}', '{}', $1)`,
      [own.league.now()],
    );
    const body = { kind: 'article', id: 'up', reason: 'other' };
    await own.act(third.captain, { path: '/reports', body });
    const [row] = await own.database.query<{ id: string }>(`select id from private.cases`);
    const answers = await askAll(cast, call(row?.id ?? '', 'claim', { take_over: true }));
    expect(answers).toEqual(onlyTo(['site admin', 'editor'], 'not_found')(answers));
    // The other site admin, and the editor.
    expect((await open(admin, row?.id ?? ''))?.others).toBe(2);
    expect((await open(cast.people.editor ?? null, row?.id ?? ''))?.others).toBe(2);
    expect(await open(judge, row?.id ?? '')).toBeNull();
    expect(await code(cast.people.editor ?? null, decide(row?.id ?? ''))).toBe('obeyed');
    const pages = await own.database.query('select 1 from public.articles where hidden_at is null');
    expect(pages).toEqual([]);
  });

  it('is nobody who has a part in it', async () => {
    const { own, away } = cast;
    const { id } = await openCase();
    const body = { person: away.player.person_id };
    await own.act(admin, { path: '/admins', body });
    expect(await listBarred(away.player)).toEqual([true]);
    expect(await listBarred(admin)).toEqual([false]);
    expect(await open(away.player, id)).toMatchObject({ bar: 'party', reports: [{ by: null }] });
    expect(await code(away.player, decide(id))).toBe('case_party');
    expect(await code(away.player, call(id, 'claim'))).toBe('case_party');
    await own.act(admin, { path: `/admins/${away.player.person_id}`, method: 'DELETE' });
    expect(await code(admin, decide(id))).toBe('obeyed');
  });
});

describe('a claim', () => {
  it('is taken over, given back, and lapses after half an hour', async () => {
    const { id } = await openCase();
    await cast.own.act(admin, call(id, 'claim'));
    expect(await code(judge, call(id, 'claim'))).toBe('case_taken');
    expect(await code(judge, decide(id))).toBe('case_taken');
    expect(await code(judge, call(id, 'claim', { take_over: true }))).toBe('obeyed');
    expect(await code(admin, call(id, 'claim'))).toBe('case_taken');
    await cast.own.act(admin, call(id, 'release'));
    expect(await code(admin, call(id, 'claim'))).toBe('case_taken');
    await cast.own.act(judge, call(id, 'release'));
    expect(await code(admin, call(id, 'claim'))).toBe('obeyed');
    pass(30 * minutes - 1);
    expect(await code(judge, call(id, 'claim'))).toBe('case_taken');
    expect((await open(judge, id))?.holder?.username).toBe(admin.username);
    pass(1);
    expect((await open(judge, id))?.holder).toBeNull();
    expect(await code(judge, call(id, 'claim'))).toBe('obeyed');
  });
});

describe('a decision', () => {
  it('hides, tells both sides at once, and stands in the audit log', async () => {
    const { own, home, away } = cast;
    const { id, message } = await openCase();
    await own.act(away.player, {
      path: '/reports',
      body: { kind: 'match_message', id: message, reason: 'spam' },
    });
    await own.act(admin, decide(id, undefined, { version: 2 }));
    expect(await isHidden(message)).toBe(true);
    expect(await listTold(id)).toEqual([
      `${home.captain.username} case_decided`,
      `${judge.username} case_opened`,
      `${away.captain.username} report_answered`,
      `${away.player.username} report_answered`,
    ]);
    expect(await listAudit(id, message)).toEqual(['thing_hidden', 'case_decided']);
    const body = { kind: 'match_message', id: message, reason: 'spam' };
    expect(await code(away.player, { path: '/reports', body })).toBe('not_found');
    const { messages } = (
      await own.send(home.captain, { path: `/matches/${match}/messages`, method: 'GET' })
    ).body.data as { messages: { id: string; text: string; is_removed: boolean }[] };
    expect(messages.find((one) => one.id === message)).toMatchObject({
      text: '',
      is_removed: true,
    });
  });

  it('names the state that it saw', async () => {
    const { id } = await openCase();
    expect(await code(admin, decide(id, undefined, { version: 2 }))).toBe('case_moved');
    expect(await code(admin, decide(id))).toBe('obeyed');
    expect(await code(judge, decide(id))).toBe('case_moved');
    expect(await code(judge, decide(id, undefined, { version: 2 }))).toBe('case_state');
  });

  it('has seen every report: one more, or of the thing as it is now, moves the case', async () => {
    const { own, home, away, third } = cast;
    const { id, message } = await openCase();
    const again = (who: Viewer, more: object = {}) =>
      own.act(who, {
        path: '/reports',
        body: { kind: 'match_message', id: message, reason: 'spam', ...more },
      });
    await again(away.captain, { reason: 'insult' });
    await again(away.captain, { text: 'More words of mine' });
    expect(await code(admin, decide(id, [], { answer: 'Fine', version: 2 }))).toBe('case_moved');
    await again(away.player);
    expect(await code(admin, decide(id))).toBe('case_moved');
    expect(await code(admin, decide(id, undefined, { version: 2 }))).toBe('obeyed');
    const ofTeam = { kind: 'team', id: home.id, reason: 'name' };
    await own.act(third.captain, { path: '/reports', body: ofTeam });
    await own.database.query(`update public.teams set about = 'Worse' where id = $1`, [home.id]);
    await own.act(third.captain, { path: '/reports', body: ofTeam });
    const [row] = await own.database.query<{ version: number }>(
      `select version from private.cases where kind = 'team'`,
    );
    expect(row?.version).toBe(2);
    await own.database.query(`update public.teams set about = '' where id = $1`, [home.id]);
  });

  it('and a report at the same moment: one of the two sees the other', async () => {
    const { own, away } = cast;
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id, message } = await openCase();
      const body = { kind: 'match_message', id: message, reason: 'spam' };
      const report = () => code(away.player, { path: '/reports', body });
      const decision = () => code(admin, decide(id));
      const [first, second] = round % 2 === 0 ? [report, decision] : [decision, report];
      const answers = await Promise.all([first(), second()]);
      const [reported, decided] = round % 2 === 0 ? answers : answers.toReversed();
      seen.add(`${reported} ${decided}`);
      expect(await isHidden(message)).toBe(decided === 'obeyed');
      const open = await own.database.query(
        `select 1 from private.cases where subject = $1 and status = 'open'`,
        [message],
      );
      expect(open.length).toBe(decided === 'obeyed' ? 0 : 1);
      pass(2 * minutes);
    }
    const possible = ['obeyed case_moved', 'not_found obeyed'];
    expect([...seen].filter((pair) => !possible.includes(pair))).toEqual([]);
  });

  it('without an act needs a sentence, which the reporters read and nobody else', async () => {
    const { home, away } = cast;
    const { id, message } = await openCase();
    expect(await code(admin, decide(id, []))).toBe('field_invalid');
    expect(await code(admin, decide(id, [], { answer: '  ' }))).toBe('field_invalid');
    expect(await code(admin, decide(id, [], { answer: 'Banter' }))).toBe('obeyed');
    expect(await isHidden(message)).toBe(false);
    const told = await listTold(id);
    expect(told).toContain(`${away.captain.username} report_answered`);
    expect(told).not.toContain(`${home.captain.username} case_decided`);
    expect(await code(home.captain, call(id, 'appeal', { text: 'Why?' }))).toBe('case_state');
  });

  it('holds several acts, each once, of those that the thing has', async () => {
    const { own, home } = cast;
    const { id } = await openCase();
    const until = own.at(3);
    const answer = 'Rule 3';
    const refused = [
      [{ act: 'remove_picture' }],
      [{ act: 'hide' }, { act: 'hide' }],
      [{ act: 'mute' }],
      [{ act: 'hide', until }],
      [{ act: 'hide', name: 'Kind' }],
      [{ act: 'hide', tag: 'KIND' }],
      [{ act: 'hide', hides: true }],
    ];
    for (const acts of refused) {
      expect(await code(admin, decide(id, acts, { answer }))).toBe('field_invalid');
    }
    const acts = [{ act: 'hide' }, { act: 'mute', until }];
    expect(await code(admin, decide(id, acts))).toBe('field_invalid');
    await own.act(admin, decide(id, acts, { answer }));
    const talk = { path: `/matches/${match}/messages`, body: { text: 'Me again' } };
    expect(await code(home.captain, talk)).toBe('muted');
    await own.act(second, call(id, 'undo', { version: 2, answer: 'Too hard' }));
    expect(await code(home.captain, talk)).toBe('obeyed');
  });

  it('of a ladder’s admin reaches no further than their ladder', async () => {
    const { own, home } = cast;
    const { id } = await openCase();
    const acts = [{ act: 'ban', until: own.at(3) }];
    await own.act(judge, decide(id, acts, { answer: 'Rule 4' }));
    const [sanction] = await own.database.query<{ kind: string; slug: string }>(
      `select s.kind, l.slug from public.sanctions s join public.ladders l on l.id = s.ladder_id
       where s.person_id = $1 and not s.is_lifted`,
      [home.captain.person_id],
    );
    expect(sanction).toEqual({ kind: 'ban', slug: 'tanks' });
    // Who may still lead elsewhere keeps the team.
    const [kept] = await own.database.query<{ role: string }>(
      'select role from public.rosters where team_id = $1 and person_id = $2',
      [home.id, home.captain.person_id],
    );
    expect(kept?.role).toBe('captain');
    await own.act(judge, call(id, 'undo', { version: 2, answer: 'Mistaken' }));
  });
});

describe('an appeal', () => {
  const text = 'It was a joke between us';

  it('is of whom the decision concerns, once, within a fortnight', async () => {
    const { id } = await openCase();
    const { home } = cast;
    expect(await code(home.captain, call(id, 'appeal', { text }))).toBe('case_state');
    await cast.own.act(judge, decide(id));
    expect(await code(home.captain, call(id, 'appeal', { text: ' ' }))).toBe('field_invalid');
    const others = { ...cast.people, captain: null };
    const answers = await askAll({ own: cast.own, people: others }, call(id, 'appeal', { text }));
    expect(Object.values(answers)).not.toContain('obeyed');
    const listUntil = async () => (await listOwn(home.captain)).map((own) => own.appeal_until);
    pass(14 * day);
    expect(await listUntil()).toEqual([cast.own.league.now().toISOString()]);
    expect(await code(home.captain, call(id, 'appeal', { text }))).toBe('obeyed');
    expect(await listUntil()).toEqual([null]);
    expect(await code(home.captain, call(id, 'appeal', { text }))).toBe('appeal_used');
    const later = await openCase();
    await cast.own.act(judge, decide(later.id));
    pass(14 * day + 1);
    expect(await listUntil()).toEqual([null, null]);
    expect(await code(home.captain, call(later.id, 'appeal', { text }))).toBe('deadline_passed');
  });

  it('goes to somebody else, and a yes undoes the act', async () => {
    const { own, home } = cast;
    const { id, message } = await openCase();
    await own.act(admin, decide(id));
    await own.act(home.captain, call(id, 'appeal', { text }));
    const granted = { version: 3, granted: true };
    const yes = call(id, 'appeal/decision', { ...granted, answer: 'It was banter' });
    expect(await code(admin, yes)).toBe('own_decision');
    expect(await code(admin, call(id, 'claim'))).toBe('own_decision');
    expect(await listBarred(admin)).toEqual([true]);
    expect(await listBarred(second)).toEqual([false]);
    expect(await isHidden(message)).toBe(true);
    const late = { ...granted, version: 2, answer: 'It was banter' };
    expect(await code(judge, call(id, 'appeal/decision', late))).toBe('case_moved');
    for (const answer of [undefined, '', '  ']) {
      const silent = call(id, 'appeal/decision', { ...granted, answer });
      expect(await code(second, silent)).toBe('field_invalid');
    }
    await own.act(second, yes);
    expect(await isHidden(message)).toBe(false);
    expect(await listTold(id)).toContain(`${home.captain.username} case_undone`);
    expect(await listTold(id)).not.toContain(`${admin.username} case_appealed`);
    expect(await listTold(id)).toContain(`${second.username} case_appealed`);
  });

  it('that is refused has a reason, and what was removed stays so', async () => {
    const { own, home } = cast;
    const { id, message } = await openCase();
    await own.act(admin, decide(id));
    await own.act(home.captain, call(id, 'appeal', { text }));
    expect(await code(admin, call(id, 'undo', { version: 3, answer: 'Sorry' }))).toBe('case_state');
    const no = { version: 3, granted: false };
    expect(await code(second, call(id, 'appeal/decision', no))).toBe('field_invalid');
    await own.act(second, call(id, 'appeal/decision', { ...no, answer: 'It reads as meant' }));
    expect(await isHidden(message)).toBe(true);
    expect(await listTold(id)).toContain(`${home.captain.username} case_upheld`);
    expect(await code(home.captain, call(id, 'appeal', { text }))).toBe('appeal_used');
    expect(await listAudit(id, message)).toEqual([
      'thing_hidden',
      'case_decided',
      'appeal_refused',
    ]);
  });
});

describe('an act', () => {
  it('is undone by the same hand and by site admins, with a sentence', async () => {
    const { own, people } = cast;
    const other = await own.addPerson('Other judge');
    await own.act(admin, { path: '/ladders/tanks/admins', body: { person: other.person_id } });
    const undo = (id: string, more: object = {}) =>
      call(id, 'undo', { version: 2, answer: 'I misread it', ...more });
    const first = await openCase();
    expect(await code(judge, undo(first.id, { version: 1 }))).toBe('case_state');
    await own.act(judge, decide(first.id));
    expect(await code(judge, undo(first.id, { answer: '' }))).toBe('field_invalid');
    expect(await code(other, undo(first.id))).toBe('not_admin');
    expect(await code(people["another ladder's admin"] ?? null, undo(first.id))).toBe('not_found');
    expect(await code(judge, undo(first.id))).toBe('obeyed');
    expect(await isHidden(first.message)).toBe(false);
    expect(await code(judge, undo(first.id, { version: 3 }))).toBe('case_state');
    const next = await openCase();
    await own.act(judge, decide(next.id));
    expect(await code(admin, undo(next.id))).toBe('obeyed');
    expect(await listAudit(next.id, next.message)).toEqual([
      ...['thing_hidden', 'case_decided', 'thing_shown', 'case_undone'],
    ]);
  });

  it('that finds nothing is none', async () => {
    const { own, third, home } = cast;
    const body = { kind: 'team', id: home.id, reason: 'picture' };
    await own.act(third.captain, { path: '/reports', body });
    const [row] = await own.database.query<{ id: string }>('select id from private.cases');
    expect(await code(admin, decide(row?.id ?? '', [{ act: 'remove_picture' }]))).toBe('not_found');
    expect((await open(admin, row?.id ?? ''))?.may_hide).toBe(false);
  });
});

it('what is withheld is read by a press that is written down, and told in no list', async () => {
  const { id, message } = await openCase();
  const listed = async () => {
    const about = { personId: judge.person_id, at: cast.own.league.now(), kind: null };
    const page = { limit: 9, offset: 0 };
    const lists = [false, true].map((isDone) =>
      listCases(cast.own.database, { ...about, ...page, isDone }),
    );
    return (await Promise.all(lists)).flat().map(({ title }) => title);
  };
  expect(await listed()).toEqual(['You are bad']);
  await cast.own.act(admin, decide(id));
  expect(await listed()).toEqual(['']);
  const { things } = await cast.own.act(judge, call(id, 'withheld'));
  expect(things).toMatchObject([{ words: 'You are bad' }]);
  expect(await listAudit(id, message)).toEqual(['thing_hidden', 'case_decided', 'withheld_read']);
  await cast.own.act(admin, call(id, 'undo', { version: 2, answer: 'I misread it' }));
  expect(await listed()).toEqual(['You are bad']);
});
