import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDesk } from '../admin/page-desk.ts';
import type { Viewer } from '../context.ts';
import { loadAdminLog } from '../log/page-offices.ts';
import { loadOwnStanding } from '../people/page-standing.ts';
import { day } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { listCases } from './list-cases.ts';
import { loadCase } from './page-case.ts';
import { loadOwnReports } from './page-own.ts';
import { allCasesTopic } from './queue.ts';

/** What those hear of a case whom it keeps waiting: who reported, who has the list open, and whom it holds against. */

let cast: Cast;
let admin: Viewer;
let second: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const steward = cast.people['site admin'];
  if (!steward) {
    throw new Error('the cast lacks its admin');
  }
  admin = steward;
  second = await cast.own.addAdmin('Second');
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

/** Somebody who is reported by these. */
async function report(name: string, reporters: readonly Viewer[]) {
  const { own } = cast;
  const person = await own.addPerson(name);
  const body = { kind: 'person', id: person.person_id, reason: 'insult' };
  for (const reporter of reporters) {
    await own.act(reporter, { path: '/reports', body });
  }
  const [row] = await own.database.query<{ id: string; version: number }>(
    'select id, version from private.cases where subject = $1',
    [person.person_id],
  );
  const { id = '', version = 0 } = row ?? {};
  const call = (act: string, given: object = {}) => ({
    path: `/moderation/cases/${id}/${act}`,
    body: { ...given },
  });
  return { person, id, version, call };
}

const toInput = (viewer: Viewer, id = '') => ({
  ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params: { id } },
  ...{ url: new URL('http://localhost/'), locale: 'en', zone: 'UTC' },
});

const later = (milliseconds: number) =>
  new Date(cast.own.league.now().getTime() + milliseconds).toISOString();

async function listOwn(viewer: Viewer) {
  const reports = (await loadOwnReports(toInput(viewer)))?.reports ?? [];
  return reports.map(({ status, answer, acts }) => ({
    ...{ status, answer },
    acts: acts.map(({ act, until }) => ({ act, until })),
  }));
}

describe('who reported', () => {
  it('reads with all others what was done, until when, and in which words', async () => {
    const { own, home, away } = cast;
    const { call, version } = await report('Loud', [home.captain, away.captain]);
    const open = [{ status: 'open', answer: '', acts: [] }];
    expect(await listOwn(home.captain)).toEqual(open);
    const until = later(3 * day);
    const acts = [{ act: 'mute', until }];
    await own.act(admin, call('decision', { version, acts, answer: 'Not here.' }));
    const told = [{ status: 'decided', answer: 'Not here.', acts }];
    expect(await listOwn(home.captain)).toEqual(told);
    expect(await listOwn(away.captain)).toEqual(told);
  });

  it('reads why nothing was done', async () => {
    const { own, third } = cast;
    const { call, version } = await report('Polite', [third.captain]);
    await own.act(admin, call('decision', { version, acts: [], answer: 'Banter among friends.' }));
    const told = { status: 'closed', answer: 'Banter among friends.', acts: [] };
    expect(await listOwn(third.captain)).toEqual([told]);
  });
});

it('a case that is taken in hand, or given back, is so at once for whoever has it or the list open', async () => {
  const { own, home } = cast;
  const { id, call } = await report('Taken', [home.player]);
  for (const act of ['claim', 'release']) {
    const heard: string[] = [];
    const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
    await own.act(admin, call(act));
    for (const topic of [`case:${id}`, allCasesTopic]) {
      await expect.poll(() => heard.filter((one) => one.includes(`"${topic}"`))).toHaveLength(1);
    }
    // Who has an office has a count of their desk on every page.
    await expect.poll(() => heard.join()).toContain(`person:${second.person_id}`);
    await stop();
  }
});

it('a case is told to those who decide, but not to who reported it', async () => {
  const { own, home } = cast;
  const listTold = async (id: string) => {
    const rows = await own.database.query<{ person_id: string }>(
      `select person_id from private.notices where kind = 'case_opened' and data ->> 'case' = $1`,
      [id],
    );
    return rows.map(({ person_id }) => person_id).toSorted();
  };
  const both = [admin.person_id, second.person_id].toSorted();
  expect(await listTold((await report('Seen by one', [home.player])).id)).toEqual(both);
  expect(await listTold((await report('Seen by an admin', [admin])).id)).toEqual([
    second.person_id,
  ]);
});

it('an appeal is due in seven days: on the list, on the desk and on its own page', async () => {
  const { own, home } = cast;
  const { id, person, call, version } = await report('Appealing', [home.player]);
  const listed = async () => {
    const asked = { personId: second.person_id, at: own.league.now(), isDone: false, kind: null };
    const lines = await listCases(own.database, { ...asked, limit: 100, offset: 0 });
    const desk = await loadDesk(toInput(second));
    return [
      lines.find((line) => line.id === id)?.until,
      desk?.items.find((item) => item.id === id)?.until,
      (await loadCase(toInput(second, id)))?.appeal?.until,
    ];
  };
  expect(await listed()).toEqual([null, null, undefined]);
  const acts = [{ act: 'mute', until: later(3 * day) }];
  await own.act(admin, call('decision', { version, acts, answer: 'Enough.' }));
  await own.act(person, call('appeal', { text: 'It was a joke.' }));
  const due = later(7 * day);
  expect(await listed()).toEqual([due, due, due]);
});

it('a case stands in the log of offices by the kind of its thing, without what that said or was called', async () => {
  const { own, home } = cast;
  const { id, call, version } = await report('Listed', [home.player]);
  await own.act(admin, call('decision', { version, acts: [], answer: 'Nothing there.' }));
  const { log } = await loadAdminLog(toInput(admin));
  const told = log?.acts.filter(({ subject }) => subject?.href === `/admins/cases/${id}`);
  expect(told).toMatchObject([{ act: 'case_closed', subject: { kind: 'case', name: 'person' } }]);
  expect(JSON.stringify(told)).not.toContain('Listed');
});

describe('a rule', () => {
  it('is cited by a mute or a ban alone, and read with its end by whom it holds against', async () => {
    const { own, home } = cast;
    const { person, call, version } = await report('Cited', [home.player]);
    const decide = (acts: object[], rule: string) =>
      call('decision', { version, acts, rule, answer: 'Twice now.' });
    const until = later(day);
    const mute = [{ act: 'mute', until }];
    for (const [acts, rule, allowed] of [
      [[{ act: 'rename_person' }], 'Names', false],
      [mute, ' ', false],
      [mute, 'x'.repeat(201), false],
      [mute, 'x'.repeat(200), true],
    ] as const) {
      const { status } = await own.send(admin, decide([...acts], rule));
      expect([rule.length, status]).toEqual([rule.length, allowed ? 200 : 400]);
    }
    const standing = await loadOwnStanding(toInput(person));
    expect(standing?.sanctions).toMatchObject([
      { rule: 'x'.repeat(200), reason: 'Twice now.', until },
    ]);
  });
});
