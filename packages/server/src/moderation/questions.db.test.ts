import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { loadOwnStanding } from '../people/page-standing.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadCase } from './page-case.ts';
import { loadOwnReports } from './page-own.ts';

/** What who decides asks a party of a case, and what they say: seen by both and by nobody else. */

let cast: Cast;
let admin: Viewer;
let second: Viewer;
let reporter: Viewer;
let person: Viewer;

beforeAll(async () => {
  cast = await createCast();
  admin = cast.people['site admin'] ?? cast.home.captain;
  second = await cast.own.addAdmin('Second');
  reporter = cast.people.stranger ?? cast.home.captain;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await cast.own.database.query('delete from private.cases');
  await cast.own.database.query('delete from private.notices');
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + 120_000).toISOString());
  person = cast.third.player;
});

async function openCase(): Promise<string> {
  const body = { kind: 'person', id: person.person_id, reason: 'cheating' };
  await cast.own.act(reporter, { path: '/reports', body });
  const [row] = await cast.own.database.query<{ id: string }>('select id from private.cases');
  return row?.id ?? '';
}

const ask = (id: string, to: Viewer, more: object = {}) => ({
  path: `/moderation/cases/${id}/questions`,
  body: { version: 1, person: to.person_id, text: 'Where were you?', ...more },
});
const answer = (id: string, text = 'At home.') => ({
  path: `/moderation/questions/${id}/answer`,
  body: { text },
});

async function code(who: Viewer | null, given: Parameters<typeof cast.own.send>[1]) {
  const { status, body } = await cast.own.send(who, given);
  return status === 200 ? 'obeyed' : body.error?.code;
}

const pageInput = (viewer: Viewer, params: Record<string, string> = {}) => ({
  ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params },
  ...({ url: new URL('http://localhost/'), locale: 'en', zone: 'UTC' } as const),
});
const open = (viewer: Viewer, id: string) => loadCase(pageInput(viewer, { id }));
const listOwn = async (viewer: Viewer) => (await loadOwnReports(pageInput(viewer)))?.questions;

const listTold = async (of: string) => {
  const rows = await cast.own.database.query<{ person_id: string }>(
    'select person_id from private.notices where kind = $1',
    [of],
  );
  return rows.map(({ person_id }) => person_id);
};

describe('a question', () => {
  it('is asked by whoever may decide, and nobody else knows of the case', async () => {
    const id = await openCase();
    const answers = await askAll(cast, ask(id, person));
    expect(answers).toEqual(onlyTo(['site admin'], 'not_found', { not_found: [] })(answers));
    const audit = await cast.own.database.query(
      `select act from private.audit_log where subject = $1 and act = 'case_asked'`,
      [id],
    );
    expect(audit).toHaveLength(1);
  });

  it('is asked by nobody while another has the case in hand', async () => {
    const id = await openCase();
    const claim = { path: `/moderation/cases/${id}/claim` };
    const offered = async () => {
      const pages = await Promise.all([open(admin, id), open(second, id)]);
      return pages.map((page) => page?.askable.length);
    };
    expect(await offered()).toEqual([2, 2]);
    await cast.own.act(second, claim);
    expect(await offered()).toEqual([0, 2]);
    expect(await code(admin, ask(id, person))).toBe('case_taken');
    await cast.own.act(second, { path: `/moderation/cases/${id}/release` });
    expect(await offered()).toEqual([2, 2]);
  });

  it('is told to the party, answered once from their own page, and both stay in the case', async () => {
    const id = await openCase();
    expect((await open(admin, id))?.askable.map(({ part }) => part)).toEqual([
      ...['concerned', 'reporter'],
    ]);
    await cast.own.act(admin, { path: `/moderation/cases/${id}/claim` });
    const { question } = await cast.own.act(admin, ask(id, person));
    expect(await listTold('case_question')).toEqual([person.person_id]);
    expect(await listOwn(person)).toMatchObject([
      { words: 'Where were you?', answer: null, is_open: true, kind: 'person' },
    ]);
    expect((await loadOwnStanding(pageInput(person)))?.questions).toBe(1);
    expect(await listOwn(reporter)).toEqual([]);
    // To others the question is not there, those who decide included.
    const answers = await askAll(cast, answer(String(question)));
    expect(answers).toEqual(onlyTo([], 'not_found')(answers));
    expect(await code(person, answer(String(question)))).toBe('obeyed');
    expect(await code(person, answer(String(question), 'Or not.'))).toBe('case_moved');
    expect(await listTold('case_answered')).toEqual([admin.person_id]);
    expect((await loadOwnStanding(pageInput(person)))?.questions).toBe(0);
    expect(await open(second, id)).toMatchObject({
      version: 3,
      holder: { username: admin.username },
      questions: [
        {
          ...{ to: person.username, by: admin.username, words: 'Where were you?' },
          answer: 'At home.',
        },
      ],
    });
    // Who decides has read it.
    const decide = (version: number) => ({
      path: `/moderation/cases/${id}/decision`,
      body: { version, acts: [], answer: 'Fine.' },
    });
    expect(await code(admin, decide(2))).toBe('case_moved');
    expect(await code(admin, decide(3))).toBe('obeyed');
  });

  it('is answered while banned, and no more once all is decided', async () => {
    const id = await openCase();
    const { question: first } = await cast.own.act(admin, ask(id, person));
    const { question: other } = await cast.own.act(admin, ask(id, reporter, { version: 2 }));
    await cast.own.act(admin, {
      path: '/sanctions',
      body: { person: person.person_id, kind: 'ban', until: cast.own.at(3), reason: 'Cheats.' },
    });
    expect(await code(person, answer(String(first)))).toBe('obeyed');
    await cast.own.act(admin, {
      path: `/moderation/cases/${id}/decision`,
      body: { version: 4, acts: [], answer: 'Fine.' },
    });
    expect(await code(reporter, answer(String(other)))).toBe('case_state');
    expect(await listOwn(reporter)).toMatchObject([{ answer: null, is_open: false }]);
    expect(await code(admin, ask(id, reporter, { version: 5 }))).toBe('case_state');
  });

  it('goes to parties alone, has a length, and is one of five', async () => {
    const id = await openCase();
    expect(await code(admin, ask(id, cast.home.captain))).toBe('not_found');
    for (const text of ['', '  ', 'x'.repeat(1001)]) {
      expect(await code(admin, ask(id, person, { text }))).toBe('field_invalid');
    }
    expect(await code(admin, ask(id, person, { version: 2 }))).toBe('case_moved');
    const sent: unknown[] = [];
    for (let version = 1; version <= 5; version += 1) {
      const text = 'x'.repeat(version === 5 ? 1000 : 1);
      sent.push((await cast.own.act(admin, ask(id, person, { version, text }))).question);
    }
    expect(await code(admin, ask(id, person, { version: 6 }))).toBe('limit_reached');
    expect((await open(admin, id))?.askable).toEqual([]);
    for (const text of ['', 'x'.repeat(2001)]) {
      expect(await code(person, answer(String(sent[0]), text))).toBe('field_invalid');
    }
    expect(await code(person, answer(String(sent[0]), 'x'.repeat(2000)))).toBe('obeyed');
  });

  it('is not for somebody who has left', async () => {
    const { own } = cast;
    person = await own.addPerson('Leaver');
    const id = await openCase();
    await own.database.query(
      `update public.profiles set user_id = null, username = U&'\\2E3A' where id = $1`,
      [person.person_id],
    );
    expect(await code(admin, ask(id, person))).toBe('not_found');
    expect((await open(admin, id))?.askable.map(({ part }) => part)).toEqual(['reporter']);
  });

  it('is read by who decides, not by a party in office, who undoes nothing either', async () => {
    const { own } = cast;
    const id = await openCase();
    await own.act(admin, { path: '/admins', body: { person: person.person_id } });
    const look = async () => {
      const page = await open(person, id);
      return [page?.questions.length, page?.may_undo, page?.askable, page?.precedents];
    };
    await own.act(admin, ask(id, person));
    expect((await open(admin, id))?.questions).toHaveLength(1);
    expect(await look()).toEqual([0, false, [], []]);
    expect((await open(admin, id))?.after).not.toBeNull();
    await own.act(admin, {
      path: `/moderation/cases/${id}/decision`,
      body: { version: 2, acts: [{ act: 'rename_person' }], answer: 'Rude.' },
    });
    expect(await open(second, id)).toMatchObject({ may_undo: true, after: null });
    expect(await look()).toEqual([0, false, [], []]);
    await own.act(admin, { path: `/admins/${person.person_id}`, method: 'DELETE' });
    expect(await open(cast.people["the ladder's admin"] ?? person, id)).toBeNull();
  });

  it('in an appeal is not the first decider’s', async () => {
    const id = await openCase();
    await cast.own.act(admin, {
      path: `/moderation/cases/${id}/decision`,
      body: { version: 1, acts: [{ act: 'rename_person' }], answer: 'Rude.' },
    });
    const path = `/moderation/cases/${id}/appeal`;
    expect((await open(second, id))?.askable).toEqual([]);
    await cast.own.act(person, { path, body: { text: 'It is not.' } });
    expect((await open(admin, id))?.askable).toEqual([]);
    expect((await open(second, id))?.askable.map(({ part }) => part)).toEqual([
      ...['concerned', 'reporter'],
    ]);
    expect(await code(admin, ask(id, person, { version: 3 }))).toBe('own_decision');
    expect(await code(second, ask(id, person, { version: 3 }))).toBe('obeyed');
  });
});
